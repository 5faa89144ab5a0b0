"""Overlapping mentions of two sides, found in one sweep, and the groups they fall into."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from goldsmith.core import Mention, Span
from goldsmith.core.offsets import merged

#: (index in A, index in B) -> characters shared
Edges = dict[tuple[int, int], int]


def overlaps(one: Sequence[Mention], other: Sequence[Mention]) -> Edges:
    """Every pair that shares a character, with how many; gaps of discontiguous ones are free."""
    fragments = [
        (span, side, index)
        for side, mentions in enumerate((one, other))
        for index, mention in enumerate(mentions)
        for span in merged(mention.spans)
    ]
    fragments.sort(key=lambda item: item[0])
    edges: Edges = {}
    open_ends: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]] = ([], [])
    for span, side, index in fragments:
        across = open_ends[1 - side]
        while across and across[0][0] <= span.start:
            heappop(across)
        for end, start, there in across:
            pair = (index, there) if side == 0 else (there, index)
            edges[pair] = edges.get(pair, 0) + _shared(span, start, end)
        mine = open_ends[side]
        while mine and mine[0][0] <= span.start:
            heappop(mine)
        heappush(mine, (span.end, span.start, index))
    return edges


def _shared(span: Span, start: int, end: int) -> int:
    return min(span.end, end) - max(span.start, start)


def components(edges: Edges) -> list[list[tuple[int, int]]]:
    """The edges sorted into connected components, in the order of the first edge of each."""
    roots: dict[tuple[int, int], tuple[int, int]] = {}

    def find(node: tuple[int, int]) -> tuple[int, int]:
        path = []
        while roots.setdefault(node, node) != node:
            path.append(node)
            node = roots[node]
        for step in path:
            roots[step] = node
        return node

    for here, there in edges:
        first, second = find((0, here)), find((1, there))
        roots[max(first, second)] = min(first, second)
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for pair in sorted(edges):
        found.setdefault(find((0, pair[0])), []).append(pair)
    return list(found.values())
