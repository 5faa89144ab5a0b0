"""The word index of the documents: FTS5 on SQLite, a text-search vector on PostgreSQL.

Both index the same words, which `split_words` finds, so that a search has the same result on both.
The index is derived data: `rebuild_index` makes it again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Integer,
    Row,
    String,
    bindparam,
    column,
    func,
    literal_column,
    select,
    table,
    text,
    type_coerce,
)

from goldsmith.errors import InputError
from goldsmith.store.tables import document_texts, documents

#: The maximum number of words in a search.
MAX_WORDS = 20
_CHUNK = 1_000
#: Up to this many documents are sorted; for more, an index provides the order.
_FEW = 2_000
#: The number of documents sampled to decide whether words are frequent.
_SAMPLE = 1_000
_WORD = re.compile(r"[^\W_]+")
_TERM = re.compile(r'"([^"]*)"|(\S+)')
#: The order of the import, as an expression that cannot use an index.
UNINDEXED_ORDER: tuple[ColumnElement[Any], ...] = (
    type_coerce(documents.c.position + 0, Integer),
    documents.c.id,
)
_INDEX = table(
    "document_words", column("rowid", Integer), column("document", String), column("words", String)
)
_NUMBERS = table("document_numbers", column("number", Integer), column("document", String))


class IndexEntry(msgspec.Struct, frozen=True):
    """A document for the index."""

    document: str
    project: str
    text: str
    type: str
    patient: str


class SearchCriteria(msgspec.Struct, frozen=True):
    """What to search for; an empty type or patient matches all."""

    project: str
    words: str
    type: str = ""
    patient: str = ""


class Matches(msgspec.Struct, frozen=True):
    """How to select the documents that a search finds.

    Attributes:
        source: `documents`, joined with the index.
        condition: The condition on the rows.
        order: The columns of the order of the import, as in the index.
    """

    source: FromClause
    condition: ColumnElement[bool]
    order: tuple[ColumnElement[Any], ...]


class Term(msgspec.Struct, frozen=True):
    """Consecutive words; `is_prefix` if the last one is only the beginning of a word."""

    words: tuple[str, ...]
    is_prefix: bool = False


def split_words(source: str) -> list[str]:
    """Return the words of a text in lower case; punctuation separates them."""
    return _WORD.findall(source.lower())


def parse_search(search: str) -> tuple[Term, ...]:
    """Return the terms of a search, all of which a document must contain.

    `chest pain` finds both words, `"chest pain"` the phrase, `card*` a prefix.

    Raises:
        InputError: It has no words, or too many.
    """
    terms = []
    for match in _TERM.finditer(search):
        phrase, word = match.groups()
        words = split_words(phrase if phrase is not None else word)
        if words:
            terms.append(Term(tuple(words), phrase is None and word.endswith("*")))
    if not 0 < sum(len(term.words) for term in terms) <= MAX_WORDS:
        raise InputError("this is not a search", where="words", expected=f"1 to {MAX_WORDS} words")
    return tuple(terms)


def find_matches(connection: Connection, search: SearchCriteria) -> Matches:
    """Return the selection of the documents that contain the words of a search.

    Raises:
        InputError: It has no words, or too many.
    """
    terms = parse_search(search.words)
    if connection.dialect.name == "sqlite":
        query = bindparam("terms", _word_for_sqlite(search, terms), String)
        source = _INDEX.join(_NUMBERS, _NUMBERS.c.number == _INDEX.c.rowid).join(
            documents, documents.c.id == _NUMBERS.c.document
        )
        condition = literal_column("document_words", String).match(query)
        return Matches(source, condition, (_INDEX.c.rowid,))
    return _match_on_postgresql(connection, terms)


def _match_on_postgresql(connection: Connection, terms: Sequence[Term]) -> Matches:
    """Search for frequent words in the order of the import, for rare ones in the word index.

    PostgreSQL cannot make this choice: it has no statistics on rare words, and would search every
    document for them.
    """
    query = func.to_tsquery("simple", bindparam("terms", _word_for_postgresql(terms), String))
    has_words = _INDEX.c.words.bool_op("@@")(query)
    if not _are_frequent(connection, has_words):
        ids = _list_matches(connection, has_words)
        if len(ids) <= _FEW:
            return Matches(documents, documents.c.id.in_(ids), UNINDEXED_ORDER)
    source = documents.join(_INDEX, _INDEX.c.document == documents.c.id)
    return Matches(source, has_words, (documents.c.position, documents.c.id))


def _are_frequent(connection: Connection, has_words: ColumnElement[bool]) -> bool:
    """Return whether many documents of a sample match; ids are random, so take the first."""
    first = select(has_words.label("has_words")).order_by(_INDEX.c.document).limit(_SAMPLE)
    sample = first.subquery()
    count = select(func.count()).select_from(sample).where(sample.c.has_words)
    return int(connection.execute(count).scalar_one()) >= _SAMPLE // 50


def _list_matches(connection: Connection, has_words: ColumnElement[bool]) -> list[str]:
    """Return the documents that match, from the word index; only some if there are many."""
    connection.execute(text("SET LOCAL enable_seqscan = off"))
    query = select(_INDEX.c.document).where(has_words).limit(_FEW + 1)
    ids = list(connection.execute(query).scalars())
    connection.execute(text("SET LOCAL enable_seqscan = on"))
    return ids


def index_documents(connection: Connection, entries: Sequence[IndexEntry]) -> None:
    """Add documents to the index."""
    rows = [_make_row(entry) for entry in entries]
    if not rows:
        return
    if connection.dialect.name == "sqlite":
        _index_on_sqlite(connection, rows)
        return
    statement = (
        "INSERT INTO document_words (document, words) "
        "VALUES (:document, to_tsvector('simple', :words))"
    )
    connection.execute(text(statement), rows)


def forget_documents(connection: Connection, ids: Sequence[str], project: str = "") -> None:
    """Take documents out of the index; this needs their texts, so call it before deleting them.

    Args:
        connection: A transaction that writes.
        ids: The documents.
        project: The project that they were indexed as, if it is not their present one.
    """
    for start in range(0, len(ids), _CHUNK):
        part = ids[start : start + _CHUNK]
        if connection.dialect.name == "sqlite":
            _forget_on_sqlite(connection, part, project)
        else:
            connection.execute(
                text("DELETE FROM document_words WHERE document = ANY(:ids)"), {"ids": list(part)}
            )


def rebuild_index(connection: Connection) -> int:
    """Rebuild the index from the texts, and return the number of documents."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("INSERT INTO document_words(document_words) VALUES ('delete-all')"))
        connection.execute(text("DELETE FROM document_numbers"))
    else:
        connection.execute(text("DELETE FROM document_words"))
    count = 0
    query = (
        select(documents, document_texts.c.text)
        .join_from(documents, document_texts)
        .order_by(documents.c.project, documents.c.position, documents.c.id)
    )
    for rows in connection.execute(query).partitions(_CHUNK):
        index_documents(connection, [_make_entry(row) for row in rows])
        count += len(rows)
    return count


def _make_entry(row: Row[Any], project: str = "") -> IndexEntry:
    return IndexEntry(row.id, project or row.project, row.text, row.type, row.patient)


def _make_row(entry: IndexEntry) -> dict[str, Any]:
    keys = [entry.project, _hash("t", entry.type), _hash("p", entry.patient)]
    words = " ".join(split_words(entry.text))
    return {"document": entry.document, "keys": " ".join(keys), "words": words}


def _hash(kind: str, value: str) -> str:
    """Return a word that represents a value in the index."""
    return kind + sha256(value.encode()).hexdigest()[:16]


def _index_on_sqlite(connection: Connection, rows: list[dict[str, Any]]) -> None:
    query = text("SELECT coalesce(max(number), 0) FROM document_numbers")
    last = connection.execute(query).scalar_one()
    numbered = [{**row, "number": number} for number, row in enumerate(rows, last + 1)]
    connection.execute(
        text("INSERT INTO document_numbers (number, document) VALUES (:number, :document)"),
        numbered,
    )
    connection.execute(
        text("INSERT INTO document_words (rowid, keys, words) VALUES (:number, :keys, :words)"),
        numbered,
    )


def _forget_on_sqlite(connection: Connection, ids: Sequence[str], project: str) -> None:
    """Pass FTS5 the words to remove, because it does not store them."""
    query = (
        select(_NUMBERS.c.number, documents, document_texts.c.text)
        .select_from(
            documents.join(document_texts).join(_NUMBERS, _NUMBERS.c.document == documents.c.id)
        )
        .where(documents.c.id.in_(ids))
    )
    rows = [
        {**_make_row(_make_entry(row, project)), "number": row.number}
        for row in connection.execute(query)
    ]
    if rows:
        statement = (
            "INSERT INTO document_words (document_words, rowid, keys, words) "
            "VALUES ('delete', :number, :keys, :words)"
        )
        connection.execute(text(statement), rows)
        connection.execute(text("DELETE FROM document_numbers WHERE number = :number"), rows)


def _word_for_sqlite(search: SearchCriteria, terms: Sequence[Term]) -> str:
    keys = [search.project.replace('"', "")]
    keys += [_hash("t", search.type)] if search.type else []
    keys += [_hash("p", search.patient)] if search.patient else []
    parts = [f'keys:"{key}"' for key in keys]
    for term in terms:
        parts.append(f'words:"{" ".join(term.words)}"{"*" if term.is_prefix else ""}')
    return " AND ".join(parts)


def _word_for_postgresql(terms: Sequence[Term]) -> str:
    parts = []
    for term in terms:
        words = [f"'{word}'" for word in term.words]
        if term.is_prefix:
            words[-1] += ":*"
        parts.append(" <-> ".join(words))
    return " & ".join(f"({part})" for part in parts)
