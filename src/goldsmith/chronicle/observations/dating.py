"""Date units without a temporal relation, and mark plans and problems of relatives as such."""

from __future__ import annotations

from collections.abc import Collection

from goldsmith.chronicle.model import Kind
from goldsmith.chronicle.observations.context import Context
from goldsmith.chronicle.observations.details import is_same_sentence
from goldsmith.chronicle.observations.model import ANY_TIME, OPEN_END, OPEN_START
from goldsmith.chronicle.observations.page import DatedTime, Page, Unit

#: Kinds that take one or a few days.
_SHORT: Collection[Kind] = frozenset(("investigation", "procedure"))
#: Characters by which a time may be further from the unit before it, which it dates, than from the
#: unit after it.
_AS_CLOSE = 3
#: A date of at most this many days is a day or a month, rather than the whole extent of a course.
_MONTH = 31


def date_unit(page: Page, unit: Unit, context: Context) -> None:
    """Date a unit without a temporal relation, by a time in its sentence or by the note's date.

    A time that does not begin before the note ("today", "in May") dates only procedures and
    investigations.
    """
    time = _find_time(page, unit)
    whole = unit.kind in _SHORT
    if time is not None and (whole or not page.day or time.days[0] < page.day):
        first, last = time.days
        if whole:
            limits = (first, last, first, last)
        elif context.is_end(unit.end, time.start, page.day - last):
            limits = (OPEN_START, last, first, last)
        else:
            limits = (OPEN_START, last, first, OPEN_END)
        unit.narrow(limits, "value")
    elif page.day:
        unit.narrow((OPEN_START, page.day, OPEN_START, OPEN_END), "document")


def loosen_start(page: Page, unit: Unit, context: Context) -> None:
    """Open the start of a problem dated by its diagnosis, and of a test done before its note."""
    first, last, until, end = unit.limits
    if unit.kind == "problem" and first <= until and context.is_diagnosis(unit.start, unit.end):
        unit.limits = (OPEN_START, last, until, end)
    is_of_today = unit.kind == "investigation" and first == last == page.day
    if is_of_today and context.is_earlier(unit.start):
        unit.limits = (OPEN_START, last, OPEN_START, last)


def open_end(page: Page, unit: Unit) -> None:
    """Open the end of a unit if it is later than the note, which cannot know it.

    "June 2015: chemotherapy" in a note of 12 June does not say that it was over by the end of June.
    """
    first, last, until, end = unit.limits
    if first <= page.day < end != OPEN_END:
        unit.limits = (first, last, until, OPEN_END)


def loosen_awaited(page: Page, unit: Unit, context: Context) -> None:
    """Remove the date of an investigation whose result is still pending: "chase histology"."""
    if unit.limits[1] == page.day and context.is_awaited(unit.start):
        unit.limits, unit.basis = ANY_TIME, "none"


def loosen_course(page: Page, unit: Unit, context: Context) -> None:
    """Let a course of treatment continue after the day or month that a note gives for it.

    A course that a note dates to its own day may have begun earlier.
    "Lumpectomy and XRT on 27 December 2012" dates only the lumpectomy; the radiotherapy began at
    some time before the note.
    """
    first, last, until, end = unit.limits
    if last - first > _MONTH or not context.is_course(unit.start, unit.end):
        return
    if page.day and any(_is_with_operation(unit, rival, context) for rival in page.units):
        last_end = page.day if end <= page.day else OPEN_END
        unit.limits = (OPEN_START, page.day, OPEN_START, last_end)
        unit.basis = "document"
    elif end - first <= _MONTH:
        unit.limits = (first if first != page.day else OPEN_START, last, until, OPEN_END)


def _is_with_operation(unit: Unit, rival: Unit, context: Context) -> bool:
    """Return whether a rival is an operation named together with a unit, with the same dates."""
    return (
        rival.limits == unit.limits
        and rival.kind == unit.kind
        and _is_together(unit, rival, context)
        and not context.is_course(rival.start, rival.end)
    )


def _is_together(first: Unit, second: Unit, context: Context) -> bool:
    if first.end <= second.start:
        return context.is_together(first.end, second.start)
    return context.is_together(second.end, first.start)


def keep_apart(page: Page, unit: Unit, context: Context) -> None:
    """Mark problems of relatives as family, and plans, risks and future events as hypothetical."""
    if unit.kind == "problem" and context.is_about_family(unit.start):
        unit.assert_as("family")
    to_come = page.day and unit.limits[0] > page.day
    if to_come or (unit.basis == "document" and context.is_planned(unit.start)):
        unit.assert_as("hypothetical")


def _find_time(page: Page, unit: Unit) -> DatedTime | None:
    """Find the nearest time expression in the sentence of a unit, unless it dates another unit."""
    nearest, distance = None, 200
    for time in page.times:
        gap = max(time.start - unit.end, unit.start - time.end)
        if gap < distance and is_same_sentence(page.doc.text, unit, time.start, time.end):
            nearest, distance = time, gap
    if nearest is None or _is_of_another(page, unit, nearest, distance):
        return None
    return nearest


def _is_of_another(page: Page, unit: Unit, time: DatedTime, distance: int) -> bool:
    """Return whether a time dates the unit before it: "resection in May 2009, capecitabine"."""
    return unit.start >= time.end and any(
        0 <= time.start - rival.end <= distance + _AS_CLOSE
        and rival.kind in _SHORT
        and is_same_sentence(page.doc.text, rival, time.start, time.end)
        for rival in page.units
    )
