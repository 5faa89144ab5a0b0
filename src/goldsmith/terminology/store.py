"""A compiled terminology, opened: its concepts, their names and the hierarchy between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError
from goldsmith.terminology.concept import KINDS, Concept, Name
from goldsmith.terminology.index import container
from goldsmith.terminology.index.compile import key_of
from goldsmith.terminology.index.packed import Lists, Strings, lists_of, strings_of


class Terminology:
    """Concepts by number, in the order of system and code; the numbers hold for this version only.

    Arrays stay in the file and are shared by all processes that open it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest, self.arrays = container.load(folder)
        self.name = self.manifest.name
        self._codes = self.strings("concept.code")
        self._names = self.strings("name.text")
        self._ends = self.arrays["concept.names"]
        self._systems = list(self.strings("system").all())
        self._types = list(self.strings("type").all())
        self._sources = list(self.strings("source").all())

    def __len__(self) -> int:
        return self.manifest.concepts

    @property
    def systems(self) -> tuple[str, ...]:
        """The coding systems it has concepts of."""
        return tuple(self._systems)

    @property
    def types(self) -> tuple[str, ...]:
        """The semantic types its concepts have."""
        return tuple(self._types)

    def strings(self, name: str) -> Strings:
        return strings_of(self.arrays, name)

    def lists(self, name: str) -> Lists:
        return lists_of(self.arrays, name)

    # Concepts

    def number(self, code: str, system: str = "") -> int | None:
        """The number of the concept with that code; None when there is none."""
        for at, name in enumerate(self._systems):
            if system in ("", name):
                low, high = self._range(at)
                number = self._bisect(code, low, high)
                if number < high and self._codes[number] == code:
                    return number
        return None

    def _range(self, system: int) -> tuple[int, int]:
        owners = self.arrays["concept.system"]
        # A number of the same type, or the whole array would be converted each time.
        low, high = np.searchsorted(owners, np.array([system, system + 1], owners.dtype))
        return int(low), int(high)

    def _bisect(self, code: str, low: int, high: int) -> int:
        while low < high:
            middle = (low + high) // 2
            if self._codes[middle] < code:
                low = middle + 1
            else:
                high = middle
        return low

    def find(self, key: str, system: str = "") -> int:
        """The number of a concept given as CODE or SYSTEM:CODE; raises InputError when unknown."""
        before, colon, after = key.partition(":")
        number = self.number(key, system)
        if number is None and colon and not system:
            number = self.number(after, before)
        if number is None:
            raise InputError(
                f"there is no concept {key} in {self.name}",
                expected="a code of " + ", ".join(self._systems),
                remedy="Look for it by name with `goldsmith terms search`",
            )
        return number

    def concept(self, number: int) -> Concept:
        """All about one concept."""
        return Concept(
            code=self.code(number),
            system=self.system(number),
            names=tuple(self.names(number)),
            types=self.types_of(number),
            definition=self.strings("concept.definition")[number],
            parents=tuple(self._codes[parent] for parent in self.parents(number)),
            xrefs=self._split("concept.xref", number),
            retired=self.is_retired(number),
            replaced_by=self._split("concept.replaced", number),
        )

    def code(self, number: int) -> str:
        return self._codes[number]

    def system(self, number: int) -> str:
        return self._systems[int(self.arrays["concept.system"][number])]

    def key(self, number: int) -> str:
        """SYSTEM:CODE."""
        return f"{self.system(number)}:{self.code(number)}"

    def title(self, number: int) -> str:
        """The name to show."""
        return self._names[self._ends[number]]

    def definition(self, number: int) -> str:
        return self.strings("concept.definition")[number]

    def is_retired(self, number: int) -> bool:
        return bool(self.arrays["concept.retired"][number])

    def types_of(self, number: int) -> tuple[str, ...]:
        return tuple(self._types[at] for at in self.lists("concept.type")[number].tolist())

    def _split(self, array: str, number: int) -> tuple[str, ...]:
        whole = self.strings(array)[number]
        return tuple(whole.split("\n")) if whole else ()

    # Names

    def names(self, number: int) -> Iterator[Name]:
        """The names of a concept, the one to show first."""
        for at in range(int(self._ends[number]), int(self._ends[number + 1])):
            yield self.name_at(at)

    def name_at(self, at: int) -> Name:
        """The name with that number among all names."""
        return Name(
            self._names[at],
            KINDS[self.arrays["name.kind"][at]],
            self._sources[self.arrays["name.source"][at]],
        )

    def name_text(self, at: int) -> str:
        return self._names[at]

    def owner(self, at: int) -> int:
        """The concept that a name belongs to."""
        return int(self.arrays["name.concept"][at])

    # Hierarchy and cross-walks

    def parents(self, number: int) -> list[int]:
        found: list[int] = self.lists("concept.parent")[number].tolist()
        return found

    def children(self, number: int) -> list[int]:
        found: list[int] = self.lists("concept.child")[number].tolist()
        return found

    def siblings(self, number: int) -> list[int]:
        """The other children of its parents."""
        found = {child for parent in self.parents(number) for child in self.children(parent)}
        return sorted(found - {number})

    def ancestors(self, number: int) -> list[int]:
        """All above it, nearest first."""
        return _reached(number, self.parents)

    def descendants(self, number: int) -> list[int]:
        """All below it, nearest first."""
        return _reached(number, self.children)

    def paths(self, number: int, *, limit: int = 20) -> list[tuple[int, ...]]:
        """Ways from a root down to the concept, at most `limit` of them."""
        found: list[tuple[int, ...]] = []
        open_: list[tuple[int, ...]] = [(number,)]
        while open_ and len(found) < limit:
            path = open_.pop()
            above = self.parents(path[0])
            if not above:
                found.append(path)
            open_ += [(parent, *path) for parent in reversed(above)]
        return found

    @cached_property
    def roots(self) -> NDArray[np.intp]:
        """Concepts that have children and no parents."""
        up = np.diff(self.arrays["concept.parent.ends"]) == 0
        return np.flatnonzero(up & (np.diff(self.arrays["concept.child.ends"]) > 0))

    def referring(self, key: str) -> list[int]:
        """The concepts that have SYSTEM:CODE among their cross-references."""
        wanted = np.uint64(key_of(key))
        keys = self.arrays["xref.key"]
        low, high = np.searchsorted(keys, wanted), np.searchsorted(keys, wanted, "right")
        return sorted(set(self.arrays["xref.concept"][low:high].tolist()))

    def walk(self, number: int, system: str) -> tuple[str, ...]:
        """The codes in another system that the concept refers to."""
        if self.system(number) == system:
            return (self.code(number),)
        start = f"{system}:"
        refs = self._split("concept.xref", number)
        return tuple(ref.removeprefix(start) for ref in refs if ref.startswith(start))

    # Parts of it

    def mask(
        self,
        *,
        types: Iterable[str] = (),
        systems: Iterable[str] = (),
        below: Iterable[int] = (),
        retired: bool = False,
    ) -> NDArray[np.bool_]:
        """Which concepts have one of the types, are of one of the systems, stand below one."""
        keep = np.ones(len(self), np.bool_) if retired else ~self.arrays["concept.retired"]
        if wanted := set(types):
            lists = self.lists("concept.type")
            good = np.array([kind in wanted for kind in self._types] or [False], np.bool_)
            rows = np.repeat(np.arange(len(self)), np.diff(lists.ends))
            having = np.zeros(len(self), np.bool_)
            having[rows[good[lists.values]]] = True
            keep &= having
        if chosen := set(systems):
            numbers = [at for at, name in enumerate(self._systems) if name in chosen]
            keep &= np.isin(self.arrays["concept.system"], numbers)
        if tops := list(below):
            inside = np.zeros(len(self), np.bool_)
            for top in tops:
                inside[[top, *self.descendants(top)]] = True
            keep &= inside
        return keep


def _reached(number: int, steps: Any) -> list[int]:
    seen, layer = {number: None}, [number]
    while layer:
        layer = [step for one in layer for step in steps(one) if step not in seen]
        layer = list(dict.fromkeys(layer))
        seen |= dict.fromkeys(layer)
    return list(seen)[1:]
