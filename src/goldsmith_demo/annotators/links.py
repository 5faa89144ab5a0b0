"""Coreference: links that are missed, lead to another antecedent, or join what is not one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Mention, Relation
from goldsmith.core.chain import components, identity_links
from goldsmith.core.validation import argument_problems
from goldsmith_demo.annotators.edits import added, completed, fresh
from goldsmith_demo.annotators.reading import Reading
from goldsmith_demo.annotators.words import GENERIC

_NEAR: Final = 0.7  # within a sentence
_FARTHEST: Final = 1.8  # factor on links over many sentences
_STEP: Final = 0.1  # for each sentence between


def links_missed(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set without the links that the annotator did not see, mostly those from far away."""
    mentions = one.by_id()

    def seen(rel: Relation) -> bool:
        if not reading.is_link(rel):
            return True
        rate = reading.rate(reading.profile.link_missed, _unnoticed(reading, rel, mentions))
        return not reading.draw("link missed", rel, mentions).hits(rate)

    return replace(one, relations=tuple(rel for rel in one.relations if seen(rel)))


def _unnoticed(reading: Reading, rel: Relation, mentions: Mapping[str, Mention]) -> float:
    """How easily a link is passed over: by distance, by kind, by class, and for pronouns."""
    roles, anaphor = reading.roles, mentions[rel.arg1]
    apart = reading.apart(anaphor, mentions[rel.arg2])
    factor = min(_NEAR + _STEP * apart, _FARTHEST)
    for kind in (roles.link_kind(rel, reading.rules[rel.type]), roles.kind(anaphor)):
        factor *= roles.links.get(kind, 1.0) * reading.profile.links.get(kind, 1.0)
    return factor * (reading.profile.pronouns if reading.is_pronoun(anaphor) else 1.0)


def antecedents(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with links that lead past the antecedent: to the one before it, or another thing."""
    mentions = one.by_id()
    before = {rel.arg1: rel.arg2 for rel in one.relations if reading.is_link(rel)}
    made = []
    for rel in one.relations:
        draw = reading.draw("antecedent", rel, mentions)
        if reading.is_link(rel) and draw.hits(reading.rate(reading.profile.link_antecedent)):
            others = list(_others(reading, rel, mentions, before))
            rel = replace(rel, arg2=draw.pick(others)) if others else rel
        made.append(rel)
    return replace(one, relations=tuple(made))


def _others(
    reading: Reading, rel: Relation, mentions: Mapping[str, Mention], before: Mapping[str, str]
) -> Iterator[str]:
    """What else could be the antecedent: that of the antecedent, or the nearest mention before."""
    anaphor, right = mentions[rel.arg1], mentions[rel.arg2]
    rule, kind = reading.rules[rel.type], reading.roles.kind
    earlier = [
        mention
        for mention in mentions.values()
        if (mention.type, kind(mention)) == (right.type, kind(right))
        and mention.end <= anaphor.start
        and mention.id != right.id
    ]
    nearest = max(earlier, key=lambda mention: (mention.end, mention.id), default=None)
    for target in (before.get(rel.arg2), nearest.id if nearest else None):
        if target in mentions and target not in (None, rel.arg1):
            other = replace(rel, arg2=target)
            if not any(argument_problems(other, rule, mentions)):
                yield other.arg2


def overlinked(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with links between mentions that only sound alike: to a generic one or to a set."""
    rule = next((kind for kind in reading.schema.relation if kind.identity), None)
    if rule is None:
        return one
    # A link that was missed is not found again by overlinking: the gold's chains count as well.
    chains = _chains(reading, one), _chains(reading, reading.gold)
    linked = {rel.arg1 for rel in one.relations if reading.is_link(rel)}
    made: list[Relation] = []
    for mention in one.mentions:
        other = None if mention.id in linked else _alike(reading, one, mention, chains)
        rate = reading.rate(reading.profile.overlinked)
        if other and reading.at("overlinked", mention).hits(rate):
            new_id = fresh(one, f"overlinked-{mention.id}")
            values = completed(dict(rule.identity_when), rule.attributes)
            made.append(Relation(new_id, rule.name, mention.id, other.id, values))
    return added(one, relations=made)


def _chains(reading: Reading, one: AnnotationSet) -> dict[str, int]:
    parts = components(identity_links(one, reading.schema))
    return {member: number for number, part in enumerate(parts) for member in part}


def _together(chain_of: Mapping[str, int], one: Mention, other: Mention) -> bool:
    return one.id in chain_of and chain_of[one.id] == chain_of.get(other.id)


def _alike(
    reading: Reading, one: AnnotationSet, mention: Mention, chains: Sequence[Mapping[str, int]]
) -> Mention | None:
    """The nearest mention before that has the same last word, or is generic, but is another."""
    head, kind = reading.words.head(mention), reading.roles.kind(mention)

    def sounds(other: Mention) -> bool:
        return reading.words.head(other) == head or reading.words.wording(other) in GENERIC

    earlier = [
        other
        for other in one.mentions
        if other.end <= mention.start
        and (other.type, reading.roles.kind(other)) == (mention.type, kind)
        and not any(_together(chain_of, mention, other) for chain_of in chains)
        and sounds(other)
    ]
    return max(earlier, key=lambda other: (other.end, other.id), default=None)
