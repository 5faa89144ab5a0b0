"""How far two concepts are apart in a hierarchy: the shortest way through a common ancestor."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol


class Hierarchy(Protocol):
    """Anything that knows the parents of a concept."""

    def parents(self, code: str) -> Collection[str]:
        """The codes right above one; none for a root and for a code that is not known."""
        ...


class Taxonomy:
    """A hierarchy from a mapping of child to parents."""

    def __init__(self, parents: Mapping[str, Collection[str]]) -> None:
        self._parents = parents

    def parents(self, code: str) -> Collection[str]:
        """The codes right above one; none for a root and for a code that is not known."""
        return self._parents.get(code, ())


class Distances:
    """Distances in a hierarchy. What was found for a code is kept: annotators repeat themselves."""

    def __init__(self, hierarchy: Hierarchy) -> None:
        self._hierarchy = hierarchy
        self._above: dict[str, dict[str, int]] = {}

    def between(self, one: str, other: str) -> int | None:
        """Steps up from one to a common ancestor and down to the other; None if there is none."""
        if one == other:
            return 0
        here, there = self.above(one), self.above(other)
        if len(there) < len(here):
            here, there = there, here
        return min((here[code] + there[code] for code in here if code in there), default=None)

    def above(self, code: str) -> Mapping[str, int]:
        """The code itself and all its ancestors, with the steps up; a cycle is walked once."""
        known = self._above.get(code)
        if known is not None:
            return known
        steps, level, depth = {code: 0}, [code], 0
        while level:
            depth += 1
            parents = {one for child in level for one in self._hierarchy.parents(child)}
            level = [one for one in parents if one not in steps]
            steps.update(dict.fromkeys(level, depth))
        self._above[code] = steps
        return steps

    def apart(self, ones: Collection[str], others: Collection[str]) -> int | None:
        """How far two sets of codes are apart: no code of either is further from the other set."""
        if frozenset(ones) == frozenset(others):
            return 0
        furthest = 0
        for code, across in [*((one, others) for one in ones), *((one, ones) for one in others)]:
            ways = [way for one in across if (way := self.between(code, one)) is not None]
            if not ways:
                return None
            furthest = max(furthest, min(ways))
        return furthest
