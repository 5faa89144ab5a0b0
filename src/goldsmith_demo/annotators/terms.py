"""Typing, term decomposition, granularity and locus modification (CLEF section 5.4, 3-5 and 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Mention, Relation, Span
from goldsmith_demo.annotators.edits import (
    added,
    changed,
    coded,
    completed,
    fresh,
    respanned,
    retyped,
    without,
)
from goldsmith_demo.annotators.reading import Reading
from goldsmith_demo.annotators.words import BODY_WORDS, PART_WORDS


def typing(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with mentions of a type that is taken for another."""
    changes = {}
    for mention in one.mentions:
        table = reading.roles.typing.get(mention.type, {})
        known = {name: kind for name in table if (kind := reading.schema.mention_type(name))}
        weights = [table[name] for name in known]
        draw = reading.at("typing", mention)
        if known and draw.hits(reading.rate(reading.profile.typing, sum(weights))):
            changes[mention.id] = retyped(mention, known[draw.pick(list(known), weights)])
    return changed(one, changes)


def decomposition(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with terms taken apart into term and place, or term and place taken together."""
    for whole, place, relation in reading.roles.terms:
        one = _apart(reading, one, (whole, place, relation))
        one = _together(reading, one, (whole, place, relation))
    return one


def _apart(reading: Reading, one: AnnotationSet, role: tuple[str, str, str]) -> AnnotationSet:
    """The set with the place taken out of terms that name it."""
    whole, place, relation = role
    for mention in one.mentions:
        if mention.type != whole or len(mention.spans) != 1:
            continue
        word = _found(reading, mention, lambda wording: _is_place(reading, wording, place))
        draw = reading.at("apart", mention)
        if word and draw.hits(reading.rate(reading.profile.decomposition)):
            one = _split(reading, one, mention, (word, place), (relation, False))
    return one


def _together(reading: Reading, one: AnnotationSet, role: tuple[str, str, str]) -> AnnotationSet:
    """The set with terms that have swallowed the place beside them."""
    whole, place, relation = role
    for term, locus in _beside(reading, one, relation):
        fits = term.type == whole and locus.type == place and reading.untouched(locus)
        if fits and reading.at("together", term).hits(reading.rate(reading.profile.decomposition)):
            one = _swallowed(reading, one, term, locus)
    return one


def modification(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with signals taken as part of the place they modify, or parts taken as signals."""
    rate = reading.profile.modification
    for signal, place, relation in reading.roles.modifiers:
        factor = reading.roles.hard.get(signal, 1.0)
        for word, locus in _beside(reading, one, relation):
            fits = word.type == signal and locus.type == place
            if fits and reading.at("modifier", word).hits(reading.rate(rate, factor)):
                one = _swallowed(reading, one, locus, word)
    for signal, place, relation in reading.roles.modifiers[:1]:
        for mention in one.mentions:
            if mention.type != place or not reading.untouched(mention):
                continue
            part = _found(reading, mention, PART_WORDS.__contains__)
            if part and reading.at("part", mention).hits(reading.rate(rate)):
                one = _split(reading, one, mention, (part, signal), (relation, True))
    return one


def granularity(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with values that have swallowed their test; a test before it takes its place."""
    for test, value in reading.roles.measured:
        for name, figure in list(_neighbours(reading, one, test, value)):
            if reading.at("granularity", name).hits(reading.rate(reading.profile.granularity)):
                one = _moved(_swallowed(reading, one, figure, name, gone=False), name, test)
    return one


def _moved(one: AnnotationSet, name: Mention, test: str) -> AnnotationSet:
    """The set with what was said of a test said of the last test before it, if there is one."""
    before = [m for m in one.mentions if m.type == test and m.end <= name.start]
    if before:
        wider = max(before, key=lambda mention: mention.end).id
        moved = (
            replace(
                rel,
                arg1=wider if rel.arg1 == name.id else rel.arg1,
                arg2=wider if rel.arg2 == name.id else rel.arg2,
            )
            for rel in one.relations
        )
        one = replace(one, relations=tuple(moved))
    return without(one, {name.id})


def _is_place(reading: Reading, wording: str, place: str) -> bool:
    return wording in BODY_WORDS or reading.lexicon.get(wording) == place


def _found(reading: Reading, mention: Mention, like: Callable[[str], bool]) -> Span | None:
    """The first word of a mention of several that is of a kind, if not the last."""
    if len(mention.spans) != 1:
        return None
    words = reading.words.inside(mention.spans[0])
    if len(words) < 2 or words[0].start != mention.start or words[-1].end != mention.end:
        return None
    return next((word for word in words[:-1] if like(reading.words.of(word))), None)


def _split(
    reading: Reading,
    one: AnnotationSet,
    mention: Mention,
    part: tuple[Span, str],
    link: tuple[str, bool],
) -> AnnotationSet:
    """The set with one word of a mention as a mention of its own, and the relation between them.

    The relation leads from the mention to the word, or the other way round where `link` says so.
    """
    (word, name), (relation, backwards) = part, link
    kind = reading.schema.mention_type(name)
    rule = reading.rules.get(relation)
    if kind is None or rule is None:
        return one
    rest = [span for span in reading.words.inside(mention.spans[0]) if span != word]
    left = [span for span in rest if span.end <= word.start]
    right = [span for span in rest if span.start >= word.end]
    spans = [Span(run[0].start, run[-1].end) for run in (left, right) if run]
    new_id = fresh(one, f"{mention.id}-part")
    new = Mention(new_id, name, (word,), completed({}, kind.attributes), coded((), kind))
    if any((m.type, m.spans) == (name, (word,)) for m in one.mentions):
        return one
    ends = (new_id, mention.id) if backwards else (mention.id, new_id)
    rel = Relation(
        fresh(one, f"{mention.id}-part-of"), relation, *ends, completed({}, rule.attributes)
    )
    one = changed(one, {mention.id: respanned(mention, spans, reading.doc.text)})
    return added(one, [new], [rel])


def _swallowed(
    reading: Reading, one: AnnotationSet, mention: Mention, other: Mention, *, gone: bool = True
) -> AnnotationSet:
    """The set with a mention that covers its neighbour as well; the neighbour goes."""
    now = one.by_id().get(mention.id)
    if now is None or other.id not in one.by_id():
        return one
    spans = (Span(min(now.start, other.start), max(now.end, other.end)),)
    one = changed(one, {mention.id: respanned(now, spans, reading.doc.text)})
    return without(one, {other.id}) if gone else one


def _beside(
    reading: Reading, one: AnnotationSet, relation: str
) -> Iterator[tuple[Mention, Mention]]:
    """The arguments of relations of a type that stand side by side, each in one piece."""
    mentions = one.by_id()
    for rel in one.relations:
        if rel.type == relation:
            first, second = mentions[rel.arg1], mentions[rel.arg2]
            if len(first.spans) == len(second.spans) == 1 and _touch(reading, first, second):
                yield first, second


def _touch(reading: Reading, first: Mention, second: Mention) -> bool:
    words = reading.words
    return words.apart(first.end, second.start) or words.apart(second.end, first.start)


def _neighbours(
    reading: Reading, one: AnnotationSet, test: str, value: str
) -> Iterator[tuple[Mention, Mention]]:
    """Tests with the value that stands right after them."""
    tests = {m.end: m for m in one.mentions if m.type == test and len(m.spans) == 1}
    for figure in one.mentions:
        if figure.type == value and len(figure.spans) == 1:
            for end, name in tests.items():
                if reading.words.apart(end, figure.start):
                    yield name, figure
