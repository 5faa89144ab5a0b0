"""Time expressions: spans, type and value, and both together as in TempEval-3."""

from __future__ import annotations

from collections.abc import Collection

from goldsmith.alignment import AlignedPair, align
from goldsmith.core import Mention
from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, divide

#: The row of expressions without a type.
UNTYPED = "untyped"


class Timex(Metric):
    """Recognition and normalisation of time expressions (UzZaman et al. 2013)."""

    title = "Time expressions"
    definition = (
        "TIMEX3 expressions are paired like other mentions: first on the same spans, then one to "
        "one by overlap. Strict counts pairs on the same spans, relaxed all pairs; precision is "
        "over b, recall over a. The accuracy of type and of value is over pairs. End to end, a "
        "pair counts only if the attribute is also the same, and F1 = 2·such pairs / (a + b) "
        "(TempEval-3, UzZaman et al. 2013: attribute F1). A pair and both its expressions count "
        "in the row of the gold type."
    )
    groups = "type of time"
    columns = {
        "a": "expressions of the first set (gold) with a span in the text",
        "b": "expressions of the second set (system) with a span in the text",
        "exact": "pairs on the same spans",
        "partial": "pairs that overlap",
        "same_type": "pairs, exact or partial, with the same type",
        "same_value": "pairs, exact or partial, with the same value",
        "exact_value": "exact pairs with the same value",
        "unanchored_a": "expressions of the first set without a span, such as the letter's date",
        "unanchored_b": "expressions of the second set without a span",
    }
    values = {
        "strict": "F1 on equal spans",
        "strict_precision": "exact / b",
        "strict_recall": "exact / a",
        "relaxed": "F1 with a partial pair counting as one",
        "relaxed_precision": "(exact + partial) / b",
        "relaxed_recall": "(exact + partial) / a",
        "type_accuracy": "pairs with the same type / pairs",
        "value_accuracy": "pairs with the same value / pairs",
        "strict_value": "F1 on equal spans and the same value",
        "relaxed_value": "F1 on overlapping spans and the same value",
        "relaxed_type": "F1 on overlapping spans and the same type",
    }
    main = "relaxed_value"
    perfect = frozenset(values)
    optional = frozenset({"unanchored_a", "unanchored_b"})
    example_schema = "clef-temporal"
    named_by_options = {
        "types": "mention type",
        "type_attribute": "attribute",
        "value_attribute": "attribute",
    }

    def __init__(
        self,
        *,
        types: Collection[str] = ("TIMEX3",),
        type_attribute: str = "type",
        value_attribute: str = "value",
    ) -> None:
        self._types = frozenset([types] if isinstance(types, str) else types)
        self._type, self._value = type_attribute, value_attribute

    def count(self, pair: SetPair, tally: Tally) -> None:
        first = self._select_anchored(pair.a.mentions, "a", tally)
        second = self._select_anchored(pair.b.mentions, "b", tally)
        alignment = align(first, second)
        for match in alignment.pairs:
            self._count_match(match, tally)
        for side, mentions in (("a", alignment.only_a), ("b", alignment.only_b)):
            for mention in mentions:
                tally.add_side(self._get_row(mention), side, side, mention.id)

    def _select_anchored(
        self, mentions: Collection[Mention], side: str, tally: Tally
    ) -> list[Mention]:
        """Return the time expressions with a span in the text, and count those without."""
        anchored = []
        for mention in mentions:
            if mention.type in self._types:
                if mention.spans:
                    anchored.append(mention)
                else:
                    tally.add_side(self._get_row(mention), f"unanchored_{side}", side, mention.id)
        return anchored

    def _count_match(self, match: AlignedPair, tally: Tally) -> None:
        gold, system = match.a, match.b
        row = self._get_row(gold)
        columns = ["exact" if match.exact else "partial"]
        if gold.attributes.get(self._type) == system.attributes.get(self._type):
            columns.append("same_type")
        if gold.attributes.get(self._value) == system.attributes.get(self._value):
            columns.append("same_value")
            if match.exact:
                columns.append("exact_value")
        tally.add_side(row, "a", "a", gold.id)
        tally.add_side(row, "b", "b", system.id)
        for column in columns:
            tally.add(row, column, a=(gold.id,), b=(system.id,))

    def _get_row(self, mention: Mention) -> str:
        return mention.attributes.get(self._type) or UNTYPED

    def compute(self, sums: Columns) -> dict[str, Value]:
        a, b, exact = sums["a"], sums["b"], sums["exact"]
        pairs = exact + sums["partial"]
        return {
            "strict": divide(2 * exact, a + b),
            "strict_precision": divide(exact, b),
            "strict_recall": divide(exact, a),
            "relaxed": divide(2 * pairs, a + b),
            "relaxed_precision": divide(pairs, b),
            "relaxed_recall": divide(pairs, a),
            "type_accuracy": divide(sums["same_type"], pairs),
            "value_accuracy": divide(sums["same_value"], pairs),
            "strict_value": divide(2 * sums["exact_value"], a + b),
            "relaxed_value": divide(2 * sums["same_value"], a + b),
            "relaxed_type": divide(2 * sums["same_type"], a + b),
        }


provides = Timex()
