"""LEA against the definition, worked by hand and by enumerating links."""

from itertools import combinations
from random import Random

import pytest

from goldsmith import metrics
from goldsmith.metrics import measure
from goldsmith.testing.chains import chained, random_chains


def scores(key: str, response: str) -> tuple[float | None, ...]:
    found = measure(metrics.get("lea"), [chained(key, response)]).result().rows["all"].values
    return found["precision"], found["recall"], found["f1"]


def test_the_example_of_moosavi_2016() -> None:
    # Recall: abc has 3 links, ab is found: 3·1/3; defg has 6, fg is found: 4·1/6; of 7 mentions.
    # Precision: ab 2·1/1, cd 2·0/1, fghi 4·1/6, of 8 mentions.
    precision, recall = (2 + 0 + 4 / 6) / 8, (3 * 1 / 3 + 4 * 1 / 6) / 7
    f1 = 2 * precision * recall / (precision + recall)
    assert scores("abc defg", "ab cd fghi") == pytest.approx((precision, recall, f1))
    assert (round(recall, 2), round(precision, 2)) == (0.24, 0.33)


def test_a_singleton_is_linked_to_itself() -> None:
    assert scores("a b", "a b") == (1, 1, 1)
    assert scores("a bc", "a b c") == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    # In a longer chain, a mention has no link to itself.
    assert scores("a", "ab") == (0, 0, 0)


def test_a_side_without_mentions_has_no_value_of_its_own() -> None:
    assert scores("abc", "") == (None, 0, 0)
    assert scores("", "abc") == (0, None, 0)


def test_documents_are_summed() -> None:
    pairs = [chained("abc", "ab"), chained("d e", "d e")]
    row = measure(metrics.get("lea"), pairs).result().rows["all"]
    assert row.counts == pytest.approx({"a": 5, "b": 4, "resolved_a": 1 + 2, "resolved_b": 2 + 2})


def test_places_are_the_chains_that_are_resolved() -> None:
    measured = measure(metrics.get("lea"), [chained("abc de", "ab cde")], keep_places=True)
    found = {(place.column, place.a, place.b) for place in measured.places if place.column > "b"}
    assert found == {
        ("resolved_a", ("a-a", "a-b", "a-c"), ()),
        ("resolved_a", ("a-d", "a-e"), ()),
        ("resolved_b", (), ("b-a", "b-b")),
        ("resolved_b", (), ("b-c", "b-d", "b-e")),
    }


def links(chain: str) -> set[tuple[str, ...]]:
    return set(combinations(sorted(chain), 2)) if len(chain) > 1 else {(chain, chain)}


def resolved(chains: list[str], others: list[str]) -> float:
    """The mean over chains of the links that are in one of the others, weighted by mentions."""
    theirs = set().union(*(links(other) for other in others))
    shares = [len(chain) * len(links(chain) & theirs) / len(links(chain)) for chain in chains]
    return sum(shares) / sum(map(len, chains))


def test_random_chains_by_enumerating_links() -> None:
    random = Random(6)
    for _ in range(300):
        key, response = random_chains(random), random_chains(random)
        if key and response:
            a, b = key.split(), response.split()
            precision, recall = resolved(b, a), resolved(a, b)
            assert scores(key, response)[:2] == pytest.approx((precision, recall))
