"""BLANC against the definition, worked by hand, by enumerating links and against scorch."""

from itertools import combinations
from random import Random

import pytest
from scorch.scores import blanc as scorch_blanc

from goldsmith import metrics
from goldsmith.metrics import measure
from goldsmith.testing.chains import chained, random_chains

Links = set[tuple[str, ...]]


def values(key: str, response: str) -> dict[str, float | None]:
    return measure(metrics.get("blanc"), [chained(key, response)]).result().rows["all"].values


def scores(key: str, response: str) -> tuple[float | None, ...]:
    found = values(key, response)
    return found["precision"], found["recall"], found["f1"]


def test_the_example_of_pradhan_2014() -> None:
    # Linked: 9 pairs in the key, 8 in the response, ab and fg in both.
    # Apart: 21 - 9 = 12 and 28 - 8 = 20; of the 15 pairs among a b c d f g, six are linked in the
    # key, three in the response, two in both: 15 - 6 - 3 + 2 = 8 are apart in both.
    found = values("abc defg", "ab cd fghi")
    assert found["recall"] == pytest.approx((2 / 9 + 8 / 12) / 2)
    assert found["precision"] == pytest.approx((2 / 8 + 8 / 20) / 2)
    assert found["linked_f1"] == pytest.approx(4 / 17)
    assert found["apart_f1"] == pytest.approx(16 / 32)
    assert found["f1"] == pytest.approx((4 / 17 + 1 / 2) / 2)


def test_with_a_key_without_links_only_pairs_apart_count() -> None:
    # ab is linked wrongly; ac and bc are rightly apart: precision 2/2, recall 2/3.
    assert scores("a b c", "ab c") == pytest.approx((1, 2 / 3, 4 / 5))
    assert values("a b c", "ab c")["linked_f1"] is None
    assert scores("a b c", "a b c") == (1, 1, 1)
    assert scores("a b c", "abc") == (0, 0, 0)


def test_with_a_key_of_one_chain_only_links_count() -> None:
    # Of the three links only ab is found; that c is kept apart counts in no other way.
    assert scores("abc", "ab c") == pytest.approx((1, 1 / 3, 1 / 2))
    assert values("abc", "ab c")["apart_f1"] is None
    assert scores("abc", "a b c") == (0, 0, 0)


def test_a_key_without_pairs_gives_no_value() -> None:
    assert scores("a", "a") == (None, None, None)
    assert scores("a", "ab") == (None, None, None)
    assert scores("", "ab") == (None, None, None)


def test_a_system_without_mentions_gets_0() -> None:
    assert scores("ab c", "") == (0, 0, 0)


def test_pairs_are_within_documents_and_the_classes_are_of_the_sums() -> None:
    # The first has no links and the second no pairs apart; together both classes count.
    pairs = [chained("a b", "a b"), chained("ab", "a b")]
    row = measure(metrics.get("blanc"), pairs).result().rows["all"]
    assert row.counts == {
        "missed": 1,
        "apart_a": 1,
        "apart_b": 2,
        "apart_common": 1,
    }
    assert row.values["f1"] == pytest.approx((0 + 2 / 3) / 2)


def links(side: str) -> tuple[Links, Links]:
    """The pairs that are linked, and those that are apart."""
    chains = side.split()
    linked = {pair for chain in chains for pair in combinations(sorted(chain), 2)}
    every = set(combinations(sorted("".join(chains)), 2))
    return linked, every - linked


def by_hand(key: str, response: str) -> tuple[float, ...] | None:
    found = []
    for a, b in zip(links(key), links(response), strict=True):
        if a:
            both = len(a & b)
            found.append((both / len(b) if b else 0, both / len(a), 2 * both / (len(a) + len(b))))
    return tuple(sum(each) / len(found) for each in zip(*found, strict=True)) if found else None


def test_random_chains_by_enumerating_links_and_scorch() -> None:
    random = Random(5)
    seen = 0
    for _ in range(400):
        key, response = random_chains(random), random_chains(random)
        expected = by_hand(key, response)
        if not key or not response or expected is None:
            continue
        precision, recall, f1 = scores(key, response)
        assert (precision, recall, f1) == pytest.approx(expected)
        a, b = ([set(chain) for chain in side.split()] for side in (key, response))
        assert (recall, precision, f1) == pytest.approx(scorch_blanc(a, b))
        seen += 1
    assert seen > 300
