"""Features in parts: what comes together again and again is spelled and looked up once.

A part is what a function gives for some arguments. The same parts are spelled
out to train classifiers, and stand for rows of weights to use them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain, pairwise
from sys import intern
from typing import Any, Generic, TypeVar

import numpy as np
from scipy.sparse import csr_array

from goldsmith.learning.linear import Floats, Linear

#: What a feature is told as: its name, or a number.
Told = TypeVar("Told")
#: So many parts are remembered of one kind, some 5 MB.
_REMEMBERED = 1 << 15


class Parts(dict[tuple[Any, ...], tuple[Told, ...]]):
    """The features that a function gives for some arguments, told and remembered."""

    def __init__(
        self, make: Callable[..., list[str]], each: Callable[[Iterable[str]], Iterable[Told]]
    ) -> None:
        super().__init__()
        self._make, self._each = make, each

    def __missing__(self, given: tuple[Any, ...]) -> tuple[Told, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = self[given] = tuple(self._each(self._make(*given)))
        return found


class Telling(ABC, Generic[Told]):
    """Tells features: those that come again and again in parts, others one by one."""

    def __init__(self) -> None:
        self._parts: dict[Callable[..., list[str]], Parts[Told]] = {}

    @abstractmethod
    def each(self, names: Iterable[str]) -> Iterable[Told]:
        """These features, as they are told."""

    def parts(self, make: Callable[..., list[str]]) -> Parts[Told]:
        """The features that a function gives, as they are told."""
        found = self._parts.get(make)
        if found is None:
            found = self._parts[make] = Parts(make, self.each)
        return found


class Spelled(Telling[str]):
    """Tells features as their names."""

    def each(self, names: Iterable[str]) -> Iterable[str]:
        return map(intern, names)


class Numbered(Telling[int]):
    """Tells features as numbers of rows of a table; what no classifier knows has none.

    A row has the weights of a feature for several classifiers side by side.
    """

    def __init__(self, models: Sequence[Linear]) -> None:
        super().__init__()
        self._edges = [0, *accumulate(len(model.labels) for model in models)]
        names = dict.fromkeys(chain.from_iterable(model.features for model in models))
        # Counted from 1: 0 would pass for "unknown".
        self._numbers = {name: number for number, name in enumerate(names, 1)}
        self._table: Floats = np.zeros((len(names) + 1, self._edges[-1]))
        for model, (first, end) in zip(models, pairwise(self._edges), strict=True):
            rows = [self._numbers[name] for name in model.features]
            self._table[rows, first:end] = model.weights

    def each(self, names: Iterable[str]) -> Iterable[int]:
        return filter(None, map(self._numbers.get, names))

    def scores(self, rows: Sequence[Sequence[int]]) -> list[Floats]:
        """For each classifier the weights of each row together; its offsets are not in them."""
        numbers = np.array(list(chain.from_iterable(rows)), np.int32)
        ends = np.array([0, *accumulate(map(len, rows))], np.int32)
        seen = csr_array(
            (np.ones(len(numbers)), numbers, ends), shape=(len(rows), len(self._table))
        )
        every = seen @ self._table
        return [every[:, first:end] for first, end in pairwise(self._edges)]
