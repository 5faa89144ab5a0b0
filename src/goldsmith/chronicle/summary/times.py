"""Write when an event happened, in words that claim no more than its evidence does."""

from __future__ import annotations

from goldsmith.chronicle.merge.conflicts import write_bounds, write_day
from goldsmith.chronicle.model import Bounds, Event, Evidence, Extent

_ONE_DAY = frozenset(("procedure", "investigation"))
#: The bases of evidence that dates an event; other evidence only mentions it.
_DATING = frozenset(("record", "link", "value"))
_UNKNOWN = "at a time that is not known"
#: Kind -> the word for an event that has begun; "begun" by default.
_BEGUN = {"problem": "present"}


def write_when(event: Event) -> str:
    """Write when an event happened.

    Example: "from 3 May 2009 until 10 August 2009"; "present by 4 June 2010, last noted on 7 July
    2010"; "mentioned on 4 June 2010".
    """
    extent = event.extent
    if not any(entry.basis in _DATING for entry in event.evidence):
        return _write_mentions(event)
    if extent.start == extent.end and extent.start != Bounds():
        words = write_bounds(extent.start)
        return words if event.kind in _ONE_DAY or _is_recorded(event) else f"noted {words}"
    start, end = _write_start(event), _write_end(event)
    is_span = start.startswith("from") and end.startswith("until")
    return (" " if is_span else ", ").join(filter(None, (start, end))) or _UNKNOWN


def _is_recorded(event: Event) -> bool:
    """Return whether a row of the record gives the exact day on which an event began."""
    start = event.extent.start
    return start.is_exact and any(
        entry.basis == "record" and entry.extent.start == start for entry in event.evidence
    )


def _is_told(event: Event) -> bool:
    """Return whether the start of an event is known only in retrospect, as the patient reported it.

    All notes that mention the event are later than its start, and the record does not contain it.
    """
    start = event.extent.start.latest
    return start is not None and all(
        entry.date is not None and entry.date > start and not entry.table
        for entry in event.evidence
    )


def _write_mentions(event: Event) -> str:
    """Write when notes mention an event that no evidence dates."""
    days = sorted({entry.date for entry in event.evidence if entry.date})
    if not days:
        return _UNKNOWN
    if len(days) == 1:
        return f"mentioned on {write_day(days[0])}"
    return f"mentioned from {write_day(days[0])} to {write_day(days[-1])}"


def _write_start(event: Event) -> str:
    """Write the start; notes say when a problem was noticed, not that it was absent before."""
    start = event.extent.start
    begun = _BEGUN.get(event.kind, "begun")
    if start.latest is None:
        return f"noted after {write_day(start.earliest)}" if start.earliest else ""
    if start.earliest is None or (event.kind == "problem" and not _is_recorded(event)):
        prefix = "said to have been " if event.kind == "problem" and _is_told(event) else ""
        return f"{prefix}{begun} by {write_day(start.latest)}"
    if start.is_exact:
        return f"from {write_day(start.latest)}"
    return f"begun between {write_day(start.earliest)} and {write_day(start.latest)}"


def _write_end(event: Event) -> str:
    end, start = event.extent.end, event.extent.start
    ending = [entry for entry in event.evidence if _ends_by(entry, event.extent)]
    if end.latest and ending:
        # Notes may mean the last of several courses; only the record distinguishes them.
        is_exact = end.is_exact and any(entry.table for entry in ending)
        return f"{'until' if is_exact else 'over by'} {write_day(end.latest)}"
    begun = start.latest or start.earliest
    if end.earliest and (begun is None or end.earliest > begun):
        return f"last noted on {write_day(end.earliest)}"
    return ""


def _ends_by(entry: Evidence, extent: Extent) -> bool:
    """Return whether evidence says that an event had ended, and not only when it was present."""
    if entry.extent.end.latest != extent.end.latest:
        return False
    return entry.basis == "record" or entry.extent.start != entry.extent.end
