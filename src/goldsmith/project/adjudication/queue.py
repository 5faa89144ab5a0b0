"""A queue on disk: the units to decide, the rules, and the decisions so far.

    queue.json         the rules, the schema, the sets with their hashes, and counts
    units.jsonl        one decision unit per line, with the text around it
    decisions.jsonl    one decision per line, append-only

`units.jsonl` contains note text: protect a queue like the corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec
from msgspec.structs import replace

from goldsmith.adjudication import Candidate, Comparison, Decision, Rules, Unit
from goldsmith.core import Document, Schema, Span
from goldsmith.core.decoding import BAD_JSON, describe_json_error
from goldsmith.errors import InputError, Remedy
from goldsmith.project.adjudication.log import read_decisions
from goldsmith.project.adjudication.work import Origin
from goldsmith.storage import append_lines, lock_file

MANIFEST, UNITS, DECISIONS, LOCK = "queue.json", "units.jsonl", "decisions.jsonl", ".lock"
T = TypeVar("T")
#: The version of the format of queues.
VERSION = 1


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True):
    """The origin and the contents of a queue."""

    version: int
    made: str
    rules: Rules
    origin: Origin
    hashes: dict[str, str]
    """Annotator -> hash of the set."""
    documents: int
    settled: dict[str, int]
    """Kind -> annotations that need no decision."""
    units: dict[str, int]
    """Kind -> units."""
    schema: Schema | None = None
    notices: list[str] = []


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mention that a unit refers to by the number of its slot, in one of its versions."""

    slot: int
    type: str
    spans: tuple[Span, ...]
    made_by: tuple[str, ...]
    settled: bool = False
    """Whether the version is in the consensus without a decision."""


class Excerpt(msgspec.Struct, frozen=True):
    """A part of the text: where it begins, and the words."""

    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class QueuedUnit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit with the context needed to decide it."""

    unit: Unit
    places: tuple[Place, ...] = ()
    excerpts: tuple[Excerpt, ...] = ()

    def get_words(self, spans: Iterable[Span]) -> str:
        """Return the text that spans cover, fragments joined by `…`."""
        return " … ".join(
            excerpt.text[span.start - excerpt.start : span.end - excerpt.start]
            for span in spans
            for excerpt in self.excerpts
            if excerpt.start <= span.start and span.end <= excerpt.end
        )

    def find_words(self, words: str) -> Iterator[Span]:
        """Find words in the excerpts."""
        for excerpt in self.excerpts:
            at = excerpt.text.find(words) if words else -1
            while at >= 0:
                yield Span(excerpt.start + at, excerpt.start + at + len(words))
                at = excerpt.text.find(words, at + 1)

    def list_versions(self, slot: int) -> list[Place]:
        """Return the versions of a slot."""
        return [place for place in self.places if place.slot == slot]


class QueuedDocument(msgspec.Struct, frozen=True):
    """The units of a document."""

    id: str
    units: tuple[QueuedUnit, ...]

    def find(self, unit_id: str) -> QueuedUnit | None:
        """Return the unit with this id, or None."""
        return next((entry for entry in self.units if entry.unit.id == unit_id), None)

    def make_comparison(self) -> Comparison:
        """Return the part of the comparison that determines which units are open."""
        places = {place for entry in self.units for place in entry.places if place.settled}
        settled = tuple(
            Candidate("", place.made_by, place.type, place.slot, place.spans) for place in places
        )
        annotators = self.units[0].unit.annotators
        units = tuple(entry.unit for entry in self.units)
        return Comparison(Document(self.id, ""), annotators, (), {"mention": settled}, units)


class QueueIndex(msgspec.Struct, frozen=True):
    """The positions of units in the file of units."""

    starts: dict[str, tuple[int, int]]
    """Document -> the byte and the line of its first unit, in the order of the file."""
    documents: dict[str, str]
    """Unit -> its document."""


class Queue:
    """A queue on disk.

    Args:
        folder: The folder that `make_queue` wrote.
        corpus: The present path of the corpus, if it was moved.

    Raises:
        InputError: The folder is not a queue, its manifest cannot be read, or the queue was not
            made from a corpus.
    """

    def __init__(self, folder: Path, corpus: str = "") -> None:
        self.folder = folder
        self.manifest = _read_manifest(folder / MANIFEST)
        self.origin = self.manifest.origin
        if corpus and not self.origin.corpus:
            raise InputError(
                "this queue was made from a path for each annotator, not from a corpus",
                where=str(folder),
                expected="no corpus",
            )
        if corpus:
            self.origin = replace(self.origin, corpus=corpus)

    @property
    def rules(self) -> Rules:
        return self.manifest.rules

    @property
    def schema(self) -> Schema | None:
        return self.manifest.schema

    @cached_property
    def index(self) -> QueueIndex:
        """The positions of each document's units in the file of units."""
        starts: dict[str, tuple[int, int]] = {}
        documents: dict[str, str] = {}
        position = 0
        with self._open_units() as lines:
            for number, line in enumerate(lines, 1):
                head = self._decode(line, number, _HEADS).unit
                starts.setdefault(head.document, (position, number))
                documents[head.id] = head.document
                position += len(line)
        return QueueIndex(starts, documents)

    def iterate_documents(self) -> Iterator[QueuedDocument]:
        """Yield the documents that have units."""
        with self._open_units() as lines:
            yield from self._group(enumerate(lines, 1))

    def read_document(self, document: str) -> QueuedDocument:
        """Return the units of a document."""
        position, number = self.index.starts[document]
        with self._open_units() as lines:
            lines.seek(position)
            return next(self._group(enumerate(lines, number)))

    def read_decisions(self) -> list[Decision]:
        """Return every line of the log, in order.

        Raises:
            InputError: Lines are not decisions; the error lists all of them.
        """
        return read_decisions(self.folder / DECISIONS)

    def append(self, decisions: Iterable[Decision]) -> None:
        """Append decisions to the log."""
        lines = b"".join(msgspec.json.encode(decision) + b"\n" for decision in decisions)
        append_lines(self.folder / DECISIONS, lines)

    def lock(self) -> AbstractContextManager[None]:
        """Return a context manager that locks the queue against other processes."""
        return lock_file(self.folder / LOCK, what="this queue")

    def _open_units(self) -> BinaryIO:
        return (self.folder / UNITS).open("rb")

    def _group(self, lines: Iterable[tuple[int, bytes]]) -> Iterator[QueuedDocument]:
        units = (self._decode(line, number, _UNITS) for number, line in lines)
        for document, members in groupby(units, key=lambda entry: entry.unit.document):
            yield QueuedDocument(document, tuple(members))

    def _decode(self, line: bytes, number: int, decoder: msgspec.json.Decoder[T]) -> T:
        try:
            return decoder.decode(line)
        except BAD_JSON as error:
            raise InputError(
                f"this line is not a decision unit{describe_json_error(error)}",
                where=str(self.folder / UNITS),
                line=number,
                expected="the line as `goldsmith adjudicate` wrote it",
                remedy=Remedy.REMAKE_QUEUE,
            ) from None


class _Head(msgspec.Struct, frozen=True):
    """The part of a unit that the index needs."""

    id: str
    document: str


class _HeadLine(msgspec.Struct, frozen=True):
    unit: _Head


_UNITS = msgspec.json.Decoder(QueuedUnit)
_HEADS = msgspec.json.Decoder(_HeadLine)


def _read_manifest(path: Path) -> Manifest:
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except OSError:
        raise InputError(
            "this is not a queue", where=str(path.parent), expected=f"a folder with {MANIFEST}"
        ) from None
    except BAD_JSON as error:
        raise InputError(
            f"this manifest cannot be read{describe_json_error(error)}",
            where=str(path),
            expected="the file as `goldsmith adjudicate` wrote it",
            remedy=Remedy.REMAKE_QUEUE,
        ) from None
    if manifest.version > VERSION:
        raise InputError(
            f"this queue has the version {manifest.version}",
            where=str(path),
            expected=f"version {VERSION}, or a newer Goldsmith",
        )
    return manifest
