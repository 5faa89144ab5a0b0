"""Agreement on relations: IAA, and IAA corrected for mentions that an annotator missed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from goldsmith.core import Relation, Schema
from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, divide
from goldsmith.metrics.engine.relation_pairs import (
    Found,
    Key,
    check_found,
    group_by_key,
    match_keys,
    number_nodes,
)


class Relations(Metric):
    """Relation agreement of CLEF, uncorrected and corrected (section 4.5.2)."""

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
        self.found = check_found(found)

    def count(self, pair: SetPair, tally: Tally) -> None:
        nodes = number_nodes(pair, self.found)
        symmetric = find_symmetric_types(pair.schema)
        by_key = []
        for side, annotation_set, numbers in (("a", pair.a, nodes.a), ("b", pair.b, nodes.b)):
            for rel in annotation_set.relations:
                tally.add_side(rel.type, side, side, rel.id)
                if {numbers[rel.arg1], numbers[rel.arg2]} <= nodes.common:
                    tally.add_side(rel.type, f"found_{side}", side, rel.id)
            by_key.append(
                group_by_key(build_relation_keys(annotation_set.relations, numbers, symmetric))
            )
        for match in match_keys(*by_key):
            for first, second in match.pairs:
                tally.add(str(match.key[0]), "match", a=(first,), b=(second,))

    def compute(self, sums: Columns) -> dict[str, Value]:
        a, b, match = sums["a"], sums["b"], sums["match"]
        found_a, found_b = sums["found_a"], sums["found_b"]
        iaa, ciaa = divide(2 * match, a + b), divide(2 * match, found_a + found_b)
        return {
            "iaa": iaa,
            "ciaa": ciaa,
            "precision": divide(match, b),
            "recall": divide(match, a),
            "f1": iaa,
            "corrected_precision": divide(match, found_b),
            "corrected_recall": divide(match, found_a),
            "corrected_f1": ciaa,
        }


def find_symmetric_types(schema: Schema | None) -> frozenset[str]:
    """Return the relation types whose arguments have no order; none without a schema."""
    return (
        frozenset(kind.name for kind in schema.relation if kind.symmetric)
        if schema
        else frozenset()
    )


def build_relation_keys(
    relations: Iterable[Relation], numbers: Mapping[str, int], symmetric: frozenset[str]
) -> Iterator[tuple[Key, Relation]]:
    """Yield each relation with its key: type and nodes, in any order if symmetric."""
    for rel in relations:
        nodes = [numbers[rel.arg1], numbers[rel.arg2]]
        yield (rel.type, *(sorted(nodes) if rel.type in symmetric else nodes)), rel


provides = Relations()
