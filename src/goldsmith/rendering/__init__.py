"""Tables, pages and charts: every page and report of Goldsmith is made here.

    table         a plain table as Markdown, LaTeX or HTML
    blocks        the parts of a page: sections, tables, cards, figures, trees
    page          a page composed of blocks, as one self-contained HTML file
    charts        line charts as SVG
    environment   the Jinja2 environment; it escapes every value

`templates/` contains all markup, `static/` the style sheets and scripts; the environment joins
those that a kind of page needs. Functions return strings; callers write the files.
"""
