"""Occurrence errors: missed and spurious mentions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Mention, Relation, Span
from goldsmith.differences.words import SERVICES
from goldsmith_demo.annotators import edits
from goldsmith_demo.annotators.reading import Reading
from goldsmith_demo.annotators.words import BODY_WORDS, FUNCTION_WORDS, GENERIC, collect_offsets

_PRONOUN: Final = 2.5
_GENERIC: Final = 1.6
_REPEATED: Final = 1.5
#: Number of relations -> factor: a mention with many relations is rarely overlooked.
_RELATED: Final = (3.0, 1.2, 0.6, 0.4)
_LATE: Final = 0.5  # share of the text after which attention fades
_TEAM_WEIGHT: Final = 6.0
_LEXICON_WEIGHT: Final = 4.0
_WORD_WEIGHT: Final = 1.0
_SHORTEST: Final = 5  # letters in a word that may be mistaken for a term
_MOST: Final = 0.8


def miss_mentions(reading: Reading) -> None:
    """Remove the mentions that the annotator misses, and link their chains across the gaps."""
    wordings: set[str] = set()
    missed = set()
    for mention in sorted(reading.annotations.mentions, key=lambda mention: mention.spans):
        wording = reading.words.get_text(mention)
        factor = _rate_mention(reading, mention, again=wording in wordings)
        wordings.add(wording)
        if reading.draw("missed", mention).hits(reading.rate(reading.profile.missed, factor)):
            missed.add(mention.id)
    reading.update(edits.remove_mentions(_bridge_gaps(reading, missed), missed))


def _rate_mention(reading: Reading, mention: Mention, *, again: bool) -> float:
    """Return how easily a mention is missed."""
    factor = reading.roles.get_factor(reading.roles.hard, mention)
    if reading.gold.relations:
        factor *= _RELATED[min(reading.related[mention.id], len(_RELATED) - 1)]
    if reading.is_pronoun(mention):
        return factor * _PRONOUN * reading.profile.pronouns
    if reading.words.get_text(mention) in GENERIC:
        factor *= _GENERIC
    if again and mention.start > _LATE * len(reading.doc.text):
        factor *= _REPEATED
    return factor


def _bridge_gaps(reading: Reading, missed: set[str]) -> AnnotationSet:
    """Redirect links to a missed mention to the antecedent of that mention."""
    before = {
        rel.arg1: rel
        for rel in reading.annotations.relations
        if reading.is_link(rel) and reading.rules[rel.type].is_identity(rel.attributes)
    }

    def bridge(rel: Relation) -> Relation:
        visited, target = {rel.arg1}, rel.arg2
        while target in missed and target in before and target not in visited:
            visited.add(target)
            target = before[target].arg2
        is_link = before.get(rel.arg1) is rel
        return replace(rel, arg2=target) if is_link and target not in visited else rel

    return edits.change_relations(reading.annotations, bridge)


def add_spurious(reading: Reading) -> None:
    """Add mentions for words that resemble mentions: team names, terms used elsewhere."""
    current = reading.annotations
    candidates = list(_list_candidates(reading))
    total = sum(weight for _, _, weight in candidates)
    each = reading.rate(reading.profile.spurious) * len(current.mentions) / (total or 1)
    mentions = []
    for span, kind, weight in candidates:
        draw = reading.draw("spurious", span)
        if draw.hits(min(each * weight, _MOST)):
            name = kind or draw.pick([mention.type for mention in current.mentions])
            if rule := reading.schema.get_mention_type(name):
                new_id = edits.make_id(current, f"spurious-{span.start}-{span.end}")
                mentions.append(edits.make_mention(new_id, rule, span))
    reading.update(edits.add_annotations(current, mentions))


def _list_candidates(reading: Reading) -> Iterator[tuple[Span, str, float]]:
    """Yield words outside mentions, with the type they suggest (empty if none) and a weight."""
    words = reading.words
    taken = collect_offsets((*reading.annotations.mentions, *reading.gold.mentions))
    for span in words.spans:
        if not taken.isdisjoint(range(span.start, span.end)):
            continue
        wording, after = words.get_wording(span), words.find_after(span.end)
        kind = reading.lexicon.get(wording, "")
        if after and words.get_wording(after) in SERVICES and (kind or wording in BODY_WORDS):
            places = (compound.part for compound in reading.roles.terms)
            yield span, kind or next(places, ""), _TEAM_WEIGHT
        elif kind:
            yield span, kind, _LEXICON_WEIGHT
        elif len(wording) >= _SHORTEST and wording.isalpha() and wording not in FUNCTION_WORDS:
            yield span, "", _WORD_WEIGHT
