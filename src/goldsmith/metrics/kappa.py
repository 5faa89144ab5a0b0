"""Cohen's kappa on the concept and the attributes of aligned mentions, with P(A) and P(E)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from goldsmith.core import Mention
from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, divide
from goldsmith.metrics.engine.mention_pairs import ignore_type, pair_mentions
from goldsmith.metrics.engine.traits import get_attributes, get_concept, get_defaults

_ARROW = " → "
_CONCEPT = "concept"
_ALL = "all"
# These are escaped, so that the name of a column can be parsed whatever the values are.
_ESCAPES = {ord(char): "\\" + char for char in "\\→;+="}


class Kappa(Metric):
    """Kappa as in Table 4 of the Mayo paper."""

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

    def count(self, pair: SetPair, tally: Tally) -> None:
        a, b = pair.a.mentions, pair.b.mentions
        defaults = get_defaults(pair.schema)
        values = {
            mention: self._get_values(mention, get_attributes(mention, defaults))
            for mention in (*a, *b)
        }
        # Of several mentions on the same spans, those with the same values are paired first.
        keys = (lambda mention: values[mention][_ALL], ignore_type)
        for mention_a, mention_b in pair_mentions(a, b, keys=keys, partial=not self.exact):
            for group, first, second in _pair_values(values[mention_a], values[mention_b]):
                columns = ["pairs", f"{first}{_ARROW}{second}"]
                for column in columns + ["agree"] * (first == second):
                    tally.add(group, column, a=(mention_a.id,), b=(mention_b.id,))

    def _get_values(self, mention: Mention, attributes: Mapping[str, str]) -> dict[str, str]:
        """Return the value of a mention in each group."""
        names = sorted(attributes) if self.attributes is None else self.attributes
        codes = " + ".join(sorted(_escape(code) for code in get_concept(mention)))
        values = {name: _escape(attributes.get(name, "")) for name in names}
        parts = [codes, *(f"{_escape(name)}={value}" for name, value in values.items() if value)]
        by_group = {
            name if name not in (_CONCEPT, _ALL) else f"{name} (attribute)": value
            for name, value in values.items()
        }
        return {_CONCEPT: codes, **by_group, _ALL: "; ".join(part for part in parts if part)}

    def compute(self, sums: Columns) -> dict[str, Value]:
        pairs, agree = sums["pairs"], sums["agree"]
        chance = _compute_chance(sums)
        return {
            "kappa": divide(agree * pairs - chance, pairs * pairs - chance),
            "p_a": divide(agree, pairs),
            "p_e": divide(chance, pairs * pairs),
        }


def _pair_values(
    first: Mapping[str, str], second: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """Yield each group and its two values, unless both are absent."""
    for group in dict.fromkeys((*first, *second)):
        values = first.get(group, ""), second.get(group, "")
        if any(values):
            yield group, *values


def _compute_chance(sums: Columns) -> Value:
    """Compute P(E) times the square of the number of pairs, from the marginals of each side."""
    first: dict[str, Value] = defaultdict(lambda: np.zeros_like(sums["pairs"]))
    second: dict[str, Value] = defaultdict(lambda: np.zeros_like(sums["pairs"]))
    for column in sums:
        if _ARROW in column:
            value_a, value_b = column.split(_ARROW)
            first[value_a] = first[value_a] + sums[column]
            second[value_b] = second[value_b] + sums[column]
    products = (first[value] * second[value] for value in first.keys() & second.keys())
    return sum(products, np.zeros_like(sums["pairs"]))


def _escape(value: str) -> str:
    return value.translate(_ESCAPES)


provides = Kappa()
