"""Derive the extent of an event from all its evidence, and its status over time."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from goldsmith.chronicle.merge.entities import PRIORITY
from goldsmith.chronicle.model import Bounds, Extent, Status, StatusChange
from goldsmith.chronicle.observations.model import (
    ANY_TIME,
    OPEN_END,
    OPEN_START,
    Limits,
    Observation,
)
from goldsmith.chronicle.observations.times import intersect, is_possible, make_day

#: Ways of dating that are reliable enough to contradict another.
_STRONG = frozenset(("record", "link", "value"))
_OPEN = Bounds()
_ANY = Extent()


def make_bounds(earliest: int, latest: int) -> Bounds:
    """Return the bounds for two days; an open bound becomes None."""
    if earliest == OPEN_START and latest == OPEN_END:
        return _OPEN
    return Bounds(make_date(earliest), make_date(latest))


@lru_cache(maxsize=1 << 16)
def make_date(day: int) -> datetime.date | None:
    """Return the date of a day, or None for an open bound."""
    if not OPEN_START < day < OPEN_END or day > datetime.date.max.toordinal():
        return None
    return datetime.date.fromordinal(day)


@lru_cache(maxsize=1 << 16)
def make_extent(limits: Limits) -> Extent:
    """Convert limits to an extent."""
    if limits == ANY_TIME:
        return _ANY
    return Extent(make_bounds(limits[0], limits[1]), make_bounds(limits[2], limits[3]))


class Leeway(NamedTuple):
    """How far the observations of an event may differ without contradicting each other.

    Attributes:
        tolerance: The number of days by which their times may differ.
        near: The same for observations with equal values, where a note quotes an earlier result.
    """

    tolerance: int = 0
    near: int = 0


_NO_LEEWAY = Leeway()


def narrow_all(
    observations: Sequence[Observation],
    *,
    one_day: bool,
    lasts: bool = False,
    votes: bool = False,
    leeway: Leeway = _NO_LEEWAY,
) -> tuple[Limits, list[tuple[int, int]]]:
    """Narrow the limits of an event by its observations, and return them with the contradictions.

    The most trusted observations come first; a later one that contradicts them does not narrow the
    limits. Each contradiction is a pair of positions; an observation that contradicts itself is
    paired with itself. Rows of the record do not contradict each other: they are parts of a course.
    The date of a note counts only if no better observation says by when the event had begun: a
    mention alone does not prove that something was present.

    Args:
        observations: The observations of the event.
        one_day: Whether the event starts and ends on the same day.
        lasts: Whether the event began before anybody documented it: then the observation with the
            earliest start is right, and a later start says when somebody noticed it.
        votes: Whether, on contradiction, the observations that agree with most others win.
        leeway: How far observations may differ without contradicting each other.
    """
    order: Sequence[int] = (0,)
    if len(observations) == 1:
        limits = _read_claim(observations[0], one_day=one_day)
        if one_day and (day := make_day(limits))[0] <= day[1]:
            limits = day
        if is_possible(limits):
            return limits, []
    else:
        rank = _rank if one_day or not lasts else _rank_lasting
        ranks = [rank(observation) for observation in observations]
        order = sorted(range(len(observations)), key=ranks.__getitem__)
    limits, contradictions = _narrow(observations, order, one_day=one_day, leeway=leeway)
    if contradictions and votes:
        order = sorted(order, key=lambda place: _rank_by_votes(observations, place))
        return _narrow(observations, order, one_day=one_day, leeway=leeway)
    return limits, contradictions


def _narrow(
    observations: Sequence[Observation], order: Sequence[int], *, one_day: bool, leeway: Leeway
) -> tuple[Limits, list[tuple[int, int]]]:
    limits, contradictions = ANY_TIME, []
    narrowed_by: list[int] = []
    for place in order:
        stated = _read_claim(observations[place], one_day=one_day)
        if stated == ANY_TIME or (
            observations[place].basis == "document" and limits[1] != OPEN_END
        ):
            continue
        if one_day and (day := make_day(stated))[0] <= day[1]:
            narrower = intersect(limits, day)
        else:
            narrower = intersect(limits, stated)
        if is_possible(narrower):
            if narrower != limits:
                narrowed_by.append(place)
            limits = narrower
        elif observations[place].basis in _STRONG:
            rival = _find_rival(observations, narrowed_by, stated)
            first = place if rival is None else rival
            if not _may_differ(limits, stated, observations[first], observations[place], leeway):
                contradictions.append((first, place))
    return limits, contradictions


def _may_differ(
    limits: Limits, stated: Limits, first: Observation, second: Observation, leeway: Leeway
) -> bool:
    """Return whether an observation is compatible with the limits of an event and with its rival.

    Args:
        limits: The limits of the event so far.
        stated: The limits that the second observation states.
        first: The rival: the observation that the second one may contradict.
        second: The observation.
        leeway: How far both may differ.
    """
    if first is not second and first.table and second.table:
        return True
    if first.named_after_end:
        limits = (limits[0], limits[1], OPEN_START, OPEN_END)
    value = first.details.get("value")
    is_quoted = value is not None and value == second.details.get("value")
    tolerance = max(leeway) if is_quoted and first is not second else leeway.tolerance
    if second.kind == "procedure" and _is_part(limits, stated):
        return True
    return _is_compatible(limits, stated, tolerance)


def _is_part(limits: Limits, stated: Limits) -> bool:
    """Return whether the stated start of a course falls within its known extent.

    The observation is then about a part of the course: "28 February: chemotherapy, docetaxel".
    """
    known_end = limits[3] if limits[3] != OPEN_END else limits[2]
    return stated[0] != OPEN_START and stated[0] <= known_end and limits[0] <= stated[1]


def _rank_by_votes(observations: Sequence[Observation], place: int) -> tuple[int, int]:
    """Return the priority of an observation, and minus the number of observations that agree."""
    own = observations[place]
    votes = sum(
        is_possible(intersect(own.limits, rival.limits))
        for rival in observations
        if rival.basis in _STRONG
    )
    return PRIORITY[own.basis], -votes


def _is_compatible(limits: Limits, stated: Limits, tolerance: int) -> bool:
    """Return whether a stated time is only less precise than the limits, or some days off.

    A stated time that overlaps the known extent is compatible with it: it names some of the days.
    """
    first, last, until, end = stated
    if not is_possible(stated):
        return False
    if first != OPEN_START and end != OPEN_END and first <= limits[3] and limits[0] <= end:
        return True
    loose = (first - tolerance, last + tolerance, until - tolerance, end + tolerance)
    return is_possible(intersect(limits, loose))


def _read_claim(observation: Observation, *, one_day: bool) -> Limits:
    """Return the bounds that an observation actually supports.

    A time in the sentence of something that lasts says by when it had begun, but not whether it
    was still present then ("the last of it in May", "two years after").
    """
    limits = observation.limits
    if one_day or observation.basis != "value" or limits[3] != OPEN_END:
        return limits
    return (limits[0], limits[1], OPEN_START, OPEN_END)


def _rank(observation: Observation) -> tuple[int, int]:
    first, last = observation.limits[0], observation.limits[1]
    return PRIORITY[observation.basis], last - first


def _rank_lasting(observation: Observation) -> tuple[int, int]:
    return PRIORITY[observation.basis], observation.limits[1]


def _find_rival(
    observations: Sequence[Observation], places: Sequence[int], stated: Limits
) -> int | None:
    """Return the first observation that by itself contradicts a stated time.

    If only several together contradict it, return the first of them. None means that the stated
    time contradicts itself.
    """
    if not is_possible(stated) or not places:
        return None
    for place in places:
        if not is_possible(intersect(observations[place].limits, stated)):
            return place
    return places[0]


def derive_statuses(
    observations: Sequence[Observation],
    limits: Limits,
    *,
    recurs: bool,
    absences: Sequence[int],
    last_day: int,
    gap: int = 0,
    presence: int = OPEN_START,
) -> Iterator[StatusChange]:
    """Yield when an event became active or recurrent, and when it was resolved.

    Args:
        observations: The observations of the event, in chronological order.
        limits: When it began and ended.
        recurs: Whether it had an earlier episode.
        absences: Days on which a note negates it.
        last_day: The event is resolved only if it ended before this day; 0 for no such limit.
        gap: Days without a mention after which the episode is over; 0 to ignore such gaps.
        presence: A day on which it is assumed to be present, though no observation says so.
    """
    status: Status = "recurrent" if recurs else "active"
    yield StatusChange(status, make_bounds(limits[0], limits[1]), 0)
    earliest, latest = limits[2], limits[3]
    after = [day for day in absences if day >= max(earliest, _get_last_presence(observations))]
    if latest == OPEN_END and after:
        latest = min(after)
    presence = max(presence, _get_last_presence(observations))
    if latest == OPEN_END and gap and presence:
        latest = presence + gap
    if latest != OPEN_END and (not last_day or latest < last_day):
        yield StatusChange(
            "resolved", make_bounds(earliest, latest), _find_end(observations, latest)
        )


def _get_last_presence(observations: Sequence[Observation]) -> int:
    days = [entry.limits[2] for entry in observations if OPEN_START < entry.limits[2] < OPEN_END]
    return max(days, default=OPEN_START)


def _find_end(observations: Sequence[Observation], latest: int) -> int:
    """Return the position of the observation that ends the event by a day, or of the last one."""
    for place, observation in enumerate(observations):
        if observation.limits[3] == latest:
            return place
    return len(observations) - 1
