"""When something was, in words that claim no more than its bounds."""

from __future__ import annotations

from goldsmith.chronicle.merge.conflicts import write_bounds, write_day
from goldsmith.chronicle.model import Bounds, Event

_ONE_DAY = frozenset(("procedure", "investigation"))


def write_when(event: Event) -> str:
    """Write when an event was.

    Example: "from 3 May 2009, over by 10 August 2009"; "noted by 4 June 2010".
    """
    extent = event.extent
    if extent.start.is_exact and extent.start == extent.end:
        return write_bounds(extent.start)
    if event.kind in _ONE_DAY and extent.start == extent.end:
        return write_bounds(extent.start)
    parts = [*_write_start(extent.start), *_write_end(extent.end, extent.start)]
    return ", ".join(parts) or "at a time that is not known"


def _write_start(start: Bounds) -> list[str]:
    if start.earliest and start.is_exact:
        return [f"from {write_day(start.earliest)}"]
    if start.earliest and start.latest:
        return [f"begun between {write_day(start.earliest)} and {write_day(start.latest)}"]
    if start.latest:
        return [f"there by {write_day(start.latest)}"]
    return [f"begun on or after {write_day(start.earliest)}"] if start.earliest else []


def _write_end(end: Bounds, start: Bounds) -> list[str]:
    if end.latest and end.is_exact:
        return [f"until {write_day(end.latest)}"]
    if end.latest:
        return [f"over by {write_day(end.latest)}"]
    begun = start.latest or start.earliest
    if end.earliest and (begun is None or end.earliest > begun):
        return [f"still there on {write_day(end.earliest)}"]
    return []
