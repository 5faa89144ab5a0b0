"""Write the queue of decision units of several sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from goldsmith.adjudication import Candidate, Comparison, Decision, Rules, Unit, compare_sets
from goldsmith.core import Document, Schema, Span
from goldsmith.errors import InputError
from goldsmith.project.adjudication.log import get_time, index_decisions
from goldsmith.project.adjudication.queue import (
    DECISIONS,
    MANIFEST,
    UNITS,
    VERSION,
    Excerpt,
    Manifest,
    Place,
    Queue,
    QueuedUnit,
)
from goldsmith.project.adjudication.work import Stream, Work, detect_schema
from goldsmith.storage import check_free, stage_folder

#: Characters of the text that are shown before and after the annotations of a unit.
CONTEXT = 120


class QueueResult(msgspec.Struct, frozen=True):
    """The result of making a queue."""

    out: str
    rules: str
    schema: str
    annotators: list[str]
    documents: int
    settled: dict[str, int]
    units: dict[str, int]
    taken_over: int
    """The number of decisions taken over from an earlier queue."""
    dropped: list[str]
    """Decided units of an earlier queue that no longer exist."""
    notices: list[str]


def make_queue(
    stream: Stream,
    rules: Rules,
    schema: Schema | None,
    out: Path,
    *,
    decisions: Iterable[Decision] = (),
    overwrite: bool = False,
) -> QueueResult:
    """Write the queue of a stream of documents, one document at a time.

    Args:
        stream: The documents with the sets of their annotators.
        rules: The rules: what enters the consensus without a decision, and what decisions may do.
        schema: The schema of the sets; by default the built-in schema that they name.
        out: The folder to write.
        decisions: Decisions of an earlier queue to take over where their units are the same.
        overwrite: Replace an earlier queue.

    Raises:
        InputError: `out` is something else, or no document has the work of two annotators.
    """
    check_free(out, overwrite=overwrite, replaceable=_is_queue, what="a queue")
    with stage_folder(out) as folder, (folder / UNITS).open("wb") as file:
        writer = _Writer(folder, file, rules, decisions)
        works: Iterable[Work] = stream
        if schema is None:
            schema, works = detect_schema(stream)
        for work in works:
            writer.add(work, schema)
        if not writer.documents:
            raise InputError(
                "no document has the work of two annotators",
                expected="documents with two or more of the sets",
            )
        return writer.finish(stream, schema, out)


def _is_queue(path: Path) -> bool:
    return (path / MANIFEST).is_file()


class _Writer:
    def __init__(
        self, folder: Path, file: BinaryIO, rules: Rules, decisions: Iterable[Decision]
    ) -> None:
        self._folder, self._file, self._rules = folder, file, rules
        self._earlier = index_decisions(decisions)
        self._taken: list[Decision] = []
        self._encoder = msgspec.json.Encoder()
        self.documents = 0
        self._settled: Counter[str] = Counter()
        self._units: Counter[str] = Counter()

    def add(self, work: Work, schema: Schema | None) -> None:
        """Compare the sets of a document and write its units."""
        comparison = compare_sets(work.doc, work.sets, self._rules, schema)
        self.documents += 1
        for kind, entries in comparison.settled.items():
            self._settled[kind] += len(entries)
        for entry in queue_units(comparison):
            self._units[entry.unit.kind] += 1
            self._file.write(self._encoder.encode(entry) + b"\n")
            decision = self._earlier.pop(entry.unit.id, None)
            if decision is not None:
                self._taken.append(decision)

    def finish(self, stream: Stream, schema: Schema | None, out: Path) -> QueueResult:
        """Write the manifest and the decisions taken over."""
        notices = list(stream.notices)
        if schema is None:
            notices.append(
                "the sets name no built-in schema, so nothing is checked against a schema"
            )
        manifest = Manifest(
            VERSION,
            get_time(),
            self._rules,
            stream.origin,
            stream.hashes,
            self.documents,
            dict(self._settled),
            dict(self._units),
            schema,
            notices,
        )
        encoded = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
        (self._folder / MANIFEST).write_bytes(encoded + b"\n")
        lines = b"".join(self._encoder.encode(decision) + b"\n" for decision in self._taken)
        (self._folder / DECISIONS).write_bytes(lines)
        return QueueResult(
            str(out),
            self._rules.name,
            schema.name if schema else "",
            stream.origin.names,
            self.documents,
            manifest.settled,
            manifest.units,
            len(self._taken),
            list(self._earlier),
            notices,
        )


def queue_units(comparison: Comparison) -> Iterator[QueuedUnit]:
    """Yield the units of a document with the mentions they refer to and the text around them."""
    settled = {
        (entry.slot, entry.spans, entry.type) for entry in comparison.settled.get("mention", ())
    }
    for unit in comparison.units:
        places = tuple(_list_places(unit, comparison, settled))
        yield QueuedUnit(unit, places, tuple(_shorten_excerpts(unit, places, comparison.document)))


def _list_places(
    unit: Unit, comparison: Comparison, settled: set[tuple[int, tuple[Span, ...], str]]
) -> Iterator[Place]:
    slots = {slot for entry in unit.candidates for slot in list_slots(entry)}
    for number in sorted(slots if unit.kind != "mention" else ()):
        for (spans, kind), makers in comparison.slots[number].versions.items():
            yield Place(number, kind, spans, makers, (number, spans, kind) in settled)


def list_slots(candidate: Candidate) -> Iterator[int]:
    """Yield the slots that a candidate refers to."""
    if candidate.slot >= 0:
        yield candidate.slot
    yield from candidate.arguments
    for block in candidate.blocks:
        yield from block


def _shorten_excerpts(unit: Unit, places: Iterable[Place], doc: Document) -> Iterator[Excerpt]:
    """Cut the text around the annotations of a unit; adjacent excerpts are joined."""
    versions: list[Candidate | Place] = [*unit.candidates, *places]
    spans = sorted(span for version in versions for span in version.spans)
    start = end = -1
    for span in spans:
        first, last = _widen(doc.text, span)
        if end >= 0 and first > end:
            yield Excerpt(start, doc.text[start:end])
            start = end = -1
        start, end = (first if start < 0 else start), max(end, last)
    if end >= 0:
        yield Excerpt(start, doc.text[start:end])


def _widen(text: str, span: Span) -> tuple[int, int]:
    """Extend a span by its context, to whole words."""
    start, end = max(span.start - CONTEXT, 0), min(span.end + CONTEXT, len(text))
    if start:
        start = text.find(" ", start, span.start) + 1 or span.start
    if end < len(text):
        end = max(text.rfind(" ", span.end, end), span.end)
    return start, end


def read_earlier_decisions(folder: Path) -> list[Decision]:
    """Return the decisions of an earlier queue."""
    return Queue(folder).read_decisions()
