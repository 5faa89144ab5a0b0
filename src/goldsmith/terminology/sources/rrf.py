"""The tables of the Rich Release Format: lines of fields, each terminated by a bar."""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from goldsmith.errors import InputError
from goldsmith.terminology.sources.base import GZIP_ERRORS, read_lines

#: The number of fields in each table.
WIDTHS = {"MRCONSO": 18, "MRSTY": 6, "MRDEF": 8, "MRREL": 16, "MRRANK": 4}
REQUIRED = ("MRCONSO", "MRSTY")

#: Sorts after every CUI; requesting it reads, and so checks, a table to its end.
LAST = "~"

Item = TypeVar("Item")
#: Returns the item of a row, or None to skip the row.
Extract = Callable[[Sequence[str]], Item | None]


def find_folder(path: Path) -> Path:
    """Return the folder of the tables: the path itself, or META below it."""
    below = path / "META"
    return below if not _find_table(path, "MRCONSO") and below.is_dir() else path


def find_tables(path: Path) -> dict[str, Path]:
    """Return the tables in a folder by name.

    Raises:
        InputError: A required table is missing.
    """
    home = find_folder(path)
    paths = {name: table for name in WIDTHS if (table := _find_table(home, name))}
    if missing := [f"{name}.RRF" for name in REQUIRED if name not in paths]:
        raise InputError(
            f"{' and '.join(missing)} missing",
            where=str(home),
            expected="the folder META of a UMLS release",
        )
    return paths


def _find_table(home: Path, name: str) -> Path | None:
    paths = (home / f"{name}.RRF", home / f"{name}.RRF.gz")
    return next((path for path in paths if path.is_file()), None)


def read_rows(path: Path, *, only: str = "") -> Iterator[list[str]]:
    """Yield the fields of each line that contains `only`; check the number of fields of all."""
    name = path.name.partition(".")[0]
    width = WIDTHS[name]
    for number, line in read_lines(path):
        if line.count("|") != width or line[-1] != "|":
            raise InputError(
                f"the line of {name} has {_count_fields(line)} fields",
                where=str(path),
                line=number,
                expected=f"{width} fields, each terminated by a bar",
            )
        if only in line:
            yield line.split("|")


def _count_fields(line: str) -> int:
    return line.count("|") + (not line.endswith("|"))


def is_sorted(path: Path) -> bool:
    """Return whether the lines are sorted by their first field, as in a release."""
    before = b""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
            for line in stream:
                # All CUIs have eight characters, so the other fields do not matter.
                first = line[:8]
                if first < before:
                    return False
                before = first
    except GZIP_ERRORS:
        raise InputError(
            "this file is truncated or damaged", where=str(path), expected="gzip"
        ) from None
    return True


class RowsByCui(Protocol[Item]):
    """The items of a table by CUI; CUIs must be requested in ascending order."""

    def get(self, cui: str) -> list[Item]:
        """Return the items of a CUI."""
        ...


class EmptyTable(Generic[Item]):
    """A table that the release lacks."""

    def get(self, cui: str) -> list[Item]:
        return []


class _SortedTable(Generic[Item]):
    """A sorted table that is read as CUIs are requested."""

    def __init__(self, path: Path, extract: Extract[Item], only: str) -> None:
        self._groups = groupby(read_rows(path, only=only), key=lambda row: row[0])
        self._extract, self._head, self._items = extract, "", list[Item]()

    def get(self, cui: str) -> list[Item]:
        while self._head < cui:
            head, group = next(self._groups, (LAST, iter(())))
            self._head = head
            self._items = [item for row in group if (item := self._extract(row)) is not None]
        return self._items if self._head == cui else []


@dataclass(frozen=True)
class _UnsortedTable(Generic[Item]):
    """An unsorted table that is kept in memory."""

    items: dict[str, list[Item]]

    def get(self, cui: str) -> list[Item]:
        return self.items.get(cui, [])


def open_table(path: Path | None, extract: Extract[Item], *, only: str = "") -> RowsByCui[Item]:
    """Open a table by CUI: as a stream if it is sorted, otherwise in memory."""
    if path is None:
        return EmptyTable()
    return (
        _SortedTable(path, extract, only)
        if is_sorted(path)
        else _UnsortedTable(_read_all(path, extract, only))
    )


def read_groups(path: Path, extract: Extract[Item]) -> Iterator[tuple[str, list[Item]]]:
    """Yield each CUI in ascending order with its items, which may be empty."""
    if not is_sorted(path):
        yield from sorted(_read_all(path, extract, "").items())
        return
    for cui, group in groupby(read_rows(path), key=lambda row: row[0]):
        yield cui, [item for row in group if (item := extract(row)) is not None]


def _read_all(path: Path, extract: Extract[Item], only: str) -> dict[str, list[Item]]:
    items: dict[str, list[Item]] = defaultdict(list)
    for row in read_rows(path, only=only):
        item = extract(row)
        if item is not None:
            items[row[0]].append(item)
    return items
