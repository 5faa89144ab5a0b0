"""Entity-based CEAF: by hand, over all permutations, against scorch, with both solvers."""

from itertools import permutations
from random import Random

import pytest
from scorch.scores import ceaf_e as scorch_ceaf_e

from goldsmith import metrics
from goldsmith.metrics import measure
from goldsmith.metrics.coreference import ceaf
from goldsmith.testing.chains import chained, random_chains


def scores(key: str, response: str) -> tuple[float | None, ...]:
    found = measure(metrics.get("ceaf-e"), [chained(key, response)]).result().rows["all"].values
    return found["precision"], found["recall"], found["f1"]


def best(a: list[set[str]], b: list[set[str]]) -> float:
    """The largest sum of φ4 over every way to align the chains."""
    short, long = sorted((a, b), key=len)
    return max(
        sum(
            2 * len(one & other) / (len(one) + len(other))
            for one, other in zip(short, chosen, strict=True)
        )
        for chosen in permutations(long, len(short))
    )


def test_the_example_of_pradhan_2014() -> None:
    # abc with ab: 2·2/5 = 0.8; defg with fghi: 2·2/8 = 0.5; 3 chains in the response, 2 in the key.
    precision, recall = 1.3 / 3, 1.3 / 2
    f1 = 2 * 1.3 / 5
    assert scores("abc defg", "ab cd fghi") == pytest.approx((precision, recall, f1))


def test_the_examples_of_luo_2005() -> None:
    # His figure 1, printed as 0.733, 0.667, 0.294, 0.178. Five alike and five in seven; two alike
    # and five in ten; five in twelve; a singleton for each of the three chains.
    key = "abcde fg hijkl"
    assert scores(key, "abcde fghijkl")[2] == pytest.approx(2 * (10 / 12 + 1) / 5)
    assert scores(key, "abcdehijkl fg")[2] == pytest.approx(2 * (10 / 15 + 1) / 5)
    assert scores(key, "abcdefghijkl")[2] == pytest.approx(2 * (10 / 17) / 4)
    alone = scores(key, "a b c d e f g h i j k l")
    assert alone[2] == pytest.approx(2 * (2 / 6 + 2 / 3 + 2 / 6) / 15)


def test_a_side_without_mentions_has_no_value_of_its_own() -> None:
    assert scores("abc", "") == (None, 0, 0)
    assert scores("", "abc") == (0, None, 0)
    assert scores("ab", "cd") == (0, 0, 0)


def test_documents_are_summed() -> None:
    pairs = [chained("abc", "ab"), chained("d e", "d e")]
    row = measure(metrics.get("ceaf-e"), pairs).result().rows["all"]
    assert row.counts == pytest.approx({"a": 3, "b": 3, "similarity": 0.8 + 2})


def test_places_are_chains() -> None:
    measured = measure(metrics.get("ceaf-e"), [chained("abc d", "ab cd")], keep_places=True)
    found = {(place.column, place.a, place.b) for place in measured.places}
    assert found == {
        ("a", ("a-a", "a-b", "a-c"), ()),
        ("a", ("a-d",), ()),
        ("b", (), ("b-a", "b-b")),
        ("b", (), ("b-c", "b-d")),
        ("similarity", ("a-a", "a-b", "a-c"), ("b-a", "b-b")),
        ("similarity", ("a-d",), ("b-c", "b-d")),
    }


@pytest.mark.parametrize("dense", [0, ceaf.DENSE])
def test_random_chains_over_all_alignments_and_scorch(
    dense: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ceaf, "DENSE", dense)
    random = Random(4)
    for _ in range(200):
        key, response = random_chains(random, letters=7), random_chains(random, letters=7)
        if not key or not response:
            continue
        a, b = ([set(chain) for chain in side.split()] for side in (key, response))
        precision, recall, f1 = scores(key, response)
        assert (precision, recall) == pytest.approx((best(a, b) / len(b), best(a, b) / len(a)))
        assert (recall, precision, f1) == pytest.approx(scorch_ceaf_e(a, b))
