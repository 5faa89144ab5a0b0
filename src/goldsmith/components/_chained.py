"""Finding mentions where a model has scores for tags: what is probable enough is kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from goldsmith.components._chain import Chain, Floats, Piece
from goldsmith.components._longforms import Found, follow, repeat
from goldsmith.components._tags import assemble
from goldsmith.pipeline.analysis import Analysis


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

    def __call__(self, work: Analysis) -> None:
        found: set[Found] = set()
        for first, lengths, layers in self.scores(work):
            for chain, scores in layers:
                pieces = likeliest(chain.pieces(scores, lengths), self.deciding.threshold)
                found.update(_mentions(work, pieces, first))
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
