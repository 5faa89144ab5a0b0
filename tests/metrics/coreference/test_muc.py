"""MUC against the definition, worked by hand, by brute force and against scorch."""

from itertools import combinations
from random import Random

import pytest
from scorch.scores import muc as scorch_muc

from goldsmith import metrics
from goldsmith.metrics import Compared, measure
from goldsmith.testing.chains import chained, random_chains


def values(pair: Compared) -> dict[str, float | None]:
    return measure(metrics.get("muc"), [pair]).result().rows["all"].values


def scores(key: str, response: str) -> tuple[float | None, ...]:
    found = values(chained(key, response))
    return found["precision"], found["recall"], found["f1"]


def test_the_example_of_pradhan_2014() -> None:
    # abc is cut into ab|c: 3 - 2 = 1 link of 2; defg into d|e|fg (e is not there): 4 - 3 = 1 of 3.
    # ab is whole: 1 of 1; cd is cut: 0 of 1; fghi into fg|h|i: 4 - 3 = 1 of 3.
    assert scores("abc defg", "ab cd fghi") == pytest.approx((2 / 5, 2 / 5, 2 / 5))


def test_chains_cut_and_joined() -> None:
    # A chain of four, cut into two: 4 - 2 = 2 of 3 links are found, and both given are right.
    assert scores("abcd", "ab cd") == pytest.approx((1, 2 / 3, 4 / 5))
    # The other way round: the one chain of the response is cut into two by the key.
    assert scores("ab cd", "abcd") == pytest.approx((2 / 3, 1, 4 / 5))
    # The same chain is the same however it is linked: a-b-c-d, or b-a-d-c.
    assert scores("abcd", "badc") == (1, 1, 1)


@pytest.mark.parametrize(
    ("key", "response"), [("a b c", "a b c"), ("a b c", "abc"), ("abc", "a b c"), ("a", "b")]
)
def test_sides_without_links_get_0(key: str, response: str) -> None:
    assert scores(key, response) == (0, 0, 0)


def test_a_side_without_mentions_gets_0_and_two_get_nothing() -> None:
    assert scores("abc", "") == (0, 0, 0)
    assert scores("", "abc") == (0, 0, 0)
    assert measure(metrics.get("muc"), [chained("", "")]).result().rows == {}
    measured = measure(
        metrics.get("muc"),
        [chained("", ""), chained("ab", "ab")],
        slice_of=lambda pair: "full" if pair.a.mentions else "empty",
    )
    empty = measured.result(only="empty").rows["all"].values
    assert empty == {"precision": None, "recall": None, "f1": None}


def test_documents_are_summed() -> None:
    pairs = [chained("abc", "ab"), chained("abcdef", "abcdef")]
    row = measure(metrics.get("muc"), pairs).result().rows["all"]
    # Links: 1 of 2 and 5 of 5 are found; 1 of 1 and 5 of 5 are right.
    assert (row.values["recall"], row.values["precision"]) == (6 / 7, 1)
    assert row.counts == {"a": 9, "b": 8, "common": 6, "missed": 1}


def test_places_are_the_chains_that_are_cut() -> None:
    places = measure(
        metrics.get("muc"), [chained("abc defg", "ab cd fghi")], keep_places=True
    ).places
    missed = {place.a for place in places if place.column == "missed"}
    assert missed == {("a-a", "a-b", "a-c"), ("a-d", "a-e", "a-f", "a-g")}
    spurious = {place.b for place in places if place.column == "spurious"}
    assert spurious == {("b-c", "b-d"), ("b-f", "b-g", "b-h", "b-i")}
    common = {(place.a, place.b) for place in places if place.column == "common"}
    assert common == {(("a-a", "a-b"), ("b-a", "b-b")), (("a-f", "a-g"), ("b-f", "b-g"))}


def links_kept(chain: str, others: list[str]) -> int:
    """Mentions less the parts they are in, where pairs of the other chains join them."""
    part = {mention: mention for mention in chain}
    for one, other in combinations(chain, 2):
        if any(one in their and other in their for their in others):
            old, new = part[one], part[other]
            part = {mention: new if name == old else name for mention, name in part.items()}
    return len(chain) - len(set(part.values()))


def test_random_chains_by_brute_force_and_scorch() -> None:
    random = Random(1)
    for _ in range(300):
        key, response = random_chains(random), random_chains(random)
        if not key or not response:
            continue
        a, b = key.split(), response.split()
        kept_a, kept_b = (
            sum(links_kept(chain, others) for chain in chains)
            for chains, others in ((a, b), (b, a))
        )
        all_a, all_b = (sum(len(chain) - 1 for chain in chains) for chains in (a, b))
        precision, recall, f1 = scores(key, response)
        assert precision == pytest.approx(kept_b / all_b if all_b else 0)
        assert recall == pytest.approx(kept_a / all_a if all_a else 0)
        theirs = scorch_muc([set(chain) for chain in a], [set(chain) for chain in b])
        assert (recall, precision, f1) == pytest.approx(theirs)
