"""Cohen's kappa on the concept and the attributes of aligned mentions, with P(A) and P(E)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from goldsmith.core import Mention
from goldsmith.metrics.engine.base import Columns, Key, Metric, SetPair, Tally, Value, divide
from goldsmith.metrics.engine.flags import FlagCounter, count_lacking, describe_lacking
from goldsmith.metrics.engine.mention_pairs import ignore_type, pair_mentions
from goldsmith.metrics.engine.one_sided import (
    add_traits,
    describe_one_sided,
    find_one_sided,
    mark_compared,
    withhold_one_sided,
)
from goldsmith.metrics.engine.traits import Defaults, get_attributes, get_concept, get_defaults

_ARROW = " → "
_CONCEPT = "concept"
_ALL = "all"
# These are escaped, so that the name of a column can be parsed for any values.
_ESCAPES = {ord(char): "\\" + char for char in "\\→;+="}


class Kappa(Metric):
    """Kappa as in Table 4 of the Mayo paper."""

    title = "Kappa on concept and attributes"
    definition = (
        "Mentions of any types are paired by overlap. For the concept, for each attribute and for "
        "all together: P(A) = pairs with the same value / pairs, P(E) = Σ over values of share in "
        "a · share in b, κ = (P(A) − P(E)) / (1 − P(E)), which is undefined where P(E) is 1 "
        "(Cohen 1960; Mayo §2.3, Table 4). Pairs in which both lack a flag agree on it; pairs in "
        "which both lack an attribute of several values are left out. A concept or attribute that "
        "one set never has is not compared and has no value."
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
    optional = frozenset({f"x{_ARROW}y"})
    example_schema = "mayo-disorder"
    pooled = False
    named_by_options = {"attributes": "attribute"}

    def __init__(self, *, attributes: Sequence[str] | None = None, exact: bool = False) -> None:
        self.attributes = (attributes,) if isinstance(attributes, str) else attributes
        self.exact = exact

    def count(self, pair: SetPair, tally: Tally) -> None:
        a, b = pair.a.mentions, pair.b.mentions
        defaults = get_defaults(pair.schema)
        attributes = {mention: self._select(mention, defaults) for mention in (*a, *b)}
        values = {
            mention: self._get_values(mention, selected) for mention, selected in attributes.items()
        }
        for side, mentions in (("a", a), ("b", b)):
            add_traits(tally, side, (_list_rows(values[mention]) for mention in mentions))
        # Of several mentions on the same spans, those with the same values are paired first.
        keys = (lambda mention: values[mention][_ALL], ignore_type)
        flags = FlagCounter(tally, pair.schema, name_row=_name_row, whole=_ALL)
        for mention_a, mention_b in pair_mentions(a, b, keys=keys, partial=not self.exact):
            rows = {*_list_rows(values[mention_a]), *_list_rows(values[mention_b])}
            for group, first, second in _pair_values(values[mention_a], values[mention_b]):
                mark_compared(tally, group, rows if group == _ALL else [group])
                columns = ["pairs", f"{first}{_ARROW}{second}"]
                for column in columns + ["agree"] * (first == second):
                    tally.add(group, column, a=(mention_a.id,), b=(mention_b.id,))
            flags.add_pair(
                (mention_a, mention_b),
                (attributes[mention_a], attributes[mention_b]),
                is_bare=not values[mention_a][_ALL] and not values[mention_b][_ALL],
            )

    def _select(self, mention: Mention, defaults: Defaults) -> dict[str, str]:
        """Return the attributes of a mention that are compared."""
        attributes = get_attributes(mention, defaults)
        names = sorted(attributes) if self.attributes is None else self.attributes
        return {name: attributes.get(name, "") for name in names}

    def _get_values(self, mention: Mention, attributes: Mapping[str, str]) -> dict[str, str]:
        """Return the value of a mention in each group."""
        codes = " + ".join(sorted(_escape(code) for code in get_concept(mention)))
        values = {name: _escape(value) for name, value in attributes.items()}
        parts = [codes, *(f"{_escape(name)}={value}" for name, value in values.items() if value)]
        by_group = {_name_row(name): value for name, value in values.items()}
        return {_CONCEPT: codes, **by_group, _ALL: "; ".join(part for part in parts if part)}

    def compute(self, sums: Columns) -> dict[str, Value]:
        pairs, agree = sums["pairs"], sums["agree"]
        cells = {column: sums[column] for column in sums if _ARROW in column}
        lacking = count_lacking(sums, pairs)
        if lacking is not None:
            pairs, agree = pairs + lacking, agree + lacking
            cells[_ARROW] = lacking
        chance = _compute_chance(cells, np.zeros_like(pairs))
        values = {
            "kappa": divide(agree * pairs - chance, pairs * pairs - chance),
            "p_a": divide(agree, pairs),
            "p_e": divide(chance, pairs * pairs),
        }
        return withhold_one_sided(values, sums)

    def list_notices(self, sums: Mapping[Key, float], names: tuple[str, str]) -> list[str]:
        lacking = describe_lacking(sums, "pairs", _name_row, without=find_one_sided(sums))
        return [*lacking, *describe_one_sided(sums, names)]


def _name_row(attribute: str) -> str:
    """Name the row of an attribute, so that it differs from the other two rows."""
    return attribute if attribute not in (_CONCEPT, _ALL) else f"{attribute} (attribute)"


def _list_rows(values: Mapping[str, str]) -> list[str]:
    """Return the rows in which a mention has a value, except the row of all together."""
    return [group for group, value in values.items() if value and group != _ALL]


def _pair_values(
    first: Mapping[str, str], second: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """Yield each group and its two values, unless both are absent."""
    for group in dict.fromkeys((*first, *second)):
        values = first.get(group, ""), second.get(group, "")
        if any(values):
            yield group, *values


def _compute_chance(cells: Columns, zero: Value) -> Value:
    """Compute P(E) times the square of the number of pairs, from the marginals of each side."""
    first: dict[str, Value] = defaultdict(lambda: zero)
    second: dict[str, Value] = defaultdict(lambda: zero)
    for column, number in cells.items():
        value_a, value_b = column.split(_ARROW)
        first[value_a] = first[value_a] + number
        second[value_b] = second[value_b] + number
    products = (first[value] * second[value] for value in first.keys() & second.keys())
    return sum(products, zero)


def _escape(value: str) -> str:
    return value.translate(_ESCAPES)


provides = Kappa()
