"""Chance that can be repeated: one stream of random numbers for each patient of a population."""

from __future__ import annotations

import datetime
import hashlib
import math
from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import TypeVar

from goldsmith_demo.life.model import Date

_FEASTS = frozenset(((12, 25), (12, 26), (1, 1)))
_Item = TypeVar("_Item")


def stream(seed: int, number: int) -> Random:
    """The random numbers of patient `number`, which owe nothing to those of the others."""
    digest = hashlib.blake2b(f"{number}".encode(), key=f"life {seed}".encode()[:64], digest_size=16)
    return Random(int.from_bytes(digest.digest(), "big"))


def pick(rng: Random, weighted: Sequence[tuple[float, _Item]]) -> _Item:
    """One of the items, by their weights."""
    bounds = _bounds(tuple(weight for weight, _ in weighted))
    return weighted[bisect(bounds, rng.random() * bounds[-1], 0, len(bounds) - 1)][1]


@lru_cache(maxsize=4096)
def _bounds(weights: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(accumulate(weights))


def one_of(rng: Random, items: Sequence[_Item]) -> _Item:
    """One of the items, all alike."""
    return items[int(rng.random() * len(items))]


def whole(rng: Random, low: int, high: int) -> int:
    """A whole number from low to high, both included; faster than randint."""
    return low + int(rng.random() * (high - low + 1))


def about(rng: Random, median: float) -> float:
    """A time around the median, never negative, sometimes much longer."""
    return median * math.exp(rng.gauss(0.0, 0.55))


def later(day: Date, days: int) -> Date:
    """The day so many days on."""
    return day + datetime.timedelta(days)


def workday(day: Date) -> Date:
    """The day itself, or the next on which clinics are held."""
    if (day.month, day.day) in _FEASTS:
        day += datetime.timedelta(2)
    ahead = day.weekday()
    return day if ahead < 5 else day + datetime.timedelta(7 - ahead)
