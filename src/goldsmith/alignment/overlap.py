"""Overlapping mentions of two lists, found in a single sweep over the text."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from goldsmith.alignment.matching import Edges
from goldsmith.core import Mention, Span
from goldsmith.core.offsets import merge_spans


def find_overlaps(a: Sequence[Mention], b: Sequence[Mention]) -> Edges:
    """Find every pair of mentions that share characters, and count the shared characters.

    The gaps of a discontiguous mention do not overlap anything.
    """
    fragments = [
        (span, side, index)
        for side, mentions in enumerate((a, b))
        for index, mention in enumerate(mentions)
        for span in merge_spans(mention.spans)
    ]
    fragments.sort(key=lambda fragment: fragment[0])
    edges: Edges = {}
    # Per side, a heap of the fragments that the sweep has entered: (end, start, index).
    active: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]] = ([], [])
    for span, side, index in fragments:
        opposite = active[1 - side]
        while opposite and opposite[0][0] <= span.start:
            heappop(opposite)
        for end, start, opposite_index in opposite:
            pair = (index, opposite_index) if side == 0 else (opposite_index, index)
            edges[pair] = edges.get(pair, 0) + _count_shared(span, start, end)
        same = active[side]
        while same and same[0][0] <= span.start:
            heappop(same)
        heappush(same, (span.end, span.start, index))
    return edges


def _count_shared(span: Span, start: int, end: int) -> int:
    return min(span.end, end) - max(span.start, start)
