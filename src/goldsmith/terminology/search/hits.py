"""Hits of a search: the concepts that match a query, collected tier by tier."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.packed import Ints
from goldsmith.terminology.index.search_index import LAST_PRIORITY, PRIORITIES
from goldsmith.terminology.store import Terminology

How = Literal["exact", "prefix", "words", "typo"]
Mask = NDArray[np.bool_]
#: Score of a preferred term that was typed in full, or of a code.
EXACT_SCORE = 100


class Hit(msgspec.Struct, frozen=True, gc=False):
    """A concept found by one of its names.

    `score` is at most 100 and never increases down the list.
    """

    concept: int
    name: int
    text: str
    score: int
    how: How


class Tier(NamedTuple):
    """Names matched in the same way, as ranks in ascending order."""

    ranks: Ints
    how: How
    score: int


class HitList:
    """Collects one hit per concept until the limit is reached.

    Args:
        terminology: The terminology that is searched.
        owners: The concept of each name by rank; names beyond it are not shown.
        limit: The number of hits to collect.
        mask: The concepts that pass the filters, or None for all.
        live: The number of names of concepts in use; the ranks beyond are of retired concepts.
    """

    def __init__(
        self, terminology: Terminology, owners: Ints, limit: int, mask: Mask | None, *, live: int
    ) -> None:
        self.hits: list[Hit] = []
        self._terminology, self._owners, self._limit = terminology, owners, limit
        self._mask, self._live = mask, live
        self._concepts = set[int]()
        self._names = terminology.arrays["search.name"]
        self._kinds = terminology.arrays["name.kind"]

    @property
    def is_full(self) -> bool:
        """Whether the limit is reached."""
        return len(self.hits) >= self._limit

    def add_concept(self, number: int) -> None:
        """Add a concept by its preferred term, if it passes the filters."""
        filtered = self._mask is not None and not self._mask[number]
        hidden = len(self._owners) == self._live and self._terminology.is_retired(number)
        if not (filtered or hidden):
            first = int(self._terminology.arrays["concept.names"][number])
            self._add_hit(number, first, EXACT_SCORE, "exact")

    def add_tier(self, tier: Tier) -> None:
        """Add the best names of a tier whose concepts are new and pass the filters."""
        ranks = tier.ranks[: np.searchsorted(tier.ranks, len(self._owners))]
        for batch in _split_ranks(ranks, 8 * self._limit):
            owners = self._owners[batch]
            if self._mask is not None:
                passing = self._mask[owners]
                batch, owners = batch[passing], owners[passing]
            for rank, owner in zip(batch, owners, strict=True):
                name = int(self._names[rank])
                priority = PRIORITIES[self._kinds[name]] if rank < self._live else LAST_PRIORITY
                self._add_hit(int(owner), name, tier.score - priority, tier.how)
                if self.is_full:
                    return

    def _add_hit(self, concept: int, name: int, score: int, how: How) -> None:
        if self.is_full or concept in self._concepts:
            return
        self._concepts.add(concept)
        text = self._terminology.name_text(name)
        self.hits.append(Hit(concept, name, text, score, how))


def _split_ranks(ranks: Ints, size: int) -> Iterator[Ints]:
    """Yield the ranks in growing batches, because the first few are usually enough."""
    while len(ranks):
        yield ranks[:size]
        ranks, size = ranks[size:], 16 * size
