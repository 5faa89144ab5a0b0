"""Strings and lists of numbers packed into arrays, the storage of a compiled terminology."""

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
    """Many strings in one block of bytes; string i is `blob[ends[i]:ends[i + 1]]`."""

    blob: NDArray[np.uint8]
    ends: Longs

    def __getitem__(self, index: Any) -> str:
        return self.blob[self.ends[index] : self.ends[index + 1]].tobytes().decode("utf-8")

    def __len__(self) -> int:
        return len(self.ends) - 1

    def __iter__(self) -> Iterator[str]:
        content, ends = self.blob.tobytes(), self.ends.tolist()
        for start, end in pairwise(ends):
            yield content[start:end].decode("utf-8")


@dataclass(frozen=True, slots=True)
class Lists:
    """Many lists of numbers in one array; list i is `values[ends[i]:ends[i + 1]]`."""

    values: Ints
    ends: Longs

    def __getitem__(self, index: Any) -> Ints:
        return self.values[self.ends[index] : self.ends[index + 1]]


def pack_strings(name: str, strings: Iterable[str]) -> dict[str, NDArray[Any]]:
    """Pack strings into arrays that `get_strings` reads."""
    encoded = [text.encode("utf-8", "replace") for text in strings]
    blob = np.frombuffer(b"".join(encoded), np.uint8)
    return {f"{name}.blob": blob, f"{name}.ends": _sum_lengths(list(map(len, encoded)))}


def get_strings(arrays: Mapping[str, NDArray[Any]], name: str) -> Strings:
    """Return the strings packed under a name."""
    return Strings(arrays[f"{name}.blob"], arrays[f"{name}.ends"])


def pack_lists(name: str, lists: Sequence[Sequence[int]]) -> dict[str, NDArray[Any]]:
    """Pack lists of numbers into arrays that `get_lists` reads."""
    values = np.fromiter((value for row in lists for value in row), np.int32)
    return {f"{name}.values": values, f"{name}.ends": _sum_lengths(list(map(len, lists)))}


def get_lists(arrays: Mapping[str, NDArray[Any]], name: str) -> Lists:
    """Return the lists packed under a name."""
    return Lists(arrays[f"{name}.values"], arrays[f"{name}.ends"])


def group_values(keys: NDArray[Any], values: Ints, count: int) -> Lists:
    """Group values by key: list k contains the values of key k in their original order.

    Args:
        keys: The key of each value, from 0 up to `count`.
        values: The values.
        count: The number of lists.
    """
    order = np.argsort(keys, kind="stable")
    ends = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(keys, minlength=count), out=ends[1:])
    return Lists(values[order].astype(np.int32), ends)


def _sum_lengths(lengths: Sequence[int]) -> Longs:
    ends = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(np.array(lengths, np.int64), out=ends[1:])
    return ends
