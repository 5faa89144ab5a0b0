"""The time of an event from all its places, and its status over time."""

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

#: Ways of dating that are strong enough to contradict another.
_STRONG = frozenset(("record", "link", "value"))
_OPEN = Bounds()
_ANY = Extent()


def make_bounds(earliest: int, latest: int) -> Bounds:
    """Return the bounds of two days; open ones are None."""
    if earliest == OPEN_START and latest == OPEN_END:
        return _OPEN
    return Bounds(make_date(earliest), make_date(latest))


@lru_cache(maxsize=1 << 16)
def make_date(day: int) -> datetime.date | None:
    """Return the date of a day; None if it is open."""
    if not OPEN_START < day < OPEN_END or day > datetime.date.max.toordinal():
        return None
    return datetime.date.fromordinal(day)


@lru_cache(maxsize=1 << 16)
def make_extent(limits: Limits) -> Extent:
    """Return the extent of limits."""
    if limits == ANY_TIME:
        return _ANY
    return Extent(make_bounds(limits[0], limits[1]), make_bounds(limits[2], limits[3]))


class Leeway(NamedTuple):
    """What places of an event may differ in without contradicting each other.

    Attributes:
        tolerance: Days between what they say.
        near: The same for places that give the same value: a note quotes an earlier result.
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
    """Return the limits that all places agree on, and the pairs of places that contradict.

    The most trusted places come first; one that contradicts them does not narrow the limits. A
    place that contradicts itself is paired with itself. Rows of the record are parts of a course
    rather than contradictions of each other. The day of a note counts only if no better
    place says by when it had begun: a mention alone does not prove that something was there.

    Args:
        observations: What each place says.
        one_day: Whether it starts and ends on the same day.
        lasts: Whether it was there before anybody wrote of it: then the place that has it earliest
            is right about its start, and one that has it begin later tells when it was noticed.
        votes: Whether, if places contradict each other, those hold that most others agree with.
        leeway: What places may differ in without contradicting each other.
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
    """Return whether a place does not contradict what is known of an event, and its rival."""
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
    """Return whether a place puts the start of a course on days on which it is known to go on.

    Then it tells of a part of the course: "28 February: chemotherapy, docetaxel".
    """
    known_end = limits[3] if limits[3] != OPEN_END else limits[2]
    return stated[0] != OPEN_START and stated[0] <= known_end and limits[0] <= stated[1]


def _rank_by_votes(observations: Sequence[Observation], place: int) -> tuple[int, int]:
    """Return how trusted a place is, and minus the number of places that agree with it."""
    own = observations[place]
    votes = sum(
        is_possible(intersect(own.limits, rival.limits))
        for rival in observations
        if rival.basis in _STRONG
    )
    return PRIORITY[own.basis], -votes


def _is_compatible(limits: Limits, stated: Limits, tolerance: int) -> bool:
    """Return whether a place only says it less precisely, or some days off.

    A place that puts something on days that overlap those that are known of it names some of them.
    """
    first, last, until, end = stated
    if not is_possible(stated):
        return False
    if first != OPEN_START and end != OPEN_END and first <= limits[3] and limits[0] <= end:
        return True
    loose = (first - tolerance, last + tolerance, until - tolerance, end + tolerance)
    return is_possible(intersect(limits, loose))


def _read_claim(observation: Observation, *, one_day: bool) -> Limits:
    """Return the bounds that a place vouches for.

    A time in the sentence of something that goes on tells by when it had begun; whether it was
    still there then, it does not ("the last of it in May", "two years after").
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
    """Return the place that alone contradicts a statement, or the first of them all.

    None means that the statement contradicts itself.
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
    """Yield from when an event was active, and from when it was over.

    Args:
        observations: The places of the event, in the order of their days.
        limits: When it began and ended.
        recurs: Whether it had been there and over before.
        absences: Days on which a note says that it is not there.
        last_day: The last day that is known of; what ends later goes on.
        gap: Days of silence after which an episode is over; 0 if silence says nothing.
        presence: A day on which it is taken to be there, though no place says so.
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
    """Return the place that says by when it was over; the last one if none does."""
    for place, observation in enumerate(observations):
        if observation.limits[3] == latest:
            return place
    return len(observations) - 1
