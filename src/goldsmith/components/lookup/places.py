"""Lookup of the names of several terminologies in a text, with overlaps resolved across them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, tee
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.lookup.finder import THRESHOLD, Lookup, Overlap
from goldsmith.terminology.lookup.matches import HOW, MatchColumns
from goldsmith.terminology.lookup.overlap import select_outermost
from goldsmith.terminology.store import Terminology

Mask = NDArray[np.bool_]


class TerminologyPart(NamedTuple):
    """A terminology and a mask of the concepts to look up; None for all active ones."""

    terms: Terminology
    mask: Mask | None


class Place(msgspec.Struct, frozen=True, gc=False):
    """A match of a name in a text; `terms` is the number of its terminology."""

    start: int
    end: int
    terms: int
    concept: int
    name: int
    how: str
    worth: int


class Finder:
    """Finds names of several terminologies in texts."""

    def __init__(
        self,
        among: Sequence[tuple[Terminology, Mask | None]],
        *,
        overlap: Overlap = "longest",
        threshold: int = THRESHOLD,
        exact: bool = False,
        typos: bool = False,
    ) -> None:
        self.parts = [TerminologyPart(terms, mask) for terms, mask in among]
        self._overlap = overlap
        self._is_single = len(self.parts) == 1
        self._lookups = [
            Lookup(
                terms,
                mask=mask,
                threshold=threshold,
                # With several terminologies, overlaps are resolved across all of them afterwards.
                overlap=overlap if self._is_single else "all",
                variants=not exact,
                typos=typos,
            )
            for terms, mask in self.parts
        ]
        self._owners = [terms.arrays["name.concept"] for terms, _ in self.parts]

    def __call__(self, text: str) -> list[Place]:
        """Return the matches in a text by start, longest first."""
        return self._merge([lookup.find_columns(text) for lookup in self._lookups])

    def many(self, texts: Iterable[str]) -> Iterator[list[Place]]:
        """Yield the matches of each text; short texts are searched together, which is faster."""
        if not self._lookups:
            yield from ([] for _ in texts)
            return
        copies = tee(texts, len(self._lookups))
        results = (
            lookup.find_many(copy) for lookup, copy in zip(self._lookups, copies, strict=True)
        )
        for columns in zip(*results, strict=True):
            yield self._merge(columns)

    def _merge(self, columns: Sequence[MatchColumns]) -> list[Place]:
        places = [
            place
            for number, part in enumerate(columns)
            for place in self._list_places(number, part)
        ]
        if self._is_single:
            return places
        places.sort(key=lambda p: (p.start, -p.end, -p.worth, p.terms, p.concept))
        return list(resolve_overlaps(places, self._overlap))

    def _list_places(self, number: int, matches: MatchColumns) -> Iterator[Place]:
        owners = self._owners[number][matches.name]
        columns = (matches.start, matches.end, owners, matches.name, matches.how, matches.worth)
        for start, end, owner, name, how, worth in zip(
            *(column.tolist() for column in columns), strict=True
        ):
            yield Place(start, end, number, owner, name, HOW[how], worth)


def resolve_overlaps(places: Iterable[Place], overlap: Overlap) -> Iterator[Place]:
    """Yield the matches that an overlap policy selects.

    Args:
        places: Matches sorted by start, longest first.
        overlap: `outermost` drops matches inside another, `longest` those that overlap a longer
            one, `all` none. All names of one range are treated alike.
    """
    matches = list(places)
    if overlap == "all" or not matches:
        yield from matches
        return
    start = np.array([place.start for place in matches], np.intp)
    end = np.array([place.end for place in matches], np.intp)
    selected = select_outermost(start, end, apart=overlap == "longest")
    yield from compress(matches, selected.tolist())
