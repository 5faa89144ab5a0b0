"""Typing, term decomposition, granularity and locus modification (CLEF section 5.4, 3-5 and 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Mention, Relation, Span
from goldsmith_demo.annotators import edits
from goldsmith_demo.annotators.reading import Reading
from goldsmith_demo.annotators.words import BODY_WORDS, PART_WORDS


def confuse_types(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Give mentions another type with which theirs is confused."""
    changes = {}
    for mention in annotation_set.mentions:
        table = reading.roles.typing.get(mention.type, {})
        kinds = {name: kind for name in table if (kind := reading.schema.get_mention_type(name))}
        weights = [table[name] for name in kinds]
        draw = reading.at("typing", mention)
        if kinds and draw.hits(reading.rate(reading.profile.typing, sum(weights))):
            changes[mention.id] = edits.set_type(mention, kinds[draw.pick(list(kinds), weights)])
    return edits.replace_mentions(annotation_set, changes)


def decompose_terms(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Split terms into a term and a place, or merge the two."""
    for role in reading.roles.terms:
        annotation_set = _split_terms(reading, annotation_set, role)
        annotation_set = _merge_terms(reading, annotation_set, role)
    return annotation_set


def _split_terms(
    reading: Reading, annotation_set: AnnotationSet, role: tuple[str, str, str]
) -> AnnotationSet:
    """Split off the place from terms that contain it."""
    whole, place, relation = role
    for mention in annotation_set.mentions:
        if mention.type != whole or len(mention.spans) != 1:
            continue
        word = _find_word(reading, mention, lambda wording: _is_place(reading, wording, place))
        draw = reading.at("apart", mention)
        if word and draw.hits(reading.rate(reading.profile.decomposition)):
            annotation_set = _split_mention(
                reading, annotation_set, mention, (word, place), (relation, False)
            )
    return annotation_set


def _merge_terms(
    reading: Reading, annotation_set: AnnotationSet, role: tuple[str, str, str]
) -> AnnotationSet:
    """Merge terms with an adjacent place."""
    whole, place, relation = role
    for term, locus in _list_adjacent(reading, annotation_set, relation):
        fits = term.type == whole and locus.type == place and reading.is_untouched(locus)
        if fits and reading.at("together", term).hits(reading.rate(reading.profile.decomposition)):
            annotation_set = _merge_mentions(reading, annotation_set, term, locus)
    return annotation_set


def confuse_modifiers(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Merge signals with the place that they modify, or split them off from a place."""
    rate = reading.profile.modification
    for signal, place, relation in reading.roles.modifiers:
        factor = reading.roles.hard.get(signal, 1.0)
        for word, locus in _list_adjacent(reading, annotation_set, relation):
            fits = word.type == signal and locus.type == place
            if fits and reading.at("modifier", word).hits(reading.rate(rate, factor)):
                annotation_set = _merge_mentions(reading, annotation_set, locus, word)
    for signal, place, relation in reading.roles.modifiers[:1]:
        for mention in annotation_set.mentions:
            if mention.type != place or not reading.is_untouched(mention):
                continue
            part = _find_word(reading, mention, PART_WORDS.__contains__)
            if part and reading.at("part", mention).hits(reading.rate(rate)):
                annotation_set = _split_mention(
                    reading, annotation_set, mention, (part, signal), (relation, True)
                )
    return annotation_set


def coarsen_values(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Merge values with the name of their test, and move its relations to an earlier test."""
    for test, value in reading.roles.measured:
        for name, figure in list(_list_measurements(reading, annotation_set, test, value)):
            if reading.at("granularity", name).hits(reading.rate(reading.profile.granularity)):
                annotation_set = _move_relations(
                    _merge_mentions(reading, annotation_set, figure, name, remove=False), name, test
                )
    return annotation_set


def _move_relations(annotation_set: AnnotationSet, name: Mention, test: str) -> AnnotationSet:
    """Remove a test, and move its relations to the last test before it, if any."""
    earlier = [m for m in annotation_set.mentions if m.type == test and m.end <= name.start]
    if earlier:
        wider = max(earlier, key=lambda mention: mention.end).id
        moved = {name.id: wider}
        relations = (
            replace(rel, arg1=moved.get(rel.arg1, rel.arg1), arg2=moved.get(rel.arg2, rel.arg2))
            for rel in annotation_set.relations
        )
        annotation_set = replace(annotation_set, relations=tuple(relations))
    return edits.remove_mentions(annotation_set, {name.id})


def _is_place(reading: Reading, wording: str, place: str) -> bool:
    return wording in BODY_WORDS or reading.lexicon.get(wording) == place


def _find_word(reading: Reading, mention: Mention, is_kind: Callable[[str], bool]) -> Span | None:
    """Return the first word of a kind in a contiguous mention, unless it is the last word."""
    if len(mention.spans) != 1:
        return None
    words = reading.words.find_inside(mention.spans[0])
    if len(words) < 2 or words[0].start != mention.start or words[-1].end != mention.end:
        return None
    return next((word for word in words[:-1] if is_kind(reading.words.get_wording(word))), None)


def _split_mention(
    reading: Reading,
    annotation_set: AnnotationSet,
    mention: Mention,
    part: tuple[Span, str],
    link: tuple[str, bool],
) -> AnnotationSet:
    """Split off a word of a mention as a separate mention, and relate the two.

    The relation leads from the mention to the word, or from the word to the mention if the second
    item of `link` is true.
    """
    (word, name), (relation, backwards) = part, link
    kind = reading.schema.get_mention_type(name)
    rule = reading.rules.get(relation)
    if kind is None or rule is None:
        return annotation_set
    rest = [span for span in reading.words.find_inside(mention.spans[0]) if span != word]
    before = [span for span in rest if span.end <= word.start]
    after = [span for span in rest if span.start >= word.end]
    spans = [Span(run[0].start, run[-1].end) for run in (before, after) if run]
    new_id = edits.make_id(annotation_set, f"{mention.id}-part")
    new = edits.make_mention(new_id, kind, word)
    if any((m.type, m.spans) == (name, (word,)) for m in annotation_set.mentions):
        return annotation_set
    ends = (new_id, mention.id) if backwards else (mention.id, new_id)
    rel_id = edits.make_id(annotation_set, f"{mention.id}-part-of")
    rel = Relation(rel_id, relation, *ends, edits.fill_required({}, rule.attributes))
    annotation_set = edits.replace_mentions(
        annotation_set, {mention.id: edits.set_spans(mention, spans, reading.doc.text)}
    )
    return edits.add_annotations(annotation_set, [new], [rel])


def _merge_mentions(
    reading: Reading,
    annotation_set: AnnotationSet,
    mention: Mention,
    neighbour: Mention,
    *,
    remove: bool = True,
) -> AnnotationSet:
    """Extend a mention to cover its neighbour, and remove the neighbour if `remove` is set."""
    current = annotation_set.mentions_by_id().get(mention.id)
    if current is None or neighbour.id not in annotation_set.mentions_by_id():
        return annotation_set
    spans = (Span(min(current.start, neighbour.start), max(current.end, neighbour.end)),)
    annotation_set = edits.replace_mentions(
        annotation_set, {mention.id: edits.set_spans(current, spans, reading.doc.text)}
    )
    return edits.remove_mentions(annotation_set, {neighbour.id}) if remove else annotation_set


def _list_adjacent(
    reading: Reading, annotation_set: AnnotationSet, relation: str
) -> Iterator[tuple[Mention, Mention]]:
    """Yield the arguments of relations of a type if they are contiguous and adjacent."""
    mentions = annotation_set.mentions_by_id()
    for rel in annotation_set.relations:
        if rel.type == relation:
            first, second = mentions[rel.arg1], mentions[rel.arg2]
            if len(first.spans) == len(second.spans) == 1 and _is_adjacent(reading, first, second):
                yield first, second


def _is_adjacent(reading: Reading, first: Mention, second: Mention) -> bool:
    words = reading.words
    return words.is_adjacent(first.end, second.start) or words.is_adjacent(second.end, first.start)


def _list_measurements(
    reading: Reading, annotation_set: AnnotationSet, test: str, value: str
) -> Iterator[tuple[Mention, Mention]]:
    """Yield pairs of a test and the value that follows it."""
    tests = {m.end: m for m in annotation_set.mentions if m.type == test and len(m.spans) == 1}
    for figure in annotation_set.mentions:
        if figure.type == value and len(figure.spans) == 1:
            for end, name in tests.items():
                if reading.words.is_adjacent(end, figure.start):
                    yield name, figure
