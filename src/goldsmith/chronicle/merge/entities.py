"""Collect entities: each joins all mentions of one thing in one source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any, Final

from goldsmith.chronicle.merge.names import Name, list_names
from goldsmith.chronicle.merge.rules import MergeRules
from goldsmith.chronicle.observations.model import (
    OPEN_END,
    OPEN_START,
    Limits,
    Observation,
    Statement,
)
from goldsmith.chronicle.observations.times import intersect, is_possible, make_day
from goldsmith.core import Code

#: The ways to date something, the most trusted first.
BASES = ("record", "link", "value", "document", "none")
PRIORITY: Mapping[str, int] = {basis: number for number, basis in enumerate(BASES)}
#: The group of entities that happened to the patient; other groups are named after their assertion.
OWN = "own"
#: The most days between the earliest and latest start for the start to count as well dated.
_NARROW = 31
_NOTHING: Final[Mapping[Any, Any]] = {}
_NO_CLASSES: Final[frozenset[int]] = frozenset()


class Entity:
    """One thing (a problem, a drug …) as one source describes it.

    Attributes:
        members: The numbers of its observations, counted across all sources.
        names: Its names that are not generic.
        limits: The time that the source gives.
        rank: 0 if the day of the start is known; 1 if the bounds of the start are narrow, or the
            entity is known to be present on some day, or it comes from the record; otherwise 2.
        active: The first and last day on which it is known to be present, or None.
    """

    __slots__ = (
        "active",
        "anchor",
        "basis",
        "codes",
        "day",
        "details",
        "group",
        "is_record",
        "kind",
        "limits",
        "members",
        "named_after_end",
        "names",
        "rank",
    )

    def __init__(
        self,
        group: str,
        day: int,
        number: int,
        observation: Observation,
        compared: Sequence[str],
    ) -> None:
        """Create an entity from its first observation; `add` adds the others.

        Args:
            group: `OWN` if it happened to the patient, otherwise its assertion.
            day: The day of its source.
            number: The number of the observation.
            observation: The observation.
            compared: The details that distinguish things of its kind.
        """
        kind, details = observation.kind, observation.details
        self.kind, self.group, self.day = kind, group, day
        self.members = [number]
        # Codes, details and names are replaced, never modified, because entities share them.
        self.codes: Mapping[Code, None] = _NOTHING
        self.details: Mapping[str, str] = _NOTHING
        name, self.names = list_names(
            observation.name, kind, details.get("place", "") if details else ""
        )
        if details or name.side:
            self._add_details(name, details, compared)
        if observation.codes:
            self._add_codes(observation.codes)
        self.limits: Limits = observation.limits
        self.basis = PRIORITY[observation.basis]
        self.is_record = self.named_after_end = False
        if observation.table:
            self._add_row(observation)
        self.rank, self.anchor = 2, self.day
        self.active: tuple[int, int] | None = None

    def add(self, number: int, observation: Observation, compared: Sequence[str]) -> None:
        """Add another observation of the same thing."""
        details = observation.details
        name, names = list_names(
            observation.name, self.kind, details.get("place", "") if details else ""
        )
        if not self.names:
            self.names = names
        elif names and name.key not in self.names:
            self.names = {**self.names, **names}
        if details or name.side:
            self._add_details(name, details, compared)
        if observation.codes:
            self._add_codes(observation.codes)
        if observation.table:
            self._add_row(observation)
        self._narrow(observation)
        self.members.append(number)

    def _add_details(self, name: Name, details: Mapping[str, str], compared: Sequence[str]) -> None:
        for key in compared:
            value = (key == "side" and name.side) or details.get(key)
            if value and key not in self.details:
                self.details = {**self.details, key: value}

    def _add_codes(self, codes: Iterable[Code]) -> None:
        self.codes = {**self.codes, **{code: None for code in codes if not code.is_cui_less}}

    def _add_row(self, observation: Observation) -> None:
        self.is_record, self.day = True, observation.day
        self.named_after_end = observation.named_after_end

    def _narrow(self, observation: Observation) -> None:
        """Narrow the time to that of an observation; on contradiction the more trusted one wins."""
        priority = PRIORITY[observation.basis]
        narrower = intersect(self.limits, observation.limits)
        if is_possible(narrower):
            self.limits = narrower
        elif priority < self.basis:
            self.limits = observation.limits
        self.basis = min(self.basis, priority)

    def settle(self, *, one_day: bool) -> None:
        """Rank the entity by how well it is dated, once all its observations have been added."""
        if one_day:
            day = make_day(self.limits)
            self.limits = day if day[0] <= day[1] else self.limits
        first, last, until, _ = self.limits
        is_active = last != OPEN_END and until != OPEN_START and last <= until
        if is_active:
            self.active = last, until if until != OPEN_END else last
        if first == last:
            self.rank, self.anchor = 0, first
        elif is_active:
            self.rank, self.anchor = 1, last
        elif first != OPEN_START and last != OPEN_END and last - first <= _NARROW:
            self.rank, self.anchor = 1, (first + last) // 2
        elif self.is_record:
            self.rank, self.anchor = 1, self.day


def collect_entities(statements: Sequence[Statement], rules: MergeRules) -> list[Entity]:
    """Collect the entities of all sources: one for each chain, and one for each other observation.

    Observations of a chain that differ in kind or group belong to different entities.
    """
    groups: dict[str, str] = dict.fromkeys(rules.together, OWN)
    compared = {kind: entry.compared for kind, entry in rules.kinds.items()}
    entities: list[Entity] = []
    numbers = count()
    for statement in statements:
        day = statement.day
        chains: dict[tuple[int, str, str], Entity] = {}
        for observation, number in zip(statement.observations, numbers, strict=False):
            kind, assertion, chain = observation.kind, observation.assertion, observation.chain
            group = groups.get(assertion, assertion)
            if chain >= 0 and (entity := chains.get((chain, kind, group))) is not None:
                entity.add(number, observation, compared[kind])
                continue
            entity = Entity(group, day, number, observation, compared[kind])
            entities.append(entity)
            if chain >= 0:
                chains[chain, kind, group] = entity
    one_day = {kind: entry.one_day for kind, entry in rules.kinds.items()}
    for entity in entities:
        entity.settle(one_day=one_day[entity.kind])
    return entities


class NameClasses:
    """Groups a patient's names into classes of synonyms: names that share a chain or a code.

    A name that is part of another ("CT", "CT of the chest") is not its synonym, because it may
    also be short for a third name.
    """

    def __init__(self, entities: Iterable[Entity]) -> None:
        self._parents: dict[object, object] = {}
        for entity in entities:
            if entity.codes or len(entity.names) > 1:
                self._join(entity)
        self._numbers: dict[object, int] = defaultdict(lambda: len(self._numbers))
        self._classes: dict[tuple[str, str], frozenset[int]] = {}

    def _join(self, entity: Entity) -> None:
        names = list(entity.names.values())
        for number, name in enumerate(names):
            for code in entity.codes:
                self._unite((entity.kind, name.key), (entity.kind, code.system, code.code))
            for earlier in names[:number]:
                if not (name.words <= earlier.words or earlier.words <= name.words):
                    self._unite((entity.kind, name.key), (entity.kind, earlier.key))

    def _find(self, node: object) -> object:
        parents = self._parents
        root = node
        while (parent := parents.get(root, root)) != root:
            root = parent
        if root != node:
            parents[node] = root
        return root

    def _unite(self, first: object, second: object) -> None:
        first, second = self._find(first), self._find(second)
        if first != second:
            self._parents[second] = first

    def get_classes(self, entity: Entity) -> frozenset[int]:
        """Return the classes of an entity; none if it has only generic names and no codes."""
        kind, names = entity.kind, entity.names
        if len(names) == 1:
            [key] = names
            classes = self._classes.get((kind, key))
            if classes is None:
                classes = self._classes[kind, key] = self._number([(kind, key)])
            return classes
        if names:
            return self._number([(kind, key) for key in names])
        if not entity.codes:
            return _NO_CLASSES
        return self._number([(kind, code.system, code.code) for code in entity.codes])

    def _number(self, nodes: Sequence[object]) -> frozenset[int]:
        return frozenset([self._numbers[self._find(node)] for node in nodes])
