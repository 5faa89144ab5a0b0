"""Small histories for tests: documents written as text with marks such as `[words|Type]`."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterable, Mapping

from goldsmith.chronicle.merge import build_chronicle, load_merge_rules
from goldsmith.chronicle.model import Chronicle, Event, Person
from goldsmith.chronicle.observations import Collector, load_schema_maps
from goldsmith.chronicle.record import load_record_map, read_record
from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Relation, Span

_MARK = re.compile(r"\[([^|\]]+)\|([\w-]+)(?: (\w+))?\]")


def write_note(
    name: str,
    date: str,
    marked: str,
    *,
    patient: str = "P1",
    links: tuple[str, ...] = (),
    times: dict[str, str] | None = None,
) -> Document:
    """Make a note with the sets clef and clef-temporal.

    Args:
        name: The id of the note.
        date: The date of the note, or "" for none.
        marked: The text; `[biopsy|Investigation b]` is a mention with the id b.
        patient: The id of the patient.
        links: Relations such as `has_location b c`, or CTLinks such as `before b 2009-05`.
        times: Words of the text -> the value of the TIMEX3 that covers them.
    """
    text = ""
    mentions: list[Mention] = []
    at = 0
    for match in _MARK.finditer(marked):
        text += marked[at : match.start()]
        span = Span(len(text), len(text) + len(match[1]))
        mentions.append(Mention(match[3] or f"m{len(mentions)}", match[2], (span,)))
        text += match[1]
        at = match.end()
    text += marked[at:]
    relations, temporal = _make_relations(links), _make_temporal(mentions, links, text, times or {})
    sets = {
        "clef": AnnotationSet("clef", tuple(mentions), relations, schema="clef"),
        "clef-temporal": temporal,
    }
    return Document(name, text, Metadata(patient, date=date), sets=sets)


_CLASSES = {
    "Condition": "condition",
    "Intervention": "intervention",
    "Investigation": "investigation",
}
_TIMED = {"before", "after", "is_included", "includes", "begun_by", "ended_by", "overlap"}


def _make_relations(links: tuple[str, ...]) -> tuple[Relation, ...]:
    words = [link.split() for link in links]
    return tuple(
        Relation(f"r{number}", kind, first, second)
        for number, (kind, first, second) in enumerate(words)
        if kind not in _TIMED and kind != "hypothetical"
    )


def _make_temporal(
    mentions: list[Mention], links: tuple[str, ...], text: str, times: dict[str, str]
) -> AnnotationSet:
    planned = {link.split()[1] for link in links if link.startswith("hypothetical")}
    annotations = [
        Mention(
            f"t-{mention.id}",
            "TLC",
            mention.spans,
            {
                "class": _CLASSES[mention.type],
                "hypothetical": str(mention.id in planned).lower(),
            },
        )
        for mention in mentions
        if mention.type in _CLASSES
    ]
    relations = []
    for number, link in enumerate(links):
        kind, first, second = link.split()
        if kind in _TIMED:
            annotations.append(
                Mention(f"x{number}", "TIMEX3", (), {"type": "DATE", "value": second})
            )
            attributes = {"type": kind, "task": "A"}
            relations.append(
                Relation(f"l{number}", "CTLink", f"t-{first}", f"x{number}", attributes)
            )
    for words, value in times.items():
        start = text.index(words)
        span = Span(start, start + len(words))
        annotations.append(
            Mention(f"y{start}", "TIMEX3", (span,), {"type": "DATE", "value": value})
        )
    return AnnotationSet(
        "clef-temporal", tuple(annotations), tuple(relations), schema="clef-temporal"
    )


def build(
    docs: Iterable[Document],
    record: Mapping[str, object] | None = None,
    today: datetime.date | None = None,
) -> Chronicle:
    """Build the chronicle of the patient P1."""
    collector = Collector(load_schema_maps())
    statements = [collector.collect(doc) for doc in docs]
    if record:
        reading = read_record("P1", json.dumps(record), load_record_map())
        statements.append(reading.statement)
        return build_chronicle(
            reading.person, statements, load_merge_rules(), today=today, warnings=reading.conflicts
        )
    return build_chronicle(Person("P1"), statements, load_merge_rules(), today=today)


def list_events(chronicle: Chronicle, kind: str, assertion: str = "affirmed") -> list[Event]:
    """List the events of a kind with this assertion."""
    return [
        event for event in chronicle.events if event.kind == kind and event.assertion == assertion
    ]
