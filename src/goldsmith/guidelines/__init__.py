"""Annotation guidelines as a folder of Markdown pages (requirement 3; Roberts et al. 2009, §4.4).

    model        guideline, page, front matter, the nine sections
    folder       read a guideline from a folder or from the built-in ones
    fences       the fenced blocks of a page: annotated examples and tables from the schema
    check        dead links, types without pages, examples that break the schema
    skeleton     the empty pages of a schema
    marks        annotated sentences as marked pieces of text
        tables       the tables that blocks expand to
        markdown     Markdown to HTML: type names become links, examples are marked
    site         the pages of the static site, with navigation and search index
    versions     releases by content and their history
    diff         the difference between two versions, as text and as a page
    iterations   which version produced which agreement
    places       annotated sentences of a corpus, as examples from real notes

`texts/` contains a guideline for each built-in schema.
"""
