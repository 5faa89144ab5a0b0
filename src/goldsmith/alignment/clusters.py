"""Clusters of mentions of several annotators that mark the same mention."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from msgspec.structs import replace

from goldsmith.alignment.pairing import Alignment, align, get_type
from goldsmith.core import Mention
from goldsmith.core.offsets import merge_spans

#: The number of an annotator and the mention of that annotator.
Member = tuple[int, Mention]


def cluster_mentions(sets: Sequence[Sequence[Mention]]) -> list[list[Member]]:
    """Cluster the mentions of all annotators, with at most one mention per annotator in a cluster.

    The annotators are added one after the other. A mention joins the cluster whose first mention
    it is aligned with: on the same spans with the same type, then on the same spans, then by
    overlap. A mention without such a cluster starts a new one.

    Args:
        sets: The mentions of each annotator.

    Returns:
        The clusters, in the order of their first mentions.
    """
    clusters: list[list[Member]] = []
    for annotator, mentions in enumerate(sets):
        twins, rest = _match_twins([members[0][1] for members in clusters], mentions)
        for number, mention in twins.items():
            clusters[number].append((annotator, mention))
        # The numbers of clusters serve as ids: annotators use the same ids for different mentions.
        heads = [
            replace(members[0][1], id=str(number))
            for number, members in enumerate(clusters)
            if number not in twins
        ]
        pairs, alone = _align_in_turn(heads, rest)
        for head, mention in pairs:
            clusters[int(head.id)].append((annotator, mention))
        clusters += [[(annotator, mention)] for mention in alone]
    return clusters


def _match_twins(
    heads: Sequence[Mention], mentions: Sequence[Mention]
) -> tuple[dict[int, Mention], list[Mention]]:
    """Match mentions with the only head that has their type and characters.

    Most mentions are matched here; the alignment would match them in the same way, only slower.

    Returns:
        The number of each such head -> the mention; and the other mentions.
    """
    numbers: dict[Hashable, int] = {}
    for number, head in enumerate(heads):
        key = _get_key(head)
        numbers[key] = -1 if key in numbers else number  # -1: several heads compete
    if not numbers:
        return {}, list(mentions)
    keys = [_get_key(mention) for mention in mentions]
    counts = Counter(keys)
    twins: dict[int, Mention] = {}
    rest = []
    for key, mention in zip(keys, mentions, strict=True):
        number = numbers.get(key, -1)
        if number >= 0 and counts[key] == 1:
            twins[number] = mention
        else:
            rest.append(mention)
    return twins, rest


def _get_key(mention: Mention) -> Hashable:
    return mention.type, merge_spans(mention.spans)


def _align_in_turn(
    heads: Sequence[Mention], mentions: Sequence[Mention]
) -> tuple[list[tuple[Mention, Mention]], Sequence[Mention]]:
    """Align by each rule in turn; return the pairs and the mentions without a partner."""
    pairs: list[tuple[Mention, Mention]] = []
    for key, partial in ((get_type, False), (_ignore_type, False), (_ignore_type, True)):
        if not heads or not mentions:
            break
        alignment: Alignment = align(heads, mentions, key=key, partial=partial)
        pairs += [(pair.a, pair.b) for pair in alignment.pairs]
        heads, mentions = alignment.only_a, alignment.only_b
    return pairs, mentions


def _ignore_type(_: Mention) -> Hashable:
    return ""
