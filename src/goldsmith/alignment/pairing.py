"""The one-to-one alignment of two lists of mentions (metrics.md, "Spans and overlap").

Mentions with the same key (by default, of the same type) on the same spans are paired first, each
used once. Among the rest, overlapping mentions with the same key are matched one to one, with as
many pairs as possible and, among these matchings, with the most shared characters. The result does
not depend on the order of the lists: both sides are sorted by content first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence

import msgspec

from goldsmith.alignment.matching import Edge, match_edges
from goldsmith.alignment.overlap import find_overlaps
from goldsmith.core import Mention, Span
from goldsmith.core.offsets import merge_spans

#: Returns the key that two mentions must share to be paired.
KeyFunction = Callable[[Mention], Hashable]
#: Returns whether a mention of A and a mention of B may be paired.
Condition = Callable[[Mention, Mention], bool]


def get_type(mention: Mention) -> str:
    """Return the type of a mention: the default key of an alignment."""
    return mention.type


class AlignedPair(msgspec.Struct, frozen=True, gc=False):
    """Two mentions that are aligned; `exact` if they cover the same characters."""

    a: Mention
    b: Mention
    exact: bool


class Alignment(msgspec.Struct, frozen=True):
    """The aligned mentions of A and B, and the mentions of each side that are not aligned."""

    pairs: tuple[AlignedPair, ...]
    only_a: tuple[Mention, ...]
    only_b: tuple[Mention, ...]

    def swap(self) -> Alignment:
        """Return the same alignment with A and B exchanged."""
        pairs = tuple([AlignedPair(pair.b, pair.a, pair.exact) for pair in self.pairs])
        return Alignment(pairs, self.only_b, self.only_a)

    @property
    def exact(self) -> int:
        """The number of pairs on the same characters."""
        return sum(pair.exact for pair in self.pairs)

    @property
    def partial(self) -> int:
        """The number of pairs that only overlap."""
        return len(self.pairs) - self.exact


def align(
    a: Sequence[Mention],
    b: Sequence[Mention],
    *,
    key: KeyFunction = get_type,
    condition: Condition | None = None,
    partial: bool = True,
) -> Alignment:
    """Align the mentions of two lists one to one.

    Args:
        a: The mentions of the first side.
        b: The mentions of the second side.
        key: Only mentions with the same key are paired.
        condition: A further condition that a pair must meet.
        partial: Also pair mentions that overlap without covering the same characters.

    Example:
        >>> alignment = align(gold.mentions, system.mentions)
        >>> alignment.exact, alignment.partial, len(alignment.only_a), len(alignment.only_b)
        (41, 5, 3, 2)
    """
    rows, columns = sorted(a, key=_get_rank), sorted(b, key=_get_rank)
    if _precedes(columns, rows):  # ties between matchings must not depend on which side is A
        swapped = None if condition is None else _swap_arguments(condition)
        return _align_sorted(columns, rows, key, swapped, partial).swap()
    return _align_sorted(rows, columns, key, condition, partial)


def _align_sorted(
    a: list[Mention],
    b: list[Mention],
    key: KeyFunction,
    condition: Condition | None,
    partial: bool,
) -> Alignment:
    exact, rest_a, rest_b = _match_exactly(a, b, key, condition)
    loose: list[Edge] = []
    if partial and rest_a and rest_b:
        loose = list(_match_overlaps(a, b, rest_a, rest_b, key, condition))
    used_a, used_b = {i for i, _ in loose}, {j for _, j in loose}
    pairs = [AlignedPair(a[i], b[j], True) for i, j in exact]
    pairs += [AlignedPair(a[i], b[j], False) for i, j in loose]
    return Alignment(
        tuple(pairs),
        tuple([a[i] for i in rest_a if i not in used_a]),
        tuple([b[j] for j in rest_b if j not in used_b]),
    )


def _precedes(first: list[Mention], second: list[Mention]) -> bool:
    """Return whether the first list sorts before the second by content, ignoring ids."""
    if len(first) != len(second):
        return len(first) < len(second)
    for mention, counterpart in zip(first, second, strict=True):
        if mention.spans != counterpart.spans or mention.type != counterpart.type:
            return (mention.spans, mention.type) < (counterpart.spans, counterpart.type)
        if mention.attributes != counterpart.attributes or mention.codes != counterpart.codes:
            return _get_rank(mention)[:-1] < _get_rank(counterpart)[:-1]
    return False


def _swap_arguments(condition: Condition) -> Condition:
    return lambda first, second: condition(second, first)


def _get_rank(mention: Mention) -> tuple[object, ...]:
    """Return a sort key by content; the id only decides between duplicates."""
    extras = (
        (sorted(mention.attributes.items()), mention.codes)
        if mention.attributes or mention.codes
        else ([], ())
    )
    return (mention.spans, mention.type, *extras, mention.id)


def _match_exactly(
    a: list[Mention], b: list[Mention], key: KeyFunction, condition: Condition | None
) -> tuple[list[Edge], list[int], list[int]]:
    """Pair mentions on the same spans; also return the remaining indices of each side."""
    places: dict[tuple[Hashable, tuple[Span, ...]], tuple[list[int], list[int]]] = {}
    for side, mentions in enumerate((a, b)):
        for index, mention in enumerate(mentions):
            place = (key(mention), merge_spans(mention.spans))
            if place not in places:
                places[place] = ([], [])
            places[place][side].append(index)
    pairs: list[Edge] = []
    for rows, columns in places.values():
        if len(rows) == len(columns) == 1 and condition is None:
            pairs.append((rows[0], columns[0]))
        elif rows and columns:
            pairs += match_edges(
                {
                    (i, j): _compute_similarity(a[i], b[j])
                    for i in rows
                    for j in columns
                    if condition is None or condition(a[i], b[j])
                }
            )
    used_a, used_b = {i for i, _ in pairs}, {j for _, j in pairs}
    rest_a = [i for i in range(len(a)) if i not in used_a]
    return pairs, rest_a, [j for j in range(len(b)) if j not in used_b]


def _compute_similarity(first: Mention, second: Mention) -> int:
    """Weigh a pair on the same spans, so that mentions with equal content are paired first."""
    if first.type != second.type:
        return 1
    return 2 + 2 * (first.codes == second.codes) + (first.attributes == second.attributes)


def _match_overlaps(
    a: list[Mention],
    b: list[Mention],
    rest_a: list[int],
    rest_b: list[int],
    key: KeyFunction,
    condition: Condition | None,
) -> Iterator[Edge]:
    """Pair overlapping mentions among the remaining ones, as many as possible."""
    by_key: dict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, (mentions, rest) in enumerate(((a, rest_a), (b, rest_b))):
        for index in rest:
            by_key[key(mentions[index])][side].append(index)
    for rows, columns in by_key.values():
        if rows and columns:
            edges = find_overlaps([a[i] for i in rows], [b[j] for j in columns])
            if condition is not None:
                edges = {
                    (i, j): shared
                    for (i, j), shared in edges.items()
                    if condition(a[rows[i]], b[columns[j]])
                }
            for i, j in match_edges(edges):
                yield rows[i], columns[j]
