"""Begins put together with ends, and which of several mentions that get into each other's way stay.

After Roberts et al. (2009) and the learning API of GATE that they used (Li et al. 2005): a begin
and an end make a candidate when both are probable enough and mentions of that length were seen;
its confidence is the product of the two; the most confident candidates stay. Beyond them, probable
boundaries inside a candidate speak against it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.learning.crf.tags import Tagged

Floats = NDArray[np.float32]


class Candidate(NamedTuple):
    """A mention that there may be."""

    confidence: float
    type: str
    first: int
    end: int


class Learned(msgspec.Struct, frozen=True):
    """What training data says about mentions as a whole."""

    #: Type -> the share of its mentions that have each length.
    lengths: Mapping[str, Mapping[int, float]] = {}
    #: Pairs of different types, in order, whose mentions may overlap.
    overlaps: tuple[tuple[str, str], ...] = ()


class Terms(NamedTuple):
    """The least probability of a boundary and of a mention; how much boundaries inside count."""

    boundary: float
    mention: float
    inside: float


def candidates(
    begins: Floats, ends: Floats, types: Sequence[str], learned: Learned, terms: Terms
) -> Iterator[Candidate]:
    """The mentions of one sentence that there may be; probabilities have a column for each type."""
    for column, type_ in enumerate(types):
        begin, end = begins[:, column], ends[:, column]
        starts = np.flatnonzero(begin >= terms.boundary).tolist()
        stops = np.flatnonzero(end >= terms.boundary).tolist()
        lengths = learned.lengths.get(type_, {})
        for first in starts:
            for last in stops:
                if last + 1 - first in lengths:
                    confidence = _confidence(begin, end, first, last, terms)
                    if confidence >= terms.mention:
                        yield Candidate(confidence, type_, first, last + 1)


def _confidence(begin: Floats, end: Floats, first: int, last: int, terms: Terms) -> float:
    """How probable both boundaries are, and that there are no others between them."""
    found = float(begin[first] * end[last])
    if first == last or found < terms.mention:
        return found
    none = np.prod(1 - begin[first + 1 : last + 1]) * np.prod(1 - end[first:last])
    return found * math.pow(float(none), terms.inside)


def settled(found: Sequence[Candidate], overlaps: Collection[tuple[str, str]]) -> list[Tagged]:
    """The candidates that stay: the most confident first, then those that fit beside them."""
    kept: list[Candidate] = []
    for one in sorted(found, key=_order):
        if all(_fit(one, other, overlaps) for other in kept):
            kept.append(one)
    return [Tagged(one.type, ((one.first, one.end),)) for one in kept]


def _order(one: Candidate) -> tuple[float, int, int, str]:
    return -one.confidence, one.first - one.end, one.first, one.type


def _fit(one: Candidate, other: Candidate, overlaps: Collection[tuple[str, str]]) -> bool:
    if one.end <= other.first or other.end <= one.first:
        return True
    return pair(one.type, other.type) in overlaps


def pair(first: str, second: str) -> tuple[str, str]:
    """Two types in the order they are kept in."""
    return (first, second) if first <= second else (second, first)


def learn(sentences: Sequence[Sequence[Tagged]], *, least: int) -> Learned:
    """Lengths of mentions, and the pairs of different types that overlap at least so often."""
    lengths: dict[str, dict[int, int]] = {}
    met: dict[tuple[str, str], int] = {}
    for mentions in sentences:
        for at, one in enumerate(mentions):
            of_type = lengths.setdefault(one.type, {})
            size = one.ranges[-1][1] - one.ranges[0][0]
            of_type[size] = of_type.get(size, 0) + 1
            for other in mentions[:at]:
                if one.type != other.type and _overlap(one, other):
                    both = pair(one.type, other.type)
                    met[both] = met.get(both, 0) + 1
    shares = {
        type_: {size: count / sum(some.values()) for size, count in sorted(some.items())}
        for type_, some in sorted(lengths.items())
    }
    return Learned(shares, tuple(sorted(both for both, count in met.items() if count >= least)))


def _overlap(one: Tagged, other: Tagged) -> bool:
    return one.ranges[0][0] < other.ranges[-1][1] and other.ranges[0][0] < one.ranges[-1][1]
