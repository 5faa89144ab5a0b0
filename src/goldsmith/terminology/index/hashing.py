"""Hashes over whole arrays, and tables of them that live in a file.

A stretch of a sequence has a polynomial hash that follows from two running sums, so all
stretches of a text are hashed without a loop. Arithmetic is modulo 2**64: arrays wrap silently.
"""

from __future__ import annotations

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
_ROUNDS = 1000
_GOLD = np.uint64(0x9E3779B97F4A7C15)


def mixed(values: U64) -> U64:
    """Each value scattered over 64 bits (the finaliser of splitmix64); never 0."""
    value = values + _GOLD
    value ^= value >> _S30
    value *= _M1
    value ^= value >> _S27
    value *= _M2
    value ^= value >> _S31
    value |= _S1
    return value


class Powers:
    """Powers of the base and of its inverse, as many as were ever asked for."""

    def __init__(self) -> None:
        self._up = np.ones(1, np.uint64)
        self._down = np.ones(1, np.uint64)

    def __call__(self, count: int) -> tuple[U64, U64]:
        if len(self._up) < count:
            size = max(count, 2 * len(self._up), 4096)
            self._up, self._down = _powers(_BASE, size), _powers(_INVERSE, size)
        return self._up[:count], self._down[:count]


def _powers(base: int, size: int) -> U64:
    factors = np.full(size, base, np.uint64)
    factors[0] = 1
    return np.multiply.accumulate(factors)


_POWERS = Powers()


class Running(NamedTuple):
    """Running sums from which the hash of any stretch of a sequence follows."""

    sums: U64
    down: U64

    def between(self, start: NDArray[np.intp], end: NDArray[np.intp]) -> U64:
        """The hashes of the stretches from `start` up to `end`."""
        return (self.sums[end] - self.sums[start]) * self.down[start]


def running(values: U64) -> Running:
    """Running sums over a sequence of values, none of which should be 0."""
    up, down = _POWERS(len(values) + 1)
    sums = np.empty(len(values) + 1, np.uint64)
    sums[0] = 0
    np.cumsum(values * up[:-1], out=sums[1:])
    return Running(sums, down)


class Table(NamedTuple):
    """A cuckoo table in two arrays: keys (0 where empty) and the value of each.

    A key lies at one of two places, so that finding many keys takes two looks at the arrays.
    """

    keys: U64
    values: I32

    def find(self, keys: U64) -> I32:
        """The value of each key, -1 where the table does not have it."""
        first, second = _places(keys, len(self.keys))
        found = np.where(self.keys[second] == keys, self.values[second], np.int32(-1))
        return np.where(self.keys[first] == keys, self.values[first], found)


class Filter(NamedTuple):
    """Bits that are set for the keys it was made of, and for a few others by chance."""

    bits: NDArray[np.uint8]

    def has(self, keys: U64) -> Bools:
        """Whether each key may be among those."""
        place, bit = _bit(keys, len(self.bits))
        found: Bools = (self.bits[place] & bit) != 0
        return found


def filtering(keys: U64) -> Filter:
    """A filter that lets about one in sixteen of other keys pass."""
    size = 1 << max(6, (2 * len(keys)).bit_length() - 1)
    place, bit = _bit(keys, size)
    bits = np.zeros(size, np.uint8)
    for each in range(8):
        bits[place[bit == 1 << each]] |= np.uint8(1 << each)
    return Filter(bits)


def _bit(keys: U64, size: int) -> tuple[NDArray[np.intp], NDArray[np.uint8]]:
    place = ((keys >> _S32) & np.uint64(size - 1)).view(np.intp)
    return place, _BITS[(keys >> _S61).view(np.intp)]


def _places(keys: U64, size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    mask = np.uint64(size - 1)
    return ((keys >> _S1) & mask).view(np.intp), ((keys >> _S32) & mask).view(np.intp)


def table(keys: U64, values: I32) -> Table:
    """A table of distinct keys, less than half full; the same bytes for the same input."""
    size = 1 << max(4, int(2.2 * len(keys)).bit_length())
    while (owner := _settled(keys, size)) is None:
        size *= 2
    slots, held = np.zeros(size, np.uint64), np.full(size, -1, np.int32)
    taken = np.flatnonzero(owner >= 0)
    slots[taken], held[taken] = keys[owner[taken]], values[owner[taken]]
    return Table(slots, held)


def _settled(keys: U64, size: int) -> NDArray[np.intp] | None:
    """Which key lies in each slot (-1 for none); None when they find no peace at this size."""
    first, second = _places(keys, size)
    owner = np.full(size, -1, np.intp)
    other = np.zeros(len(keys), np.bool_)
    waiting = np.arange(len(keys))
    for _ in range(_ROUNDS):
        if not len(waiting):
            return owner
        at = np.where(other[waiting], second[waiting], first[waiting])
        before = owner[at]
        owner[at] = waiting
        won = owner[at] == waiting
        evicted = before[won]
        waiting = np.concatenate((waiting[~won], evicted[evicted >= 0]))
        other[waiting] ^= True
    return None
