"""Measure how well an entity fits an episode, by its details, its name and its time."""

from __future__ import annotations

from typing import Final, NamedTuple

from goldsmith.chronicle.merge.entities import Entity
from goldsmith.chronicle.merge.episodes import VAGUE, Episode
from goldsmith.chronicle.merge.rules import KindRules
from goldsmith.chronicle.observations.model import OPEN_END, OPEN_START, Limits

_FAR: Final = 1 << 30


class Fit(NamedTuple):
    """How well an entity fits an episode; the largest is the best."""

    level: int
    agreed: int
    #: Whether the times can both be right.
    is_possible: bool
    nearness: int
    number: int


def count_agreed(entity: Entity, episode: Episode, rules: KindRules) -> int:
    """Return the number of details that agree, or -1 if any differs."""
    agreed = 0
    keys = rules.agree
    if rules.agree_if_undated and not _is_same_day(entity.limits, episode.limits):
        keys += rules.agree_if_undated
    for key in keys:
        first, second = entity.details.get(key), episode.details.get(key)
        if first and second:
            if first != second:
                return -1
            agreed += 1
    return agreed


def has_value(entity: Entity, rules: KindRules) -> bool:
    """Return whether an entity has a detail that distinguishes undated things of its kind."""
    return any(key in entity.details for key in rules.agree_if_undated)


def is_quoted(entity: Entity, episode: Episode, rules: KindRules) -> bool:
    """Return whether an entity repeats the value of a test that is done only once."""
    return any(
        entity.details.get(key) == episode.details.get(key) for key in rules.agree_if_undated
    ) and any(not name.words.isdisjoint(rules.quoted) for name in entity.names.values())


def _is_same_day(first: Limits, second: Limits) -> bool:
    return first[0] == first[1] == second[0] == second[1]


def is_short(entity: Entity, episode: Episode) -> bool:
    """Return whether a name of the entity or the episode is short for a name of the other."""
    return any(
        not (name.lacks_place or longer.lacks_place)
        and (name.words <= longer.words or longer.words <= name.words)
        for name in entity.names.values()
        for longer in episode.names.values()
    )


def may_differ(entity: Entity, episode: Episode, rules: KindRules) -> bool:
    """Return whether an entity may belong to an episode although their times contradict."""
    first, second = entity.limits, episode.limits
    if entity.named_after_end or episode.named_after_end:
        first, second = _open_end(first), _open_end(second)
    return not rules.one_day and not _is_apart(first, second, rules.recurs_after)


def _open_end(limits: Limits) -> Limits:
    return (limits[0], limits[1], limits[2], OPEN_END)


def measure_silence(first: tuple[int, int], second: tuple[int, int]) -> int:
    """Return the number of days between two periods; 0 or less if they overlap."""
    return max(first[0] - second[1], second[0] - first[1])


def _is_apart(first: Limits, second: Limits, recurs_after: int) -> bool:
    """Return whether one ended more than `recurs_after` days before the other was present.

    A shorter gap does not make a new episode: the sources contradict each other instead.
    """
    return (
        _get_presence(second) - first[3] > recurs_after
        or _get_presence(first) - second[3] > recurs_after
    )


def _get_presence(limits: Limits) -> int:
    """Return the first day of known presence; if there is none, the earliest start."""
    start_earliest, start_latest, end_earliest, _ = limits
    if start_latest <= end_earliest and start_latest != OPEN_END and end_earliest != OPEN_START:
        return start_latest
    return start_earliest


def measure_distance(entity: Entity, episode: Episode) -> int:
    """Return the days between an entity and an episode; for a vague entity, from its note."""
    if entity.rank == VAGUE:
        if not entity.day:
            return _FAR
        start = episode.limits[0] if episode.limits[0] != OPEN_START else episode.limits[1]
        return abs(entity.day - start) if start != OPEN_END else _FAR
    if episode.active:
        return max(0, entity.anchor - episode.active[1], episode.active[0] - entity.anchor)
    start = episode.limits[0] if episode.limits[0] != OPEN_START else episode.limits[1]
    return abs(entity.anchor - start) if start != OPEN_END else _FAR
