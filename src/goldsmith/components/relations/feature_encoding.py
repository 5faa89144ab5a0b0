"""Feature encoding with caches: features that recur together are built and looked up once.

A feature function returns features for some arguments. For training, features are encoded as
names; for prediction, as row numbers of a weight table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain, pairwise
from sys import intern
from typing import Any, Generic, TypeVar

import numpy as np
from scipy.sparse import csr_array

from goldsmith.learning.linear import Floats, LinearClassifier

#: An encoded feature: its name or its number.
Encoded = TypeVar("Encoded")
#: Maximum number of entries of a cache, about 5 MB.
_MAX_ENTRIES = 1 << 15


class FeatureCache(dict[tuple[Any, ...], tuple[Encoded, ...]]):
    """Encoded features of one feature function, by its arguments."""

    def __init__(
        self,
        make: Callable[..., list[str]],
        encode: Callable[[Iterable[str]], Iterable[Encoded]],
    ) -> None:
        super().__init__()
        self._make, self._encode = make, encode

    def __missing__(self, arguments: tuple[Any, ...]) -> tuple[Encoded, ...]:
        if len(self) >= _MAX_ENTRIES:
            self.clear()
        features = self[arguments] = tuple(self._encode(self._make(*arguments)))
        return features


class FeatureEncoder(ABC, Generic[Encoded]):
    """Encodes features, with a cache for each feature function."""

    def __init__(self) -> None:
        self._caches: dict[Callable[..., list[str]], FeatureCache[Encoded]] = {}

    @abstractmethod
    def encode(self, names: Iterable[str]) -> Iterable[Encoded]:
        """Encode features one by one."""

    def get_cache(self, make: Callable[..., list[str]]) -> FeatureCache[Encoded]:
        """Return the cache of a feature function."""
        cache = self._caches.get(make)
        if cache is None:
            cache = self._caches[make] = FeatureCache(make, self.encode)
        return cache


class NameEncoder(FeatureEncoder[str]):
    """Encodes features as their interned names."""

    def encode(self, names: Iterable[str]) -> Iterable[str]:
        return map(intern, names)


class NumberEncoder(FeatureEncoder[int]):
    """Encodes features as row numbers of a weight table; unknown features are dropped.

    A row has the weights of a feature for several classifiers, one after the other.
    """

    def __init__(self, models: Sequence[LinearClassifier]) -> None:
        super().__init__()
        self._edges = [0, *accumulate(len(model.labels) for model in models)]
        names = dict.fromkeys(chain.from_iterable(model.features for model in models))
        # Counted from 1: `encode` filters out 0 and None.
        self._numbers = {name: number for number, name in enumerate(names, 1)}
        self._table: Floats = np.zeros((len(names) + 1, self._edges[-1]))
        for model, (first, end) in zip(models, pairwise(self._edges), strict=True):
            rows = [self._numbers[name] for name in model.features]
            self._table[rows, first:end] = model.weights

    def encode(self, names: Iterable[str]) -> Iterable[int]:
        return filter(None, map(self._numbers.get, names))

    def sum_weights(self, rows: Sequence[Sequence[int]]) -> list[Floats]:
        """Sum the weights of each row for each classifier, without the intercepts."""
        numbers = np.array(list(chain.from_iterable(rows)), np.int32)
        ends = np.array([0, *accumulate(map(len, rows))], np.int32)
        matrix = csr_array(
            (np.ones(len(numbers)), numbers, ends), shape=(len(rows), len(self._table))
        )
        sums = matrix @ self._table
        return [sums[:, first:end] for first, end in pairwise(self._edges)]
