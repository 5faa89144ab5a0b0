"""Render a patient's timeline as an HTML page: lanes by kind, soft edges for uncertain bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldsmith.chronicle.merge.conflicts import write_day
from goldsmith.chronicle.merge.names import normalise_name
from goldsmith.chronicle.model import Bounds, Chronicle, Conflict, Date, Event, Evidence
from goldsmith.chronicle.summary import Sentence, summarise
from goldsmith.chronicle.summary.times import write_when
from goldsmith.rendering.environment import encode_data, render
from goldsmith.rendering.page import Page

_EPOCH = Date(1970, 1, 1).toordinal()


def render_timeline(chronicle: Chronicle, texts: Mapping[str, str]) -> str:
    """Render the page of a chronicle.

    Args:
        chronicle: The chronicle.
        texts: Document -> its text; a document without a text is listed but cannot be opened.
    """
    person = chronicle.patient
    days = [day for day in chronicle.documents.values() if day]
    facts = {
        "Patient": person.id,
        "Sex": person.sex or "not known",
        "Born": _write_bounds(person.born),
        **({"Died": _write_bounds(person.died)} if person.died != Bounds() else {}),
        "Notes": f"{len(chronicle.documents):,}"
        + (f", {write_day(min(days))} to {write_day(max(days))}" if days else ""),
        "Events": f"{len(chronicle.events):,}",
        "Conflicts": f"{len(chronicle.conflicts):,}",
    }
    page = Page(kind="Chronicle", heading=f"Chronicle of {person.id}", facts=facts)
    data = encode_data(pack_chronicle(chronicle, texts))
    return str(render("timeline.html", bundle="timeline", page=page, data=data))


def pack_chronicle(chronicle: Chronicle, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the data for the page's script: events, links, conflicts, sentences and documents."""
    return {
        "events": [_pack_event(event) for event in chronicle.events],
        "links": [[link.type, link.first, link.second] for link in chronicle.links],
        "conflicts": [_pack_conflict(conflict) for conflict in chronicle.conflicts],
        "sentences": [_pack_sentence(sentence) for sentence in summarise(chronicle, "long")],
        "documents": {
            name: {"day": _pack_day(day), "text": texts.get(name, "")}
            for name, day in chronicle.documents.items()
        },
        "last": _pack_day(chronicle.last_day),
    }


def _write_bounds(bounds: Bounds) -> str:
    day = bounds.earliest or bounds.latest
    return write_day(day) if day else "not known"


def _pack_day(day: Date | None) -> int | None:
    return day.toordinal() - _EPOCH if day else None


def _pack_bounds(bounds: Bounds) -> list[int | None]:
    return [_pack_day(bounds.earliest), _pack_day(bounds.latest)]


def _pack_event(event: Event) -> dict[str, Any]:
    return {
        "id": event.id,
        "kind": event.kind,
        "name": event.name,
        "assertion": event.assertion,
        "start": _pack_bounds(event.extent.start),
        "end": _pack_bounds(event.extent.end),
        "when": write_when(event),
        "status": [[change.status, *_pack_bounds(change.since)] for change in event.statuses],
        "codes": [f"{code.system} {code.code}".strip() for code in event.codes],
        "details": dict(event.details),
        "confidence": event.confidence,
        "vague": normalise_name(event.name, event.kind).is_generic,
        "evidence": [_pack_evidence(entry) for entry in event.evidence],
    }


def _pack_evidence(entry: Evidence) -> list[Any]:
    """Return the document, day, spans, table, row and basis of a piece of evidence."""
    spans = [[span.start, span.end] for span in entry.spans]
    return [entry.document, _pack_day(entry.date), spans, entry.table, entry.row, entry.basis]


def _pack_conflict(conflict: Conflict) -> dict[str, Any]:
    return {
        "kind": conflict.kind,
        "message": conflict.message,
        "events": conflict.events,
        "evidence": [_pack_evidence(entry) for entry in conflict.evidence],
    }


def _pack_sentence(sentence: Sentence) -> dict[str, Any]:
    return {"text": sentence.text, "part": sentence.part, "events": sentence.events}
