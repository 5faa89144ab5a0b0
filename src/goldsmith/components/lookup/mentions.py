"""What is found in a text by look-up, with a type and codes: one for each stretch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from goldsmith.components.lookup.places import Mask, Part, Place
from goldsmith.core import Code
from goldsmith.errors import InputError
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import EntityTypes, Subset

_KEPT = 100_000
#: Part, concept, name and worth: what a type and codes depend on.
_Name = tuple[int, int, int, int]


class Looked(NamedTuple):
    """A stretch of text that is a name: what it is, how it was found and what that is worth."""

    start: int
    end: int
    type: str
    codes: tuple[Code, ...]
    how: str
    worth: int
    #: The most concepts of the type that one coding system had to offer.
    choices: int


class _Meant(NamedTuple):
    """The type of a stretch, its codes, and which of its names decided."""

    type: str
    codes: tuple[Code, ...]
    choices: int
    best: int


class Typed:
    """Gives what was found a type and codes.

    The type is `kind`, or the one that the subset maps the concept to; concepts that it maps to
    nothing are passed over (`parts` has masks without them). Where concepts of several types have
    the name, the one worth most decides, then the order of the subset. There is one code of each
    coding system.
    """

    def __init__(
        self, among: Sequence[tuple[Terminology, Mask | None]], *, subset: str = "", kind: str = ""
    ) -> None:
        self._kind = kind
        self.parts = [Part(terms, mask) for terms, mask in among]
        self._types = [] if kind else _entity_types(subset, self.parts)
        self._order = {one: at for kinds in self._types for at, one in enumerate(kinds.names)}
        if not kind:
            pairs = zip(self.parts, self._types, strict=True)
            self.parts = [Part(terms, _mapped(mask, kinds)) for (terms, mask), kinds in pairs]
        # The same names come again and again.
        self._known = lru_cache(maxsize=_KEPT)(self._meant)

    def __call__(self, places: Iterable[Place]) -> Iterator[Looked]:
        """The stretches that places make, in their order."""
        for (start, end), group in groupby(places, key=_stretch):
            several = list(group)
            names = tuple((one.terms, one.concept, one.name, one.worth) for one in several)
            type_, codes, choices, at = self._known(names)
            best = several[at]
            yield Looked(start, end, type_, codes, best.how, best.worth, choices)

    def _meant(self, names: tuple[_Name, ...]) -> _Meant:
        types = [self._type(one) for one in names]
        best = min(range(len(names)), key=lambda at: (-names[at][3], self._order.get(types[at], 0)))
        alike = [one for one, type_ in zip(names, types, strict=True) if type_ == types[best]]
        codes, choices = self._codes(alike)
        return _Meant(types[best], codes, choices, best)

    def _type(self, name: _Name) -> str:
        return self._kind or self._types[name[0]][name[1]] or ""

    def _codes(self, names: Sequence[_Name]) -> tuple[tuple[Code, ...], int]:
        """The best code of each system, and the most concepts that one system had to offer."""
        by_system: dict[str, list[tuple[bool, int, Code]]] = {}
        for part, concept, name, worth in names:
            terms = self.parts[part].terms
            title = terms.title(concept)
            code = Code(terms.code(concept), terms.system(concept), title)
            other = terms.name_text(name) != title
            by_system.setdefault(code.system, []).append((other, -worth, code))
        codes = tuple(min(several, key=_rank)[2] for _, several in sorted(by_system.items()))
        return codes, max(len({one[2] for one in several}) for several in by_system.values())


def _stretch(place: Place) -> tuple[int, int]:
    return place.start, place.end


def _rank(choice: tuple[bool, int, Code]) -> tuple[int, bool, str]:
    """Worth most first, then those whose own name it is, then by code."""
    other, worth, code = choice
    return worth, other, code.code


def _entity_types(subset: str, among: Sequence[Part]) -> list[EntityTypes]:
    if not subset:
        raise InputError(
            "nothing says which type the mentions get",
            expected="a subset with a mapping, such as clef, or one type for all",
        )
    chosen = Subset.load(subset)
    return [chosen.entity_types(terms) for terms, _ in among]


def _mapped(mask: Mask | None, kinds: EntityTypes) -> Mask:
    """Which concepts have an entity type, of those in the mask."""
    typed: Mask = kinds.codes >= 0
    return typed if mask is None else typed & mask
