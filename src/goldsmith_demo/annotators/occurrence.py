"""Mentions that an annotator passes over, and mentions that are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Mention, MentionType, Relation, Span
from goldsmith.differences.words import SERVICES
from goldsmith_demo.annotators.edits import added, coded, completed, fresh, without
from goldsmith_demo.annotators.reading import Reading
from goldsmith_demo.annotators.words import BODY_WORDS, FUNCTION_WORDS, GENERIC, occupied

_PRONOUN: Final = 2.5
_GENERIC: Final = 1.6
_REPEATED: Final = 1.5
#: Number of relations -> factor: what hangs together with much is hardly overlooked.
_RELATED: Final = (3.0, 1.2, 0.6, 0.4)
_LATE: Final = 0.5  # of the text: by then attention is gone
_TEAM_WEIGHT: Final = 6.0
_KNOWN_WEIGHT: Final = 4.0
_WORD_WEIGHT: Final = 1.0
_SHORTEST: Final = 5  # letters of a word that is taken for a term
_MOST: Final = 0.8


def missed(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set without what the annotator did not see; chains close over the gap."""
    told: Counter[str] = Counter()
    gone = set()
    for mention in sorted(one.mentions, key=lambda mention: mention.spans):
        wording = reading.words.wording(mention)
        factor = _unnoticed(reading, mention, again=told[wording] > 0)
        told[wording] += 1
        if reading.at("missed", mention).hits(reading.rate(reading.profile.missed, factor)):
            gone.add(mention.id)
    return without(_closed(reading, one, gone), gone)


def _unnoticed(reading: Reading, mention: Mention, *, again: bool) -> float:
    """How easily a mention is passed over."""
    factor = reading.roles.hard.get(reading.roles.kind(mention), 1.0)
    if reading.gold.relations:
        factor *= _RELATED[min(reading.related(mention), len(_RELATED) - 1)]
    if reading.is_pronoun(mention):
        return factor * _PRONOUN * reading.profile.pronouns
    if reading.words.wording(mention) in GENERIC:
        factor *= _GENERIC
    if again and mention.start > _LATE * len(reading.doc.text):
        factor *= _REPEATED
    return factor


def _closed(reading: Reading, one: AnnotationSet, gone: set[str]) -> AnnotationSet:
    """The set with links that led to a missed mention leading to what that one was linked to."""
    before = {rel.arg1: rel for rel in one.relations if _is_identity(reading, rel)}
    made: list[Relation] = []
    for rel in one.relations:
        if rel.arg2 in gone and before.get(rel.arg1) is rel:
            seen = {rel.arg1}
            target = rel.arg2
            while target in gone and target in before and target not in seen:
                seen.add(target)
                target = before[target].arg2
            made.append(rel if target in seen else replace(rel, arg2=target))
        else:
            made.append(rel)
    return replace(one, relations=tuple(made))


def _is_identity(reading: Reading, rel: Relation) -> bool:
    rule = reading.rules.get(rel.type)
    return rule is not None and rule.makes_identity(rel.attributes)


def spurious(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with words that are taken for mentions: of a team's name, or known from elsewhere."""
    found = list(_candidates(reading, one))
    total = sum(weight for _, _, weight in found)
    if not total:
        return one
    each = reading.rate(reading.profile.spurious) * len(one.mentions) / total
    made = []
    for span, kind, weight in found:
        draw = reading.draws.at(
            "spurious", f"{span.start}-{span.end}", shared=reading.profile.shared
        )
        if draw.hits(min(each * weight, _MOST)):
            name = kind or draw.pick([mention.type for mention in one.mentions])
            new = _invented(reading, one, name, span)
            made += [new] if new else []
    return added(one, made)


def _candidates(reading: Reading, one: AnnotationSet) -> Iterator[tuple[Span, str, float]]:
    """Words outside mentions, with the type they suggest (if any) and how much they do."""
    words = reading.words
    taken = occupied((*one.mentions, *reading.gold.mentions))
    for span in words.all:
        if not taken.isdisjoint(range(span.start, span.end)):
            continue
        wording, after = words.of(span), words.after(span.end)
        kind = reading.lexicon.get(wording, "")
        if after and words.of(after) in SERVICES and (kind or wording in BODY_WORDS):
            yield span, kind or _place_type(reading), _TEAM_WEIGHT
        elif kind:
            yield span, kind, _KNOWN_WEIGHT
        elif len(wording) >= _SHORTEST and wording.isalpha() and wording not in FUNCTION_WORDS:
            yield span, "", _WORD_WEIGHT


def _place_type(reading: Reading) -> str:
    """The type of places in the body, where the schema has one."""
    return next((place for _, place, _ in reading.roles.terms), "")


def _invented(reading: Reading, one: AnnotationSet, name: str, span: Span) -> Mention | None:
    """A mention where there is none, with the values that its type demands."""
    kind: MentionType | None = reading.schema.mention_type(name)
    if kind is None:
        return None
    attributes = completed({}, kind.attributes)
    new_id = fresh(one, f"spurious-{span.start}-{span.end}")
    return Mention(new_id, name, (span,), attributes, coded((), kind))
