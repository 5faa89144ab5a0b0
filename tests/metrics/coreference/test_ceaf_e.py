"""Entity-based CEAF: by hand, over all permutations, against scorch, with both solvers."""

from itertools import permutations
from random import Random

import pytest
from scorch.scores import ceaf_e as scorch_ceaf_e

from goldsmith import metrics
from goldsmith.alignment import matching
from goldsmith.metrics import measure
from goldsmith.testing.chains import build_chain_pair, draw_chains


def score(key: str, response: str) -> tuple[float | None, ...]:
    result = (
        measure(metrics.get("ceaf-e"), [build_chain_pair(key, response)])
        .compute_result()
        .rows["all"]
        .values
    )
    return result["precision"], result["recall"], result["f1"]


def find_optimum(a: list[set[str]], b: list[set[str]]) -> float:
    """Return the largest sum of φ4 over all alignments of the chains."""
    short, long = sorted((a, b), key=len)
    return max(
        sum(
            2 * len(first & second) / (len(first) + len(second))
            for first, second in zip(short, chosen, strict=True)
        )
        for chosen in permutations(long, len(short))
    )


def test_example_of_pradhan_2014() -> None:
    # abc with ab: 2·2/5 = 0.8; defg with fghi: 2·2/8 = 0.5; 3 chains in the response, 2 in the key.
    precision, recall = 1.3 / 3, 1.3 / 2
    f1 = 2 * 1.3 / 5
    assert score("abc defg", "ab cd fghi") == pytest.approx((precision, recall, f1))


def test_examples_of_luo_2005() -> None:
    # His figure 1, printed as 0.733, 0.667, 0.294, 0.178: five identical and five of seven; two
    # identical and five of ten; five of twelve; a singleton for each of the three chains.
    key = "abcde fg hijkl"
    assert score(key, "abcde fghijkl")[2] == pytest.approx(2 * (10 / 12 + 1) / 5)
    assert score(key, "abcdehijkl fg")[2] == pytest.approx(2 * (10 / 15 + 1) / 5)
    assert score(key, "abcdefghijkl")[2] == pytest.approx(2 * (10 / 17) / 4)
    alone = score(key, "a b c d e f g h i j k l")
    assert alone[2] == pytest.approx(2 * (2 / 6 + 2 / 3 + 2 / 6) / 15)


def test_precision_or_recall_is_undefined_if_a_side_has_no_mentions() -> None:
    assert score("abc", "") == (None, 0, 0)
    assert score("", "abc") == (0, None, 0)
    assert score("ab", "cd") == (0, 0, 0)


def test_documents_are_summed() -> None:
    pairs = [build_chain_pair("abc", "ab"), build_chain_pair("d e", "d e")]
    row = measure(metrics.get("ceaf-e"), pairs).compute_result().rows["all"]
    assert row.counts == pytest.approx({"a": 3, "b": 3, "similarity": 0.8 + 2})


def test_places_are_chains() -> None:
    measured = measure(
        metrics.get("ceaf-e"), [build_chain_pair("abc d", "ab cd")], keep_places=True
    )
    result = {(place.column, place.a, place.b) for place in measured.places}
    assert result == {
        ("a", ("a-a", "a-b", "a-c"), ()),
        ("a", ("a-d",), ()),
        ("b", (), ("b-a", "b-b")),
        ("b", (), ("b-c", "b-d")),
        ("similarity", ("a-a", "a-b", "a-c"), ("b-a", "b-b")),
        ("similarity", ("a-d",), ("b-c", "b-d")),
    }


@pytest.mark.parametrize("dense", [0, matching.MAX_DENSE_CELLS])
def test_scores_of_random_chains_equal_an_exhaustive_search_and_scorch(
    dense: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "MAX_DENSE_CELLS", dense)
    random = Random(4)
    for _ in range(200):
        key, response = draw_chains(random, letters=7), draw_chains(random, letters=7)
        if not key or not response:
            continue
        a, b = ([set(chain) for chain in side.split()] for side in (key, response))
        precision, recall, f1 = score(key, response)
        assert (precision, recall) == pytest.approx(
            (find_optimum(a, b) / len(b), find_optimum(a, b) / len(a))
        )
        assert (recall, precision, f1) == pytest.approx(scorch_ceaf_e(a, b))
