"""Write a summary from the templates of sentences.toml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Literal

import msgspec

from goldsmith.chronicle.data_files import read_built_in
from goldsmith.chronicle.merge.conflicts import write_bounds, write_day
from goldsmith.chronicle.merge.names import normalise_name
from goldsmith.chronicle.model import Assertion, Bounds, Chronicle, Event, Evidence, Kind
from goldsmith.chronicle.summary.times import write_when

Length = Literal["short", "long"]
#: Details that follow the name, with the words before the value.
_DETAILS = {"stage": "stage ", "tnm": "", "grade": "grade ", "dose": "", "value": ""}
_PLACES_SHOWN = 4
_DAYS_SHOWN = 3


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a summary; see sentences.toml."""

    title: str
    kinds: tuple[Kind, ...]
    short: int
    long: int
    text: str
    assertions: tuple[Assertion, ...] = ("affirmed",)
    least: int = 1


class NameWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words in the names of events; see sentences.toml."""

    first: frozenset[str]
    before_place: frozenset[str]
    of_findings: frozenset[str]


class Templates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All sentence templates."""

    person: Mapping[str, str]
    names: NameWords
    part: tuple[Part, ...]
    conflict: Mapping[str, str]


class Sentence(msgspec.Struct, frozen=True):
    """A sentence with the events and the evidence that support it."""

    text: str
    part: str = ""
    events: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()


@cache
def _load() -> Templates:
    return read_built_in("goldsmith.chronicle.summary", "sentences", Templates)


def summarise(chronicle: Chronicle, length: Length = "short") -> tuple[Sentence, ...]:
    """Write a summary of a chronicle.

    Example:
        >>> [sentence.text for sentence in summarise(chronicle)]
        ['The patient is a woman, born on 15 July 1956.', 'Problem: …']
    """
    templates = _load()
    sentences = [*_write_person(chronicle, templates.person)]
    for part in templates.part:
        sentences += _write_part(chronicle, part, length)
    sentences += _write_conflicts(chronicle, templates.conflict, length)
    return tuple(sentences)


def format_summary(sentences: Sequence[Sentence]) -> str:
    """Format a summary as text: a sentence on each line, with its sources in brackets."""
    lines = []
    for sentence in sentences:
        sources = list(dict.fromkeys(map(_name_source, sentence.evidence)))
        shown = ", ".join(sources[:_PLACES_SHOWN])
        more = len(sources) - _PLACES_SHOWN
        suffix = f" [{shown}{f' and {more} more' if more > 0 else ''}]" if sources else ""
        lines.append(f"{sentence.text}{suffix}\n")
    return "".join(lines)


def _name_source(evidence: Evidence) -> str:
    if evidence.table:
        return f"record: {evidence.table} {evidence.row + 1}"
    return evidence.document


def _write_person(chronicle: Chronicle, templates: Mapping[str, str]) -> Iterator[Sentence]:
    person = chronicle.patient
    if person.born != Bounds():
        key = f"born_{person.sex}" if person.sex in ("female", "male") else "born_other"
        yield Sentence(templates[key].format(born=write_bounds(person.born)), "Patient")
    elif person.sex in templates:
        yield Sentence(templates[person.sex], "Patient")
    wrong = {
        entry.document
        for conflict in chronicle.conflicts
        if conflict.kind == "future"
        for entry in conflict.evidence
    }
    days = [day for name, day in chronicle.documents.items() if day and name not in wrong]
    if days:
        text = templates["extent"].format(
            documents=_count(len(chronicle.documents), "note"),
            first=write_day(min(days)),
            last=write_day(max(days)),
        )
        yield Sentence(text, "Patient")
    if person.died != Bounds():
        yield Sentence(templates["died"].format(died=write_bounds(person.died)), "Patient")
    if not chronicle.events:
        yield Sentence(templates["nothing"], "Patient")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _write_part(chronicle: Chronicle, part: Part, length: Length) -> Iterator[Sentence]:
    limit = part.long if length == "long" else part.short
    events = [event for event in chronicle.events if _belongs(event, part)]
    linked = _list_linked(chronicle)
    best = sorted(events, key=lambda event: _weigh(event, linked), reverse=True)[:limit]
    chosen = {event.id for event in best}
    for event in events:
        if event.id in chosen:
            text = part.text.format(
                name=_write_name(event),
                details=_write_brackets(event),
                when=write_when(event),
                days=_write_days(event),
            )
            yield Sentence(text, part.title, (event.id,), event.evidence)


def _belongs(event: Event, part: Part) -> bool:
    if event.kind not in part.kinds or event.assertion not in part.assertions:
        return False
    if normalise_name(event.name, event.kind).is_generic:
        return False
    sources = {(entry.document, entry.table) for entry in event.evidence}
    return len(sources) >= part.least or any(entry.table for entry in event.evidence)


def _weigh(event: Event, linked: Set[str]) -> tuple[bool, bool, bool, int]:
    """Return the sort key by which events are selected for a summary.

    It contains whether the event has a stage, whether its name takes precedence, whether it is
    linked to an event with a stage, and how many notes mention it.
    """
    documents = {entry.document for entry in event.evidence if entry.document}
    words = normalise_name(event.name, event.kind).words
    is_named = not words.isdisjoint(_load().names.first)
    return "stage" in event.details, is_named, event.id in linked, len(documents)


def _list_linked(chronicle: Chronicle) -> Set[str]:
    """Return the ids of the events that are linked to an event with a stage."""
    staged = {event.id for event in chronicle.events if "stage" in event.details}
    pairs = [{link.first, link.second} for link in chronicle.links]
    return set().union(*(pair - staged for pair in pairs if pair & staged))


def _write_name(event: Event) -> str:
    """Write the name, before its body site if it describes that ("enlarged"), or with its side."""
    place = _write_place(event)
    if place and event.name in _load().names.before_place:
        return f"{event.name} {place}"
    side = event.details.get("side", "")
    is_told = place or event.assertion != "affirmed" or normalise_name(event.name, event.kind).side
    if is_told or side not in ("left", "right"):
        return event.name
    return f"{event.name}, {side} side"


def _write_place(event: Event) -> str:
    """Write the body site with its side, unless the name contains it."""
    side, place = event.details.get("side", ""), event.details.get("place", "")
    if event.assertion != "affirmed" or not place or place[:1].isupper():
        return ""
    if normalise_name(place, "locus").words & normalise_name(event.name, event.kind).words:
        return ""
    both = "both " if place.endswith("s") else "both sides of the "
    sides = both if side == "both" else f"{side} " if side else ""
    return f"{sides}{place}"


def _write_brackets(event: Event) -> str:
    """Write the body site and the details in brackets."""
    place = "" if event.name in _load().names.before_place else _write_place(event)
    values = [place, *_write_details(event)]
    return f" ({', '.join(filter(None, values))})" if any(values) else ""


def _write_details(event: Event) -> Iterator[str]:
    details = dict(event.details)
    # A report with several results, or with the size of a finding, has no single value.
    if "result" in details or details.get("unit", "") in _load().names.of_findings:
        details.pop("value", None)
    for name, prefix in _DETAILS.items():
        if details.get(name):
            yield f"{prefix}{details[name]}{_get_unit(event) if name == 'value' else ''}"


def _get_unit(event: Event) -> str:
    return f" {event.details['unit']}" if event.details.get("unit") else ""


def _write_days(event: Event) -> str:
    days = list(dict.fromkeys(entry.date for entry in event.evidence if entry.date))
    shown = ", ".join(write_day(day) for day in days[:_DAYS_SHOWN])
    more = len(days) - _DAYS_SHOWN
    return (shown + (f" and {_count(more, 'other day')}" if more > 0 else "")) or "no date"


def _write_conflicts(
    chronicle: Chronicle, templates: Mapping[str, str], length: Length
) -> Iterator[Sentence]:
    conflicts = chronicle.conflicts
    if conflicts and length == "short":
        text = templates["short"].format(count=_count(len(conflicts), "contradiction"))
        yield Sentence(text, "Contradictions")
    elif length == "long":
        for conflict in conflicts:
            text = templates["long"].format(message=conflict.message)
            yield Sentence(text, "Contradictions", conflict.events, conflict.evidence)
