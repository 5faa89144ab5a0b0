"""Relations that are missed, of another type, or with another argument; coreference apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Mention, Relation
from goldsmith.core.validation import argument_problems, attribute_problems
from goldsmith_demo.annotators.reading import Reading

_NEAR: Final = 0.75  # within a sentence
_FAR: Final = 1.2
_UNSAID: Final = 1.1  # takes knowledge of the field, and the sentence does not say it


def relations_missed(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set without the relations that the annotator did not see."""
    mentions = one.by_id()

    def seen(rel: Relation) -> bool:
        if reading.is_link(rel):
            return True
        factor = _unnoticed(reading, rel, mentions)
        rate = reading.rate(reading.profile.relation_missed, factor, by_genre=False)
        return not reading.draw("relation missed", rel, mentions).hits(rate)

    return replace(one, relations=tuple(rel for rel in one.relations if seen(rel)))


def _unnoticed(reading: Reading, rel: Relation, mentions: Mapping[str, Mention]) -> float:
    """How easily a relation is passed over: far apart, or a matter of knowledge."""
    far = reading.apart(mentions[rel.arg1], mentions[rel.arg2]) > 0
    factor = reading.roles.relations.get(rel.type, 1.0) * (_FAR if far else _NEAR)
    if rel.type in reading.roles.domain:
        factor *= reading.profile.domain * (_UNSAID if far else 1.0)
    return factor


def relations_mistyped(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with relations of another type that takes the same two mentions."""
    mentions = one.by_id()
    made = []
    for rel in one.relations:
        draw = reading.draw("relation type", rel, mentions)
        if not reading.is_link(rel) and draw.hits(reading.rate(reading.profile.relation_type)):
            others = list(_other_types(reading, rel, mentions))
            rel = draw.pick(others) if others else rel
        made.append(rel)
    return replace(one, relations=tuple(made))


def _other_types(
    reading: Reading, rel: Relation, mentions: Mapping[str, Mention]
) -> Iterator[Relation]:
    """The relation as each of the other types that it could be, the arguments turned if need be."""
    for name, rule in reading.rules.items():
        if name == rel.type or rule.identity:
            continue
        for first, second in ((rel.arg1, rel.arg2), (rel.arg2, rel.arg1)):
            other = replace(rel, type=name, arg1=first, arg2=second)
            if not any(argument_problems(other, rule, mentions)) and not any(
                attribute_problems(rel.attributes, rule.attributes, name)
            ):
                yield other


def relations_misplaced(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with relations that lead to the nearest mention of a type, not to the right one."""
    mentions = one.by_id()
    there = {(rel.type, rel.arg1, rel.arg2) for rel in one.relations}
    made = []
    for rel in one.relations:
        draw = reading.draw("relation argument", rel, mentions)
        if not reading.is_link(rel) and draw.hits(reading.rate(reading.profile.relation_argument)):
            other = _nearest(rel, mentions)
            if (other.type, other.arg1, other.arg2) not in there:
                rel = other
                there.add((rel.type, rel.arg1, rel.arg2))
        made.append(rel)
    return replace(one, relations=tuple(made))


def _nearest(rel: Relation, mentions: Mapping[str, Mention]) -> Relation:
    """The relation with the nearest second argument of its type, or else the nearest first."""
    first, second = mentions[rel.arg1], mentions[rel.arg2]
    ends = _closest(first, second, mentions), _closest(second, first, mentions)
    if ends[0] != rel.arg2:
        return replace(rel, arg2=ends[0])
    return replace(rel, arg1=ends[1])


def _closest(start: Mention, right: Mention, mentions: Mapping[str, Mention]) -> str:
    """The mention of the right one's type that is nearest to where a relation starts."""
    like = (m for m in mentions.values() if m.type == right.type and m.id != start.id)
    return min(like, key=lambda m: (distance(start, m), m.start, m.id)).id


def distance(one: Mention, other: Mention) -> int:
    """How many characters two mentions are apart."""
    return max(other.start - one.end, one.start - other.end, 0)
