"""Strings and lists of numbers packed into arrays, as they lie in a compiled terminology."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Strings:
    """Many strings in one block of bytes."""

    blob: NDArray[np.uint8]
    ends: Longs

    def __getitem__(self, index: Any) -> str:
        return self.blob[self.ends[index] : self.ends[index + 1]].tobytes().decode("utf-8")

    def count(self) -> int:
        return len(self.ends) - 1

    def all(self) -> Iterator[str]:
        """Every string, in order."""
        whole, ends = self.blob.tobytes(), self.ends.tolist()
        for start, end in pairwise(ends):
            yield whole[start:end].decode("utf-8")


@dataclass(frozen=True, slots=True)
class Lists:
    """Many lists of numbers, one behind the other."""

    values: Ints
    ends: Longs

    def __getitem__(self, index: Any) -> Ints:
        return self.values[self.ends[index] : self.ends[index + 1]]


def pack_strings(name: str, strings: Iterable[str]) -> dict[str, NDArray[Any]]:
    """The arrays that `strings_of` makes the strings from again."""
    encoded = [text.encode("utf-8", "replace") for text in strings]
    blob = np.frombuffer(b"".join(encoded), np.uint8)
    return {f"{name}.blob": blob, f"{name}.ends": _ends(list(map(len, encoded)))}


def strings_of(arrays: Mapping[str, NDArray[Any]], name: str) -> Strings:
    return Strings(arrays[f"{name}.blob"], arrays[f"{name}.ends"])


def pack_lists(name: str, lists: Sequence[Sequence[int]]) -> dict[str, NDArray[Any]]:
    """The arrays that `lists_of` makes the lists from again."""
    values = np.fromiter((value for one in lists for value in one), np.int32)
    return {f"{name}.values": values, f"{name}.ends": _ends(list(map(len, lists)))}


def lists_of(arrays: Mapping[str, NDArray[Any]], name: str) -> Lists:
    return Lists(arrays[f"{name}.values"], arrays[f"{name}.ends"])


def grouped(keys: NDArray[Any], values: Ints, count: int) -> Lists:
    """For each key from 0 up to `count` the values beside it, in the order they were."""
    order = np.argsort(keys, kind="stable")
    ends = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(keys, minlength=count), out=ends[1:])
    return Lists(values[order].astype(np.int32), ends)


def _ends(lengths: Sequence[int]) -> Longs:
    ends = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(np.array(lengths, np.int64), out=ends[1:])
    return ends
