"""The database of a team: accounts, documents, the journal of annotations, and who may see what.

    tables/      the tables, by subject
    migrations/  the versions of the tables
    database     connections and transactions, on SQLite and PostgreSQL
    access       roles, permissions and visibility: the one place that decides who may see what
    journal/     changes of annotation sets: appended, checked, folded, undone

Every function that returns anything takes the acting person, an `Actor`.
"""
