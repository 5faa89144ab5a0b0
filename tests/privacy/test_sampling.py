"""The random sample that bounds the share of leaking documents."""

from math import comb

import pytest

from goldsmith.errors import InputError
from goldsmith.privacy.review import (
    check_rates,
    compute_sample_size,
    compute_upper_bound,
    plan_sample,
)
from goldsmith.privacy.review.sampling import draw_sample


def compute_chance_of_at_most(leaks: int, population: int, leaking: int, size: int) -> float:
    """Compute the hypergeometric distribution from its definition."""
    ways = sum(comb(leaking, x) * comb(population - leaking, size - x) for x in range(leaks + 1))
    return ways / comb(population, size)


def test_large_corpus_needs_the_sample_sizes_of_the_binomial_distribution() -> None:
    """Without leaks, n is the smallest number with 0.99 ** n <= 0.05."""
    assert compute_sample_size(10_000_000, 0, 0.01, 0.95) == 299
    assert compute_sample_size(10_000_000, 0, 0.05, 0.95) == 59
    assert compute_sample_size(10_000_000, 0, 0.01, 0.99) == 459
    assert compute_sample_size(10_000_000, 1, 0.01, 0.95) == 473


@pytest.mark.parametrize("leaks", [0, 1, 3])
@pytest.mark.parametrize("population", [40, 500, 3000])
def test_sample_size_is_the_smallest_that_excludes_a_higher_rate(
    population: int, leaks: int
) -> None:
    size = compute_sample_size(population, leaks, 0.02, 0.95)
    leaking = int(population * 0.02) + 1
    if leaks >= leaking:
        assert size is None
        return
    assert size is not None
    assert compute_chance_of_at_most(leaks, population, leaking, size) <= 0.05
    assert compute_chance_of_at_most(leaks, population, leaking, size - 1) > 0.05


@pytest.mark.parametrize(("size", "leaks"), [(50, 0), (50, 2), (200, 1), (400, 0), (400, 5)])
def test_bound_is_the_largest_number_consistent_with_the_sample(size: int, leaks: int) -> None:
    bound = compute_upper_bound(400, size, leaks, 0.95)
    if size == 400:
        assert bound == leaks
        return
    assert compute_chance_of_at_most(leaks, 400, bound, size) > 0.05
    assert compute_chance_of_at_most(leaks, 400, bound + 1, size) <= 0.05


def test_bound_of_a_large_corpus_matches_clopper_and_pearson() -> None:
    from scipy.stats import binomtest

    exact = binomtest(2, 300).proportion_ci(0.90, "exact").high  # one-sided 95 %
    assert compute_upper_bound(10_000_000, 300, 2, 0.95) / 1e7 == pytest.approx(exact, abs=1e-4)


def test_plan_meets_its_leak_rate_and_lists_bounds_and_sizes_for_more_leaks() -> None:
    plan = plan_sample(10_334)
    assert (plan.unit, plan.size, plan.population) == ("document", 292, 10_334)
    assert plan.bounds[0] <= plan.leak_rate < plan.bounds[1] < plan.bounds[2]
    assert plan.sizes[0] == plan.size < plan.sizes[1] < plan.sizes[2]


@pytest.mark.parametrize("population", [0, 1, 5])
def test_small_corpus_is_read_whole(population: int) -> None:
    plan = plan_sample(population)
    assert plan.size == population and sorted(draw_sample(plan)) == list(range(population))


def test_sample_is_drawn_by_seed() -> None:
    plans = [plan_sample(2000, seed=seed) for seed in (1, 1, 2)]
    first, again, second = map(draw_sample, plans)
    assert first == again != second and len(first) == plans[0].size
    assert sorted(first.values()) == list(range(len(first)))
    assert list(first) != sorted(first)


@pytest.mark.parametrize(("leak_rate", "confidence"), [(0, 0.95), (1, 0.95), (0.01, 95)])
def test_rates_out_of_range_are_refused(leak_rate: float, confidence: float) -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        check_rates(leak_rate, confidence)
