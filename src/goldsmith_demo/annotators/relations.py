"""Errors in relations other than coreference: missed, wrong type, wrong argument."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Mention, Relation
from goldsmith.core.validation import check_arguments, check_attributes
from goldsmith_demo.annotators.edits import keep_relations
from goldsmith_demo.annotators.reading import Reading

_NEAR: Final = 0.75  # within a sentence
_FAR: Final = 1.2
_IMPLICIT: Final = 1.1  # requires domain knowledge and crosses sentences
_HARDEST: Final = 0.65  # a beginner sees some relations of even the hardest type
_COMPLETED: Final = 0.3  # otherwise complementary annotators would share no hard relation


def miss_relations(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Remove the relations that the annotator misses."""
    mentions = annotation_set.mentions_by_id()

    def is_noticed(rel: Relation) -> bool:
        if reading.is_link(rel):
            return True
        factor = _rate_relation(reading, rel, mentions)
        rate = reading.rate(reading.profile.relation_missed, factor, by_genre=False)
        most = _COMPLETED if reading.profile.complementary else _HARDEST
        return not reading.draw("relation missed", rel, mentions).hits(min(rate, most))

    return keep_relations(annotation_set, is_noticed)


def _rate_relation(reading: Reading, rel: Relation, mentions: Mapping[str, Mention]) -> float:
    """Return how easily a relation is missed, by type, distance and required knowledge."""
    far = reading.count_sentences(mentions[rel.arg1], mentions[rel.arg2]) > 0
    factor = reading.roles.relations.get(rel.type, 1.0) * (_FAR if far else _NEAR)
    if rel.type in reading.roles.domain:
        factor *= reading.profile.domain * (_IMPLICIT if far else 1.0)
    return factor


def mistype_relations(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Give relations another type that allows the same two mentions."""
    mentions = annotation_set.mentions_by_id()
    relations = []
    for rel in annotation_set.relations:
        draw = reading.draw("relation type", rel, mentions)
        if not reading.is_link(rel) and draw.hits(reading.rate(reading.profile.relation_type)):
            options = list(_list_types(reading, rel, mentions))
            rel = draw.pick(options) if options else rel
        relations.append(rel)
    return replace(annotation_set, relations=tuple(relations))


def _list_types(
    reading: Reading, rel: Relation, mentions: Mapping[str, Mention]
) -> Iterator[Relation]:
    """Yield the relation with every other type it could have, with swapped arguments if needed."""
    for name, rule in reading.rules.items():
        if name == rel.type or rule.identity:
            continue
        for first, second in ((rel.arg1, rel.arg2), (rel.arg2, rel.arg1)):
            changed = replace(rel, type=name, arg1=first, arg2=second)
            if not any(check_arguments(changed, rule, mentions)) and not any(
                check_attributes(rel.attributes, rule.attributes, name)
            ):
                yield changed


def misplace_relations(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Move an argument of relations to the nearest mention of the same type."""
    mentions = annotation_set.mentions_by_id()
    keys = {(rel.type, rel.arg1, rel.arg2) for rel in annotation_set.relations}
    relations = []
    for rel in annotation_set.relations:
        draw = reading.draw("relation argument", rel, mentions)
        if not reading.is_link(rel) and draw.hits(reading.rate(reading.profile.relation_argument)):
            changed = _move_argument(rel, mentions)
            if (changed.type, changed.arg1, changed.arg2) not in keys:
                rel = changed
                keys.add((rel.type, rel.arg1, rel.arg2))
        relations.append(rel)
    return replace(annotation_set, relations=tuple(relations))


def _move_argument(rel: Relation, mentions: Mapping[str, Mention]) -> Relation:
    """Move the second argument to the nearest mention of its type, otherwise the first one."""
    first, second = mentions[rel.arg1], mentions[rel.arg2]
    ends = _find_nearest(first, second, mentions), _find_nearest(second, first, mentions)
    if ends[0] != rel.arg2:
        return replace(rel, arg2=ends[0])
    return replace(rel, arg1=ends[1])


def _find_nearest(start: Mention, correct: Mention, mentions: Mapping[str, Mention]) -> str:
    """Return the id of the nearest mention with the type of the correct one."""
    candidates = (m for m in mentions.values() if m.type == correct.type and m.id != start.id)
    return min(candidates, key=lambda m: (_count_characters(start, m), m.start, m.id)).id


def _count_characters(first: Mention, second: Mention) -> int:
    """Count the characters between two mentions."""
    return max(second.start - first.end, first.start - second.end, 0)
