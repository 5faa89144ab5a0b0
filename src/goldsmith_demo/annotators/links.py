"""Coreference errors: missed links, wrong antecedents, and links between different entities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from goldsmith.core import Mention, Relation
from goldsmith.core.validation import check_arguments
from goldsmith_demo.annotators import edits
from goldsmith_demo.annotators.draws import Draw
from goldsmith_demo.annotators.reading import Reading
from goldsmith_demo.annotators.words import GENERIC

_NEAR: Final = 0.7  # within a sentence
_FARTHEST: Final = 1.8  # factor for links across many sentences
_STEP: Final = 0.1  # added for each sentence in between


def miss_links(reading: Reading, rel: Relation, draw: Draw) -> Relation | None:
    """Remove the links that the annotator misses, more often at a greater distance."""
    rate = reading.rate(reading.profile.link_missed, _rate_link(reading, rel))
    return None if draw.hits(rate) else rel


def _rate_link(reading: Reading, rel: Relation) -> float:
    """Return how easily a link is missed, by distance, kind and class, and for pronouns."""
    roles, anaphor = reading.roles, reading.mentions[rel.arg1]
    factor = min(_NEAR + _STEP * reading.count_sentences(rel), _FARTHEST)
    for kind in (roles.get_link_kind(rel, reading.rules[rel.type]), roles.get_kind(anaphor)):
        factor *= roles.links.get(kind, 1.0) * reading.profile.links.get(kind, 1.0)
    return factor * (reading.profile.pronouns if reading.is_pronoun(anaphor) else 1.0)


def change_antecedents(reading: Reading, rel: Relation, draw: Draw) -> Relation:
    """Redirect links to the antecedent's own antecedent or to the nearest earlier mention."""
    if not draw.hits(reading.rate(reading.profile.link_antecedent)):
        return rel
    return draw.pick(list(_list_redirected(reading, rel)) or [rel])


def _list_redirected(reading: Reading, rel: Relation) -> Iterator[Relation]:
    """Yield the link to its antecedent's own antecedent and to the nearest earlier mention."""
    anaphor, antecedent = reading.mentions[rel.arg1], reading.mentions[rel.arg2]
    before = {
        link.arg1: link.arg2 for link in reading.annotations.relations if reading.is_link(link)
    }
    earlier = _list_earlier(reading, anaphor, antecedent)
    nearest = _find_last(mention for mention in earlier if mention is not antecedent)
    for target in (before.get(rel.arg2), nearest.id if nearest else None):
        if target in reading.mentions and target not in (None, rel.arg1):
            changed = replace(rel, arg2=target)
            if not any(check_arguments(changed, reading.rules[rel.type], reading.mentions)):
                yield changed


def _list_earlier(reading: Reading, anaphor: Mention, model: Mention) -> Iterator[Mention]:
    """Yield the mentions before an anaphor with the type and class of a model."""
    kind = reading.roles.get_kind(model)
    for mention in reading.annotations.mentions:
        is_earlier = mention.end <= anaphor.start and mention.type == model.type
        if is_earlier and reading.roles.get_kind(mention) == kind:
            yield mention


def _find_last(mentions: Iterable[Mention]) -> Mention | None:
    """Return the last of some mentions in the text."""
    return max(mentions, key=lambda mention: (mention.end, mention.id), default=None)


def overlink(reading: Reading) -> None:
    """Link mentions to an earlier one with the same last word, or to a generic one."""
    rule = next((kind for kind in reading.schema.relation if kind.identity), None)
    if rule is None:
        return
    current = reading.annotations
    # Overlinking must not restore a missed link, so the gold chains are excluded as well.
    chains = [edits.index_chains(each, reading.schema) for each in (current, reading.gold)]
    linked = {rel.arg1 for rel in current.relations if reading.is_link(rel)}
    rate = reading.rate(reading.profile.overlinked)
    relations = []
    for mention in [row for row in current.mentions if row.id not in linked]:
        is_linked = reading.draw("overlinked", mention).hits(rate)
        antecedent = _find_last(_list_similar(reading, mention, chains)) if is_linked else None
        if antecedent:
            new_id = edits.make_id(current, f"overlinked-{mention.id}")
            values = edits.fill_required(dict(rule.identity_when), rule.attributes)
            relations.append(Relation(new_id, rule.name, mention.id, antecedent.id, values))
    reading.update(edits.add_annotations(current, relations=relations))


def _list_similar(
    reading: Reading, mention: Mention, chains: Iterable[Mapping[str, int]]
) -> Iterator[Mention]:
    """Yield earlier mentions of other chains that have the same last word or are generic."""
    words = reading.words
    head = words.get_head(mention)
    own = [(chain_of, chain_of.get(mention.id, -1)) for chain_of in chains]
    for candidate in _list_earlier(reading, mention, mention):
        is_apart = all(chain_of.get(candidate.id) != chain for chain_of, chain in own)
        if is_apart and (words.get_head(candidate) == head or words.get_text(candidate) in GENERIC):
            yield candidate
