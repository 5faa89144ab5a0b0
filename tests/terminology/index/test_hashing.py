"""Tables hold what was put in; stretches of a sequence have one hash wherever they stand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.terminology.index.hashing import filtering, mixed, running, table

numbers = st.lists(st.integers(0, 2**64 - 1), unique=True, max_size=300)


def array(values: list[int]) -> np.ndarray:
    return np.array(values, np.uint64)


@settings(deadline=None)
@given(numbers, numbers)
def test_a_table_has_its_keys_and_no_others(inside: list[int], others: list[int]) -> None:
    keys = np.unique(mixed(array(inside)))
    found = table(keys, np.arange(len(keys), dtype=np.int32))
    assert found.find(keys).tolist() == list(range(len(keys)))
    strange = np.setdiff1d(mixed(array(others)), keys)
    assert (found.find(strange) == -1).all()


@pytest.mark.parametrize("count", [0, 1, 15, 16, 1000, 100_000])
def test_a_table_of_any_size_settles_and_is_the_same_each_time(count: int) -> None:
    keys = np.unique(mixed(np.arange(count, dtype=np.uint64)))
    assert len(keys) == count
    first, second = (table(keys, np.arange(count, dtype=np.int32)) for _ in range(2))
    assert first.keys.tobytes() == second.keys.tobytes()
    assert (first.find(keys) == np.arange(count)).all()
    assert len(first.keys) >= 2 * count


def test_the_empty_slot_is_no_key() -> None:
    found = table(mixed(array([1, 2])), np.array([5, 6], np.int32))
    assert found.find(array([0])).tolist() == [-1]
    assert (mixed(array(list(range(1000)))) != 0).all()


@settings(deadline=None)
@given(numbers)
def test_a_filter_lets_all_its_keys_pass(inside: list[int]) -> None:
    keys = mixed(array(inside))
    assert filtering(keys).has(keys).all()


def test_a_filter_stops_most_others() -> None:
    keys = mixed(np.arange(100_000, dtype=np.uint64))
    others = mixed(np.arange(100_000, 200_000, dtype=np.uint64))
    assert filtering(keys).has(others).mean() < 0.15


@given(st.lists(st.integers(1, 2**64 - 1), min_size=1, max_size=20), st.integers(0, 50))
def test_the_hash_of_a_stretch_does_not_depend_on_where_it_stands(
    values: list[int], before: int
) -> None:
    size = len(values)
    alone = running(array(values)).between(np.array([0]), np.array([size]))
    moved = running(array([7] * before + values + [9]))
    assert moved.between(np.array([before]), np.array([before + size])) == alone


def test_the_hash_of_a_stretch_depends_on_the_order() -> None:
    start, end = np.array([0]), np.array([2])
    assert running(array([3, 5])).between(start, end) != running(array([5, 3])).between(start, end)
