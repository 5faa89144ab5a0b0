"""Pairs of mentions by several kinds, one after the other."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from goldsmith.alignment import align
from goldsmith.alignment.pairing import Kind
from goldsmith.core import Mention

#: Two mentions that are one: of a, and of b.
Twins = list[tuple[Mention, Mention]]


def anything(_: Mention) -> Hashable:
    """The same for all mentions: whatever their type, they may be paired."""
    return ""


def paired(
    a: Sequence[Mention], b: Sequence[Mention], *, kinds: Sequence[Kind], partial: bool
) -> Twins:
    """The pairs on the same spans by one kind after the other, then by overlap and the last."""
    found: Twins = []
    for kind in kinds:
        exact = align(a, b, kind=kind, partial=False)
        found += [(pair.a, pair.b) for pair in exact.pairs]
        a, b = exact.only_a, exact.only_b
    if partial and a and b:
        found += [(pair.a, pair.b) for pair in align(a, b, kind=kinds[-1]).pairs]
    return found


def content(mention: Mention) -> tuple[object, ...]:
    """All that a mention says, in a form that can be sorted; two with the same are duplicates."""
    return (mention.spans, mention.type, sorted(mention.attributes.items()), mention.codes)
