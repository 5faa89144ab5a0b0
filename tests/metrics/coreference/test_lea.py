"""LEA against the definition, worked by hand and by enumerating links."""

from itertools import combinations
from random import Random

import pytest

from goldsmith import metrics
from goldsmith.metrics import measure
from goldsmith.testing.chains import build_chain_pair, draw_chains


def score(key: str, response: str) -> tuple[float | None, ...]:
    result = (
        measure(metrics.get("lea"), [build_chain_pair(key, response)])
        .compute_result()
        .rows["all"]
        .values
    )
    return result["precision"], result["recall"], result["f1"]


def test_example_of_moosavi_2016() -> None:
    # Recall: abc has 3 links, ab is found: 3·1/3; defg has 6, fg is found: 4·1/6; of 7 mentions.
    # Precision: ab 2·1/1, cd 2·0/1, fghi 4·1/6, of 8 mentions.
    precision, recall = (2 + 0 + 4 / 6) / 8, (3 * 1 / 3 + 4 * 1 / 6) / 7
    f1 = 2 * precision * recall / (precision + recall)
    assert score("abc defg", "ab cd fghi") == pytest.approx((precision, recall, f1))
    assert (round(recall, 2), round(precision, 2)) == (0.24, 0.33)


def test_singleton_is_linked_to_itself() -> None:
    assert score("a b", "a b") == (1, 1, 1)
    assert score("a bc", "a b c") == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    # In a longer chain, a mention has no link to itself.
    assert score("a", "ab") == (0, 0, 0)


def test_precision_or_recall_is_undefined_if_a_side_has_no_mentions() -> None:
    assert score("abc", "") == (None, 0, 0)
    assert score("", "abc") == (0, None, 0)


def test_documents_are_summed() -> None:
    pairs = [build_chain_pair("abc", "ab"), build_chain_pair("d e", "d e")]
    row = measure(metrics.get("lea"), pairs).compute_result().rows["all"]
    assert row.counts == pytest.approx({"a": 5, "b": 4, "resolved_a": 1 + 2, "resolved_b": 2 + 2})


def test_places_are_the_resolved_chains() -> None:
    measured = measure(metrics.get("lea"), [build_chain_pair("abc de", "ab cde")], keep_places=True)
    result = {(place.column, place.a, place.b) for place in measured.places if place.column > "b"}
    assert result == {
        ("resolved_a", ("a-a", "a-b", "a-c"), ()),
        ("resolved_a", ("a-d", "a-e"), ()),
        ("resolved_b", (), ("b-a", "b-b")),
        ("resolved_b", (), ("b-c", "b-d", "b-e")),
    }


def find_links(chain: str) -> set[tuple[str, ...]]:
    return set(combinations(sorted(chain), 2)) if len(chain) > 1 else {(chain, chain)}


def compute_resolution(chains: list[str], opposite: list[str]) -> float:
    """Compute the mean share of links that are in the opposite chains, weighted by mentions."""
    opposite_links = set().union(*map(find_links, opposite))
    shares = [
        len(chain) * len(find_links(chain) & opposite_links) / len(find_links(chain))
        for chain in chains
    ]
    return sum(shares) / sum(map(len, chains))


def test_scores_of_random_chains_equal_enumerated_links() -> None:
    random = Random(6)
    for _ in range(300):
        key, response = draw_chains(random), draw_chains(random)
        if key and response:
            a, b = key.split(), response.split()
            precision, recall = compute_resolution(b, a), compute_resolution(a, b)
            assert score(key, response)[:2] == pytest.approx((precision, recall))
