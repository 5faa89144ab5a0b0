"""A compiled terminology: its concepts, their names and the hierarchy between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError
from goldsmith.terminology.concept import KINDS, Concept, Name
from goldsmith.terminology.index import container
from goldsmith.terminology.index.hashing import hash_string
from goldsmith.terminology.index.packed import Lists, Strings, get_lists, get_strings


class Terminology:
    """A compiled terminology on disk.

    Concepts and names are numbered, concepts in the order of system and code. The numbers are
    valid for one compiled version only. The arrays are mapped into memory, so all processes that
    open the same terminology share them.

    Args:
        folder: A folder written by `goldsmith.terminology.index.compile`.

    Raises:
        InputError: The folder does not contain a complete terminology of the current format.

    Example:
        >>> terms = Terminology(Path("terms/hpo"))
        >>> terms.title(terms.find("HP:0002027"))
        'Abdominal pain'
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest, self.arrays = container.load(folder)
        self.name = self.manifest.name
        self._codes = self.strings("concept.code")
        self._names = self.strings("name.text")
        self._ends = self.arrays["concept.names"]
        self._systems = list(self.strings("system"))
        self._types = list(self.strings("type"))
        self._sources = list(self.strings("source"))

    def __len__(self) -> int:
        return self.manifest.concepts

    @property
    def systems(self) -> tuple[str, ...]:
        """The coding systems of the concepts."""
        return tuple(self._systems)

    @property
    def types(self) -> tuple[str, ...]:
        """The semantic types of the concepts."""
        return tuple(self._types)

    def strings(self, name: str) -> Strings:
        """Return the packed strings stored under a name."""
        return get_strings(self.arrays, name)

    def lists(self, name: str) -> Lists:
        """Return the packed lists stored under a name."""
        return get_lists(self.arrays, name)

    # Concepts

    def get_number(self, code: str, system: str = "") -> int | None:
        """Return the number of the concept with a code, or None if no concept has it."""
        for index, name in enumerate(self._systems):
            if system in ("", name):
                low, high = self._concept_range(index)
                number = self._bisect(code, low, high)
                if number < high and self._codes[number] == code:
                    return number
        return None

    def _concept_range(self, system: int) -> tuple[int, int]:
        owners = self.arrays["concept.system"]
        # A key of another type would make numpy convert the whole array on every call.
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
        """Return the number of the concept with a key.

        Args:
            key: `CODE` or `SYSTEM:CODE`.
            system: The coding system, if the key does not name it.

        Raises:
            InputError: No concept has that code.
        """
        before, colon, after = key.partition(":")
        number = self.get_number(key, system)
        if number is None and colon and not system:
            number = self.get_number(after, before)
        if number is None:
            raise InputError(
                f"there is no concept {key} in {self.name}",
                expected="a code of " + ", ".join(self._systems),
                remedy="Look for it by name with `goldsmith terms search`",
            )
        return number

    def concept(self, number: int) -> Concept:
        """Return a concept with all its names, types, parents and cross-references."""
        return Concept(
            code=self.code(number),
            system=self.system(number),
            names=tuple(self.names(number)),
            types=self.types_of(number),
            definition=self.strings("concept.definition")[number],
            parents=tuple(self._codes[parent] for parent in self.parents(number)),
            xrefs=self._split_lines("concept.xref", number),
            retired=self.is_retired(number),
            replaced_by=self._split_lines("concept.replaced", number),
        )

    def code(self, number: int) -> str:
        """Return the code of a concept."""
        return self._codes[number]

    def system(self, number: int) -> str:
        """Return the coding system of a concept."""
        return self._systems[int(self.arrays["concept.system"][number])]

    def key(self, number: int) -> str:
        """Return `SYSTEM:CODE` of a concept."""
        return f"{self.system(number)}:{self.code(number)}"

    def title(self, number: int) -> str:
        """Return the preferred term of a concept."""
        return self._names[self._ends[number]]

    def definition(self, number: int) -> str:
        """Return the definition of a concept, or an empty string."""
        return self.strings("concept.definition")[number]

    def is_retired(self, number: int) -> bool:
        """Return whether a concept is retired."""
        return bool(self.arrays["concept.retired"][number])

    def types_of(self, number: int) -> tuple[str, ...]:
        """Return the semantic types of a concept."""
        return tuple(self._types[index] for index in self.lists("concept.type")[number].tolist())

    def _split_lines(self, array: str, number: int) -> tuple[str, ...]:
        text = self.strings(array)[number]
        return tuple(text.split("\n")) if text else ()

    # Names

    def names(self, number: int) -> Iterator[Name]:
        """Yield the names of a concept, the preferred term first."""
        for index in range(int(self._ends[number]), int(self._ends[number + 1])):
            yield self.get_name(index)

    def get_name(self, index: int) -> Name:
        """Return a name by its number among all names."""
        return Name(
            self._names[index],
            KINDS[self.arrays["name.kind"][index]],
            self._sources[self.arrays["name.source"][index]],
        )

    def name_text(self, index: int) -> str:
        """Return the text of a name by its number among all names."""
        return self._names[index]

    def concept_of(self, index: int) -> int:
        """Return the number of the concept that a name belongs to."""
        return int(self.arrays["name.concept"][index])

    # Hierarchy and cross-references

    def parents(self, number: int) -> list[int]:
        """Return the parents of a concept."""
        numbers: list[int] = self.lists("concept.parent")[number].tolist()
        return numbers

    def children(self, number: int) -> list[int]:
        """Return the children of a concept."""
        numbers: list[int] = self.lists("concept.child")[number].tolist()
        return numbers

    def siblings(self, number: int) -> list[int]:
        """Return the other children of the concept's parents, sorted."""
        numbers = {child for parent in self.parents(number) for child in self.children(parent)}
        return sorted(numbers - {number})

    def ancestors(self, number: int) -> list[int]:
        """Return all ancestors of a concept, nearest first."""
        return _search_breadth_first(number, self.parents)

    def descendants(self, number: int) -> list[int]:
        """Return all descendants of a concept, nearest first."""
        return _search_breadth_first(number, self.children)

    def paths(self, number: int, *, limit: int = 20) -> list[tuple[int, ...]]:
        """Return up to `limit` paths from a root down to the concept."""
        complete: list[tuple[int, ...]] = []
        pending: list[tuple[int, ...]] = [(number,)]
        while pending and len(complete) < limit:
            path = pending.pop()
            parents = self.parents(path[0])
            if not parents:
                complete.append(path)
            pending += [(parent, *path) for parent in reversed(parents)]
        return complete

    @cached_property
    def roots(self) -> NDArray[np.intp]:
        """Concepts that have children and no parents."""
        parentless = np.diff(self.arrays["concept.parent.ends"]) == 0
        return np.flatnonzero(parentless & (np.diff(self.arrays["concept.child.ends"]) > 0))

    def find_referring(self, key: str) -> list[int]:
        """Return the concepts that have `SYSTEM:CODE` among their cross-references."""
        target = np.uint64(hash_string(key))
        keys = self.arrays["xref.key"]
        low, high = np.searchsorted(keys, target), np.searchsorted(keys, target, "right")
        return sorted(set(self.arrays["xref.concept"][low:high].tolist()))

    def cross_walk(self, number: int, system: str) -> tuple[str, ...]:
        """Return the codes of another system in the concept's cross-references.

        For the concept's own system this is the concept's code.
        """
        if self.system(number) == system:
            return (self.code(number),)
        prefix = f"{system}:"
        xrefs = self._split_lines("concept.xref", number)
        return tuple(xref.removeprefix(prefix) for xref in xrefs if xref.startswith(prefix))

    # Selections

    def mask(
        self,
        *,
        types: Iterable[str] = (),
        systems: Iterable[str] = (),
        below: Iterable[int] = (),
        retired: bool = False,
    ) -> NDArray[np.bool_]:
        """Return a mask over all concepts that is true where every filter passes.

        Args:
            types: Semantic types; a concept needs at least one of them.
            systems: Coding systems; a concept must belong to one of them.
            below: Concepts; a concept must be one of them or a descendant.
            retired: Include retired concepts.
        """
        mask = np.ones(len(self), np.bool_) if retired else ~self.arrays["concept.retired"]
        if type_names := set(types):
            mask &= self._mask_types(type_names)
        if system_names := set(systems):
            indices = [at for at, name in enumerate(self._systems) if name in system_names]
            mask &= np.isin(self.arrays["concept.system"], indices)
        if roots := list(below):
            subtree = np.zeros(len(self), np.bool_)
            for root in roots:
                subtree[[root, *self.descendants(root)]] = True
            mask &= subtree
        return mask

    def _mask_types(self, names: set[str]) -> NDArray[np.bool_]:
        lists = self.lists("concept.type")
        selected = np.array([name in names for name in self._types] or [False], np.bool_)
        rows = np.repeat(np.arange(len(self)), np.diff(lists.ends))
        mask = np.zeros(len(self), np.bool_)
        mask[rows[selected[lists.values]]] = True
        return mask


def _search_breadth_first(number: int, neighbours: Callable[[int], list[int]]) -> list[int]:
    visited, layer = {number: None}, [number]
    while layer:
        layer = [step for node in layer for step in neighbours(node) if step not in visited]
        layer = list(dict.fromkeys(layer))
        visited |= dict.fromkeys(layer)
    return list(visited)[1:]
