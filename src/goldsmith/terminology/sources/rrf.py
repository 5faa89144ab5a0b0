"""The tables of the Rich Release Format: lines of fields that each end in a bar."""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from goldsmith.errors import InputError
from goldsmith.terminology.sources.base import BROKEN, lines

#: The number of fields in each table.
WIDTHS = {"MRCONSO": 18, "MRSTY": 6, "MRDEF": 8, "MRREL": 16, "MRRANK": 4}
REQUIRED = ("MRCONSO", "MRSTY")

#: Comes after every CUI: a table that is asked for it is read, and checked, to its end.
LAST = "~"

Kept = TypeVar("Kept")
#: What is kept of a line, or None.
Take = Callable[[Sequence[str]], Kept | None]


def folder(path: Path) -> Path:
    """The folder with the tables: the one given, or META below it."""
    below = path / "META"
    return below if not _at(path, "MRCONSO") and below.is_dir() else path


def tables(path: Path) -> dict[str, Path]:
    """The tables in a folder by name; raises when a required one is missing."""
    home = folder(path)
    found = {name: place for name in WIDTHS if (place := _at(home, name))}
    if missing := [f"{name}.RRF" for name in REQUIRED if name not in found]:
        raise InputError(
            f"{' and '.join(missing)} missing here",
            where=str(home),
            expected="the folder META of a UMLS release",
        )
    return found


def _at(home: Path, name: str) -> Path | None:
    places = (home / f"{name}.RRF", home / f"{name}.RRF.gz")
    return next((place for place in places if place.is_file()), None)


def rows(path: Path, *, only: str = "") -> Iterator[list[str]]:
    """The fields of each line. Of lines without the text in `only` just the number is checked."""
    name = path.name.partition(".")[0]
    width = WIDTHS[name]
    for number, line in lines(path):
        if line.count("|") != width or line[-1] != "|":
            raise InputError(
                f"this line of {name} has {_fields(line)} fields",
                where=str(path),
                line=number,
                expected=f"{width} fields, each ended by a bar",
            )
        if only in line:
            yield line.split("|")


def _fields(line: str) -> int:
    return line.count("|") + (not line.endswith("|"))


def in_order(path: Path) -> bool:
    """Whether the lines are sorted by their first field, as they are in a release."""
    before = b""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
            for line in stream:
                # All CUIs have eight signs, so the fields after them do not count.
                first = line[:8]
                if first < before:
                    return False
                before = first
    except BROKEN:
        raise InputError("this file is not whole", where=str(path), expected="gzip") from None
    return True


class Grouped(Protocol[Kept]):
    """The kept rows of one table, asked for by CUI in ascending order."""

    def of(self, cui: str) -> list[Kept]: ...


class Nothing(Generic[Kept]):
    """A table that is not there."""

    def of(self, cui: str) -> list[Kept]:
        return []


class _Stream(Generic[Kept]):
    """A sorted table, read along with the one that asks."""

    def __init__(self, path: Path, take: Take[Kept], only: str) -> None:
        self._groups = groupby(rows(path, only=only), key=lambda row: row[0])
        self._take, self._head, self._kept = take, "", list[Kept]()

    def of(self, cui: str) -> list[Kept]:
        while self._head < cui:
            head, group = next(self._groups, (LAST, iter(())))
            self._head = head
            self._kept = [kept for row in group if (kept := self._take(row)) is not None]
        return self._kept if self._head == cui else []


@dataclass(frozen=True)
class _Held(Generic[Kept]):
    """A table in no order, held in memory."""

    held: dict[str, list[Kept]]

    def of(self, cui: str) -> list[Kept]:
        return self.held.get(cui, [])


def grouped(path: Path | None, take: Take[Kept], *, only: str = "") -> Grouped[Kept]:
    """The table by CUI: streamed when it is sorted, else held in memory."""
    if path is None:
        return Nothing()
    return _Stream(path, take, only) if in_order(path) else _Held(_held(path, take, only))


def groups(path: Path, take: Take[Kept]) -> Iterator[tuple[str, list[Kept]]]:
    """Each CUI in ascending order with its kept rows, which may be none."""
    if not in_order(path):
        yield from sorted(_held(path, take, "").items())
        return
    for cui, group in groupby(rows(path), key=lambda row: row[0]):
        yield cui, [kept for row in group if (kept := take(row)) is not None]


def _held(path: Path, take: Take[Kept], only: str) -> dict[str, list[Kept]]:
    held: dict[str, list[Kept]] = defaultdict(list)
    for row in rows(path, only=only):
        kept = take(row)
        if kept is not None:
            held[row[0]].append(kept)
    return held
