"""The mentions that differ between two sets, and how they overlap."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from goldsmith.alignment import align
from goldsmith.alignment.matching import Edges, match_edges
from goldsmith.alignment.overlap import find_overlaps
from goldsmith.core import Mention
from goldsmith.core.offsets import merge_spans


class UnmatchedMentions:
    """The numbered mentions of both sets without a match of the same type on the same spans.

    The mentions of a come first. `overlapping` contains the mentions of the other side that each
    mention overlaps; `counterpart` maps a mention to the aligned mention of the same type.
    """

    def __init__(self, a: Sequence[Mention], b: Sequence[Mention]) -> None:
        # Among mentions on the same spans, those with the same attributes and codes are paired.
        same = align(a, b, key=_get_traits, partial=False)
        exact = align(same.only_a, same.only_b, partial=False)
        self.exact = {pair.a.id: pair.b.id for pair in (*same.pairs, *exact.pairs)}
        self.mentions = [*exact.only_a, *exact.only_b]
        self._first_b = len(exact.only_a)
        self.number = {(self.get_side(i), mention.id): i for i, mention in enumerate(self.mentions)}
        edges = find_overlaps(exact.only_a, exact.only_b)
        self._shared = {(i, j + self._first_b): shared for (i, j), shared in edges.items()}
        self.overlapping: list[set[int]] = [set() for _ in self.mentions]
        for i, j in self._shared:
            self.overlapping[i].add(j)
            self.overlapping[j].add(i)
        self.counterpart = dict(self._match(exact.only_a, exact.only_b, edges))

    def get_side(self, number: int) -> int:
        """Return 0 for a mention of a, 1 for a mention of b."""
        return int(number >= self._first_b)

    def count_shared(self, i: int, j: int) -> int:
        """Return how many characters two mentions of different sides share."""
        return self._shared.get((min(i, j), max(i, j)), 0)

    def is_inside(self, part: int, whole: int) -> bool:
        """Return whether a longer mention of the other side covers all of a mention."""
        part_length, whole_length = (_get_length(self.mentions[i]) for i in (part, whole))
        return self.count_shared(part, whole) == part_length < whole_length

    def has_same_span(self, i: int, j: int) -> bool:
        """Return whether two mentions cover the same characters."""
        return merge_spans(self.mentions[i].spans) == merge_spans(self.mentions[j].spans)

    def get_ids(self, side: int, numbers: Iterable[int]) -> tuple[str, ...]:
        """Return the ids of the mentions of one side among these, in text order."""
        mentions = [self.mentions[i] for i in numbers if self.get_side(i) == side]
        return tuple([mention.id for mention in sorted(mentions, key=_get_place)])

    def _match(
        self, a: Sequence[Mention], b: Sequence[Mention], edges: Edges
    ) -> Iterable[tuple[int, int]]:
        """Yield the aligned pairs, in both directions.

        The choice among equally good alignments does not depend on the order of the sets.
        """
        same_type = {(i, j): shared for (i, j), shared in edges.items() if a[i].type == b[j].type}
        swapped = [_get_content(mention) for mention in b] < [
            _get_content(mention) for mention in a
        ]
        if swapped:
            same_type = {(j, i): shared for (i, j), shared in same_type.items()}
        for row, column in match_edges(same_type):
            i, j = (column, row) if swapped else (row, column)
            yield i, j + self._first_b
            yield j + self._first_b, i


def _get_traits(mention: Mention) -> Hashable:
    """Return the type, the attributes and the codes of a mention."""
    return mention.type, frozenset(mention.attributes.items()), frozenset(mention.codes)


def _get_length(mention: Mention) -> int:
    return sum(len(span) for span in merge_spans(mention.spans))


def _get_place(mention: Mention) -> tuple[int, int, str]:
    return mention.start, mention.end, mention.id


def _get_content(mention: Mention) -> tuple[object, ...]:
    return mention.spans, mention.type
