"""Ask a question over many chronicles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from goldsmith.chronicle.query.answer import Answer
from goldsmith.chronicle.query.compile import compile_query
from goldsmith.chronicle.query.names import Meaning, Resolver
from goldsmith.chronicle.query.parser import parse_query
from goldsmith.chronicle.query.reading import list_clauses, write_query
from goldsmith.chronicle.query.run import run_query
from goldsmith.chronicle.query.saved import (
    DEFAULT_FILE,
    SavedQueries,
    find_query,
    read_queries,
    save_query,
)
from goldsmith.chronicle.query.sets import Sets, load_sets
from goldsmith.chronicle.query.store import ChronicleTables
from goldsmith.errors import InputError
from goldsmith.terminology.shelf import open_terminologies

__all__ = [
    "Explanation",
    "NameReading",
    "ask",
    "explain",
    "list_queries",
    "open_chronicles",
    "save",
]

#: The number of event names and concepts that an explanation shows for each name.
_SHOWN = 8
Folders = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


class NameReading(msgspec.Struct, frozen=True):
    """The meaning of a name in these chronicles: its first event names and concepts, and counts."""

    name: str
    names: tuple[str, ...]
    concepts: tuple[str, ...]
    name_count: int
    code_count: int
    is_set: bool


class Explanation(msgspec.Struct, frozen=True):
    """The meaning of a query: its conditions, its names, and its SQL with the parameters."""

    query: str
    canonical: str
    conditions: tuple[str, ...]
    names: tuple[NameReading, ...]
    sql: tuple[str, ...]
    parameters: dict[str, object]


def ask(
    query: str,
    tables: Folders,
    *,
    terms: Iterable[str] = (),
    queries: str | os.PathLike[str] | None = None,
    limit: int | None = None,
) -> Answer:
    """Answer a question over chronicles.

    Args:
        query: A question in the query language, or the name of a saved query.
        tables: One or more folders of tables that `goldsmith chronicle` wrote.
        terms: Terminologies in which to look up names: names on the shelf, "demo", or folders. By
            default all on the shelf.
        queries: A file of saved queries and sets; by default queries.toml in the working folder,
            if it exists.
        limit: The maximum number of patients to list with evidence; all by default, none for
            `how many`.

    Raises:
        QueryError: The query is not valid; the error contains the position.
        InputError: A table or file cannot be read.

    Example:
        answer = goldsmith.ask("patients treated with tamoxifen", "chronicles")
        for patient in answer.patients:
            print(patient.patient, [witness.name for witness in patient.witnesses])
    """
    if limit is not None and limit < 0:
        raise InputError(f"the limit {limit} is negative", expected="0 or more")
    saved = _read_saved(queries)
    parsed = parse_query(find_query(saved, query))
    with open_chronicles(tables) as chronicles:
        resolver = _make_resolver(chronicles, terms, saved.sets)
        listed = 0 if parsed.counts_only else limit
        return run_query(parsed, chronicles, resolver, limit=listed)


def explain(
    query: str,
    tables: Folders,
    *,
    terms: Iterable[str] = (),
    queries: str | os.PathLike[str] | None = None,
) -> Explanation:
    """Explain a question: its meaning in plain English, the meaning of its names, and its SQL.

    Arguments and errors are the same as for `ask`.
    """
    saved = _read_saved(queries)
    parsed = parse_query(find_query(saved, query))
    with open_chronicles(tables) as chronicles:
        resolver = _make_resolver(chronicles, terms, saved.sets)
        program = compile_query(parsed, resolver, chronicles.keys)
    return Explanation(
        parsed.text,
        write_query(parsed),
        tuple(list_clauses(parsed)),
        tuple(_describe_name(meaning) for meaning in dict.fromkeys(program.meanings)),
        (program.pick, program.select),
        dict(program.parameters),
    )


def _describe_name(meaning: Meaning) -> NameReading:
    return NameReading(
        meaning.text,
        tuple(sorted(meaning.names)[:_SHOWN]),
        meaning.concepts[:_SHOWN],
        len(meaning.names),
        sum(not code.startswith(":") for code in meaning.codes),
        meaning.is_set,
    )


def open_chronicles(tables: Folders) -> ChronicleTables:
    """Open the chronicle tables of one or more folders, for several questions."""
    if isinstance(tables, str | os.PathLike):
        tables = [tables]
    return ChronicleTables([Path(folder) for folder in tables])


def _make_resolver(chronicles: ChronicleTables, terms: Iterable[str], sets: Sets) -> Resolver:
    opened: Sequence[str] = tuple(terms)
    return Resolver(chronicles.names, open_terminologies(opened), {**load_sets(), **sets})


# Saved queries


def list_queries(queries: str | os.PathLike[str] | None = None) -> SavedQueries:
    """Return the saved queries and sets in a file."""
    return _read_saved(queries)


def save(
    name: str,
    query: str,
    *,
    queries: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
) -> Path:
    """Save a query under a name, and return the path of the file.

    Raises:
        QueryError: The query is not valid.
        InputError: Another query has the name and `overwrite` is false.
    """
    path = Path(queries or DEFAULT_FILE)
    save_query(path, name, query, overwrite=overwrite)
    return path


def _read_saved(queries: str | os.PathLike[str] | None) -> SavedQueries:
    return read_queries(Path(queries or DEFAULT_FILE), required=queries is not None)
