"""Things joined into classes, two at a time (union-find)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

Thing = TypeVar("Thing", bound=Hashable)


class Joined(Generic[Thing]):
    """Classes of things that were joined, directly or through others."""

    def __init__(self) -> None:
        self._above: dict[Thing, Thing] = {}

    def find(self, thing: Thing) -> Thing:
        """The thing that stands for the class; a new thing is a class of its own."""
        above = self._above
        top = above.setdefault(thing, thing)
        while above[top] != top:
            top = above[top]
        while above[thing] != top:
            above[thing], thing = top, above[thing]
        return top

    def join(self, one: Thing, other: Thing) -> None:
        """Makes one class of two."""
        self._above[self.find(one)] = self.find(other)

    def classes(self) -> list[list[Thing]]:
        """The members of each class."""
        found: dict[Thing, list[Thing]] = {}
        for thing in list(self._above):
            found.setdefault(self.find(thing), []).append(thing)
        return list(found.values())
