"""Cohen's kappa on concept and attributes of mentions that overlap, with P(A) and P(E)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from goldsmith.core import Mention
from goldsmith.metrics.engine.base import Columns, Compared, Metric, Tally, Value, ratio
from goldsmith.metrics.engine.mention_pairs import anything, paired
from goldsmith.metrics.engine.traits import concept, defaults, traits

_ARROW = " → "
_CONCEPT = "concept"
_ALL = "all"
# With these escaped, a column can be taken apart again whatever the values hold.
_ESCAPES = {ord(char): "\\" + char for char in "\\→;+="}


class Kappa(Metric):
    """Kappa of the Mayo paper's Table 4."""

    title = "Kappa on concept and attributes"
    definition = (
        "Mentions are paired by overlap, whatever their type. For the concept, for each attribute "
        "and for all together: P(A) = pairs with the same value / pairs, P(E) = Σ over values of "
        "share in a · share in b, κ = (P(A) − P(E)) / (1 − P(E)), which has no value where P(E) is "
        "1 (Cohen 1960; Mayo §2.3, Table 4)."
    )
    groups = "attribute"
    columns = {
        "pairs": "pairs of mentions of which at least one has a value",
        "agree": "pairs with the same value",
        f"x{_ARROW}y": "pairs with the value x in the first set and y in the second",
    }
    values = {
        "kappa": "Cohen's kappa",
        "p_a": "observed agreement P(A)",
        "p_e": "agreement expected by chance P(E)",
    }
    main = "kappa"
    symmetric = frozenset(values)
    perfect = frozenset({"kappa", "p_a"})
    example_schema = "mayo-disorder"
    pooled = False

    def __init__(self, *, attributes: Sequence[str] | None = None, exact: bool = False) -> None:
        self.attributes, self.exact = attributes, exact

    def count(self, pair: Compared, tally: Tally) -> None:
        a, b = pair.a.mentions, pair.b.mentions
        given = defaults(pair.schema)
        said = {mention: self._said(mention, traits(mention, given)) for mention in (*a, *b)}
        # Of several mentions on the same spans those that say the same belong together.
        kinds = (lambda mention: said[mention][_ALL], anything)
        for one, other in paired(a, b, kinds=kinds, partial=not self.exact):
            for group, first, second in _compared(said[one], said[other]):
                columns = ["pairs", f"{first}{_ARROW}{second}"]
                for column in columns + ["agree"] * (first == second):
                    tally.add(group, column, a=(one.id,), b=(other.id,))

    def _said(self, mention: Mention, known: Mapping[str, str]) -> dict[str, str]:
        """Group -> what a mention says in it."""
        names = sorted(known) if self.attributes is None else self.attributes
        codes = " + ".join(sorted(_escaped(code) for code in concept(mention)))
        values = {name: _escaped(known.get(name, "")) for name in names}
        parts = [codes, *(f"{_escaped(name)}={value}" for name, value in values.items() if value)]
        attributes = {
            name if name not in (_CONCEPT, _ALL) else f"{name} (attribute)": value
            for name, value in values.items()
        }
        return {_CONCEPT: codes, **attributes, _ALL: "; ".join(part for part in parts if part)}

    def compute(self, sums: Columns) -> dict[str, Value]:
        pairs, agree = sums["pairs"], sums["agree"]
        chance = _chance(sums)
        return {
            "kappa": ratio(agree * pairs - chance, pairs * pairs - chance),
            "p_a": ratio(agree, pairs),
            "p_e": ratio(chance, pairs * pairs),
        }


def _compared(one: Mapping[str, str], other: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Group and the two values, where at least one of the two says something."""
    for group in dict.fromkeys((*one, *other)):
        first, second = one.get(group, ""), other.get(group, "")
        if first or second:
            yield group, first, second


def _chance(sums: Columns) -> Value:
    """P(E) times the number of pairs squared: the products of how often each side says a value."""
    first: dict[str, Value] = defaultdict(lambda: np.zeros_like(sums["pairs"]))
    second: dict[str, Value] = defaultdict(lambda: np.zeros_like(sums["pairs"]))
    for column in sums:
        if _ARROW in column:
            here, there = column.split(_ARROW)
            first[here] = first[here] + sums[column]
            second[there] = second[there] + sums[column]
    products = (first[value] * second[value] for value in first.keys() & second.keys())
    return sum(products, np.zeros_like(sums["pairs"]))


def _escaped(value: str) -> str:
    return value.translate(_ESCAPES)


provides = Kappa()
