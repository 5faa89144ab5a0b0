"""BLANC against the definition, worked by hand, by enumerating links and against scorch."""

from itertools import combinations
from random import Random

import pytest
from scorch.scores import blanc as scorch_blanc

from goldsmith import metrics
from goldsmith.metrics import measure
from goldsmith.testing.chains import build_chain_pair, draw_chains

Links = set[tuple[str, str]]


def compute_values(key: str, response: str) -> dict[str, float | None]:
    return (
        measure(metrics.get("blanc"), [build_chain_pair(key, response)])
        .compute_result()
        .rows["all"]
        .values
    )


def score(key: str, response: str) -> tuple[float | None, ...]:
    result = compute_values(key, response)
    return result["precision"], result["recall"], result["f1"]


def test_example_of_pradhan_2014() -> None:
    # Linked: 9 pairs in the key, 8 in the response, ab and fg in both.
    # Apart: 21 - 9 = 12 and 28 - 8 = 20; of the 15 pairs among a b c d f g, six are linked in the
    # key, three in the response, two in both: 15 - 6 - 3 + 2 = 8 are apart in both.
    result = compute_values("abc defg", "ab cd fghi")
    assert result["recall"] == pytest.approx((2 / 9 + 8 / 12) / 2)
    assert result["precision"] == pytest.approx((2 / 8 + 8 / 20) / 2)
    assert result["linked_f1"] == pytest.approx(4 / 17)
    assert result["apart_f1"] == pytest.approx(16 / 32)
    assert result["f1"] == pytest.approx((4 / 17 + 1 / 2) / 2)


def test_only_separate_pairs_count_if_the_gold_has_no_links() -> None:
    # ab is linked wrongly; ac and bc are rightly apart: precision 2/2, recall 2/3.
    assert score("a b c", "ab c") == pytest.approx((1, 2 / 3, 4 / 5))
    assert compute_values("a b c", "ab c")["linked_f1"] is None
    assert score("a b c", "a b c") == (1, 1, 1)
    assert score("a b c", "abc") == (0, 0, 0)


def test_only_links_count_if_the_gold_is_one_chain() -> None:
    # Only ab is found of the three links; keeping c apart has no further effect.
    assert score("abc", "ab c") == pytest.approx((1, 1 / 3, 1 / 2))
    assert compute_values("abc", "ab c")["apart_f1"] is None
    assert score("abc", "a b c") == (0, 0, 0)


def test_gold_without_pairs_has_no_value() -> None:
    assert score("a", "a") == (None, None, None)
    assert score("a", "ab") == (None, None, None)
    assert score("", "") == (None, None, None)


def test_side_without_mentions_scores_0() -> None:
    assert score("ab c", "") == (0, 0, 0)
    assert score("", "ab c") == (0, 0, 0)
    assert score("", "a") == (0, 0, 0)
    assert score("a", "") == (0, 0, 0)


def test_pairs_are_within_documents_and_classes_are_scored_from_the_sums() -> None:
    # The first has no links and the second has no pairs apart; together both classes count.
    pairs = [build_chain_pair("a b", "a b"), build_chain_pair("ab", "a b")]
    row = measure(metrics.get("blanc"), pairs).compute_result().rows["all"]
    assert row.counts == {
        "missed": 1,
        "apart_a": 1,
        "apart_b": 2,
        "apart_common": 1,
    }
    assert row.values["f1"] == pytest.approx((0 + 2 / 3) / 2)


def find_links(side: str) -> tuple[Links, Links]:
    """Return the linked pairs and the separate pairs."""
    chains = side.split()
    linked = {pair for chain in chains for pair in combinations(sorted(chain), 2)}
    pairs = set(combinations(sorted("".join(chains)), 2))
    return linked, pairs - linked


def score_naively(key: str, response: str) -> tuple[float, ...] | None:
    result = []
    for a, b in zip(find_links(key), find_links(response), strict=True):
        if a:
            both = len(a & b)
            result.append((both / len(b) if b else 0, both / len(a), 2 * both / (len(a) + len(b))))
    return tuple(sum(each) / len(result) for each in zip(*result, strict=True)) if result else None


def test_scores_of_random_chains_equal_enumerated_links_and_scorch() -> None:
    random = Random(5)
    visited = 0
    for _ in range(400):
        key, response = draw_chains(random), draw_chains(random)
        expected = score_naively(key, response)
        if not key or not response or expected is None:
            continue
        precision, recall, f1 = score(key, response)
        assert (precision, recall, f1) == pytest.approx(expected)
        a, b = ([set(chain) for chain in side.split()] for side in (key, response))
        assert (recall, precision, f1) == pytest.approx(scorch_blanc(a, b))
        visited += 1
    assert visited > 300
