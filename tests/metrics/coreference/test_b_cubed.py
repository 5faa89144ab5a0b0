"""B³ against the definition, worked by hand, by brute force and against scorch."""

from random import Random

import pytest
from scorch.scores import b_cubed as scorch_b_cubed

from goldsmith import metrics
from goldsmith.metrics import measure
from goldsmith.testing.chains import build_chain_pair, draw_chains


def score(key: str, response: str) -> tuple[float | None, ...]:
    result = (
        measure(metrics.get("b-cubed"), [build_chain_pair(key, response)])
        .compute_result()
        .rows["all"]
        .values
    )
    return result["precision"], result["recall"], result["f1"]


def test_example_of_pradhan_2014() -> None:
    # Recall: a 2/3, b 2/3, c 1/3, d 1/4, e 0, f 2/4, g 2/4: 35/12 of 7 mentions.
    # Precision: a 1, b 1, c 1/2, d 1/2, f 2/4, g 2/4, h 0, i 0: 4 of 8 mentions.
    assert score("abc defg", "ab cd fghi") == pytest.approx((1 / 2, 5 / 12, 5 / 11))


def test_example_of_bagga_1998() -> None:
    # Chains of five, two and five. Joining the small one to a large one leaves a precision of
    # 16/21 = 76 %, joining the two large ones 7/12 = 58 %; MUC cannot tell the two apart.
    key = "abcde fg hijkl"
    small = (5 * 1 + 2 * 2 / 7 + 5 * 5 / 7) / 12
    large = (2 * 1 + 10 * 5 / 10) / 12
    assert score(key, "abcde fghijkl") == pytest.approx((small, 1, 2 * small / (1 + small)))
    assert score(key, "abcdehijkl fg") == pytest.approx((large, 1, 2 * large / (1 + large)))
    assert round(large, 2) == 0.58
    assert round(small, 2) == 0.76


def test_singletons_count() -> None:
    # All three are right as singletons; in one chain, each is one third right.
    assert score("a b c", "a b c") == (1, 1, 1)
    assert score("a b c", "abc") == pytest.approx((1 / 3, 1, 1 / 2))


def test_precision_or_recall_is_undefined_if_a_side_has_no_mentions() -> None:
    assert score("abc", "") == (None, 0, 0)
    assert score("", "abc") == (0, None, 0)
    assert score("ab", "cd") == (0, 0, 0)


def test_documents_are_summed() -> None:
    pairs = [build_chain_pair("abc", "ab"), build_chain_pair("de", "de")]
    row = measure(metrics.get("b-cubed"), pairs).compute_result().rows["all"]
    assert row.counts == pytest.approx({"a": 5, "b": 4, "correct_a": 2 * 2 / 3 + 2, "correct_b": 4})
    assert row.values["recall"] == pytest.approx((4 / 3 + 2) / 5)


def test_every_mention_has_a_place() -> None:
    measured = measure(metrics.get("b-cubed"), [build_chain_pair("abc", "ab d")], keep_places=True)
    result = [(place.a, place.b) for place in measured.places if place.column == "correct_a"]
    assert sorted(result) == [(("a-a",), ("b-a",)), (("a-b",), ("b-b",))]


def test_scores_of_random_chains_equal_brute_force_and_scorch() -> None:
    random = Random(2)
    for _ in range(300):
        key, response = draw_chains(random), draw_chains(random)
        if not key or not response:
            continue
        a, b = ([set(chain) for chain in side.split()] for side in (key, response))
        of_a, of_b = ({item: chain for chain in side for item in chain} for side in (a, b))
        recall = sum(len(of_a[m] & of_b.get(m, set())) / len(of_a[m]) for m in of_a) / len(of_a)
        precision = sum(len(of_b[m] & of_a.get(m, set())) / len(of_b[m]) for m in of_b) / len(of_b)
        result = score(key, response)
        assert result[:2] == pytest.approx((precision, recall))
        theirs = scorch_b_cubed(a, b)
        assert (result[1], result[0], result[2]) == pytest.approx(theirs)
