"""Coreference errors: missed links, wrong antecedents, and links between different entities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Mention, Relation
from goldsmith.core.chain import collect_identity_links, find_components
from goldsmith.core.validation import check_arguments
from goldsmith_demo.annotators.edits import add_annotations, fill_required, keep_relations, make_id
from goldsmith_demo.annotators.reading import Reading
from goldsmith_demo.annotators.words import GENERIC

_NEAR: Final = 0.7  # within a sentence
_FARTHEST: Final = 1.8  # factor for links across many sentences
_STEP: Final = 0.1  # added for each sentence in between


def miss_links(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Remove the links that the annotator misses, more often at a greater distance."""
    mentions = annotation_set.mentions_by_id()

    def is_noticed(rel: Relation) -> bool:
        if not reading.is_link(rel):
            return True
        rate = reading.rate(reading.profile.link_missed, _rate_link(reading, rel, mentions))
        return not reading.draw("link missed", rel, mentions).hits(rate)

    return keep_relations(annotation_set, is_noticed)


def _rate_link(reading: Reading, rel: Relation, mentions: Mapping[str, Mention]) -> float:
    """Return how easily a link is missed, by distance, kind and class, and for pronouns."""
    roles, anaphor = reading.roles, mentions[rel.arg1]
    apart = reading.count_sentences(anaphor, mentions[rel.arg2])
    factor = min(_NEAR + _STEP * apart, _FARTHEST)
    for kind in (roles.get_link_kind(rel, reading.rules[rel.type]), roles.get_kind(anaphor)):
        factor *= roles.links.get(kind, 1.0) * reading.profile.links.get(kind, 1.0)
    return factor * (reading.profile.pronouns if reading.is_pronoun(anaphor) else 1.0)


def change_antecedents(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Redirect links to the antecedent's own antecedent or to the nearest earlier mention."""
    mentions = annotation_set.mentions_by_id()
    before = {rel.arg1: rel.arg2 for rel in annotation_set.relations if reading.is_link(rel)}
    relations = []
    for rel in annotation_set.relations:
        draw = reading.draw("antecedent", rel, mentions)
        if reading.is_link(rel) and draw.hits(reading.rate(reading.profile.link_antecedent)):
            targets = list(_list_antecedents(reading, rel, mentions, before))
            rel = replace(rel, arg2=draw.pick(targets)) if targets else rel
        relations.append(rel)
    return replace(annotation_set, relations=tuple(relations))


def _list_antecedents(
    reading: Reading, rel: Relation, mentions: Mapping[str, Mention], before: Mapping[str, str]
) -> Iterator[str]:
    """Yield other antecedents: the antecedent's own antecedent and the nearest earlier mention."""
    anaphor, antecedent = mentions[rel.arg1], mentions[rel.arg2]
    rule, kind = reading.rules[rel.type], reading.roles.get_kind
    earlier = [
        mention
        for mention in mentions.values()
        if (mention.type, kind(mention)) == (antecedent.type, kind(antecedent))
        and mention.end <= anaphor.start
        and mention.id != antecedent.id
    ]
    nearest = max(earlier, key=lambda mention: (mention.end, mention.id), default=None)
    for target in (before.get(rel.arg2), nearest.id if nearest else None):
        if target in mentions and target not in (None, rel.arg1):
            changed = replace(rel, arg2=target)
            if not any(check_arguments(changed, rule, mentions)):
                yield changed.arg2


def overlink(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Link mentions to an earlier one with the same last word, or to a generic one."""
    rule = next((kind for kind in reading.schema.relation if kind.identity), None)
    if rule is None:
        return annotation_set
    # Overlinking must not restore a missed link, so the gold chains are excluded as well.
    chains = _index_chains(reading, annotation_set), _index_chains(reading, reading.gold)
    linked = {rel.arg1 for rel in annotation_set.relations if reading.is_link(rel)}
    rate = reading.rate(reading.profile.overlinked)
    relations: list[Relation] = []
    for mention in [row for row in annotation_set.mentions if row.id not in linked]:
        antecedent = _find_similar(reading, annotation_set, mention, chains)
        if antecedent and reading.at("overlinked", mention).hits(rate):
            new_id = make_id(annotation_set, f"overlinked-{mention.id}")
            values = fill_required(dict(rule.identity_when), rule.attributes)
            relations.append(Relation(new_id, rule.name, mention.id, antecedent.id, values))
    return add_annotations(annotation_set, relations=relations)


def _index_chains(reading: Reading, annotation_set: AnnotationSet) -> dict[str, int]:
    parts = find_components(collect_identity_links(annotation_set, reading.schema))
    return {member: number for number, part in enumerate(parts) for member in part}


def _find_similar(
    reading: Reading,
    annotation_set: AnnotationSet,
    mention: Mention,
    chains: Sequence[Mapping[str, int]],
) -> Mention | None:
    """Return the nearest earlier mention with the same last word, or a generic one."""
    words, kind = reading.words, reading.roles.get_kind(mention)
    head = words.get_head(mention)
    own = [(chain_of, chain_of.get(mention.id, -1)) for chain_of in chains]
    earlier = [
        candidate
        for candidate in annotation_set.mentions
        if candidate.end <= mention.start
        and (candidate.type, reading.roles.get_kind(candidate)) == (mention.type, kind)
        and all(chain_of.get(candidate.id) != chain for chain_of, chain in own)
        and (words.get_head(candidate) == head or words.get_text(candidate) in GENERIC)
    ]
    return max(earlier, key=lambda candidate: (candidate.end, candidate.id), default=None)
