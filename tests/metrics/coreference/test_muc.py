"""MUC against the definition, worked by hand, by brute force and against scorch."""

from itertools import combinations
from random import Random

import pytest
from scorch.scores import muc as scorch_muc

from goldsmith import metrics
from goldsmith.metrics import SetPair, measure
from goldsmith.testing.chains import build_chain_pair, draw_chains


def compute_values(pair: SetPair) -> dict[str, float | None]:
    return measure(metrics.get("muc"), [pair]).compute_result().rows["all"].values


def score(key: str, response: str) -> tuple[float | None, ...]:
    result = compute_values(build_chain_pair(key, response))
    return result["precision"], result["recall"], result["f1"]


def test_example_of_pradhan_2014() -> None:
    # abc is cut into ab|c: 3 - 2 = 1 link of 2; defg into d|e|fg (e is missing): 4 - 3 = 1 of 3.
    # ab is whole: 1 of 1; cd is cut: 0 of 1; fghi into fg|h|i: 4 - 3 = 1 of 3.
    assert score("abc defg", "ab cd fghi") == pytest.approx((2 / 5, 2 / 5, 2 / 5))


def test_split_and_merged_chains() -> None:
    # A chain of four, cut into two: 4 - 2 = 2 of 3 links are found, and both are right.
    assert score("abcd", "ab cd") == pytest.approx((1, 2 / 3, 4 / 5))
    # The other way round: the one chain of the response is cut into two by the key.
    assert score("ab cd", "abcd") == pytest.approx((2 / 3, 1, 4 / 5))
    # It does not matter how a chain is linked: a-b-c-d, or b-a-d-c.
    assert score("abcd", "badc") == (1, 1, 1)


@pytest.mark.parametrize(
    ("key", "response"), [("a b c", "a b c"), ("a b c", "abc"), ("abc", "a b c"), ("a", "b")]
)
def test_sides_without_links_score_0(key: str, response: str) -> None:
    assert score(key, response) == (0, 0, 0)


def test_one_empty_side_scores_0_and_two_have_no_value() -> None:
    assert score("abc", "") == (0, 0, 0)
    assert score("", "abc") == (0, 0, 0)
    assert measure(metrics.get("muc"), [build_chain_pair("", "")]).compute_result().rows == {}
    measured = measure(
        metrics.get("muc"),
        [build_chain_pair("", ""), build_chain_pair("ab", "ab")],
        slice_of=lambda pair: "full" if pair.a.mentions else "empty",
    )
    empty = measured.compute_result(only="empty").rows["all"].values
    assert empty == {"precision": None, "recall": None, "f1": None}


def test_documents_are_summed() -> None:
    pairs = [build_chain_pair("abc", "ab"), build_chain_pair("abcdef", "abcdef")]
    row = measure(metrics.get("muc"), pairs).compute_result().rows["all"]
    # Links: 1 of 2 and 5 of 5 are found; 1 of 1 and 5 of 5 are right.
    assert (row.values["recall"], row.values["precision"]) == (6 / 7, 1)
    assert row.counts == {"a": 9, "b": 8, "common": 6, "missed": 1}


def test_places_are_the_split_chains() -> None:
    places = measure(
        metrics.get("muc"), [build_chain_pair("abc defg", "ab cd fghi")], keep_places=True
    ).places
    missed = {place.a for place in places if place.column == "missed"}
    assert missed == {("a-a", "a-b", "a-c"), ("a-d", "a-e", "a-f", "a-g")}
    spurious = {place.b for place in places if place.column == "spurious"}
    assert spurious == {("b-c", "b-d"), ("b-f", "b-g", "b-h", "b-i")}
    common = {(place.a, place.b) for place in places if place.column == "common"}
    assert common == {(("a-a", "a-b"), ("b-a", "b-b")), (("a-f", "a-g"), ("b-f", "b-g"))}


def count_kept_links(chain: str, others: list[str]) -> int:
    """Count the mentions minus the parts into which the other chains split the chain."""
    part = {mention: mention for mention in chain}
    for first, second in combinations(chain, 2):
        if any(first in their and second in their for their in others):
            old, new = part[first], part[second]
            part = {mention: new if name == old else name for mention, name in part.items()}
    return len(chain) - len(set(part.values()))


def test_scores_of_random_chains_equal_brute_force_and_scorch() -> None:
    random = Random(1)
    for _ in range(300):
        key, response = draw_chains(random), draw_chains(random)
        if not key or not response:
            continue
        a, b = key.split(), response.split()
        kept_a, kept_b = (
            sum(count_kept_links(chain, others) for chain in chains)
            for chains, others in ((a, b), (b, a))
        )
        all_a, all_b = (sum(len(chain) - 1 for chain in chains) for chains in (a, b))
        precision, recall, f1 = score(key, response)
        assert precision == pytest.approx(kept_b / all_b if all_b else 0)
        assert recall == pytest.approx(kept_a / all_a if all_a else 0)
        theirs = scorch_muc([set(chain) for chain in a], [set(chain) for chain in b])
        assert (recall, precision, f1) == pytest.approx(theirs)
