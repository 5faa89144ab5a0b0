"""The average of MUC, B³ and CEAF: by hand, against its parts and against scorch."""

from random import Random

import pytest
from scorch.scores import conll2012

from goldsmith import metrics
from goldsmith.errors import InputError
from goldsmith.metrics import Compared, Measured, compare, measure
from goldsmith.testing.chains import chained, random_chains

MEAN = ("precision", "recall", "f1")


def values(pair: Compared, name: str = "coreference", **options: str) -> dict[str, float | None]:
    metric = metrics.get(name).with_options(**options)
    return measure(metric, [pair]).result().rows["all"].values


def test_the_example_of_pradhan_2014() -> None:
    found = values(chained("abc defg", "ab cd fghi"))
    # MUC 2/5, 2/5, 2/5; B³ 1/2, 5/12, 5/11; CEAF 1.3/3, 1.3/2, 2·1.3/5: see their tests.
    assert found["precision"] == pytest.approx((2 / 5 + 1 / 2 + 1.3 / 3) / 3)
    assert found["recall"] == pytest.approx((2 / 5 + 5 / 12 + 1.3 / 2) / 3)
    assert found["f1"] == pytest.approx((2 / 5 + 5 / 11 + 2.6 / 5) / 3)
    assert found["conll"] == found["f1"]


def test_f1_is_the_mean_of_f1_not_the_harmonic_mean_of_means() -> None:
    found = values(chained("abc defg", "ab cd fghi"))
    precision, recall = found["precision"], found["recall"]
    assert precision is not None and recall is not None
    assert found["f1"] != pytest.approx(2 * precision * recall / (precision + recall), abs=1e-3)


def test_mention_based_ceaf_moves_the_average_but_not_conll() -> None:
    pair = chained("abc defg", "ab cd fghi")
    found = values(pair, ceaf="mention")
    assert found["f1"] == pytest.approx((2 / 5 + 5 / 11 + 8 / 15) / 3)
    assert found["ceaf_f1"] == pytest.approx(8 / 15)
    assert found["conll"] == values(pair)["conll"]


def test_an_unknown_ceaf_is_refused() -> None:
    with pytest.raises(InputError, match="entity or mention"):
        metrics.get("coreference").with_options(ceaf="chain")


def test_a_side_without_mentions() -> None:
    assert [values(chained("abc", ""))[name] for name in MEAN] == [None, 0, 0]
    assert [values(chained("", "abc"))[name] for name in MEAN] == [0, None, 0]


def test_it_is_the_mean_of_its_parts_and_of_scorch() -> None:
    random = Random(7)
    for _ in range(150):
        key, response = random_chains(random), random_chains(random)
        if not key or not response:
            continue
        pair = chained(key, response)
        for kind, option in (("ceaf-e", "entity"), ("ceaf-m", "mention")):
            found = values(pair, ceaf=option)
            parts = [values(pair, name) for name in ("muc", "b-cubed", kind)]
            for name in MEAN:
                assert found[name] == pytest.approx(sum(part[name] for part in parts) / 3)
        a, b = ([set(chain) for chain in side.split()] for side in (key, response))
        assert values(pair)["conll"] == pytest.approx(conll2012(a, b))


def test_places_carry_the_prefix() -> None:
    measured = measure(metrics.get("coreference"), [chained("abc", "ab")], keep_places=True)
    [missed] = [place for place in measured.places if place.column == "muc_missed"]
    assert missed.a == ("a-a", "a-b", "a-c")


def test_two_systems_can_be_compared() -> None:
    keys = ["abc defg", "ab cd", "abcd e", "a bc"]

    def system(answers: list[str]) -> Measured:
        pairs = [chained(key, answer) for key, answer in zip(keys, answers, strict=True)]
        return measure(metrics.get("coreference"), pairs)

    good, bad = system(keys), system(["ab cd fghi", "ac bd", "abe cd", "abc"])
    found = compare(good, bad)
    assert found.first == 1 and found.exact
    # Each document is better in the first: only no swap and all swapped differ as much, 2 of 16.
    assert found.p == pytest.approx(2 / 16)
