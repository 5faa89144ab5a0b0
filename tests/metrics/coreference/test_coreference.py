"""The average of MUC, B³ and CEAF: by hand, against its parts and against scorch."""

from random import Random

import pytest
from scorch.scores import conll2012

from goldsmith import metrics
from goldsmith.errors import InputError
from goldsmith.metrics import Measurement, SetPair, compare, measure
from goldsmith.testing.chains import build_chain_pair, draw_chains

MEAN = ("precision", "recall", "f1")


def compute_values(
    pair: SetPair, name: str = "coreference", **options: str
) -> dict[str, float | None]:
    metric = metrics.get(name).with_options(**options)
    return measure(metric, [pair]).compute_result().rows["all"].values


def test_example_of_pradhan_2014() -> None:
    result = compute_values(build_chain_pair("abc defg", "ab cd fghi"))
    # MUC 2/5, 2/5, 2/5; B³ 1/2, 5/12, 5/11; CEAF 1.3/3, 1.3/2, 2·1.3/5: see their tests.
    assert result["precision"] == pytest.approx((2 / 5 + 1 / 2 + 1.3 / 3) / 3)
    assert result["recall"] == pytest.approx((2 / 5 + 5 / 12 + 1.3 / 2) / 3)
    assert result["f1"] == pytest.approx((2 / 5 + 5 / 11 + 2.6 / 5) / 3)
    assert result["conll"] == result["f1"]


def test_f1_is_the_mean_of_f1_not_the_harmonic_mean_of_means() -> None:
    result = compute_values(build_chain_pair("abc defg", "ab cd fghi"))
    precision, recall = result["precision"], result["recall"]
    assert precision is not None and recall is not None
    assert result["f1"] != pytest.approx(2 * precision * recall / (precision + recall), abs=1e-3)


def test_mention_based_ceaf_changes_the_average_but_not_conll() -> None:
    pair = build_chain_pair("abc defg", "ab cd fghi")
    result = compute_values(pair, ceaf="mention")
    assert result["f1"] == pytest.approx((2 / 5 + 5 / 11 + 8 / 15) / 3)
    assert result["ceaf_f1"] == pytest.approx(8 / 15)
    assert result["conll"] == compute_values(pair)["conll"]


def test_unknown_ceaf_is_refused() -> None:
    with pytest.raises(InputError, match="entity or mention"):
        metrics.get("coreference").with_options(ceaf="chain")


def test_side_without_mentions() -> None:
    assert [compute_values(build_chain_pair("abc", ""))[name] for name in MEAN] == [None, 0, 0]
    assert [compute_values(build_chain_pair("", "abc"))[name] for name in MEAN] == [0, None, 0]


def test_average_equals_its_parts_and_scorch() -> None:
    random = Random(7)
    for _ in range(150):
        key, response = draw_chains(random), draw_chains(random)
        if not key or not response:
            continue
        pair = build_chain_pair(key, response)
        for kind, option in (("ceaf-e", "entity"), ("ceaf-m", "mention")):
            result = compute_values(pair, ceaf=option)
            parts = [compute_values(pair, name) for name in ("muc", "b-cubed", kind)]
            for name in MEAN:
                assert result[name] == pytest.approx(sum(part[name] or 0.0 for part in parts) / 3)
        a, b = ([set(chain) for chain in side.split()] for side in (key, response))
        assert compute_values(pair)["conll"] == pytest.approx(conll2012(a, b))


def test_places_carry_the_prefix() -> None:
    measured = measure(
        metrics.get("coreference"), [build_chain_pair("abc", "ab")], keep_places=True
    )
    [missed] = [place for place in measured.places if place.column == "muc_missed"]
    assert missed.a == ("a-a", "a-b", "a-c")


def test_two_systems_can_be_compared() -> None:
    keys = ["abc defg", "ab cd", "abcd e", "a bc"]

    def measure_system(answers: list[str]) -> Measurement:
        pairs = [build_chain_pair(key, answer) for key, answer in zip(keys, answers, strict=True)]
        return measure(metrics.get("coreference"), pairs)

    good, bad = measure_system(keys), measure_system(["ab cd fghi", "ac bd", "abe cd", "abc"])
    result = compare(good, bad)
    assert result.first == 1 and result.exact
    # The first is better in each document: only swapping none or all differs as much, 2 of 16.
    assert result.p == pytest.approx(2 / 16)
