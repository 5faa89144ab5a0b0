"""Pairs of mentions, aligned by several keys in turn."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from goldsmith.alignment import align
from goldsmith.alignment.pairing import KeyFunction
from goldsmith.core import Mention

#: A mention of A and a mention of B.
MentionPair = tuple[Mention, Mention]


def ignore_type(_: Mention) -> Hashable:
    """Return the same key for every mention, so that mentions of any two types are paired."""
    return ""


def pair_mentions(
    a: Sequence[Mention], b: Sequence[Mention], *, keys: Sequence[KeyFunction], partial: bool
) -> list[MentionPair]:
    """Pair mentions on the same spans by one key after the other, then overlaps by the last key.

    Args:
        a: The mentions of the first side.
        b: The mentions of the second side.
        keys: The keys in the order of their precedence.
        partial: Whether to pair overlapping mentions too.
    """
    pairs: list[MentionPair] = []
    for key in keys:
        exact = align(a, b, key=key, partial=False)
        pairs += [(pair.a, pair.b) for pair in exact.pairs]
        a, b = exact.only_a, exact.only_b
    if partial and a and b:
        pairs += [(pair.a, pair.b) for pair in align(a, b, key=keys[-1]).pairs]
    return pairs


def get_content(mention: Mention) -> tuple[object, ...]:
    """Return the content of a mention without its id, in a sortable form."""
    return (mention.spans, mention.type, sorted(mention.attributes.items()), mention.codes)
