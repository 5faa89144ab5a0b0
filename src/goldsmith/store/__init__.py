"""The database of a team: accounts, documents, the journal of annotations, and who may see what.

    tables/      the tables, by subject
    migrations/  the versions of the tables
    database     connections and transactions, on SQLite and PostgreSQL
    access       roles, permissions and visibility: the one place that decides who may see what
    projects     projects, their settings and their schema; `schema_change` replaces one
    documents    documents: added, listed, searched (`search`), read
    sets         annotation sets: created, listed, read; `loading` reads many at once
    paging       pages of long lists
    journal/     changes of annotation sets: appended, checked, folded, undone
    jobs/        long work as rows: queued, claimed, watched; models and releases that jobs made
    bulk         documents and sets in bulk: imports that appear as a whole
    exports      what an export holds; `dump` what a backup holds; `files` where files lie
    suggestions  what models and dictionaries suggest to annotators

Every function that returns anything takes the acting person, an `Actor`.
"""
