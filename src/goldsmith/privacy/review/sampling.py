"""Compute how many documents to read at random to bound the share with a leak.

The unit is the document: a document leaks if at least one identifier is left in it. Documents are
drawn without replacement, so the number of leaking documents among those read is hypergeometric,
and the bounds are exact for a corpus of any size. For a large corpus they approach the bounds of
Clopper and Pearson (1934) for the binomial distribution.
"""

from __future__ import annotations

import random
from math import floor

import msgspec

from goldsmith.errors import InputError

UNIT = "document"
#: Numbers of leaking documents in the sample for which sizes and bounds are listed.
_MAX_LEAKS = 3


class SamplePlan(msgspec.Struct, frozen=True):
    """A random sample that bounds the share of documents with a leak."""

    population: int
    """The number of documents of the corpus."""
    leak_rate: float
    """The share of leaking documents that the sample should rule out."""
    confidence: float
    size: int
    """Documents to read: if none leaks, at most `leak_rate` of all documents leak."""
    seed: int
    unit: str = UNIT
    sizes: dict[int, int] = {}
    """Leaking documents among those read -> documents to read for the same conclusion."""
    bounds: dict[int, float] = {}
    """Leaking documents among `size` read -> upper bound on the share of leaking documents."""


def check_rates(leak_rate: float, confidence: float) -> None:
    """Check that a leak rate and a confidence are between 0 and 1.

    Raises:
        InputError: One of them is not.
    """
    for name, value in (("leak rate", leak_rate), ("confidence", confidence)):
        if not 0 < value < 1:
            raise InputError(f"the {name} is out of range", expected="a number between 0 and 1")


def plan_sample(
    population: int, *, leak_rate: float = 0.01, confidence: float = 0.95, seed: int = 1
) -> SamplePlan:
    """Plan the random sample to read.

    Example:
        >>> plan_sample(10_000).size
        291
    """
    size = compute_sample_size(population, 0, leak_rate, confidence) or 0
    sizes = {
        leaks: needed
        for leaks in range(_MAX_LEAKS + 1)
        if (needed := compute_sample_size(population, leaks, leak_rate, confidence))
    }
    bounds = {
        leaks: compute_upper_bound(population, size, leaks, confidence) / population
        for leaks in range(min(_MAX_LEAKS, size) + 1)
        if population
    }
    return SamplePlan(population, leak_rate, confidence, size, seed, sizes=sizes, bounds=bounds)


def compute_sample_size(
    population: int, leaks: int, leak_rate: float, confidence: float
) -> int | None:
    """Compute how many documents to read if `leaks` of them leak, to bound the rate.

    Returns:
        The smallest number of documents for which a corpus with a higher rate would show more
        leaking documents with at least this confidence; None if this many leaks exceed the rate.
    """
    from scipy.stats import hypergeom

    leaking = floor(population * leak_rate + 1e-9) + 1  # the smallest number above the rate
    if leaks >= leaking or leaking > population:
        return None
    low, high = leaks, population  # reading everything is always enough
    while low < high:
        middle = (low + high) // 2
        if hypergeom.cdf(leaks, population, leaking, middle) <= 1 - confidence:
            high = middle
        else:
            low = middle + 1
    return low


def compute_upper_bound(population: int, size: int, leaks: int, confidence: float) -> int:
    """Compute the largest number of leaking documents that is consistent with the sample.

    Args:
        population: The number of documents of the corpus.
        size: The number of documents read, drawn at random.
        leaks: The number of leaking documents among them.
        confidence: The confidence of the bound, such as 0.95.
    """
    from scipy.stats import hypergeom

    low, high = leaks, population - (size - leaks)
    while low < high:
        middle = (low + high + 1) // 2
        if hypergeom.cdf(leaks, population, middle, size) > 1 - confidence:
            low = middle
        else:
            high = middle - 1
    return low


def draw_sample(plan: SamplePlan) -> dict[int, int]:
    """Draw the documents to read; return the number of a document in the corpus -> its turn.

    The turns are in random order, so that the documents read first are also a random sample.
    """
    numbers = random.Random(plan.seed).sample(range(plan.population), plan.size)
    return {number: turn for turn, number in enumerate(numbers)}
