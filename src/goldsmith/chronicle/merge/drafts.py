"""Draft the events of a chronicle."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.chronicle.merge.entities import OWN
from goldsmith.chronicle.merge.episodes import Episode
from goldsmith.chronicle.observations.model import ANY_TIME, OPEN_END, Limits, Observation


class Draft:
    """A draft of an event: an episode with its observations in chronological order.

    Args:
        episode: The episode.
        observations: The observations of all sources, in chronological order.
    """

    def __init__(self, episode: Episode, observations: Sequence[Observation]) -> None:
        self.episode = episode
        if len(episode.entities) == 1:
            self.members = episode.entities[0].members
            self.weights = episode.weights * len(self.members)
        else:
            weighted = [
                (member, weight)
                for entity, weight in zip(episode.entities, episode.weights, strict=True)
                for member in entity.members
            ]
            weighted.sort()
            self.members = [member for member, _ in weighted]
            self.weights = [weight for _, weight in weighted]
        self.observations = [observations[member] for member in self.members]
        self.limits: Limits = ANY_TIME
        self.contradictions: list[tuple[int, int]] = []
        self.id = ""

    def get_sort_key(self) -> tuple[int, int]:
        """Return the sort key: the earliest start, then the latest start; undated events last."""
        first, last = self.limits[0], self.limits[1]
        return (first or min(last, OPEN_END), last)


def find_recurring(drafts: Sequence[Draft]) -> set[int]:
    """Return the numbers of the episodes whose problem also had an earlier episode."""
    earlier: set[tuple[str, int]] = set()
    recurring = set()
    for draft in drafts:
        episode = draft.episode
        if episode.group != OWN or episode.kind != "problem":
            continue
        keys = {(episode.kind, number) for number in episode.classes}
        if keys & earlier:
            recurring.add(episode.number)
        earlier |= keys
    return recurring
