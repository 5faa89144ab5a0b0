"""Fleiss' kappa and Krippendorff's alpha over many raters, against published examples."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.metrics.reliability import Ratings, compute_reliability

#: Fleiss 1971, Table 1: 30 patients, diagnosed by six psychiatrists into five categories.
FLEISS = """
00060 03003 01401 00006 03030 20400 00402 20310 20040 00006
10050 11040 03300 10050 02031 00501 30012 51000 02040 10203
00006 01050 02013 20040 10041 05010 40002 02040 10500 00006
"""


def parse_digits(table: str) -> list[Ratings]:
    return [{str(column): int(digit) for column, digit in enumerate(row)} for row in table.split()]


def test_fleiss_kappa_of_the_original_paper() -> None:
    values = compute_reliability(parse_digits(FLEISS))
    assert values["fleiss_kappa"][0] == pytest.approx(0.430, abs=0.0005)
    assert values["observed_agreement"][0] == pytest.approx(0.5556, abs=0.00005)


def test_alpha_of_krippendorffs_example_with_missing_data() -> None:
    # Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C
    observers = (
        "1 2 3 3 2 1 4 1 2 . . .",
        "1 2 3 3 2 2 4 1 2 5 . 3",
        ". 3 3 3 2 3 4 2 2 5 1 .",
        "1 2 3 3 2 4 4 1 2 5 1 .",
    )
    units = [
        Counter(value for value in unit if value != ".")
        for unit in zip(*map(str.split, observers), strict=True)
    ]
    assert compute_reliability(units)["alpha"][0] == pytest.approx(0.743, abs=0.0005)


def test_values_of_a_small_table_by_hand() -> None:
    # P(u) = 1, 1/3, 1; p = 5/8 and 3/8; o(agree) = 3 + 1 + 2 of 8; expected = (20 + 6) / 56
    values = compute_reliability([{"yes": 3}, {"yes": 2, "no": 1}, {"no": 2}])
    observed, chance = (1 + 1 / 3 + 1) / 3, (25 + 9) / 64
    assert values["observed_agreement"][0] == pytest.approx(observed)
    assert values["fleiss_kappa"][0] == pytest.approx((observed - chance) / (1 - chance))
    assert values["alpha"][0] == pytest.approx(1 - (1 - 6 / 8) / (1 - 26 / 56))


def test_units_with_one_value_or_none_change_nothing() -> None:
    units: list[Ratings] = [{"a": 2}, {"a": 1, "b": 1}, {"b": 3}]
    more: list[Ratings] = [*units, {"c": 1}, {}]
    for name, value in compute_reliability(units).items():
        assert compute_reliability(more)[name] == pytest.approx(value)


def test_undefined_values_are_nan() -> None:
    for units in ([], [{"a": 1}], [{"a": 3}, {"a": 2}]):
        values = compute_reliability(units)
        assert np.isnan(values["alpha"][0]) and np.isnan(values["fleiss_kappa"][0])


ratings = st.lists(
    st.dictionaries(st.sampled_from("abc"), st.integers(1, 4)), min_size=1, max_size=8
)


@given(ratings, st.lists(st.integers(0, 3), min_size=8, max_size=8))
def test_weight_is_the_same_as_repetition(units: list[Ratings], weights: list[int]) -> None:
    repeated = [unit for unit, n in zip(units, weights, strict=False) for _ in range(n)]
    weighted = compute_reliability(units, [weights[: len(units)]])
    for name, value in compute_reliability(repeated).items():
        assert weighted[name] == pytest.approx(value, nan_ok=True)


@given(ratings)
def test_perfect_agreement_is_1_and_the_maximum(units: list[Ratings]) -> None:
    for name, value in compute_reliability(units).items():
        assert np.isnan(value[0]) or value[0] <= 1 + 1e-9, name
    agreed: list[Ratings] = [{value: 3} for unit in units for value in unit]
    if len({value for unit in agreed for value in unit}) > 1:
        values = compute_reliability(agreed)
        assert values["alpha"][0] == pytest.approx(1) and values["fleiss_kappa"][0] == (
            pytest.approx(1)
        )
