"""Mention-based CEAF: by hand, over all permutations, against scorch, with both solvers."""

from itertools import permutations
from random import Random

import pytest
from scorch.scores import ceaf_m as scorch_ceaf_m

from goldsmith import metrics
from goldsmith.alignment import matching
from goldsmith.metrics import measure
from goldsmith.testing.chains import build_chain_pair, draw_chains


def score(key: str, response: str) -> tuple[float | None, ...]:
    result = (
        measure(metrics.get("ceaf-m"), [build_chain_pair(key, response)])
        .compute_result()
        .rows["all"]
        .values
    )
    return result["precision"], result["recall"], result["f1"]


def find_optimum(a: list[set[str]], b: list[set[str]]) -> int:
    """Return the largest number of shared mentions over all alignments of the chains."""
    short, long = sorted((a, b), key=len)
    return max(
        sum(len(first & second) for first, second in zip(short, chosen, strict=True))
        for chosen in permutations(long, len(short))
    )


def test_example_of_pradhan_2014() -> None:
    # abc with ab shares 2, defg with fghi 2; 8 mentions in the response, 7 in the key.
    assert score("abc defg", "ab cd fghi") == pytest.approx((4 / 8, 4 / 7, 8 / 15))


def test_examples_of_luo_2005() -> None:
    # His figure 1: chains of five, two and five; the small one joined to a large one, the large
    # ones joined, all in one, all singletons. Printed: 0.833, 0.583, 0.417, 0.250.
    key = "abcde fg hijkl"
    assert score(key, "abcde fghijkl")[2] == pytest.approx(10 / 12)
    assert score(key, "abcdehijkl fg")[2] == pytest.approx(7 / 12)
    assert score(key, "abcdefghijkl")[2] == pytest.approx(5 / 12)
    assert score(key, "a b c d e f g h i j k l")[2] == pytest.approx(3 / 12)


def test_alignment_is_better_than_a_greedy_one() -> None:
    # A greedy alignment would pair abcde with abcfg for 3 and leave nothing to the others.
    assert score("abcde fg", "abcfg de") == pytest.approx((4 / 7, 4 / 7, 4 / 7))


def test_precision_or_recall_is_undefined_if_a_side_has_no_mentions() -> None:
    assert score("abc", "") == (None, 0, 0)
    assert score("", "abc") == (0, None, 0)
    assert score("ab", "cd") == (0, 0, 0)


def test_places_are_the_aligned_chains() -> None:
    measured = measure(
        metrics.get("ceaf-m"), [build_chain_pair("abc d", "ab cd")], keep_places=True
    )
    result = {(place.a, place.b) for place in measured.places if place.column == "similarity"}
    assert result == {(("a-a", "a-b", "a-c"), ("b-a", "b-b")), (("a-d",), ("b-c", "b-d"))}


@pytest.mark.parametrize("dense", [0, matching.MAX_DENSE_CELLS])
def test_scores_of_random_chains_equal_an_exhaustive_search_and_scorch(
    dense: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "MAX_DENSE_CELLS", dense)
    random = Random(3)
    for _ in range(200):
        key, response = draw_chains(random, letters=7), draw_chains(random, letters=7)
        if not key or not response:
            continue
        a, b = ([set(chain) for chain in side.split()] for side in (key, response))
        precision, recall, f1 = score(key, response)
        shared = find_optimum(a, b)
        assert precision == pytest.approx(shared / sum(map(len, b)))
        assert recall == pytest.approx(shared / sum(map(len, a)))
        assert (recall, precision, f1) == pytest.approx(scorch_ceaf_m(a, b))
