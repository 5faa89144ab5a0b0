"""List the investigations that a note may report, with their results."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.narratives.facts import Fact, remove_parts
from goldsmith_demo.writing.documents.narratives.teller import Teller

_RECENT = 300
"""Days for which an investigation remains worth reporting."""


def list_investigations(tell: Teller) -> Iterator[dict[str, Fact]]:
    """Yield the latest investigations with a result, except blood tests, in random order."""
    event = tell.event
    done = [
        test
        for test in tell.list_past("investigation")
        if (test.findings or test.excluded) and not tell.is_panel(test)
    ]
    shown = [test for test in done if event.what in test.findings and tell.is_for(test, event.what)]
    if event.kind in ("admission", "complication") and shown:
        yield _describe_result(tell, shown[-1])
    own = [test for test in done if tell.is_for_cancer(test)] or done
    late = [test for test in own if (tell.date - test.date).days < 3 * _RECENT]
    recent = [test for test in late if (tell.date - test.date).days < _RECENT] or late[-1:]
    for last in tell.chance.sample(recent[-3:], len(recent[-3:])):
        yield _describe_result(tell, last)


def _describe_result(tell: Teller, last: Event) -> dict[str, Fact]:
    tumour = tell.patient.tumour
    findings = remove_parts(tell.find_things(last.findings))
    size = last.details.get("size", "")
    diagnosed = next((item.date for item in tell.patient.events if item.kind == "diagnosis"), None)
    staging = diagnosed is not None and diagnosed <= last.date and (last.date - diagnosed).days < 60
    return {
        "stg": tell.find_thing(last.what) if staging else None,
        "isz": tell.make_thing("Result", size) if size else None,
        "i": tell.find_thing(last.what),
        "it": tell.mention_event(last),
        **_classify_investigation(tell, last),
        "ic": next((_name_seen(tell, last, item) for item in findings if item.key == tumour), None),
        "ih": [item for item in findings if item.key != tumour][:2],
        "ix": tell.find_things(last.excluded, tell.chance.choice((1, 1, 2))),
    }


def _name_seen(tell: Teller, event: Event, tumour: Thing) -> Thing:
    """Return the tumour with the names an investigation can use: scans do not show histology."""
    test, tumour = tell.find_thing(event.what), tell.remove_place(tumour)
    if test is not None and any(stem in test.base for stem in _TISSUE):
        return tumour
    plain = [name for name in tumour.names if not _HISTOLOGY.search(name)]
    return msgspec.structs.replace(tumour, names=(*(plain or tumour.generic[:2] or tumour.names),))


_HISTOLOGY = re.compile(r"carcinoma|[a-z] cell\b|seminoma|^[A-Z]{2,5}$|NS?CLC")
"""Names that only a pathologist can establish; a scan shows a cancer or a tumour."""
_TISSUE = ("biopsy", "fna", "histo", "aspiration", "tap", "smear", "core", "lletz", "ebus")


def _classify_investigation(tell: Teller, event: Event) -> dict[str, Fact]:
    """Return the investigation as a scan or tissue sample, and as clear if it found nothing."""
    thing = tell.find_thing(event.what)
    sampled = thing is not None and any(stem in thing.base for stem in _TISSUE)
    return {"tissue" if sampled else "scan": thing, "clean": None if event.findings else thing}
