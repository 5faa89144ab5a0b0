"""Disjoint sets (union-find) with path compression."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


class UnionFind(Generic[Item]):
    """Disjoint sets of items."""

    def __init__(self) -> None:
        self._parents: dict[Item, Item] = {}

    def find(self, item: Item) -> Item:
        """Return the representative of the set of an item; a new item forms its own set."""
        parents = self._parents
        root = parents.setdefault(item, item)
        while parents[root] != root:
            root = parents[root]
        while parents[item] != root:
            parents[item], item = root, parents[item]
        return root

    def union(self, first: Item, second: Item) -> None:
        """Join the sets of two items."""
        self._parents[self.find(first)] = self.find(second)

    def list_sets(self) -> list[list[Item]]:
        """Return the members of each set."""
        members: dict[Item, list[Item]] = {}
        for item in list(self._parents):
            members.setdefault(self.find(item), []).append(item)
        return list(members.values())
