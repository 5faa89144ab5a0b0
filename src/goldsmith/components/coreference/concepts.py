"""Names of concepts: wordings that a terminology lists for the same concept are synonyms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from goldsmith.terminology.lookup.finder import Lookup
from goldsmith.terminology.store import Terminology

#: An abbreviation of up to this many letters that names several concepts is ignored.
_SHORT = 5
#: The number of cached wordings.
_CACHE_SIZE = 100_000


class Concepts(NamedTuple):
    """The concepts that a wording names, and all their ancestors."""

    own: frozenset[str] = frozenset()
    ancestors: frozenset[str] = frozenset()


NO_CONCEPTS = Concepts()


class ConceptNames:
    """Finds the concepts that have a whole wording as a name.

    Args:
        terminologies: The terminologies; several may name the same thing.
    """

    def __init__(self, terminologies: Iterable[Terminology]) -> None:
        self._lookups = [Lookup(terms, overlap="all", threshold=0) for terms in terminologies]
        self._cache: dict[str, Concepts] = {}

    def find(self, text: str) -> Concepts:
        """Return the concepts of a wording."""
        if not self._lookups or not text:
            return NO_CONCEPTS
        concepts = self._cache.get(text)
        if concepts is None:
            if len(self._cache) >= _CACHE_SIZE:
                self._cache.clear()
            concepts = self._cache[text] = self._look_up(text)
        return concepts

    def _look_up(self, text: str) -> Concepts:
        own: set[str] = set()
        ancestors: set[str] = set()
        for lookup in self._lookups:
            whole = {m.concept for m in lookup(text) if m.start == 0 and m.end == len(text)}
            if len(text) <= _SHORT and len(whole) > 1:
                continue
            terms = lookup.terminology
            own |= {terms.key(number) for number in whole}
            ancestors |= {terms.key(above) for number in whole for above in terms.ancestors(number)}
        return Concepts(frozenset(own), frozenset(ancestors))
