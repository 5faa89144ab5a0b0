"""Hash tables, Bloom filters and the hashes of ranges."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.terminology.index.hashing import (
    U64,
    build_bloom_filter,
    build_hash_table,
    build_prefix_hashes,
    mix_bits,
)

numbers = st.lists(st.integers(0, 2**64 - 1), unique=True, max_size=300)


def make_array(values: list[int]) -> U64:
    return np.array(values, np.uint64)


@settings(deadline=None)
@given(numbers, numbers)
def test_table_contains_its_keys_and_no_others(inside: list[int], outside: list[int]) -> None:
    keys = np.unique(mix_bits(make_array(inside)))
    table = build_hash_table(keys, np.arange(len(keys), dtype=np.int32))
    assert table.find(keys).tolist() == list(range(len(keys)))
    foreign = np.setdiff1d(mix_bits(make_array(outside)), keys)
    assert (table.find(foreign) == -1).all()


@pytest.mark.parametrize("count", [0, 1, 15, 16, 1000, 100_000])
def test_table_of_any_size_is_built_deterministically(count: int) -> None:
    keys = np.unique(mix_bits(np.arange(count, dtype=np.uint64)))
    assert len(keys) == count
    first, second = (build_hash_table(keys, np.arange(count, dtype=np.int32)) for _ in range(2))
    assert first.keys.tobytes() == second.keys.tobytes()
    assert (first.find(keys) == np.arange(count)).all()
    assert len(first.keys) >= 2 * count


def test_empty_slot_is_not_a_key() -> None:
    table = build_hash_table(mix_bits(make_array([1, 2])), np.array([5, 6], np.int32))
    assert table.find(make_array([0])).tolist() == [-1]
    assert (mix_bits(make_array(list(range(1000)))) != 0).all()


@settings(deadline=None)
@given(numbers)
def test_filter_contains_all_its_keys(inside: list[int]) -> None:
    keys = mix_bits(make_array(inside))
    assert build_bloom_filter(keys).has(keys).all()


def test_filter_rejects_most_foreign_keys() -> None:
    keys = mix_bits(np.arange(100_000, dtype=np.uint64))
    foreign = mix_bits(np.arange(100_000, 200_000, dtype=np.uint64))
    assert build_bloom_filter(keys).has(foreign).mean() < 0.15


@given(st.lists(st.integers(1, 2**64 - 1), min_size=1, max_size=20), st.integers(0, 50))
def test_hash_of_a_range_does_not_depend_on_its_position(values: list[int], before: int) -> None:
    size = len(values)
    alone = build_prefix_hashes(make_array(values)).between(np.array([0]), np.array([size]))
    moved = build_prefix_hashes(make_array([7] * before + values + [9]))
    assert moved.between(np.array([before]), np.array([before + size])) == alone


def test_hash_of_a_range_depends_on_the_order() -> None:
    start, end = np.array([0]), np.array([2])
    assert build_prefix_hashes(make_array([3, 5])).between(start, end) != build_prefix_hashes(
        make_array([5, 3])
    ).between(start, end)
