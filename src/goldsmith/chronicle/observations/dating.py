"""Date what no temporal relation dates, and keep plans and relatives apart from what happened."""

from __future__ import annotations

from collections.abc import Collection

from goldsmith.chronicle.model import Kind
from goldsmith.chronicle.observations.context import Context
from goldsmith.chronicle.observations.details import is_same_sentence
from goldsmith.chronicle.observations.model import OPEN_END, OPEN_START
from goldsmith.chronicle.observations.page import DatedTime, Page, Unit

#: Kinds that take a day or a few.
_SHORT: Collection[Kind] = frozenset(("investigation", "procedure"))
#: Characters by which a time may be further from what it dates than from what comes after.
_AS_CLOSE = 3


def date_unit(page: Page, unit: Unit, context: Context) -> None:
    """Date a unit that no temporal relation dates: by a time in its sentence, or by the note.

    A time that is not before the note ("today", "in May") does not date what goes on for long.
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
    """Let a problem with a start have begun before it was found, and the last result be earlier."""
    first, last, until, end = unit.limits
    if unit.kind == "problem" and first <= until and context.is_diagnosis(unit.start, unit.end):
        unit.limits = (OPEN_START, last, until, end)
    is_of_today = unit.kind == "investigation" and first == last == page.day
    if is_of_today and context.is_earlier(unit.start):
        unit.limits = (OPEN_START, last, OPEN_START, last)


def keep_apart(page: Page, unit: Unit, context: Context) -> None:
    """Tell plans, risks and problems of relatives from what had happened to the patient."""
    if unit.kind == "problem" and context.is_about_family(unit.start):
        unit.assert_as("family")
    to_come = page.day and unit.limits[0] > page.day
    if to_come or (unit.basis == "document" and context.is_planned(unit.start)):
        unit.assert_as("hypothetical")


def _find_time(page: Page, unit: Unit) -> DatedTime | None:
    """Find the nearest time expression in the sentence of a unit."""
    nearest, distance = None, 200
    for time in page.times:
        gap = max(time.start - unit.end, unit.start - time.end)
        if gap < distance and is_same_sentence(page.doc.text, unit, time.start, time.end):
            nearest, distance = time, gap
    if nearest is None or _is_of_another(page, unit, nearest, distance):
        return None
    return nearest


def _is_of_another(page: Page, unit: Unit, time: DatedTime, distance: int) -> bool:
    """Return whether a time follows something as closely: "resection in May 2009, capecitabine"."""
    return unit.start >= time.end and any(
        0 <= time.start - rival.end <= distance + _AS_CLOSE
        and rival.kind in _SHORT
        and is_same_sentence(page.doc.text, rival, time.start, time.end)
        for rival in page.units
    )
