"""The mentions that are not the same in both sets, and how they meet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldsmith.alignment import align
from goldsmith.alignment.overlap import Edges, overlaps
from goldsmith.alignment.pairing import matched
from goldsmith.core import Mention
from goldsmith.core.offsets import merged


class Unmatched:
    """The mentions of both sets without one of the same type on the same spans, numbered.

    Those of a come first. `touching` says which of the other side each one overlaps, `twin` which
    of them has its type and is paired with it, one to one.
    """

    def __init__(self, a: Sequence[Mention], b: Sequence[Mention]) -> None:
        exact = align(a, b, partial=False)
        self.exact = {pair.a.id: pair.b.id for pair in exact.pairs}
        self.mentions = [*exact.only_a, *exact.only_b]
        self._first_b = len(exact.only_a)
        self.number = {(self.side(i), one.id): i for i, one in enumerate(self.mentions)}
        edges = overlaps(exact.only_a, exact.only_b)
        self._shared = {(i, j + self._first_b): shared for (i, j), shared in edges.items()}
        self.touching: list[set[int]] = [set() for _ in self.mentions]
        for i, j in self._shared:
            self.touching[i].add(j)
            self.touching[j].add(i)
        self.twin = dict(self._twins(exact.only_a, exact.only_b, edges))

    def side(self, number: int) -> int:
        """0 for a mention of a, 1 for one of b."""
        return int(number >= self._first_b)

    def shared(self, one: int, other: int) -> int:
        """How many characters two mentions of different sides have in common."""
        return self._shared.get((min(one, other), max(one, other)), 0)

    def inside(self, part: int, whole: int) -> bool:
        """Whether all of a mention is in a longer one of the other side."""
        mine, theirs = (_length(self.mentions[i]) for i in (part, whole))
        return self.shared(part, whole) == mine < theirs

    def same_span(self, one: int, other: int) -> bool:
        """Whether two mentions cover the same characters."""
        return merged(self.mentions[one].spans) == merged(self.mentions[other].spans)

    def ids(self, side: int, numbers: Iterable[int]) -> tuple[str, ...]:
        """The ids of those of one side, in text order."""
        mine = [self.mentions[i] for i in numbers if self.side(i) == side]
        return tuple([one.id for one in sorted(mine, key=_place)])

    def _twins(
        self, a: Sequence[Mention], b: Sequence[Mention], edges: Edges
    ) -> Iterable[tuple[int, int]]:
        """The pairs of the alignment, both ways round.

        Where several pairings are equally good, it must not matter which set comes first.
        """
        mine = {(i, j): shared for (i, j), shared in edges.items() if a[i].type == b[j].type}
        turned = [_content(one) for one in b] < [_content(one) for one in a]
        if turned:
            mine = {(j, i): shared for (i, j), shared in mine.items()}
        for row, column in matched(mine):
            i, j = (column, row) if turned else (row, column)
            yield i, j + self._first_b
            yield j + self._first_b, i


def _length(mention: Mention) -> int:
    return sum(len(span) for span in merged(mention.spans))


def _place(mention: Mention) -> tuple[int, int, str]:
    return mention.start, mention.end, mention.id


def _content(mention: Mention) -> tuple[object, ...]:
    return mention.spans, mention.type
