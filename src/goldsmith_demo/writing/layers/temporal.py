"""The layer `clef-temporal`: events, time expressions and links."""

from __future__ import annotations

from goldsmith.core import AnnotationSet, Mention, Relation
from goldsmith_demo.writing.layers.mentions import build_mention, number_marks
from goldsmith_demo.writing.page import Mark, Page
from goldsmith_demo.writing.times import Time

_EVENTS = {"Investigation", "Intervention", "Condition"}


def build_temporal(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Build events, time expressions, and links that are true in the life."""
    own = [mark for mark in marks if mark.kind in _EVENTS and _is_event(mark)]
    ids = number_marks(own, "E")
    mentions = [
        build_mention(
            mark,
            ids[id(mark)],
            "TLC",
            attributes={
                "class": mark.kind.lower(),
                "hypothetical": str("hyp" in mark.flags).lower(),
            },
            bare=page.text,
        )
        for mark in own
    ]
    times = [(f"t{number}", time_mark) for number, time_mark in enumerate(page.times, 1)]
    written = Time("", "DATE", page.date.isoformat(), page.date, page.date, True)
    anchor = next((key for key, time_mark in times if time_mark.time.is_creation), "t0")
    if anchor == "t0":
        mentions.append(Mention("t0", "TIMEX3", (), _build_timex(written)))
    mentions += [
        Mention(key, "TIMEX3", (time_mark.span,), _build_timex(time_mark.time))
        for key, time_mark in times
    ]
    rows = []
    for mark in own:
        if "hyp" not in mark.flags:
            rows.append((ids[id(mark)], anchor, "A", _relate(mark, written)))
            rows += [
                (ids[id(mark)], key, "B", _relate(mark, time_mark.time))
                for key, time_mark in times
                if time_mark.sentence == mark.sentence and time_mark.time.first and key != anchor
            ]
    links = tuple(
        Relation(f"L{n}", "CTLink", event, time, {"type": kind, "task": task})
        for n, (event, time, task, kind) in enumerate(rows, 1)
    )
    return AnnotationSet("clef-temporal", tuple(mentions), links, schema="clef-temporal")


def _is_event(mark: Mark) -> bool:
    """Return whether a mention is of something that happened or might happen."""
    real = mark.thing.start is not None and not mark.flags & {"neg", "fam", "unrel"}
    return real or "hyp" in mark.flags


def _build_timex(time: Time) -> dict[str, str]:
    creation = {"functionInDocument": "CREATION_TIME"} if time.is_creation else {}
    return {"type": time.type, "value": time.value, **creation}


def _relate(mark: Mark, time: Time) -> str:
    """Return how the days of an event relate to a time expression (the nine types of Table 15)."""
    start, end = mark.thing.start, mark.thing.end
    first, last = time.first, time.last
    if start is None or first is None or last is None:
        return "unknown"
    if start > last:
        return "after"
    if end is not None and end < first:
        return "before"
    if end is not None and first <= start and end <= last:
        return "is_included"
    if first <= start:
        return "begun_by"
    return "ended_by" if end is not None and end <= last else "includes"
