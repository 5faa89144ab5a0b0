"""Pairing of begin and end boundaries into mentions, and resolution of overlaps.

After Roberts et al. (2009) and the GATE learning API they used (Li et al. 2005): a begin and an end
form a candidate if both are probable enough and the training data has mentions of that length. The
confidence is the product of the two probabilities, and the most confident candidates win. In
addition, probable boundaries inside a candidate lower its confidence.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.learning.crf.tags import TaggedMention

Floats = NDArray[np.float32]


class Candidate(NamedTuple):
    """A candidate mention: tokens from `first` up to `end`."""

    confidence: float
    type: str
    first: int
    end: int


class BoundaryStatistics(msgspec.Struct, frozen=True):
    """Statistics of the mentions in the training data."""

    #: Type -> length in tokens -> share of its mentions.
    lengths: Mapping[str, Mapping[int, float]] = {}
    #: Pairs of different types, sorted, whose mentions may overlap.
    overlaps: tuple[tuple[str, str], ...] = ()


class Thresholds(NamedTuple):
    """Minimum probabilities of a boundary and of a mention; penalty for boundaries inside."""

    boundary: float
    mention: float
    inside: float


def generate_candidates(
    begins: Floats,
    ends: Floats,
    types: Sequence[str],
    statistics: BoundaryStatistics,
    thresholds: Thresholds,
) -> Iterator[Candidate]:
    """Generate the candidate mentions of one sentence.

    Args:
        begins: Probability of a beginning, a row for each token, a column for each type.
        ends: Probability of an end, in the same layout.
        types: The types of the columns.
        statistics: Lengths that mentions may have.
        thresholds: Minimum probabilities.
    """
    for column, type_ in enumerate(types):
        begin, end = begins[:, column], ends[:, column]
        starts = np.flatnonzero(begin >= thresholds.boundary).tolist()
        stops = np.flatnonzero(end >= thresholds.boundary).tolist()
        lengths = statistics.lengths.get(type_, {})
        for first in starts:
            for last in stops:
                if last + 1 - first in lengths:
                    confidence = _compute_confidence(begin, end, first, last, thresholds)
                    if confidence >= thresholds.mention:
                        yield Candidate(confidence, type_, first, last + 1)


def _compute_confidence(
    begin: Floats, end: Floats, first: int, last: int, thresholds: Thresholds
) -> float:
    """Compute the probability of both boundaries, lowered by other boundaries between them."""
    confidence = float(begin[first] * end[last])
    if first == last or confidence < thresholds.mention:
        return confidence
    no_others = np.prod(1 - begin[first + 1 : last + 1]) * np.prod(1 - end[first:last])
    return confidence * math.pow(float(no_others), thresholds.inside)


def resolve_conflicts(
    candidates: Sequence[Candidate], overlaps: Collection[tuple[str, str]]
) -> list[TaggedMention]:
    """Select non-overlapping candidates by confidence; some pairs of types may overlap."""
    selected: list[Candidate] = []
    for candidate in sorted(candidates, key=_rank):
        if all(_are_compatible(candidate, placed, overlaps) for placed in selected):
            selected.append(candidate)
    return [TaggedMention(c.type, ((c.first, c.end),)) for c in selected]


def _rank(candidate: Candidate) -> tuple[float, int, int, str]:
    return (
        -candidate.confidence,
        candidate.first - candidate.end,
        candidate.first,
        candidate.type,
    )


def _are_compatible(
    first: Candidate, second: Candidate, overlaps: Collection[tuple[str, str]]
) -> bool:
    if first.end <= second.first or second.end <= first.first:
        return True
    return order_types(first.type, second.type) in overlaps


def order_types(first: str, second: str) -> tuple[str, str]:
    """Return two types in alphabetical order."""
    return (first, second) if first <= second else (second, first)


def count_statistics(
    sentences: Sequence[Sequence[TaggedMention]], *, least: int
) -> BoundaryStatistics:
    """Count the lengths of mentions, and the pairs of types that overlap at least `least` times."""
    lengths: dict[str, dict[int, int]] = {}
    overlaps: dict[tuple[str, str], int] = {}
    for mentions in sentences:
        for index, mention in enumerate(mentions):
            of_type = lengths.setdefault(mention.type, {})
            size = mention.ranges[-1][1] - mention.ranges[0][0]
            of_type[size] = of_type.get(size, 0) + 1
            for earlier in mentions[:index]:
                if mention.type != earlier.type and _overlap(mention, earlier):
                    types = order_types(mention.type, earlier.type)
                    overlaps[types] = overlaps.get(types, 0) + 1
    shares = {
        type_: {size: count / sum(counts.values()) for size, count in sorted(counts.items())}
        for type_, counts in sorted(lengths.items())
    }
    frequent = sorted(types for types, count in overlaps.items() if count >= least)
    return BoundaryStatistics(shares, tuple(frequent))


def _overlap(first: TaggedMention, second: TaggedMention) -> bool:
    return first.ranges[0][0] < second.ranges[-1][1] and second.ranges[0][0] < first.ranges[-1][1]
