"""Controlled random rounding: every stratum has its chance, every margin stays within one."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.sampling.conftest import CODES, TABLE_1

from goldsmith.sampling.rounding import Cell, round_quotas

CLEF: dict[Cell, int] = {
    (subtype, category): round(100 * share)
    for subtype, row in TABLE_1.items()
    for category, share in zip(CODES, row, strict=True)
    if share
}
SEEDS = range(1000)


def make_table(documents: int, sizes: tuple[int, ...], seed: int = 3) -> dict[Cell, int]:
    """Make a table of counts with skewed margins, in which many strata have one document."""
    random = Random(seed)
    weights = [[1 / (1 + rank) for rank in range(size)] for size in sizes]
    return Counter(
        tuple(str(random.choices(range(len(axis)), axis)[0]) for axis in weights)
        for _ in range(documents)
    )


def round_table(table: Mapping[Cell, int], size: int, seed: int, name: str = "") -> dict[Cell, int]:
    total = sum(table.values())
    numerators = {cell: size * count for cell, count in table.items()}
    return round_quotas(numerators, total, seed=seed, name=name)


def list_margins(
    table: Mapping[Cell, int], size: int, counts: Mapping[Cell, int]
) -> Iterator[tuple[int, Fraction, int]]:
    """Yield the axis, the quota and the count of each margin."""
    total = sum(table.values())
    quotas: Counter[tuple[int, str]] = Counter()
    obtained: Counter[tuple[int, str]] = Counter()
    for cell in table:
        for pair in enumerate(cell):
            quotas[pair] += size * table[cell]
            obtained[pair] += counts[cell]
    for pair, quota in quotas.items():
        yield pair[0], Fraction(quota, total), obtained[pair]


TABLES: dict[str, tuple[dict[Cell, int], int]] = {
    "CLEF, 50 of subtype x diagnosis": (CLEF, 50),
    "one axis": (make_table(90, (12,)), 20),
    "three axes": (make_table(60, (4, 4, 3)), 20),
    "four axes": (make_table(40, (3, 3, 2, 2)), 10),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_margin_is_within_one_for_a_thousand_seeds(name: str) -> None:
    table, size = TABLES[name]
    sums: Counter[Cell] = Counter()
    for seed in SEEDS:
        counts = round_table(table, size, seed)
        assert sum(counts.values()) == size
        for axis, quota, count in list_margins(table, size, counts):
            assert abs(count - quota) <= 1
            assert axis > 1 or count in (floor(quota), ceil(quota))
        sums.update(counts)
    total = sum(table.values())
    for cell, count in table.items():
        quota = Fraction(size * count, total)
        fraction = float(quota % 1)
        # Five times the standard error of the mean of a variable that is 0 or 1.
        tolerance = 5 * (fraction * (1 - fraction) / len(SEEDS)) ** 0.5
        assert abs(sums[cell] / len(SEEDS) - quota) <= tolerance
        assert sums[cell], "every stratum is drawn in some sample"


@settings(max_examples=60)
@given(
    st.dictionaries(
        st.tuples(*[st.sampled_from("abcd")] * 3), st.integers(0, 20), min_size=1, max_size=30
    ),
    st.data(),
)
def test_rounding_keeps_strata_and_margins(table: dict[Cell, int], data: st.DataObject) -> None:
    total = sum(table.values())
    assume(total)
    size = data.draw(st.integers(0, total))
    counts = round_table(table, size, data.draw(st.integers(0, 3)))
    assert sum(counts.values()) == size
    for cell, count in table.items():
        assert counts[cell] in (size * count // total, -(-size * count // total))
    for axis, quota, count in list_margins(table, size, counts):
        assert abs(count - quota) <= 1
        assert axis > 1 or count in (floor(quota), ceil(quota))


def test_margins_are_within_one_where_no_controlled_rounding_exists() -> None:
    # Any two strata share a value, so no two of them contain every value once.
    table: dict[Cell, int] = {
        ("a", "c", "e"): 1,
        ("a", "d", "f"): 1,
        ("b", "c", "f"): 1,
        ("b", "d", "e"): 1,
    }
    samples = set()
    for seed in range(50):
        counts = round_table(table, 2, seed)
        deviations = [
            (axis, abs(count - quota)) for axis, quota, count in list_margins(table, 2, counts)
        ]
        assert all(deviation == (axis > 1) for axis, deviation in deviations)
        samples.add(tuple(counts.values()))
    assert len(samples) > 1


def test_rounding_depends_on_seed_and_name_only() -> None:
    first = round_table(CLEF, 50, 1)
    assert round_table(dict(reversed(CLEF.items())), 50, 1) == first
    assert round_table(CLEF, 50, 2) != first
    assert round_table(CLEF, 50, 1, "training") != first


def test_whole_quotas_are_not_changed() -> None:
    assert round_table({("a",): 20, ("b",): 10}, 6, 0) == {("a",): 4, ("b",): 2}
    assert round_table({("a",): 2, ("b",): 1}, 0, 0) == {("a",): 0, ("b",): 0}
    assert round_table({(): 9}, 4, 0) == {(): 4}
