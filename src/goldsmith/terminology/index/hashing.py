"""Hashes over whole arrays, and hash tables that are stored as arrays.

The polynomial hash of any range of a sequence is the difference of two prefix hashes, so all
ranges of a text are hashed without a loop. Arithmetic is modulo 2**64: unsigned arrays wrap.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

U64 = NDArray[np.uint64]
I32 = NDArray[np.int32]
Bools = NDArray[np.bool_]

_BASE = 0x9E3779B97F4A7C15 | 1
_INVERSE = pow(_BASE, -1, 2**64)
_M1, _M2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_S1, _S61 = np.uint64(1), np.uint64(61)
_BITS = (1 << np.arange(8)).astype(np.uint8)
_MAX_ROUNDS = 1000
_GOLDEN_RATIO = np.uint64(0x9E3779B97F4A7C15)


def hash_string(text: str) -> int:
    """Return a 64-bit hash of a string that is the same in every process."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def mix_bits(values: U64) -> U64:
    """Scatter each value over 64 bits (the finaliser of splitmix64); the result is never 0."""
    value = values + _GOLDEN_RATIO
    value ^= value >> _S30
    value *= _M1
    value ^= value >> _S27
    value *= _M2
    value ^= value >> _S31
    value |= _S1
    return value


class _Powers:
    """Powers of the base and of its inverse, extended on demand."""

    def __init__(self) -> None:
        self._base = np.ones(1, np.uint64)
        self._inverse = np.ones(1, np.uint64)

    def __call__(self, count: int) -> tuple[U64, U64]:
        if len(self._base) < count:
            size = max(count, 2 * len(self._base), 4096)
            self._base = _compute_powers(_BASE, size)
            self._inverse = _compute_powers(_INVERSE, size)
        return self._base[:count], self._inverse[:count]


def _compute_powers(base: int, size: int) -> U64:
    factors = np.full(size, base, np.uint64)
    factors[0] = 1
    return np.multiply.accumulate(factors)


_get_powers = _Powers()


class PrefixHashes(NamedTuple):
    """Prefix sums from which the hash of any range of a sequence follows."""

    sums: U64
    inverse: U64

    def between(self, start: NDArray[np.intp], end: NDArray[np.intp]) -> U64:
        """Return the hash of each range from `start` to `end`."""
        return (self.sums[end] - self.sums[start]) * self.inverse[start]


def build_prefix_hashes(values: U64) -> PrefixHashes:
    """Build the prefix hashes of a sequence of values, none of which should be 0."""
    powers, inverse = _get_powers(len(values) + 1)
    sums = np.empty(len(values) + 1, np.uint64)
    sums[0] = 0
    np.cumsum(values * powers[:-1], out=sums[1:])
    return PrefixHashes(sums, inverse)


class HashTable(NamedTuple):
    """A cuckoo hash table in two arrays: the keys (0 in an empty slot) and their values.

    Each key has two possible slots, so a lookup of many keys reads the arrays twice.
    """

    keys: U64
    values: I32

    def find(self, keys: U64) -> I32:
        """Return the value of each key, -1 for a key that is not in the table."""
        first, second = _compute_slots(keys, len(self.keys))
        values = np.where(self.keys[second] == keys, self.values[second], np.int32(-1))
        return np.where(self.keys[first] == keys, self.values[first], values)


def build_hash_table(keys: U64, values: I32) -> HashTable:
    """Build a table of distinct keys, less than half full; equal input gives equal bytes."""
    size = 1 << max(4, int(2.2 * len(keys)).bit_length())
    while (owner := _assign_slots(keys, size)) is None:
        size *= 2
    slot_keys, slot_values = np.zeros(size, np.uint64), np.full(size, -1, np.int32)
    filled = np.flatnonzero(owner >= 0)
    slot_keys[filled], slot_values[filled] = keys[owner[filled]], values[owner[filled]]
    return HashTable(slot_keys, slot_values)


def _assign_slots(keys: U64, size: int) -> NDArray[np.intp] | None:
    """Return the index of the key in each slot (-1 if empty), or None if the table is too small."""
    first, second = _compute_slots(keys, size)
    owner = np.full(size, -1, np.intp)
    in_second = np.zeros(len(keys), np.bool_)
    waiting = np.arange(len(keys))
    for _ in range(_MAX_ROUNDS):
        if not len(waiting):
            return owner
        slot = np.where(in_second[waiting], second[waiting], first[waiting])
        before = owner[slot]
        owner[slot] = waiting
        placed = owner[slot] == waiting
        evicted = before[placed]
        waiting = np.concatenate((waiting[~placed], evicted[evicted >= 0]))
        in_second[waiting] ^= True
    return None


def _compute_slots(keys: U64, size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    mask = np.uint64(size - 1)
    return ((keys >> _S1) & mask).view(np.intp), ((keys >> _S32) & mask).view(np.intp)


class BloomFilter(NamedTuple):
    """A Bloom filter with one hash function."""

    bits: NDArray[np.uint8]

    def has(self, keys: U64) -> Bools:
        """Return whether each key may be in the filter; false positives are possible."""
        byte, bit = _compute_bits(keys, len(self.bits))
        result: Bools = (self.bits[byte] & bit) != 0
        return result


def build_bloom_filter(keys: U64) -> BloomFilter:
    """Build a filter with a false-positive rate of about one in sixteen."""
    size = 1 << max(6, (2 * len(keys)).bit_length() - 1)
    byte, bit = _compute_bits(keys, size)
    bits = np.zeros(size, np.uint8)
    for position in range(8):
        bits[byte[bit == 1 << position]] |= np.uint8(1 << position)
    return BloomFilter(bits)


def _compute_bits(keys: U64, size: int) -> tuple[NDArray[np.intp], NDArray[np.uint8]]:
    byte = ((keys >> _S32) & np.uint64(size - 1)).view(np.intp)
    return byte, _BITS[(keys >> _S61).view(np.intp)]
