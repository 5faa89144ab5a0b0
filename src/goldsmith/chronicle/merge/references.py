"""Resolve general names that refer to an event of another note: "surgery", "the mass"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.chronicle.merge.absences import get_place
from goldsmith.chronicle.merge.entities import OWN
from goldsmith.chronicle.merge.episodes import Episode
from goldsmith.chronicle.merge.names import normalise_name
from goldsmith.chronicle.merge.rules import MergeRules, Reference
from goldsmith.chronicle.observations.model import OPEN_END, OPEN_START, Observation


def join_references(
    episodes: Sequence[Episode], observations: Sequence[Observation], rules: MergeRules
) -> list[Episode]:
    """Add each episode that has only general names to the event to which they refer.

    Args:
        episodes: The episodes of a patient.
        observations: The observations, by the numbers that entities list.
        rules: The rules; their `references` say which words refer to which events.
    """
    gone: set[int] = set()
    for reference in rules.references:
        present = (row for row in episodes if row.number not in gone)
        own = [row for row in present if row.group == OWN and row.kind == reference.kind]
        general = [row for row in own if _is_general(row, observations, reference)]
        rest = [row for row in own if row not in general] if general else []
        targets = [row for row in rest if _is_target(row, reference)]
        for episode in general:
            fits = [
                row
                for row in targets
                if _may_refer(episode, row, reference)
                and (not reference.same_place or _is_same_place(episode, row, observations))
            ]
            if fits:
                _add(episode, max(fits, key=_get_sort_key), rules.confidence.generic)
                gone.add(episode.number)
    return [row for row in episodes if row.number not in gone]


def _list_observations(
    episode: Episode, observations: Sequence[Observation]
) -> Iterator[Observation]:
    return (observations[number] for entity in episode.entities for number in entity.members)


def _is_target(episode: Episode, reference: Reference) -> bool:
    names = episode.names.values()
    return any(word.endswith(reference.endings) for name in names for word in name.words)


def _is_general(
    episode: Episode, observations: Sequence[Observation], reference: Reference
) -> bool:
    """Return whether all names of an episode consist of general words."""
    for row in _list_observations(episode, observations):
        words = normalise_name(row.name, row.kind).words
        if not words or not words <= reference.words:
            return False
    return True


def _may_refer(episode: Episode, target: Episode, reference: Reference) -> bool:
    """Return whether an episode and a target agree in side and time."""
    sides = {row.details["side"] for row in (episode, target) if "side" in row.details}
    latest = _get_last_day(episode) + reference.named_later
    return episode is not target and len(sides) < 2 and target.limits[1] <= latest


def _get_last_day(episode: Episode) -> int:
    """Return the last day on which an episode is known to have been named or present."""
    days = [day for day in episode.limits if OPEN_START < day < OPEN_END]
    return max(days, default=OPEN_START)


def _is_same_place(episode: Episode, target: Episode, observations: Sequence[Observation]) -> bool:
    """Return whether an episode and a target share a body site."""
    places = {word for row in _list_observations(episode, observations) for word in get_place(row)}
    return any(places & get_place(row) for row in _list_observations(target, observations))


def _get_sort_key(episode: Episode) -> tuple[int, int]:
    """Return the sort key: of events of the same day, the one with most sources is the last."""
    return episode.limits[1], len(episode.entities)


def _add(episode: Episode, target: Episode, weight: float) -> None:
    for entity in episode.entities:
        target.add(entity, episode.classes, weight)
