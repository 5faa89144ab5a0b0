"""Typing, term decomposition, granularity and locus modification (CLEF section 5.4, 3-5 and 7)."""

from __future__ import annotations

from collections.abc import Container, Iterator

from msgspec.structs import replace

from goldsmith.core import Mention, Relation, Span
from goldsmith_demo.annotators import edits
from goldsmith_demo.annotators.draws import Draw
from goldsmith_demo.annotators.reading import Reading
from goldsmith_demo.annotators.roles import Compound
from goldsmith_demo.annotators.words import BODY_WORDS, PART_WORDS


def confuse_types(reading: Reading, mention: Mention, draw: Draw) -> Mention:
    """Give mentions another type with which theirs is confused."""
    table = reading.roles.typing.get(mention.type, {})
    weights = list(table.values())
    if not table or not draw.hits(reading.rate(reading.profile.typing, sum(weights))):
        return mention
    return replace(mention, type=draw.pick(list(table), weights))


def decompose_terms(reading: Reading) -> None:
    """Split terms into a term and a place, or merge the two."""
    rate = reading.rate(reading.profile.decomposition)
    for compound in reading.roles.terms:
        places = {wording for wording, kind in reading.lexicon.items() if kind == compound.part}
        _split_compounds(reading, compound, "apart", rate, BODY_WORDS | places)
        _merge_compounds(reading, compound, "together", rate)


def confuse_modifiers(reading: Reading) -> None:
    """Merge signals with the place that they modify, or split them off from a place."""
    rate = reading.profile.modification
    for compound in reading.roles.modifiers:
        factor = reading.roles.hard.get(compound.part, 1.0)
        _merge_compounds(reading, compound, "modifier", reading.rate(rate, factor))
    for compound in reading.roles.modifiers[:1]:
        _split_compounds(reading, compound, "part", reading.rate(rate), PART_WORDS)


def coarsen_values(reading: Reading) -> None:
    """Merge values with the name of their test, and move its relations to an earlier test."""
    rate = reading.rate(reading.profile.granularity)
    for test, value in reading.roles.measured:
        for name, figure in list(_list_measurements(reading, test, value)):
            if reading.draw("granularity", name).hits(rate):
                _move_relations(reading, name)
                _merge_mentions(reading, figure, name)


def _list_measurements(
    reading: Reading, test: str, value: str
) -> Iterator[tuple[Mention, Mention]]:
    """Yield pairs of a test and the value that follows it."""
    whole = [mention for mention in reading.annotations.mentions if len(mention.spans) == 1]
    tests = {mention.end: mention for mention in whole if mention.type == test}
    for figure in whole:
        for end, name in tests.items() if figure.type == value else ():
            if reading.words.is_adjacent(end, figure.start):
                yield name, figure


def _move_relations(reading: Reading, name: Mention) -> None:
    """Move the relations of a test to the last test before it, if any."""
    tests = (row for row in reading.annotations.mentions if row.type == name.type)
    earlier = (test for test in tests if test.end <= name.start)
    moved = {name.id: max(earlier, key=lambda test: test.end, default=name).id}

    def move(rel: Relation) -> Relation:
        return replace(rel, arg1=moved.get(rel.arg1, rel.arg1), arg2=moved.get(rel.arg2, rel.arg2))

    reading.update(edits.change_relations(reading.annotations, move))


def _merge_compounds(reading: Reading, compound: Compound, mechanism: str, rate: float) -> None:
    """Merge mentions with their adjacent parts."""
    for first, second in _list_adjacent(reading, compound.relation):
        whole, part = (second, first) if compound.part_first else (first, second)
        fits = (whole.type, part.type) == (compound.whole, compound.part)
        if fits and reading.is_untouched(part) and reading.draw(mechanism, first).hits(rate):
            _merge_mentions(reading, whole, part)


def _list_adjacent(reading: Reading, relation: str) -> Iterator[tuple[Mention, Mention]]:
    """Yield the arguments of relations of a type if they are contiguous and adjacent."""
    mentions, words = reading.mentions, reading.words
    for rel in reading.annotations.relations:
        first, second = mentions[rel.arg1], mentions[rel.arg2]
        if rel.type == relation and len(first.spans) == len(second.spans) == 1:
            ends = (first.end, second.start), (second.end, first.start)
            if any(words.is_adjacent(end, start) for end, start in ends):
                yield first, second


def _merge_mentions(reading: Reading, mention: Mention, neighbour: Mention) -> None:
    """Extend a mention to cover its neighbour, and remove the neighbour."""
    current = reading.mentions.get(mention.id)
    if current is None or neighbour.id not in reading.mentions:
        return
    span = Span(min(current.start, neighbour.start), max(current.end, neighbour.end))
    changes = {mention.id: edits.set_spans(current, [span], reading.doc.text)}
    extended = edits.replace_mentions(reading.annotations, changes)
    reading.update(edits.remove_mentions(extended, {neighbour.id}))


def _split_compounds(
    reading: Reading, compound: Compound, mechanism: str, rate: float, parts: Container[str]
) -> None:
    """Split off the first word that names a part, unless it is the last word of its mention."""
    for mention in reading.annotations.mentions:
        if mention.type == compound.whole and reading.is_untouched(mention):
            word = _find_word(reading, mention, parts)
            if word and reading.draw(mechanism, mention).hits(rate):
                _split_mention(reading, mention, word, compound)


def _find_word(reading: Reading, mention: Mention, parts: Container[str]) -> Span | None:
    """Return the first of these words in a contiguous mention, unless it is the last word."""
    words = reading.words.find_inside(Span(mention.start, mention.end))
    if not words or mention.spans != (Span(words[0].start, words[-1].end),):
        return None
    return next((word for word in words[:-1] if reading.words.get_wording(word) in parts), None)


def _split_mention(reading: Reading, mention: Mention, word: Span, compound: Compound) -> None:
    """Split off a word of a mention as a separate mention, and relate the two."""
    current = reading.annotations
    kind = reading.schema.get_mention_type(compound.part)
    if not kind or (kind.name, (word,)) in map(edits.get_place, current.mentions):
        return
    part = edits.make_mention(edits.make_id(current, f"{mention.id}-part"), kind, word)
    ends = (part.id, mention.id) if compound.part_first else (mention.id, part.id)
    rel_id, rule = edits.make_id(current, f"{mention.id}-part-of"), reading.rules[compound.relation]
    rel = Relation(rel_id, rule.name, *ends, edits.fill_required({}, rule.attributes))
    words = reading.words.find_inside(mention.spans[0])
    at = words.index(word)
    spans = [Span(run[0].start, run[-1].end) for run in (words[:at], words[at + 1 :]) if run]
    changes = {mention.id: edits.set_spans(mention, spans, reading.doc.text)}
    current = edits.replace_mentions(current, changes)
    reading.update(edits.add_annotations(current, [part], [rel]))
