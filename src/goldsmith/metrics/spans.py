"""Agreement on mentions: strict, lenient and relaxed, with precision and recall."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, get_args

from goldsmith.alignment import align, get_type
from goldsmith.alignment.overlap import find_overlaps
from goldsmith.core import Mention
from goldsmith.core.offsets import merge_spans
from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, compute_f1, divide
from goldsmith.metrics.engine.traits import get_semantic_class

#: The property that two mentions must share to match: the type, or the semantic class (ODIE).
Category = Literal["type", "semantic_class"]


class Spans(Metric):
    """Mention agreement as CLEF, SemEval-2014 Task A and i2b2 define it."""

    title = "Mentions"
    definition = (
        "Mentions are paired by type: first on the same spans, then one to one by overlap. "
        "Strict IAA = 2·exact / (a + b), which is F1; lenient IAA = (2·exact + partial) / (a + b) "
        "(CLEF §4.5.2, Table 5); relaxed counts a partial pair as 1 (SemEval-2014 §4). Precision "
        "is over b, recall over a. At least partial: any overlap with the same type, counted for "
        "each annotation on each side (i2b2 appendix III)."
    )
    columns = {
        "a": "mentions of the first set (gold)",
        "b": "mentions of the second set (system)",
        "exact": "pairs on the same spans",
        "partial": "pairs that overlap",
        "touched_a": "mentions of the first set that overlap one of the second",
        "touched_b": "mentions of the second set that overlap one of the first",
    }
    values = {
        "strict": "strict IAA = F1 on equal spans",
        "lenient": "lenient IAA, a partial pair counting half",
        "relaxed": "F1 with a partial pair counting as one",
        "strict_precision": "exact / b",
        "strict_recall": "exact / a",
        "relaxed_precision": "(exact + partial) / b",
        "relaxed_recall": "(exact + partial) / a",
        "partial_precision": "mentions of b that overlap one of a, at least partially",
        "partial_recall": "mentions of a that overlap one of b, at least partially",
        "partial_f1": "harmonic mean of the two",
    }
    main = "strict"
    symmetric = frozenset({"strict", "lenient", "relaxed"})
    perfect = frozenset(values)

    def __init__(self, *, category: Category = "type") -> None:
        if category not in get_args(Category):
            expected = " or ".join(get_args(Category))
            raise InputError(f"mentions have no category {category!r}", expected=expected)
        self.category = category
        self.groups = "semantic class" if category == "semantic_class" else self.groups

    def count(self, pair: SetPair, tally: Tally) -> None:
        get_category = get_type if self.category == "type" else get_semantic_class
        first, second = pair.a.mentions, pair.b.mentions
        for column, mentions in (("a", first), ("b", second)):
            for mention in mentions:
                tally.add_side(get_category(mention), column, column, mention.id)
        for match in align(first, second, key=get_category).pairs:
            column = "exact" if match.exact else "partial"
            tally.add(get_category(match.a), column, a=(match.a.id,), b=(match.b.id,))
        touched = find_touched(first, second, key=get_category)
        for column, side in zip("ab", touched, strict=True):
            for mention in side:
                tally.add_side(get_category(mention), f"touched_{column}", column, mention.id)

    def compute(self, sums: Columns) -> dict[str, Value]:
        a, b, exact, partial = sums["a"], sums["b"], sums["exact"], sums["partial"]
        precision, recall = divide(sums["touched_b"], b), divide(sums["touched_a"], a)
        return {
            "strict": divide(2 * exact, a + b),
            "lenient": divide(2 * exact + partial, a + b),
            "relaxed": divide(2 * (exact + partial), a + b),
            "strict_precision": divide(exact, b),
            "strict_recall": divide(exact, a),
            "relaxed_precision": divide(exact + partial, b),
            "relaxed_recall": divide(exact + partial, a),
            "partial_precision": precision,
            "partial_recall": recall,
            "partial_f1": compute_f1(precision, recall),
        }


def find_touched(
    first: Iterable[Mention],
    second: Iterable[Mention],
    *,
    key: Callable[[Mention], str] = get_type,
) -> tuple[list[Mention], list[Mention]]:
    """Return the mentions of each side that touch a mention of the same type on the other.

    Two mentions touch if they share a character or have the same spans. The latter includes
    mentions of the whole document, which have no spans, and empty mentions at the same offset.
    """
    by_type: dict[str, tuple[list[Mention], list[Mention]]] = {}
    for side, mentions in enumerate((first, second)):
        for mention in mentions:
            by_type.setdefault(key(mention), ([], []))[side].append(mention)
    touched: tuple[list[Mention], list[Mention]] = ([], [])
    for sides in by_type.values():
        edges = find_overlaps(*sides)
        places = [[merge_spans(mention.spans) for mention in mentions] for mentions in sides]
        for side in (0, 1):
            indices = {edge[side] for edge in edges}
            opposite = set(places[1 - side])
            indices |= {i for i, place in enumerate(places[side]) if place in opposite}
            touched[side].extend(sides[side][i] for i in sorted(indices))
    return touched


provides = Spans()
