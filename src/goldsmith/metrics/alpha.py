"""Krippendorff's alpha over the attributes, types and codes of paired mentions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, get_args
from urllib.parse import unquote

import numpy as np
from scipy.sparse import csr_array

from goldsmith.alignment import by_type
from goldsmith.core import Mention
from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Columns, Compared, Metric, Tally, Value, ratio
from goldsmith.metrics.engine.mention_pairs import anything, paired
from goldsmith.metrics.engine.traits import Defaults, concept, defaults, traits

Distance = Literal["nominal", "set"]
TYPE, CODE = "type", "code"
ABSENT = ""
_OBSERVED = "o:"


class Alpha(Metric):
    """Krippendorff 2004, chapter 11, for two annotators at a time."""

    title = "Krippendorff's alpha"
    definition = (
        "Mentions are paired by overlap, whatever their type; a pair is a unit, and its values are "
        "what the two sets say of it. With o(c, k) the ordered pairs of values within units, n(c) "
        "their marginals and n their sum: observed = Σ o(c, k)·δ(c, k) / n, expected = "
        "Σ n(c)·n(k)·δ(c, k) / (n·(n − 1)), alpha = 1 − observed / expected. δ is 0 for equal "
        "values and 1 for others; on request, for codes, 1 − the share of codes in common "
        "(Krippendorff 2004, chapter 11)."
    )
    groups = "attribute"
    columns = {
        "units": "pairs of mentions that are compared",
        "o:x|y": "units to which one set gives x and the other y (a column for each two values)",
    }
    values = {
        "alpha": "1 − observed / expected disagreement",
        "observed_disagreement": "mean distance of the two values of a unit",
        "expected_disagreement": "mean distance of two values drawn from all units",
    }
    main = "alpha"
    symmetric = frozenset(values)
    perfect = frozenset({"alpha"})
    pooled = False
    example_schema = "clef"

    def __init__(self, *, distance: Distance = "nominal") -> None:
        if distance not in get_args(Distance):
            raise InputError(f"there is no distance {distance!r}", expected="nominal or set")
        self.distance = distance

    def count(self, pair: Compared, tally: Tally) -> None:
        given = defaults(pair.schema)
        said = {mention: _said(mention, given) for mention in (*pair.a.mentions, *pair.b.mentions)}
        # Of several mentions on the same spans those that say the same belong together.
        kinds = (lambda mention: frozenset(said[mention].items()), by_type, anything)
        for a, b in paired(pair.a.mentions, pair.b.mentions, kinds=kinds, partial=True):
            for group, column in _cells(said[a], said[b]):
                for counted in ("units", column):
                    tally.add(group, counted, a=(a.id,), b=(b.id,))

    def compute(self, sums: Columns) -> dict[str, Value]:
        cells = {
            tuple(column.removeprefix(_OBSERVED).split("|")): sums[column]
            for column in sums
            if column.startswith(_OBSERVED)
        }
        names = sorted({name for ends in cells for name in ends})
        at = {name: number for number, name in enumerate(names)}
        alike = _overlap(names) if self.distance == "set" else _equality(names)
        units, agreed = np.zeros_like(sums["units"]), np.zeros_like(sums["units"])
        margins = np.zeros((len(names), *units.shape))
        for (one, other), number in cells.items():
            units += number
            agreed += alike[at[one], at[other]] * number
            margins[at[one]] += number
            margins[at[other]] += number
        by_chance = (margins * (alike @ margins)).sum(axis=0)
        return _values(observed=ratio(units - agreed, units), total=2 * units, by_chance=by_chance)


def _values(*, observed: Value, total: Value, by_chance: Value) -> dict[str, Value]:
    """The values, where by_chance sums how alike any two of the values are, each with itself too.

    A value is equal to itself, so that leaving it out changes only the number of pairs.
    """
    expected = ratio(total**2 - by_chance, total * (total - 1))
    return {
        "alpha": 1 - ratio(observed, expected),
        "observed_disagreement": observed,
        "expected_disagreement": expected,
    }


def _cells(one: Mapping[str, str], other: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Row and column of each thing said of a unit. Which side says which is not kept."""
    for group in dict.fromkeys((*one, *other)):
        values = sorted((one.get(group, ABSENT), other.get(group, ABSENT)))
        if values != [ABSENT, ABSENT]:
            yield group, _OBSERVED + "|".join(values)


def _said(mention: Mention, given: Defaults) -> dict[str, str]:
    """Row -> what a set says of a mention there."""
    codes = "+".join(sorted(map(_escaped, concept(mention))))
    attributes = traits(mention, given)
    return {
        TYPE: _escaped(mention.type),
        CODE: codes,
        **{_row(name): _escaped(attributes[name]) for name in sorted(attributes)},
    }


def _row(attribute: str) -> str:
    """The row of an attribute; one that is called like the type's or code's row is told apart."""
    return f"{attribute} (attribute)" if attribute in (TYPE, CODE) else attribute


def _escaped(value: str) -> str:
    """The value without the characters that mean something in a column's name."""
    return value.replace("%", "%25").replace("|", "%7C").replace("+", "%2B")


def value_of(name: str) -> frozenset[str]:
    """The value, or the values, that a column's name stands for."""
    return frozenset(unquote(part) for part in name.split("+"))


def _equality(names: Sequence[str]) -> csr_array:
    return _matrix([(at, at, 1.0) for at in range(len(names))], len(names))


def _overlap(names: Sequence[str]) -> csr_array:
    """The share of codes in common; only sets with a code in common are looked at."""
    values = [value_of(name) for name in names]
    holders: dict[str, list[int]] = {}
    for number, value in enumerate(values):
        for one in value:
            holders.setdefault(one, []).append(number)
    near = {(i, j) for held in holders.values() for i in held for j in held}
    return _matrix(
        [(i, j, len(values[i] & values[j]) / len(values[i] | values[j])) for i, j in sorted(near)],
        len(names),
    )


def _matrix(cells: Sequence[tuple[int, int, float]], size: int) -> csr_array:
    rows, columns, numbers = zip(*cells, strict=True) if cells else ((), (), ())
    return csr_array((numbers, (rows, columns)), shape=(size, size), dtype=np.float64)


provides = Alpha()
