"""Write the treatment so far in order: operations, chemotherapy, radiotherapy."""

from __future__ import annotations

from collections import defaultdict

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.narratives.facts import Fact, write_gray
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.documents.phrases import narratives as books

_FIRST, _LATER, _LAST = "Initial ", "followed ", "Treatment ended"
"""Words that mark a treatment as the first, a later one, or the last."""
Item = tuple[str, Thing, dict[str, Fact]]


def write_course(tell: Teller, most: int = 3) -> bool:
    """Write the last treatments in order; return False if there were none."""
    items = list_treatments(tell)[-most:] if most else []
    items = [item for item in items if not tell.has_mentioned(item[1])]
    for number, (kind, thing, values) in enumerate(items):
        frames = books.course["frames"][kind]
        if kind == "operation" and "operation" not in thing.generic:
            frames = books.course.procedures
        start = "~" if tell.voice == "terse" else ""
        wrong = [_FIRST if number else _LATER, *[_LAST] * (number + 1 < len(items))]
        fitting = (frame for frame in frames if frame.startswith(start))
        ways = [frame for frame in fitting if not any(word in frame for word in wrong)]
        tell.say(ways, values, o=thing)
    return bool(items)


def list_treatments(tell: Teller) -> list[Item]:
    """Return each treatment for the cancer so far, with its start and extent."""
    events_by_key: dict[str, list[Event]] = defaultdict(list)
    for event in tell.list_past("operation", "chemotherapy", "radiotherapy"):
        key = event.what
        if event.kind == "chemotherapy":
            key = event.details.get("regimen") or next(iter(event.drugs), event.what)
        events_by_key[key].append(event)
    items: list[Item] = []
    for key, events in events_by_key.items():
        thing = tell.find_thing(key)
        if thing is not None and thing.reason in ("", tell.patient.tumour):
            items.append((events[0].kind, thing, _describe_course(tell, events)))
    return items


def _describe_course(tell: Teller, events: list[Event]) -> dict[str, Fact]:
    first, count = events[0], len(events)
    course = tell.find_thing(first.what)
    return {
        "t": tell.mention_event(first),
        "count": str(count) if count > 1 else "",
        "k": course if first.kind == "chemotherapy" else None,
        "w": tell.find_thing(first.details.get("with", "")),
        "gray": write_gray(first),
    }
