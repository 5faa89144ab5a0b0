"""Collects the places to inspect on disk and groups them by wording.

The places are in a temporary SQLite database. It has no name in the file system, so that nothing
remains of it when the process ends, and its memory use does not grow with the corpus.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter

import msgspec

from goldsmith.privacy.decisions import normalise_wording
from goldsmith.privacy.pseudonymiser import Outcome

DOUBTFUL, REPLACED = "doubtful", "replaced"
#: The number of places per wording, and of wordings, on the page; the JSON lines have all.
MAX_PLACES = 100
MAX_GROUPS = 50_000
#: The number of characters shown before and after a place.
_CONTEXT = 60
_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -16000;
CREATE TABLE places (list TEXT, wording TEXT, probability REAL, place BLOB);
CREATE TABLE wordings (list TEXT, risk REAL, wording TEXT, body BLOB);
CREATE TABLE sample (turn INTEGER, body BLOB);
BEGIN;
"""
#: The most probable places first. Equal ones are in a mixed order, so that the places shown of a
#: frequent wording come from the whole corpus.
_IN_GROUPS = """
SELECT wording, place FROM places WHERE list = ?
ORDER BY wording, probability DESC, rowid * 2654435761 % 4294967296
"""
_BY_RISK = "SELECT body FROM wordings WHERE list = ? ORDER BY risk DESC, wording LIMIT ?"


class Place(msgspec.Struct, frozen=True, array_like=True):
    """A place in a document, with the text around it."""

    document: str
    line: int
    before: str
    after: str
    kind: str
    rule: str
    probability: float
    new: str = ""
    """The surrogate; "" if the place was not replaced."""


class Group(msgspec.Struct, frozen=True, array_like=True):
    """The places with the same wording."""

    wording: str
    kind: str
    """The most probable kind."""
    rules: tuple[str, ...]
    count: int
    documents: int
    risk: float
    """The expected number of identifiers: the sum of the probabilities of all places."""
    places: tuple[Place, ...]


class SampleNote(msgspec.Struct, frozen=True, array_like=True):
    """A document of the random sample."""

    document: str
    pieces: tuple[str, ...]
    """The new text in pieces: every second piece is a surrogate."""


class Spool:
    """The places and sample documents of a review, on disk."""

    def __init__(self) -> None:
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.executescript(_TABLES)
        self._grouped: set[str] = set()

    def close(self) -> None:
        """Remove everything."""
        self._database.close()

    def add(self, outcome: Outcome, turn: int | None) -> None:
        """Add the places of a document, and the document itself if it has a turn in the sample."""
        rows = [
            (name, normalise_wording(wording), place.probability, msgspec.json.encode(place))
            for name, wording, place in _list_places(outcome)
        ]
        self._database.executemany("INSERT INTO places VALUES (?, ?, ?, ?)", rows)
        if turn is not None:
            note = SampleNote(outcome.document.id, tuple(_split_text(outcome)))
            self._database.execute(
                "INSERT INTO sample VALUES (?, ?)", (turn, msgspec.json.encode(note))
            )

    def count_groups(self, name: str) -> int:
        """Count the different wordings of a list."""
        self._group(name)
        query = "SELECT COUNT(*) FROM wordings WHERE list = ?"
        return int(self._database.execute(query, (name,)).fetchone()[0])

    def read_groups(self, name: str) -> Iterator[Group]:
        """Read the wordings of a list, those with the highest risk first."""
        self._group(name)
        for (body,) in self._database.execute(_BY_RISK, (name, MAX_GROUPS)):
            yield msgspec.json.decode(body, type=Group)

    def read_sample(self) -> Iterator[SampleNote]:
        """Read the documents of the sample in the order of their turns."""
        for (body,) in self._database.execute("SELECT body FROM sample ORDER BY turn"):
            yield msgspec.json.decode(body, type=SampleNote)

    def _group(self, name: str) -> None:
        if name in self._grouped:
            return
        self._grouped.add(name)
        rows = self._database.execute(_IN_GROUPS, (name,))
        for wording, members in groupby(rows, key=itemgetter(0)):
            group = _make_group(wording, (place for _, place in members))
            values = (name, group.risk, wording, msgspec.json.encode(group))
            self._database.execute("INSERT INTO wordings VALUES (?, ?, ?, ?)", values)


def _list_places(outcome: Outcome) -> Iterator[tuple[str, str, Place]]:
    """List the places of a document as list, wording and place."""
    name, text = outcome.document.id, outcome.document.text
    for item in outcome.leftovers:
        probability = round(item.probability, 3)
        around = _shorten_context(text, item.start, item.end)
        yield (
            DOUBTFUL,
            item.text,
            Place(name, item.line, *around, item.kind, item.rule, probability),
        )
    for done in outcome.replacements:
        around = _shorten_context(text, done.start, done.end)
        place = Place(name, done.line, *around, done.kind, done.rule, 1.0, done.new)
        yield REPLACED, done.old, place


def _shorten_context(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the text before and after a place."""
    before, after = text[max(0, start - _CONTEXT) : start], text[end : end + _CONTEXT]
    return _flatten(before), _flatten(after)


def _flatten(text: str) -> str:
    """Write white space as single spaces, including at the ends."""
    inner = " ".join(text.split())
    start = " " if text[:1].isspace() and inner else ""
    return start + inner + (" " if text[-1:].isspace() else "")


def _split_text(outcome: Outcome) -> Iterator[str]:
    """Split the new text; every second piece is a surrogate."""
    position = 0
    for place in sorted(outcome.replacements, key=lambda place: place.start):
        yield outcome.document.text[position : place.start]
        yield outcome.document.text[place.start : place.end]
        position = place.end
    yield outcome.document.text[position:]


def _make_group(wording: str, bodies: Iterable[bytes]) -> Group:
    places: list[Place] = []
    documents: set[str] = set()
    kinds: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    risk = 0.0
    for body in bodies:
        place = msgspec.json.decode(body, type=Place)
        documents.add(place.document)
        kinds[place.kind] += round(1000 * place.probability) + 1
        rules[place.rule] += 1
        risk += place.probability
        if len(places) < MAX_PLACES:
            places.append(place)
    kind = min(kinds, key=lambda name: (-kinds[name], name))
    names = tuple(sorted(rules, key=lambda name: (-rules[name], name)))
    return Group(wording, kind, names, rules.total(), len(documents), round(risk, 3), tuple(places))
