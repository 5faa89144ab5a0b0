"""Places where the names of several terminologies stand in a text, as if they were one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, tee
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.lookup.finder import THRESHOLD, Lookup, Overlap
from goldsmith.terminology.lookup.matches import HOW, Found
from goldsmith.terminology.lookup.overlap import outermost
from goldsmith.terminology.store import Terminology

Mask = NDArray[np.bool_]


class Part(NamedTuple):
    """A terminology and which of its concepts to look among; None for all in force."""

    terms: Terminology
    mask: Mask | None


class Place(msgspec.Struct, frozen=True, gc=False):
    """A name found in a text; `terms` is the number of the part that has it."""

    start: int
    end: int
    terms: int
    concept: int
    name: int
    how: str
    worth: int


class Finder:
    """Finds names in texts; overlaps are settled between all terminologies together."""

    def __init__(
        self,
        among: Sequence[tuple[Terminology, Mask | None]],
        *,
        overlap: Overlap = "longest",
        threshold: int = THRESHOLD,
        exact: bool = False,
        typos: bool = False,
    ) -> None:
        self.parts = [Part(terms, mask) for terms, mask in among]
        self._overlap = overlap
        self._alone = len(self.parts) == 1
        self._lookups = [
            Lookup(
                terms,
                mask=mask,
                threshold=threshold,
                # What one terminology would leave out for itself may stand between all of them.
                overlap=overlap if self._alone else "all",
                variants=not exact,
                typos=typos,
            )
            for terms, mask in self.parts
        ]
        self._owners = [terms.arrays["name.concept"] for terms, _ in self.parts]

    def __call__(self, text: str) -> list[Place]:
        """The places of a text, in order, the longest first where several begin."""
        return self._together([lookup.columns(text) for lookup in self._lookups])

    def many(self, texts: Iterable[str]) -> Iterator[list[Place]]:
        """The places of each text; short texts are searched together, which is faster."""
        if not self._lookups:
            yield from ([] for _ in texts)
            return
        copies = tee(texts, len(self._lookups))
        found = (lookup.many(copy) for lookup, copy in zip(self._lookups, copies, strict=True))
        for several in zip(*found, strict=True):
            yield self._together(several)

    def _together(self, found: Sequence[Found]) -> list[Place]:
        places = [place for at, one in enumerate(found) for place in self._places(at, one)]
        if self._alone:
            return places
        places.sort(key=lambda one: (one.start, -one.end, -one.worth, one.terms, one.concept))
        return list(settled(places, self._overlap))

    def _places(self, number: int, found: Found) -> Iterator[Place]:
        owners = self._owners[number][found.name]
        columns = (found.start, found.end, owners, found.name, found.how, found.worth)
        for start, end, owner, name, how, worth in zip(
            *(column.tolist() for column in columns), strict=True
        ):
            yield Place(start, end, number, owner, name, HOW[how], worth)


def settled(places: Iterable[Place], overlap: Overlap) -> Iterator[Place]:
    """The places that the policy leaves, of places sorted by start and the longest first.

    As in the look-up itself: `outermost` leaves out what lies in another, `longest` what overlaps a
    longer one. All names of one stretch go the same way.
    """
    every = list(places)
    if overlap == "all" or not every:
        yield from every
        return
    start = np.array([place.start for place in every], np.intp)
    end = np.array([place.end for place in every], np.intp)
    kept = outermost(start, end, apart=overlap == "longest")
    yield from compress(every, kept.tolist())
