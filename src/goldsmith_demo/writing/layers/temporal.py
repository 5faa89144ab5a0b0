"""Build the layer `clef-temporal`: events, time expressions and temporal links."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.core import AnnotationSet, Mention, Relation
from goldsmith_demo.writing.layers.entities import Entity, read_entities
from goldsmith_demo.writing.layers.mentions import THING
from goldsmith_demo.writing.layers.timing import HYPOTHETICAL, NoteTimes
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.sheet import TimeMark

_EVENTS = {"Investigation", "Intervention", "Condition"}
#: Flags of events that did not happen, or not to the patient.
_NO_EVENT = frozenset(("neg", "fam"))


def build_temporal(page: Page) -> AnnotationSet:
    """Build the events, time expressions and temporal links of a page."""
    events = [
        entity
        for entity in read_entities(page).rows
        if entity.kind in _EVENTS and entity.mark.flags.isdisjoint(_NO_EVENT)
    ]
    timing = NoteTimes(page, list(dict.fromkeys(entity.mark for entity in events)))
    keys: dict[TimeMark | None, str] = {
        time: f"t{number}" for number, time in enumerate(page.times, 1)
    }
    creation = next((time for time in page.times if time.time.is_creation), None)
    mentions = [
        _build_event(entity, f"E{number}", timing.standing[entity.mark])
        for number, entity in enumerate(events, 1)
    ]
    if creation is None:
        mentions.append(_build_day(page))
    mentions += [_build_timex(time, keys[time]) for time in page.times]
    keys[None] = keys[creation] if creation else "t0"
    links = tuple(
        Relation(f"L{number}", "CTLink", event, keys[time], {"type": kind, "task": task})
        for number, (event, time, kind, task) in enumerate(_list_links(events, timing, creation), 1)
    )
    return AnnotationSet("clef-temporal", tuple(mentions), links, schema="clef-temporal")


def _list_links(
    events: list[Entity], timing: NoteTimes, creation: TimeMark | None
) -> Iterator[tuple[str, TimeMark | None, str, str]]:
    """Yield the link of each event to the note's date, then its links within the sentence."""
    for number, entity in enumerate(events, 1):
        standing = timing.standing[entity.mark]
        if standing != HYPOTHETICAL:
            yield f"E{number}", None, standing, "A"
            for time, kind in timing.list_links(entity.mark):
                if time is not creation:
                    yield f"E{number}", time, kind, "B"


def _build_event(entity: Entity, key: str, standing: str) -> Mention:
    attributes = {
        "class": entity.kind.lower(),
        "hypothetical": "true" if standing == HYPOTHETICAL else "false",
        **({} if entity.about.startswith("loose-") else {THING: entity.about}),
    }
    return Mention(key, "TLC", entity.spans, attributes)


def _build_day(page: Page) -> Mention:
    """Build the creation time of a note that does not state it, as a mention without spans."""
    value = page.date.isoformat()
    function = {"functionInDocument": "CREATION_TIME"}
    return Mention("t0", "TIMEX3", (), {"type": "DATE", "value": value, **function})


def _build_timex(mark: TimeMark, key: str) -> Mention:
    time = mark.time
    creation = {"functionInDocument": "CREATION_TIME"} if time.is_creation else {}
    attributes = {"type": time.type, "value": time.value, **creation}
    return Mention(key, "TIMEX3", (mark.span,), attributes)
