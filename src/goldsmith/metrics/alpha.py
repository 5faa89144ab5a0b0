"""Krippendorff's alpha on the attributes, types and codes of aligned mentions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, get_args
from urllib.parse import unquote

import numpy as np
from scipy.sparse import csr_array

from goldsmith.alignment import get_type
from goldsmith.core import Mention
from goldsmith.errors import InputError
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
from goldsmith.metrics.engine.traits import get_attributes, get_concept, get_defaults

Distance = Literal["nominal", "set"]
TYPE, CODE = "type", "code"
ABSENT = ""
_OBSERVED = "o:"


class Alpha(Metric):
    """Krippendorff's alpha for two annotators (Krippendorff 2004, chapter 11)."""

    title = "Krippendorff's alpha"
    definition = (
        "Mentions of any types are paired by overlap; a pair is a unit, with the values that the "
        "two sets assign to it. With o(c, k) the ordered pairs of values within units, n(c) their "
        "marginals and n their sum: observed = Σ o(c, k)·δ(c, k) / n, expected = Σ n(c)·n(k)·δ(c, "
        "k) / (n·(n − 1)), alpha = 1 − observed / expected. δ is 0 for equal values and 1 for "
        "others; on request, for codes, 1 − the share of codes in common (Krippendorff 2004, "
        "chapter 11). Units in which both lack a flag agree on it; units in which both lack an "
        "attribute of several values are left out. An attribute that one set never has is not "
        "compared and has no value."
    )
    groups = "attribute"
    columns = {
        "units": "pairs of mentions that are compared",
        "o:x|y": "units with x in one set and y in the other (a column for each pair of values)",
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
    optional = frozenset({"o:x|y"})
    example_schema = "clef"

    def __init__(self, *, distance: Distance = "nominal") -> None:
        if distance not in get_args(Distance):
            raise InputError(f"there is no distance {distance!r}", expected="nominal or set")
        self.distance = distance

    def count(self, pair: SetPair, tally: Tally) -> None:
        defaults = get_defaults(pair.schema)
        attributes = {
            mention: get_attributes(mention, defaults)
            for mention in (*pair.a.mentions, *pair.b.mentions)
        }
        values = {mention: _get_values(mention, own) for mention, own in attributes.items()}
        for side, mentions in (("a", pair.a.mentions), ("b", pair.b.mentions)):
            add_traits(tally, side, (_list_rows(values[mention]) for mention in mentions))
        # Of several mentions on the same spans, those with the same values are paired first.
        keys = (lambda mention: frozenset(values[mention].items()), get_type, ignore_type)
        flags = FlagCounter(tally, pair.schema, name_row=_name_row)
        for a, b in pair_mentions(pair.a.mentions, pair.b.mentions, keys=keys, partial=True):
            for group, cell in _find_cells(values[a], values[b]):
                mark_compared(tally, group, [group])
                for column in ("units", cell):
                    tally.add(group, column, a=(a.id,), b=(b.id,))
            flags.add_pair((a, b), (attributes[a], attributes[b]))

    def compute(self, sums: Columns) -> dict[str, Value]:
        cells = {
            tuple(column.removeprefix(_OBSERVED).split("|")): sums[column]
            for column in sums
            if column.startswith(_OBSERVED)
        }
        lacking = count_lacking(sums, sums["units"])
        if lacking is not None:
            cells[ABSENT, ABSENT] = lacking
        names = sorted({name for cell in cells for name in cell})
        index = {name: number for number, name in enumerate(names)}
        similarity = _build_overlap(names) if self.distance == "set" else _build_identity(names)
        units, agreed = np.zeros_like(sums["units"]), np.zeros_like(sums["units"])
        marginals = np.zeros((len(names), *units.shape))
        for (first, second), number in cells.items():
            units += number
            agreed += similarity[index[first], index[second]] * number
            marginals[index[first]] += number
            marginals[index[second]] += number
        chance = (marginals * (similarity @ marginals)).sum(axis=0)
        observed = divide(units - agreed, units)
        computed = _compute(observed=observed, total=2 * units, chance=chance)
        return withhold_one_sided(computed, sums)

    def list_notices(self, sums: Mapping[Key, float], names: tuple[str, str]) -> list[str]:
        lacking = describe_lacking(sums, "units", _name_row, without=find_one_sided(sums))
        return [*lacking, *describe_one_sided(sums, names)]


def _compute(*, observed: Value, total: Value, chance: Value) -> dict[str, Value]:
    """Compute the values; `chance` sums the similarity of all pairs of values.

    These include the pairs of a value with itself. Their distance is 0, so that leaving them out
    changes only the number of pairs.
    """
    expected = divide(total**2 - chance, total * (total - 1))
    return {
        "alpha": 1 - divide(observed, expected),
        "observed_disagreement": observed,
        "expected_disagreement": expected,
    }


def _list_rows(values: Mapping[str, str]) -> list[str]:
    """Return the rows in which a mention has a value."""
    return [group for group, value in values.items() if value != ABSENT]


def _find_cells(first: Mapping[str, str], second: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the row and the column of each pair of values of a unit, in either order."""
    for group in dict.fromkeys((*first, *second)):
        values = sorted((first.get(group, ABSENT), second.get(group, ABSENT)))
        if values != [ABSENT, ABSENT]:
            yield group, _OBSERVED + "|".join(values)


def _get_values(mention: Mention, attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the value of a mention in each row."""
    codes = "+".join(sorted(map(_escape, get_concept(mention))))
    return {
        TYPE: _escape(mention.type),
        CODE: codes,
        **{_name_row(name): _escape(attributes[name]) for name in sorted(attributes)},
    }


def _name_row(attribute: str) -> str:
    """Name the row of an attribute, so that it differs from the rows of types and codes."""
    return f"{attribute} (attribute)" if attribute in (TYPE, CODE) else attribute


def _escape(value: str) -> str:
    """Escape the characters that have a meaning in the name of a column."""
    return value.replace("%", "%25").replace("|", "%7C").replace("+", "%2B")


def parse_value(name: str) -> frozenset[str]:
    """Return the value, or the set of codes, that a part of a column name encodes."""
    return frozenset(unquote(part) for part in name.split("+"))


def _build_identity(names: Sequence[str]) -> csr_array:
    return _build_matrix([(i, i, 1.0) for i in range(len(names))], len(names))


def _build_overlap(names: Sequence[str]) -> csr_array:
    """Build the matrix of Jaccard similarities of sets of codes."""
    values = [parse_value(name) for name in names]
    holders: dict[str, list[int]] = {}
    for number, value in enumerate(values):
        for code in value:
            holders.setdefault(code, []).append(number)
    # Only sets with a code in common have a similarity above 0.
    cells = {(i, j) for numbers in holders.values() for i in numbers for j in numbers}
    return _build_matrix(
        [(i, j, len(values[i] & values[j]) / len(values[i] | values[j])) for i, j in sorted(cells)],
        len(names),
    )


def _build_matrix(cells: Sequence[tuple[int, int, float]], size: int) -> csr_array:
    rows, columns, numbers = zip(*cells, strict=True) if cells else ((), (), ())
    return csr_array((numbers, (rows, columns)), shape=(size, size), dtype=np.float64)


provides = Alpha()
