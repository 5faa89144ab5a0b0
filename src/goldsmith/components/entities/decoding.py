"""Finding mentions where a model has scores for tags: what is probable enough is kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import NamedTuple, Protocol

import numpy as np

from goldsmith.components.entities.long_forms import Found, follow, repeat
from goldsmith.learning.crf.chain import Chain, Floats, Piece
from goldsmith.learning.crf.tags import assemble
from goldsmith.learning.threads import one_thread
from goldsmith.pipeline.analysis import Analysis

#: Tokens that go through the chains together.
_AT_ONCE = 8192


class Scored(NamedTuple):
    """Some sentences of a document: their first token, how long they are, and for each layer of
    tags its chain with the scores of the tokens."""

    first: int
    lengths: list[int]
    layers: list[tuple[Chain, Floats]]


class Deciding(Protocol):
    """What is kept, and what else follows from it: the options that all such components have."""

    @property
    def threshold(self) -> float: ...
    @property
    def long_forms(self) -> bool: ...
    @property
    def repetition(self) -> bool: ...


class Chained(ABC):
    """A component that scores tags, and all that follows from the scores."""

    @property
    @abstractmethod
    def deciding(self) -> Deciding:
        """What is kept."""

    @abstractmethod
    def scores(self, work: Analysis) -> Iterator[Scored]:
        """The scores of a document's tokens, some sentences at a time."""

    def completed(self, work: Analysis, found: set[Found]) -> set[Found]:
        """What was found, with what a component knows beside the scores."""
        return found

    def __call__(self, work: Analysis) -> None:
        self.many([work])

    def many(self, works: Sequence[Analysis]) -> None:
        """Go through sentences of several documents together: faster where they are short."""
        found: list[set[Found]] = [set() for _ in works]
        with one_thread():
            held: list[tuple[int, Scored]] = []
            tokens = 0
            for number, work in enumerate(works):
                for part in self.scores(work):
                    held.append((number, part))
                    tokens += sum(part.lengths)
                    if tokens >= _AT_ONCE:
                        self._decide(works, held, found)
                        held, tokens = [], 0
            self._decide(works, held, found)
        for work, mentions in zip(works, found, strict=True):
            self._add(work, mentions)

    def _decide(
        self,
        works: Sequence[Analysis],
        held: Sequence[tuple[int, Scored]],
        found: Sequence[set[Found]],
    ) -> None:
        """Find the mentions of all that is held."""
        if not held:
            return
        least = self.deciding.threshold
        lengths = [size for _, part in held for size in part.lengths]
        starts = list(accumulate((sum(part.lengths) for _, part in held), initial=0))
        for layer, (chain, _) in enumerate(held[0][1].layers):
            scores = np.concatenate([part.layers[layer][1] for _, part in held])
            kept = likeliest(chain.pieces(scores, lengths, least=least), least)
            for at, pieces in _by_part(kept, starts):
                number, part = held[at]
                first = part.first - starts[at]
                found[number].update(_mentions(works[number], pieces, first))

    def _add(self, work: Analysis, found: set[Found]) -> None:
        found = self.completed(work, found)
        if self.deciding.long_forms:
            found = follow(work, found)
        if self.deciding.repetition:
            found = repeat(work, found)
        for type_, spans in sorted(found, key=lambda one: (one[1], one[0])):
            work.add(type_, spans)

    def doubt(self, work: Analysis) -> float:
        """How many tags of a document are probably wrong: what its annotation would teach.

        Summed over tokens and layers: one less the probability of the likeliest tag.
        """
        with one_thread():
            return sum(
                float((1.0 - chain.marginals(scores, lengths).max(axis=1)).sum())
                for _, lengths, layers in self.scores(work)
                for chain, scores in layers
            )


def likeliest(pieces: Iterable[Piece], threshold: float) -> list[Piece]:
    """The pieces that are probable enough, of those that overlap the most probable, in order."""
    kept: list[Piece] = []
    taken: set[int] = set()
    enough = [one for one in pieces if one.probability >= threshold]
    for one in sorted(enough, key=lambda piece: (-piece.probability, piece)):
        tokens = range(one.start, one.end)
        if taken.isdisjoint(tokens):
            taken.update(tokens)
            kept.append(one)
    return sorted(kept)


def _by_part(pieces: Sequence[Piece], starts: Sequence[int]) -> Iterator[tuple[int, list[Piece]]]:
    """Pieces in order by the part they are in; parts begin at `starts`."""
    for at, some in groupby(pieces, key=lambda one: bisect_right(starts, one.start) - 1):
        yield at, list(some)


def _mentions(work: Analysis, pieces: Iterable[Piece], first: int) -> Iterator[Found]:
    """The mentions that pieces make, sentence by sentence; `first` is the token they count from."""
    apart: dict[int, list[tuple[int, int, str, str]]] = defaultdict(list)
    for one in pieces:
        letter, _, type_ = one.tag.partition("-")
        start, end = first + one.start, first + one.end
        apart[work.sentence_at(start)].append((start, end, letter, type_))
    for several in apart.values():
        for mention in assemble(several):
            yield mention.type, tuple(work.span_of(a, b - 1) for a, b in mention.ranges)
