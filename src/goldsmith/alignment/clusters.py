"""The mentions of several annotators that are the same mention."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from msgspec.structs import replace

from goldsmith.alignment.pairing import Alignment, align, get_type
from goldsmith.core import Mention

#: The number of an annotator and the mention of that annotator.
Member = tuple[int, Mention]


def cluster_mentions(sets: Sequence[Sequence[Mention]]) -> list[list[Member]]:
    """Find the mentions of all annotators that are the same, with at most one of each annotator.

    The annotators are added one after the other. A mention joins the cluster whose first mention
    it is aligned with: on the same spans with the same type, then on the same spans, then by
    overlap. It starts a new cluster if there is none.

    Args:
        sets: The mentions of each annotator.

    Returns:
        The clusters, in the order of their first mentions.
    """
    clusters: list[list[Member]] = []
    for annotator, mentions in enumerate(sets):
        # The numbers of clusters serve as ids: annotators use the same ids for different mentions.
        heads = [replace(members[0][1], id=str(n)) for n, members in enumerate(clusters)]
        pairs, rest = _align_in_turn(heads, mentions)
        for head, mention in pairs:
            clusters[int(head.id)].append((annotator, mention))
        clusters += [[(annotator, mention)] for mention in rest]
    return clusters


def _align_in_turn(
    heads: Sequence[Mention], mentions: Sequence[Mention]
) -> tuple[list[tuple[Mention, Mention]], Sequence[Mention]]:
    """Align by each rule in turn; return the pairs and the mentions without a partner."""
    pairs: list[tuple[Mention, Mention]] = []
    for key, partial in ((get_type, False), (_ignore_type, False), (_ignore_type, True)):
        alignment: Alignment = align(heads, mentions, key=key, partial=partial)
        pairs += [(pair.a, pair.b) for pair in alignment.pairs]
        heads, mentions = alignment.only_a, alignment.only_b
    return pairs, mentions


def _ignore_type(_: Mention) -> Hashable:
    return ""
