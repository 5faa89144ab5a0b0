"""The guideline of a project on the team's server.

content         the guideline of a version, parsed and ready to render
edit            new versions: checked, merged with what others stored, refused with both texts
pages           pages as people read them; search
history         differences between versions; versions as zip files
disagreements   the agreement of each version; decisions that touch a page
"""
