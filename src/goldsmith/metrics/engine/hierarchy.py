"""Distances between concepts in a hierarchy, by the shortest path through a common ancestor."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol


class Hierarchy(Protocol):
    """A hierarchy of concepts."""

    def parents(self, code: str) -> Collection[str]:
        """Return the parents of a concept; none for a root or for an unknown code."""
        ...


class Taxonomy:
    """A hierarchy from a mapping of child to parents."""

    def __init__(self, parents: Mapping[str, Collection[str]]) -> None:
        self._parents = parents

    def parents(self, code: str) -> Collection[str]:
        """Return the parents of a concept; none for a root or for an unknown code."""
        return self._parents.get(code, ())


class Distances:
    """Distances in a hierarchy. Ancestors are cached, because codes recur often."""

    def __init__(self, hierarchy: Hierarchy) -> None:
        self._hierarchy = hierarchy
        self._ancestors: dict[str, dict[str, int]] = {}

    def compute_distance(self, first: str, second: str) -> int | None:
        """Return the steps up to a common ancestor and down again, or None without one."""
        if first == second:
            return 0
        fewer, more = self.find_ancestors(first), self.find_ancestors(second)
        if len(more) < len(fewer):
            fewer, more = more, fewer
        return min((fewer[code] + more[code] for code in fewer if code in more), default=None)

    def find_ancestors(self, code: str) -> Mapping[str, int]:
        """Return a concept and its ancestors with the steps up to each; cycles are harmless."""
        cached = self._ancestors.get(code)
        if cached is not None:
            return cached
        steps, level, depth = {code: 0}, [code], 0
        while level:
            depth += 1
            parents = {parent for child in level for parent in self._hierarchy.parents(child)}
            level = [parent for parent in parents if parent not in steps]
            steps.update(dict.fromkeys(level, depth))
        self._ancestors[code] = steps
        return steps

    def compute_set_distance(self, first: Collection[str], second: Collection[str]) -> int | None:
        """Return the Hausdorff distance of two sets of codes.

        This is the greatest distance of a code of either set to the nearest code of the other set;
        None if a code has no common ancestor with any code of the other set.
        """
        if frozenset(first) == frozenset(second):
            return 0
        greatest = 0
        for codes, targets in ((first, second), (second, first)):
            for code in codes:
                distances = [self.compute_distance(code, target) for target in targets]
                connected = [distance for distance in distances if distance is not None]
                if not connected:
                    return None
                greatest = max(greatest, min(connected))
        return greatest
