"""The tables of the word index, which are derived from the texts and not migrated.

FTS5 on SQLite, a text-search vector on PostgreSQL: no table of SQLAlchemy describes both.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, event, text

from goldsmith.store.tables.base import metadata

_SQLITE = (
    "CREATE TABLE IF NOT EXISTS document_numbers"
    " (number INTEGER PRIMARY KEY, document TEXT NOT NULL UNIQUE)",
    "CREATE VIRTUAL TABLE IF NOT EXISTS document_words USING fts5"
    "(keys, words, content='', prefix='2 3 4', tokenize=\"unicode61 remove_diacritics 0\")",
)
_POSTGRESQL = (
    "CREATE TABLE IF NOT EXISTS document_words"
    " (document text PRIMARY KEY REFERENCES documents (id), words tsvector NOT NULL)",
    "CREATE INDEX IF NOT EXISTS ix_document_words_words ON document_words USING gin (words)",
)


def list_ddl(dialect: str) -> Sequence[str]:
    """Return the statements that create the index on a database."""
    return _SQLITE if dialect == "sqlite" else _POSTGRESQL


def create_index(connection: Connection) -> None:
    """Create the index if there is none."""
    for statement in list_ddl(connection.dialect.name):
        connection.execute(text(statement))


def is_index_table(name: str | None) -> bool:
    """Return whether a table belongs to the index: such tables are derived, and not migrated."""
    return name is not None and name.startswith(("document_words", "document_numbers"))


@event.listens_for(metadata, "after_create")
def _create_with_tables(_target: object, connection: Connection, **_settings: object) -> None:
    create_index(connection)
