"""Agreement on mentions: strict, lenient and relaxed; precision and recall; exact and partial."""

from __future__ import annotations

from collections.abc import Iterable

from goldsmith.alignment import align
from goldsmith.alignment.overlap import overlaps
from goldsmith.core import Mention
from goldsmith.metrics.engine.base import Columns, Compared, Metric, Tally, Value, f1, ratio


class Spans(Metric):
    """Entity agreement of CLEF, SemEval-2014 Task A and i2b2 at once."""

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

    def count(self, pair: Compared, tally: Tally) -> None:
        first, second = pair.a.mentions, pair.b.mentions
        for column, mentions in (("a", first), ("b", second)):
            for mention in mentions:
                tally.side(mention.type, column, column, mention.id)
        for found in align(first, second).pairs:
            column = "exact" if found.exact else "partial"
            tally.add(found.a.type, column, a=(found.a.id,), b=(found.b.id,))
        for column, touched in zip("ab", touching(first, second), strict=True):
            for mention in touched:
                tally.side(mention.type, f"touched_{column}", column, mention.id)

    def compute(self, sums: Columns) -> dict[str, Value]:
        a, b, exact, partial = sums["a"], sums["b"], sums["exact"], sums["partial"]
        precision, recall = ratio(sums["touched_b"], b), ratio(sums["touched_a"], a)
        return {
            "strict": ratio(2 * exact, a + b),
            "lenient": ratio(2 * exact + partial, a + b),
            "relaxed": ratio(2 * (exact + partial), a + b),
            "strict_precision": ratio(exact, b),
            "strict_recall": ratio(exact, a),
            "relaxed_precision": ratio(exact + partial, b),
            "relaxed_recall": ratio(exact + partial, a),
            "partial_precision": precision,
            "partial_recall": recall,
            "partial_f1": f1(precision, recall),
        }


def touching(
    first: Iterable[Mention], second: Iterable[Mention]
) -> tuple[list[Mention], list[Mention]]:
    """The mentions of each side that share a character with one of the same type on the other."""
    by_type: dict[str, tuple[list[Mention], list[Mention]]] = {}
    for side, mentions in enumerate((first, second)):
        for mention in mentions:
            by_type.setdefault(mention.type, ([], []))[side].append(mention)
    found: tuple[list[Mention], list[Mention]] = ([], [])
    for both in by_type.values():
        pairs = overlaps(*both)
        for side in (0, 1):
            hit = {pair[side] for pair in pairs}
            if any(not mention.spans for mention in both[1 - side]):
                # The whole document is one place.
                hit |= {i for i, mention in enumerate(both[side]) if not mention.spans}
            found[side].extend(both[side][i] for i in sorted(hit))
    return found


provides = Spans()
