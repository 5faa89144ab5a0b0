"""The pairing of two lists of mentions (metrics.md, "Spans and overlap").

First mentions of the same kind on the same spans, each used once; then, among the rest, a matching
of overlapping mentions of the same kind, one to one, with as many pairs as there can be, and among
those with the most characters shared. Never in list order: both sides are put into an order of
their own first, so that the result depends on what the mentions are, not on how they were listed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence

import msgspec
import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from goldsmith.alignment.overlap import Edges, components, overlaps
from goldsmith.core import Mention, Span
from goldsmith.core.offsets import merged

#: What must be equal for two mentions to be pairable.
Kind = Callable[[Mention], Hashable]
#: What must hold for two overlapping mentions beyond that.
Meets = Callable[[Mention, Mention], bool]

_DENSE = 40_000


def by_type(mention: Mention) -> str:
    """The mention's type: the usual kind."""
    return mention.type


class Aligned(msgspec.Struct, frozen=True, gc=False):
    """Two mentions that are the same one; `exact` if they cover the same characters."""

    a: Mention
    b: Mention
    exact: bool


class Pairing(msgspec.Struct, frozen=True):
    """Which mentions of A and B belong together, and which are left over on each side."""

    pairs: tuple[Aligned, ...]
    only_a: tuple[Mention, ...]
    only_b: tuple[Mention, ...]

    def turned(self) -> Pairing:
        """The same pairing with the sides changed."""
        pairs = tuple([Aligned(pair.b, pair.a, pair.exact) for pair in self.pairs])
        return Pairing(pairs, self.only_b, self.only_a)

    @property
    def exact(self) -> int:
        return sum(pair.exact for pair in self.pairs)

    @property
    def partial(self) -> int:
        return len(self.pairs) - self.exact


def align(
    a: Sequence[Mention],
    b: Sequence[Mention],
    *,
    kind: Kind = by_type,
    meets: Meets | None = None,
    partial: bool = True,
) -> Pairing:
    """The pairing of two sides; without `partial` only equal spans are paired."""
    rows, columns = _ordered(a), _ordered(b)
    if _comes_first(columns, rows):  # equally good matchings must not depend on the side either
        turned = None if meets is None else _turned(meets)
        return _paired(columns, rows, kind, turned, partial).turned()
    return _paired(rows, columns, kind, meets, partial)


def _paired(
    rows: list[Mention], columns: list[Mention], kind: Kind, meets: Meets | None, partial: bool
) -> Pairing:
    exact, left_a, left_b = _exact(rows, columns, kind, meets)
    loose: list[tuple[int, int]] = []
    if partial and left_a and left_b:
        loose = list(_loose(rows, columns, left_a, left_b, kind, meets))
    taken_a, taken_b = {i for i, _ in loose}, {j for _, j in loose}
    pairs = [Aligned(rows[i], columns[j], True) for i, j in exact]
    pairs += [Aligned(rows[i], columns[j], False) for i, j in loose]
    return Pairing(
        tuple(pairs),
        tuple([rows[i] for i in left_a if i not in taken_a]),
        tuple([columns[j] for j in left_b if j not in taken_b]),
    )


def _ordered(mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions in an order that depends on their content, and on their ids last."""
    return sorted(mentions, key=_rank)


def _comes_first(one: list[Mention], other: list[Mention]) -> bool:
    """Whether one side goes before the other by its content, ids aside."""
    if len(one) != len(other):
        return len(one) < len(other)
    for left, right in zip(one, other, strict=True):
        if left.spans != right.spans or left.type != right.type:
            return (left.spans, left.type) < (right.spans, right.type)
        if left.attributes != right.attributes or left.codes != right.codes:
            return _rank(left)[:-1] < _rank(right)[:-1]
    return False


def _turned(meets: Meets) -> Meets:
    return lambda here, there: meets(there, here)


def _rank(mention: Mention) -> tuple[object, ...]:
    extras = (
        (sorted(mention.attributes.items()), mention.codes)
        if mention.attributes or mention.codes
        else ([], ())
    )
    return (mention.spans, mention.type, *extras, mention.id)


def _exact(
    a: list[Mention], b: list[Mention], kind: Kind, meets: Meets | None
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Pairs on the same spans, and the indices left over on each side."""
    places: dict[tuple[Hashable, tuple[Span, ...]], tuple[list[int], list[int]]] = {}
    for side, mentions in enumerate((a, b)):
        for index, mention in enumerate(mentions):
            key = (kind(mention), merged(mention.spans))
            if key not in places:
                places[key] = ([], [])
            places[key][side].append(index)
    pairs: list[tuple[int, int]] = []
    for rows, columns in places.values():
        if len(rows) == len(columns) == 1 and meets is None:
            pairs.append((rows[0], columns[0]))
        elif rows and columns:
            pairs += matched(
                {
                    (i, j): _alike(a[i], b[j])
                    for i in rows
                    for j in columns
                    if meets is None or meets(a[i], b[j])
                }
            )
    used_a, used_b = {i for i, _ in pairs}, {j for _, j in pairs}
    left_a = [i for i in range(len(a)) if i not in used_a]
    return pairs, left_a, [j for j in range(len(b)) if j not in used_b]


def _alike(one: Mention, other: Mention) -> int:
    """How much two mentions on the same spans say the same: like goes with like."""
    if one.type != other.type:
        return 1
    return 2 + 2 * (one.codes == other.codes) + (one.attributes == other.attributes)


def _loose(
    a: list[Mention],
    b: list[Mention],
    left_a: list[int],
    left_b: list[int],
    kind: Kind,
    meets: Meets | None,
) -> Iterator[tuple[int, int]]:
    """Pairs of overlapping mentions among those left over, as many as there can be."""
    kinds: dict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, (mentions, left) in enumerate(((a, left_a), (b, left_b))):
        for index in left:
            kinds[kind(mentions[index])][side].append(index)
    for rows, columns in kinds.values():
        if rows and columns:
            edges = overlaps([a[i] for i in rows], [b[j] for j in columns])
            if meets is not None:
                edges = {
                    (i, j): shared
                    for (i, j), shared in edges.items()
                    if meets(a[rows[i]], b[columns[j]])
                }
            for i, j in matched(edges):
                yield rows[i], columns[j]


def matched(edges: Edges) -> Iterator[tuple[int, int]]:
    """A matching with as many pairs as there can be, and then with the greatest weight."""
    for component in components(edges):
        if len(component) == 1:
            yield component[0]
        else:
            yield from _assigned(component, edges)


def _assigned(component: list[tuple[int, int]], edges: Edges) -> Iterator[tuple[int, int]]:
    """The best matching of one component by an assignment solver."""
    rows = sorted({i for i, _ in component})
    columns = sorted({j for _, j in component})
    row_at, column_at = ({key: n for n, key in enumerate(keys)} for keys in (rows, columns))
    # A pair outweighs all that pairs could weigh together: their number comes first.
    pair_worth = 1 + sum(edges[pair] for pair in component)
    entries = [(row_at[i], column_at[j], pair_worth + edges[i, j]) for i, j in component]
    solve = _dense if len(rows) * len(columns) <= _DENSE else _sparse
    wanted = set(component)
    for row, column in solve(entries, len(rows), len(columns)):
        pair = (rows[row], columns[column])
        if pair in wanted:
            yield pair


def _dense(
    entries: list[tuple[int, int, int]], rows: int, columns: int
) -> Iterator[tuple[int, int]]:
    worth = np.zeros((rows, columns))
    for row, column, value in entries:
        worth[row, column] = value
    for row, column in zip(*linear_sum_assignment(worth, maximize=True), strict=True):
        yield int(row), int(column)


def _sparse(
    entries: list[tuple[int, int, int]], rows: int, columns: int
) -> Iterator[tuple[int, int]]:
    """Each row may also go to a place of its own that is worth nothing: then all rows fit."""
    high = 1 + max(value for _, _, value in entries)
    cost = [float(high - value) for _, _, value in entries] + [float(high)] * rows
    row = [entry[0] for entry in entries] + list(range(rows))
    column = [entry[1] for entry in entries] + list(range(columns, columns + rows))
    graph = csr_array((cost, (row, column)), shape=(rows, columns + rows))
    for one, other in zip(*min_weight_full_bipartite_matching(graph), strict=True):
        if other < columns:
            yield int(one), int(other)
