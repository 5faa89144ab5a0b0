"""Errors in relations other than coreference: missed, wrong type, wrong argument."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from goldsmith.core import Mention, Relation
from goldsmith.core.validation import check_arguments, check_attributes
from goldsmith_demo.annotators.draws import Draw
from goldsmith_demo.annotators.edits import change_relations, get_triple
from goldsmith_demo.annotators.reading import Reading

_NEAR: Final = 0.75  # within a sentence
_FAR: Final = 1.2
_IMPLICIT: Final = 1.1  # requires domain knowledge and crosses sentences
_HARDEST: Final = 0.65  # a beginner sees some relations of even the hardest type
_COMPLETED: Final = 0.3  # otherwise complementary annotators would share no hard relation


def miss_relations(reading: Reading, rel: Relation, draw: Draw) -> Relation | None:
    """Remove the relations that the annotator misses."""
    factor = _rate_relation(reading, rel)
    rate = reading.rate(reading.profile.relation_missed, factor, by_genre=False)
    most = _COMPLETED if reading.profile.complementary else _HARDEST
    return None if draw.hits(min(rate, most)) else rel


def _rate_relation(reading: Reading, rel: Relation) -> float:
    """Return how easily a relation is missed, by type, distance and required knowledge."""
    far = reading.count_sentences(rel) > 0
    factor = reading.roles.relations.get(rel.type, 1.0) * (_FAR if far else _NEAR)
    if rel.type in reading.roles.domain:
        factor *= reading.profile.domain * (_IMPLICIT if far else 1.0)
    return factor


def mistype_relations(reading: Reading, rel: Relation, draw: Draw) -> Relation:
    """Give relations another type that allows the same two mentions."""
    if not draw.hits(reading.rate(reading.profile.relation_type)):
        return rel
    return draw.pick(list(_list_types(reading, rel)) or [rel])


def _list_types(reading: Reading, rel: Relation) -> Iterator[Relation]:
    """Yield the relation with every other type it could have, with swapped arguments if needed."""
    for name, rule in reading.rules.items():
        if name == rel.type or rule.identity:
            continue
        for first, second in ((rel.arg1, rel.arg2), (rel.arg2, rel.arg1)):
            changed = replace(rel, type=name, arg1=first, arg2=second)
            if not any(check_arguments(changed, rule, reading.mentions)) and not any(
                check_attributes(rel.attributes, rule.attributes, name)
            ):
                yield changed


def misplace_relations(reading: Reading) -> None:
    """Move an argument of relations to the nearest mention of the same type."""
    triples = set(map(get_triple, reading.annotations.relations))
    rate = reading.rate(reading.profile.relation_argument)

    def misplace(rel: Relation) -> Relation:
        hits = not reading.is_link(rel) and reading.draw("relation argument", rel).hits(rate)
        changed = _move_argument(reading, rel) if hits else rel
        if get_triple(changed) in triples:
            return rel
        triples.add(get_triple(changed))
        return changed

    reading.update(change_relations(reading.annotations, misplace))


def _move_argument(reading: Reading, rel: Relation) -> Relation:
    """Move the second argument to the nearest mention of its type, otherwise the first one."""
    first, second = reading.mentions[rel.arg1], reading.mentions[rel.arg2]
    nearest = _find_nearest(reading, first, second)
    if nearest != rel.arg2:
        return replace(rel, arg2=nearest)
    return replace(rel, arg1=_find_nearest(reading, second, first))


def _find_nearest(reading: Reading, start: Mention, correct: Mention) -> str:
    """Return the id of the mention nearest to `start` that has the type of the correct one."""

    def count_characters(mention: Mention) -> int:
        return max(mention.start - start.end, start.start - mention.end, 0)

    candidates = (
        m for m in reading.mentions.values() if m.type == correct.type and m.id != start.id
    )
    return min(candidates, key=lambda m: (count_characters(m), m.start, m.id)).id
