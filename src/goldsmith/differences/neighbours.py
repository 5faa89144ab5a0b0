"""Mentions that differ together although they do not overlap: wholes and components, knock-ons."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

import msgspec

from goldsmith.core import Mention, Relation
from goldsmith.core.chain import components
from goldsmith.differences.context import Context, partner
from goldsmith.differences.unmatched import Unmatched


class Displaced(msgspec.Struct, frozen=True):
    """A mention whose words went into `wide`, and the one that took its place in a relation."""

    wide: int
    swallowed: int
    substitute: int | None
    """None where both annotators marked it."""


def displaced(rest: Unmatched, context: Context) -> Iterator[Displaced]:
    """Mentions that differ only because another one has another extent.

    In Table 11 one annotator has "no" modify "change", the other "no change" modify "mass". That
    the longer mention has the relation of the shorter one shows that it stands for it, and not
    for the two together; so the term was not decomposed.
    """
    for narrow, wide in rest.twin.items():
        for swallowed in sorted(rest.touching[wide] - {narrow}):
            if swallowed in rest.twin or not rest.inside(swallowed, wide):
                continue
            for substitute in _substitutes(rest, context, narrow, wide, swallowed):
                yield Displaced(wide, swallowed, substitute)
                break


def _substitutes(
    rest: Unmatched, context: Context, narrow: int, wide: int, swallowed: int
) -> Iterator[int | None]:
    """What the wide mention is related to as the narrow one is to the one swallowed."""
    lost = rest.mentions[swallowed]
    for rel in context.of(rest.side(narrow), rest.mentions[narrow]):
        if partner(rel, rest.mentions[narrow].id) == lost.id:
            for other in sorted(_alike(rest, context, rel, narrow, wide)):
                number = rest.number.get((rest.side(wide), other))
                mention = context.by_id[rest.side(wide)].get(other)
                lone = number is None or not rest.touching[number]
                if lone and mention is not None and mention.type == lost.type:
                    yield number


def _alike(
    rest: Unmatched, context: Context, rel: Relation, narrow: int, wide: int
) -> Iterator[str]:
    """The partners of the wide mention in relations of the same type and in the same role."""
    first = rel.arg1 == rest.mentions[narrow].id
    mine = rest.mentions[wide].id
    for other in context.of(rest.side(wide), rest.mentions[wide]):
        if context.label(other) == context.label(rel) and (other.arg1 == mine) == first:
            yield partner(other, mine)


def stars(rest: Unmatched, context: Context) -> Iterator[list[int]]:
    """One mention of one side with those of the other that may be its components, or its whole.

    Where several of each side stand together, as in a list of tests, nothing tells which is part
    of which: these are left out.
    """
    edges = [(str(one), str(other)) for one, other in _close(rest, context)]
    for names in components(edges):
        star = sorted(map(int, names))
        ahead = sum(rest.side(i) == 0 for i in star)
        if ahead == 1 or ahead == len(star) - 1:
            yield star


def _close(rest: Unmatched, context: Context) -> Iterator[tuple[int, int]]:
    """Pairs of one type and different sides, few words apart in one sentence."""
    ordered = sorted(_candidates(rest, context), key=lambda i: (rest.mentions[i].start, i))
    agreed: dict[str, list[int]] = {}
    for at, one in enumerate(ordered):
        first = rest.mentions[one]
        for other in ordered[at + 1 :]:
            second = rest.mentions[other]
            if not _within_reach(context, first, second):
                break
            if rest.side(one) == rest.side(other) or first.type != second.type:
                continue
            starts = agreed.get(first.type) or _agreed(rest, context, first.type)
            agreed[first.type] = starts
            apart = bisect_left(starts, second.start) == bisect_left(starts, first.end)
            if apart and first.end <= second.start:
                yield one, other


def _candidates(rest: Unmatched, context: Context) -> Iterator[int]:
    """Those that may be a whole or a component; the same words with two types are neither."""
    for i, mention in enumerate(rest.mentions):
        if mention.type not in context.roles.granular or not mention.spans or i in rest.twin:
            continue
        if not any(rest.same_span(i, other) for other in rest.touching[i]):
            yield i


def _within_reach(context: Context, first: Mention, second: Mention) -> bool:
    sentences, near = context.sentences, context.roles.near
    return sentences.near(first.end, second.start, near) and sentences.one(first.start, second.end)


def _agreed(rest: Unmatched, context: Context, kind: str) -> list[int]:
    """Where the mentions of one type begin that both annotators marked."""
    return sorted(
        one.start for one in context.sets[0].mentions if one.type == kind and one.id in rest.exact
    )
