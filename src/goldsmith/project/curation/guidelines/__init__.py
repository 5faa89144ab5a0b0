"""The guideline of a project on the team's server.

content         the guideline of a version, parsed and ready to render
edit            new versions: check, merge with others' edits, or refuse with both texts
pages           rendered pages; search
history         differences between versions; versions as zip files
disagreements   the agreement of each version; decisions that concern a page
"""
