"""Rows of a source of notes, and the interface of every source of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from goldsmith.errors import InputError, quote_id, shorten_id

#: How many row numbers or messages a report lists.
MAX_LISTED = 10


class Row(NamedTuple):
    """A row: its number from 1, its place and its cells by column."""

    number: int
    where: str
    line: int
    cells: Mapping[str, str]

    def make_error(self, what: str, *, expected: str = "", remedy: str = "") -> InputError:
        """Return an error located in this row."""
        what = f"row {self.number:,}: {what}"
        return InputError(what, where=self.where, line=self.line, expected=expected, remedy=remedy)


class BadRows(InputError):
    """Rows that cannot be imported; `errors` contains the first errors."""

    def __init__(self, errors: Sequence[InputError], *, total: int) -> None:
        self.errors, self.total = tuple(errors), total
        super().__init__(f"{total:,} rows are invalid; nothing was written")

    def describe(self, word_remedy: Callable[[InputError], str] | None = None) -> str:
        """Return the whole message, with the message of each row on its own line."""
        lines = [error.describe(word_remedy) for error in self.errors]
        if self.total > len(lines):
            lines.append(f"and {self.total - len(lines):,} more")
        return self.what + "".join(f"\n  - {line}" for line in lines)


class Reading(msgspec.Struct, frozen=True):
    """How a source was read."""

    kind: str
    """`table`, `json`, `text` or `sql`."""
    encodings: dict[str, int]
    """Encoding -> number of files; empty for a database whose driver decodes."""
    delimiter: str = ""
    quoting: str = ""
    table: str = ""
    """The table of a database; "" for a query."""
    unread: int = 0
    """Files of a folder or archive that are not notes."""


class RowSource(Protocol):
    """A source that can be read more than once, row by row."""

    where: str
    #: Columns whose role the source itself defines: role -> column.
    roles: Mapping[str, str]

    def read(self) -> Iterator[Row]:
        """Yield the rows."""
        ...

    def describe(self) -> Reading:
        """Return how the source was read, after it was read."""
        ...


class ReadOptions(msgspec.Struct, frozen=True):
    """How to read a source; options that are "" are detected."""

    encoding: str = ""
    delimiter: str = ""
    quoting: str = ""
    """`doubled`, `backslash` or `none`."""
    table: str = ""
    query: str = ""

    def refuse(self, names: Iterable[str], kind: str, where: str) -> None:
        """Raise InputError if an option is set that does not apply to a kind of source."""
        useless = [name for name in names if getattr(self, name)]
        if useless:
            raise InputError(
                f"the option {useless[0]} does not apply to {kind}",
                where=where,
                remedy="Leave it out",
            )


def check_headings(headings: Sequence[str], where: str) -> None:
    """Check that the names of columns are unique.

    Raises:
        InputError: Two columns have the same name.
    """
    twins = [name for name, count in Counter(headings).items() if count > 1]
    if twins:
        raise InputError(
            f"several columns are called {', '.join(map(quote_id, twins[:MAX_LISTED]))}",
            where=where,
            expected="a different name for each column",
            remedy="Rename them in the source",
        )


def check_text(row: Row) -> Row:
    """Return a row whose cells are all valid text.

    Raises:
        InputError: A cell has bytes that are invalid in its encoding.
    """
    for column, value in row.cells.items():
        if not value.isascii() and _has_surrogates(value):
            raise row.make_error(
                f"the column {quote_id(column)} is not valid in its encoding",
                expected="valid text",
                remedy="Correct the row, or name the encoding that fits all rows",
            )
    return row


def _has_surrogates(value: str) -> bool:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def list_names(names: Iterable[str]) -> str:
    """Return the names of columns or tables for a message."""
    listed = [shorten_id(name) for name in names]
    more = f" and {len(listed) - 40:,} more" if len(listed) > 40 else ""
    return ", ".join(listed[:40]) + more
