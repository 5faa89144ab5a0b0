"""Mentions that differ together although they do not overlap: components and displaced mentions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

import msgspec

from goldsmith.core import Mention, Relation
from goldsmith.core.chain import find_components
from goldsmith.differences.context import Context, get_partner
from goldsmith.differences.unmatched import UnmatchedMentions


class Displacement(msgspec.Struct, frozen=True):
    """A mention whose words are part of `wide`, and the mention that replaces it in a relation."""

    wide: int
    swallowed: int
    substitute: int | None
    """None if both annotators marked it."""


def find_displacements(unmatched: UnmatchedMentions, context: Context) -> Iterator[Displacement]:
    """Find mentions that differ only because another mention has a different extent.

    In Table 11 one annotator relates "no" to "change", the other "no change" to "mass". The longer
    mention has the relation of the shorter one ("no"), so it replaces that mention and not both
    mentions together; the term was not decomposed.
    """
    for narrow, wide in unmatched.counterpart.items():
        for swallowed in sorted(unmatched.overlapping[wide] - {narrow}):
            if swallowed in unmatched.counterpart or not unmatched.is_inside(swallowed, wide):
                continue
            for substitute in _find_substitutes(unmatched, context, narrow, wide, swallowed):
                yield Displacement(wide, swallowed, substitute)
                break


def _find_substitutes(
    unmatched: UnmatchedMentions, context: Context, narrow: int, wide: int, swallowed: int
) -> Iterator[int | None]:
    """Find mentions that the wide one relates to as the narrow one does to the swallowed one."""
    lost = unmatched.mentions[swallowed]
    narrow_id, wide_side = unmatched.mentions[narrow].id, unmatched.get_side(wide)
    for rel in context.get_relations(unmatched.get_side(narrow), unmatched.mentions[narrow]):
        if get_partner(rel, narrow_id) == lost.id:
            for partner in sorted(_find_partners(unmatched, context, rel, narrow, wide)):
                number = unmatched.number.get((wide_side, partner))
                mention = context.mentions_by_id[wide_side].get(partner)
                is_lone = number is None or not unmatched.overlapping[number]
                if is_lone and mention is not None and mention.type == lost.type:
                    yield number


def _find_partners(
    unmatched: UnmatchedMentions, context: Context, rel: Relation, narrow: int, wide: int
) -> Iterator[str]:
    """Find the partners of the wide mention in relations of the same type and role."""
    is_first = rel.arg1 == unmatched.mentions[narrow].id
    wide_id = unmatched.mentions[wide].id
    for wide_rel in context.get_relations(unmatched.get_side(wide), unmatched.mentions[wide]):
        same_label = context.get_label(wide_rel) == context.get_label(rel)
        if same_label and (wide_rel.arg1 == wide_id) == is_first:
            yield get_partner(wide_rel, wide_id)


def find_stars(unmatched: UnmatchedMentions, context: Context) -> Iterator[list[int]]:
    """Find a mention of one side together with its possible components, or whole, on the other.

    If several mentions of both sides are close together, as in a list of tests, wholes and
    components cannot be told apart; such mentions are left out.
    """
    edges = [(str(i), str(j)) for i, j in _find_close_pairs(unmatched, context)]
    for names in find_components(edges):
        star = sorted(map(int, names))
        count_a = sum(unmatched.get_side(i) == 0 for i in star)
        if count_a == 1 or count_a == len(star) - 1:
            yield star


def _find_close_pairs(unmatched: UnmatchedMentions, context: Context) -> Iterator[tuple[int, int]]:
    """Find pairs of the same type on different sides, a few words apart in a sentence."""
    mentions = unmatched.mentions
    ordered = sorted(_find_candidates(unmatched, context), key=lambda i: (mentions[i].start, i))
    agreed: dict[str, list[int]] = {}
    for position, i in enumerate(ordered):
        first = mentions[i]
        for j in ordered[position + 1 :]:
            second = mentions[j]
            if not _is_within_reach(context, first, second):
                break
            if unmatched.get_side(i) == unmatched.get_side(j) or first.type != second.type:
                continue
            starts = agreed.get(first.type) or _find_agreed_starts(unmatched, context, first.type)
            agreed[first.type] = starts
            none_between = bisect_left(starts, second.start) == bisect_left(starts, first.end)
            if none_between and first.end <= second.start:
                yield i, j


def _find_candidates(unmatched: UnmatchedMentions, context: Context) -> Iterator[int]:
    """Find possible wholes and components; the same words with two types are neither."""
    for i, mention in enumerate(unmatched.mentions):
        granular = mention.type in context.roles.granular
        if not granular or not mention.spans or i in unmatched.counterpart:
            continue
        if not any(unmatched.has_same_span(i, j) for j in unmatched.overlapping[i]):
            yield i


def _is_within_reach(context: Context, first: Mention, second: Mention) -> bool:
    sentences = context.sentences
    return sentences.is_near(
        first.end, second.start, context.roles.near
    ) and sentences.is_one_sentence(first.start, second.end)


def _find_agreed_starts(
    unmatched: UnmatchedMentions, context: Context, mention_type: str
) -> list[int]:
    """Return the starts of the mentions of a type that both annotators marked."""
    return sorted(
        mention.start
        for mention in context.sets[0].mentions
        if mention.type == mention_type and mention.id in unmatched.exact
    )
