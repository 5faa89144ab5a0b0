"""Agreement on relations: IAA, and IAA corrected for mentions that one annotator did not find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from goldsmith.core import Relation, Schema
from goldsmith.metrics.engine.base import Columns, Compared, Metric, Tally, Value, ratio
from goldsmith.metrics.engine.relation_pairs import Found, Key, by_key, checked, shared, things


class Relations(Metric):
    """Relation agreement of CLEF, corrected and not."""

    title = "Relations"
    definition = (
        "Two relations match if they have the same type and both arguments are aligned, in the "
        "same direction (either direction where the schema calls the type symmetric). "
        "IAA = 2·matches / (a + b), which is F1; CIAA is the same over the relations whose two "
        "arguments were found by both annotators (CLEF §4.5.2, Tables 7, 10 and 12–14). Precision "
        "is over b, recall over a. Groups (chains) are not pairs and are not counted."
    )
    groups = "relation type"
    columns = {
        "a": "relations of the first set (gold)",
        "b": "relations of the second set (system)",
        "match": "relations that both have",
        "found_a": "relations of the first set with both arguments found by both annotators",
        "found_b": "relations of the second set with both arguments found by both annotators",
    }
    values = {
        "iaa": "IAA: 2·match / (a + b)",
        "ciaa": "corrected IAA: 2·match / (found_a + found_b)",
        "precision": "match / b",
        "recall": "match / a",
        "f1": "F1, the same number as IAA",
        "corrected_precision": "match / found_b",
        "corrected_recall": "match / found_a",
        "corrected_f1": "corrected F1, the same number as CIAA",
    }
    main = "iaa"
    symmetric = frozenset({"iaa", "ciaa", "f1", "corrected_f1"})
    perfect = frozenset(values)

    def __init__(self, *, found: Found = "strict") -> None:
        self.found = checked(found)

    def count(self, pair: Compared, tally: Tally) -> None:
        known = things(pair, self.found)
        either = _symmetric(pair.schema)
        keyed = []
        for side, one, numbers in (("a", pair.a, known.a), ("b", pair.b, known.b)):
            for rel in one.relations:
                tally.side(rel.type, side, side, rel.id)
                if {numbers[rel.arg1], numbers[rel.arg2]} <= known.found:
                    tally.side(rel.type, f"found_{side}", side, rel.id)
            keyed.append(by_key(_keys(one.relations, numbers, either)))
        for same in shared(*keyed):
            for first, second in same.pairs:
                tally.add(str(same.key[0]), "match", a=(first,), b=(second,))

    def compute(self, sums: Columns) -> dict[str, Value]:
        a, b, match = sums["a"], sums["b"], sums["match"]
        found_a, found_b = sums["found_a"], sums["found_b"]
        iaa, ciaa = ratio(2 * match, a + b), ratio(2 * match, found_a + found_b)
        return {
            "iaa": iaa,
            "ciaa": ciaa,
            "precision": ratio(match, b),
            "recall": ratio(match, a),
            "f1": iaa,
            "corrected_precision": ratio(match, found_b),
            "corrected_recall": ratio(match, found_a),
            "corrected_f1": ciaa,
        }


def _symmetric(schema: Schema | None) -> frozenset[str]:
    """The relation types whose arguments have no order; without a schema none is known to be so."""
    return (
        frozenset(kind.name for kind in schema.relation if kind.symmetric)
        if schema
        else frozenset()
    )


def _keys(
    relations: Iterable[Relation], numbers: Mapping[str, int], either: frozenset[str]
) -> Iterator[tuple[Key, Relation]]:
    for rel in relations:
        ends = [numbers[rel.arg1], numbers[rel.arg2]]
        yield (rel.type, *(sorted(ends) if rel.type in either else ends)), rel


provides = Relations()
