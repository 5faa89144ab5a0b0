"""Define episodes: entities from all sources that refer to the same thing at the same time."""

from __future__ import annotations

from typing import Final

from goldsmith.chronicle.merge.entities import Entity
from goldsmith.chronicle.merge.names import Name
from goldsmith.chronicle.observations.model import Limits
from goldsmith.chronicle.observations.times import intersect, is_possible

#: The rank of entities dated only by their note.
VAGUE: Final = 2
#: The name of an entity or episode that has only generic names.
NO_NAME = Name("", frozenset(), True, "")


class Episode:
    """One occurrence of a problem, drug, procedure, investigation or locus."""

    __slots__ = (
        "active",
        "classes",
        "details",
        "entities",
        "group",
        "kind",
        "limits",
        "named_after_end",
        "names",
        "number",
        "vague_day",
        "weights",
    )

    def __init__(self, entity: Entity, classes: frozenset[int], number: int, weight: float) -> None:
        self.kind, self.group, self.number = entity.kind, entity.group, number
        # Classes, names and details are replaced, never modified: entities and episodes share them.
        self.classes = classes
        self.names = entity.names
        self.named_after_end = entity.named_after_end
        self.details = entity.details
        self.limits: Limits = entity.limits
        self.active = entity.active
        self.entities = [entity]
        self.weights = [weight]
        #: The day of the note if only the note dates the episode, else -1.
        self.vague_day = entity.day if entity.rank == VAGUE else -1

    @property
    def name(self) -> Name:
        """Its first name."""
        return next(iter(self.names.values()), NO_NAME)

    def add(self, entity: Entity, classes: frozenset[int], weight: float) -> None:
        """Add an entity; bounds that contradict the episode do not narrow it."""
        self.entities.append(entity)
        self.weights.append(weight)
        if not classes <= self.classes:
            self.classes |= classes
        if not entity.names.keys() <= self.names.keys():
            self.names = {**self.names, **entity.names}
        if not entity.details.keys() <= self.details.keys():
            self.details = {**entity.details, **self.details}
        if entity.rank < VAGUE:
            self.vague_day = -1
        if entity.named_after_end:
            self.named_after_end = True
        if entity.limits != self.limits:
            narrower = intersect(self.limits, entity.limits)
            if is_possible(narrower):
                self.limits = narrower
        if days := entity.active:
            self.active = _join_days(self.active, days)


def _join_days(first: tuple[int, int] | None, second: tuple[int, int]) -> tuple[int, int]:
    if first is None:
        return second
    return min(first[0], second[0]), max(first[1], second[1])
