"""The database of a team: accounts, documents, the journal of annotations, and access control.

    tables/      the tables, by subject
    migrations/  the versions of the tables
    database     connections and transactions, on SQLite and PostgreSQL
    access       roles, permissions and visibility: the only place that decides who may see what
    projects     projects, their settings and their schema; `schema_change` replaces one
    documents    documents: add, list, search (`search`) and read them
    sets         annotation sets: create, list and read them; `loading` reads many at once
    paging       pages of long lists
    journal/     changes of annotation sets: append, check, replay and undo them
    jobs/        long tasks as rows: queue, claim, watch; the models and releases they make
    bulk         documents and sets in bulk: imports that appear as a whole
    exports      the contents of an export; `dump` those of a backup; `files` the folders
    suggestions  annotations that models and dictionaries suggest to annotators

Every function that returns anything needs the acting person, an `Actor`.
"""
