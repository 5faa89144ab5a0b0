"""Reproducible random numbers: a separate stream for each patient of a population."""

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


def open_stream(seed: int, number: int) -> Random:
    """Open the random stream of a patient, independent of all others."""
    digest = hashlib.blake2b(f"{number}".encode(), key=f"life {seed}".encode()[:64], digest_size=16)
    return Random(int.from_bytes(digest.digest(), "big"))


def pick(rng: Random, weighted: Sequence[tuple[float, _Item]]) -> _Item:
    """Pick an item by weight."""
    bounds = _sum_weights(tuple(weight for weight, _ in weighted))
    return weighted[bisect(bounds, rng.random() * bounds[-1], 0, len(bounds) - 1)][1]


@lru_cache(maxsize=4096)
def _sum_weights(weights: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(accumulate(weights))


def choose(rng: Random, items: Sequence[_Item]) -> _Item:
    """Choose an item with equal probability."""
    return items[int(rng.random() * len(items))]


def draw_int(rng: Random, low: int, high: int) -> int:
    """Draw an integer from low to high, both inclusive; faster than randint."""
    return low + int(rng.random() * (high - low + 1))


def draw_duration(rng: Random, median: float) -> float:
    """Draw a non-negative, right-skewed duration with this median."""
    return median * math.exp(rng.gauss(0.0, 0.55))


def add_days(day: Date, days: int) -> Date:
    """Add a number of days to a date."""
    return day + datetime.timedelta(days)


def find_workday(day: Date) -> Date:
    """Return the day itself if it is a workday, otherwise the next workday."""
    if (day.month, day.day) in _FEASTS:
        day += datetime.timedelta(2)
    ahead = day.weekday()
    return day if ahead < 5 else day + datetime.timedelta(7 - ahead)
