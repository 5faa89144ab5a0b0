"""List the treatments and investigations that a note may report, and write the treatments."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from goldsmith_demo.life.labs import is_panel
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.narratives.facts import Fact, remove_parts, write_gray
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.documents.phrases import narratives as books

_RECENT = 300
"""Days for which an investigation remains worth reporting."""
_HISTOLOGY = re.compile(r"carcinoma|[a-z] cell\b|seminoma|^[A-Z]{2,5}$|NS?CLC")
"""Names that only a pathologist can establish; a scan shows a cancer or a tumour."""
_TISSUE = ("biopsy", "fna", "histo", "aspiration", "tap", "smear", "core", "lletz", "ebus")


def list_investigations(tell: Teller) -> Iterator[dict[str, Fact]]:
    """Yield the latest investigations with a result, except blood tests, in random order."""
    event = tell.event
    done = [
        test
        for test in tell.list_past("investigation")
        if (test.findings or test.excluded) and not is_panel(tell.things[test.what].base)
    ]
    things = tell.things
    shown = [test for test in done if things[test.what].reason == event.what in test.findings]
    if event.kind in ("admission", "complication") and shown:
        yield _describe_result(tell, shown[-1])
    own = [test for test in done if tell.is_for_cancer(test)]
    late = [test for test in own if (tell.date - test.date).days < 3 * _RECENT]
    recent = [test for test in late if (tell.date - test.date).days < _RECENT] or late[-1:]
    for last in tell.chance.sample(recent[-3:], len(recent[-3:])):
        yield _describe_result(tell, last)


def _describe_result(tell: Teller, last: Event) -> dict[str, Fact]:
    thing, tumour = tell.things[last.what], tell.primary
    is_tissue = any(stem in thing.base for stem in _TISSUE)
    visible = [name for name in tumour.names if is_tissue or not _HISTOLOGY.search(name)]
    findings = remove_parts(tell.find_things(last.findings))
    size = last.details.get("size", "")
    diagnosed = tell.patient.diagnosed
    staging = diagnosed is not None and diagnosed <= last.date and (last.date - diagnosed).days < 60
    return {
        "stg": thing if staging else None,
        "isz": tell.make_thing("Result", size) if size else None,
        "i": thing,
        "it": tell.mention_event(last),
        "tissue" if is_tissue else "scan": thing,
        "clean": None if last.findings else thing,
        "ic": tell.rename_tumour(visible) if tumour in findings else None,
        "ih": [item for item in findings if item != tumour][:2],
        "ix": tell.find_things(last.excluded)[: tell.chance.choice((1, 1, 2))],
    }


_FIRST, _LATER, _LAST = "Initial ", "followed ", "Treatment ended"
"""Words that mark a treatment as the first, a later one, or the last."""
Item = tuple[str, Thing, dict[str, Fact]]


def write_course(tell: Teller, most: int = 3) -> bool:
    """Write the last treatments in order; return False if there were none."""
    items, mentioned = list_treatments(tell)[-most:] if most else [], tell.list_mentioned()
    items = [item for item in items if item[1].key not in mentioned]
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
        events_by_key[event.details.get("regimen", event.what)].append(event)
    return [
        (events[0].kind, tell.things[key], _describe_course(tell, events))
        for key, events in events_by_key.items()
        if tell.things[key].reason in ("", tell.patient.tumour)
    ]


def _describe_course(tell: Teller, events: list[Event]) -> dict[str, Fact]:
    first, count = events[0], len(events)
    return {
        "t": tell.mention_event(first),
        "count": str(count) if count > 1 else "",
        "k": tell.things[first.what] if first.kind == "chemotherapy" else None,
        "w": tell.things.get(first.details.get("with", "")),
        "gray": write_gray(first),
    }
