"""Krippendorff's alpha: his examples, the krippendorff library, and which mentions are units."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, cast

import krippendorff
import numpy as np
import pytest
from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Code, Document, Mention, Schema, Span, load_builtin_schema
from goldsmith.errors import InputError
from goldsmith.metrics import Measurement, Row, SetPair, measure
from goldsmith.metrics.alpha import parse_value
from goldsmith.testing import check_metric

DOC = Document("d", "x" * 1000)


def build_set(name: str, values: Sequence[str | None]) -> AnnotationSet:
    """Build one mention for each value of the attribute status; None omits the attribute."""
    mentions = [
        Mention(
            f"{name}{number}",
            "disorder",
            (Span(5 * number, 5 * number + 4),),
            {} if value is None else {"status": value},
        )
        for number, value in enumerate(values)
    ]
    return AnnotationSet(name, tuple(mentions))


def score(first: Sequence[str | None], second: Sequence[str | None]) -> Row:
    pair = SetPair(DOC, build_set("a", first), build_set("b", second))
    return measure(metrics.get("alpha"), [pair]).compute_result().rows["status"]


def score_rows(
    a: Mention, b: Mention, schema: Schema | None = None, **options: str
) -> dict[str, Row]:
    pair = SetPair(DOC, AnnotationSet("a", (a,)), AnnotationSet("b", (b,)), schema)
    return measure(metrics.get("alpha").with_options(**options), [pair]).compute_result().rows


def test_example_of_krippendorff_with_two_values() -> None:
    # Meg and Owen: 0-0 five times, 1-1 once, 0-1 four times. Of 20 values 14 are 0 and 6 are 1.
    # Observed 4/10; expected 2·14·6 / (20·19).
    row = score("0100000010", "1110010000")
    expected = 2 * 14 * 6 / (20 * 19)
    assert row.values["observed_disagreement"] == pytest.approx(4 / 10)
    assert row.values["expected_disagreement"] == pytest.approx(expected)
    assert row.values["alpha"] == pytest.approx(1 - 0.4 / expected)
    assert round(1 - 0.4 / expected, 3) == 0.095
    assert row.counts == {"units": 10, "o:0|0": 5, "o:0|1": 4, "o:1|1": 1}


def test_example_of_krippendorff_with_five_values() -> None:
    # Ben and Gerry; he prints 0.692.
    result = score("aabbdcccedda", "babbbccceddd").values["alpha"]
    assert result is not None and round(result, 3) == 0.692


def test_perfect_agreement_and_no_units() -> None:
    assert score("ab", "ab").values["alpha"] == 1
    # All values are the same: expected disagreement is 0, so alpha is undefined.
    row = score("aa", "aa").values
    assert (row["alpha"], row["observed_disagreement"], row["expected_disagreement"]) == (
        None,
        0,
        0,
    )


def test_single_unit_that_differs_is_at_chance() -> None:
    assert score("a", "b").values["alpha"] == 0
    # Two that differ in opposite directions: 1 - 1 / (2·2·2 / (4·3)).
    assert score("ab", "ba").values["alpha"] == pytest.approx(1 - 12 / 8)


def test_absent_is_a_value_only_if_the_other_side_has_one() -> None:
    row = score(["yes", None, None, "no"], ["yes", None, "no", "no"])
    assert row.counts == {"units": 3, "o:yes|yes": 1, "o:|no": 1, "o:no|no": 1}
    # Six values: yes 2, no 3, absent 1. Expected (36 - 4 - 9 - 1) / 30; observed 1/3.
    assert row.values["alpha"] == pytest.approx(1 - (1 / 3) / (22 / 30))


def test_absent_attribute_has_the_default_of_the_schema() -> None:
    first = Mention("m", "TLC", (Span(0, 4),), {})
    second = Mention("n", "TLC", (Span(0, 4),), {"hypothetical": "true"})
    schema = load_builtin_schema("clef-temporal")
    kind = next(kind for kind in schema.mention if "hypothetical" in kind.attributes)
    first, second = replace(first, type=kind.name), replace(second, type=kind.name)
    assert score_rows(first, second)["hypothetical"].counts == {"units": 1, "o:|true": 1}
    assert score_rows(first, second, schema)["hypothetical"].counts == {
        "units": 1,
        "o:false|true": 1,
    }
    assert score_rows(first, first, schema)["hypothetical"].counts == {
        "units": 1,
        "o:false|false": 1,
    }


def test_units_are_overlapping_mentions_whatever_their_values() -> None:
    first = Mention("m", "problem", (Span(0, 4),), {"status": "yes"}, (Code("C1"),))
    result = score_rows(first, Mention("n", "test", (Span(2, 6),), {"status": "no"}, (Code("C2"),)))
    assert {name: row.counts for name, row in result.items()} == {
        "type": {"units": 1, "o:problem|test": 1},
        "code": {"units": 1, "o:C1|C2": 1},
        "status": {"units": 1, "o:no|yes": 1},
    }


def test_mentions_on_the_same_spans_with_equal_values_are_paired() -> None:
    span = (Span(0, 4),)
    second = (
        Mention("m", "problem", span, {"status": "no"}),
        Mention("n", "problem", span, {"status": "yes"}),
    )
    for alone in (Mention("x", "problem", span, {"status": "yes"}), Mention("x", "test", span)):
        pair = SetPair(DOC, AnnotationSet("a", second), AnnotationSet("b", (alone,)))
        result = measure(metrics.get("alpha"), [pair]).compute_result().rows["status"].counts
        assert result == {"units": 1, "o:yes|yes" if alone.attributes else "o:|no": 1}


def test_unpaired_mentions_are_not_units() -> None:
    first, second = Mention("m", "t", (Span(0, 4),)), Mention("n", "t", (Span(4, 8),))
    assert score_rows(first, second) == {}


def test_attribute_named_type_has_a_separate_row() -> None:
    first = Mention("m", "TIMEX3", (Span(0, 4),), {"type": "DATE", "brat:note": "x"})
    result = score_rows(first, first)
    assert {name: row.counts for name, row in result.items()} == {
        "type": {"units": 1, "o:TIMEX3|TIMEX3": 1},
        "type (attribute)": {"units": 1, "o:DATE|DATE": 1},
    }


def test_values_with_special_characters_stay_distinct() -> None:
    row = score(["a|b", "a", "50%+", "a|b"], ["a", "a|b", "50%+", "a|b"])
    assert row.counts == {"units": 4, "o:a|a%7Cb": 2, "o:50%25%2B|50%25%2B": 1, "o:a%7Cb|a%7Cb": 1}
    assert parse_value("50%25%2B+a%7Cb") == {"50%+", "a|b"}
    assert row.values["alpha"] == pytest.approx(compute_with_library(["wxyw", "xwyw"]))


def test_codes_are_compared_as_sets_without_system() -> None:
    first = Mention("m", "t", (Span(0, 4),), {}, (Code("C2", "UMLS"), Code("C1")))
    second = Mention("n", "t", (Span(0, 4),), {}, (Code("C1", "UMLS", "pain"), Code("C2")))
    assert score_rows(first, second)["code"].counts == {"units": 1, "o:C1+C2|C1+C2": 1}
    assert score_rows(first, replace(second, codes=()))["code"].counts == {
        "units": 1,
        "o:|C1+C2": 1,
    }


def test_set_distance_is_the_share_of_codes_not_in_common() -> None:
    first = Mention("m", "t", (Span(0, 4),), {}, (Code("C1"), Code("C2")))
    second = Mention("n", "t", (Span(0, 4),), {}, (Code("C1"),))
    nominal, shared = (
        score_rows(first, second)["code"].values,
        score_rows(first, second, distance="set")["code"],
    )
    assert nominal["observed_disagreement"] == 1
    assert shared.values["observed_disagreement"] == pytest.approx(1 / 2)
    assert shared.values["expected_disagreement"] == pytest.approx(1 / 2)
    with pytest.raises(InputError, match="nominal or set"):
        metrics.get("alpha").with_options(distance="ordinal")


def test_set_distance_conforms() -> None:
    check_metric(metrics.get("alpha").with_options(distance="set"), examples=25)


def test_alpha_does_not_depend_on_the_order_of_the_sides() -> None:
    assert score("aab", "abb") == score("abb", "aab")


def test_places_name_the_pair() -> None:
    pair = SetPair(DOC, build_set("a", "xy"), build_set("b", "xx"))
    measured = measure(metrics.get("alpha"), [pair], keep_places=True)
    [place] = [place for place in measured.places if place.column == "o:x|y"]
    assert (place.group, place.a, place.b) == ("status", ("a1",), ("b1",))


def compute_with_library(coders: Sequence[str]) -> float:
    codes = [[float(ord(value)) for value in coder] for coder in coders]
    return float(krippendorff.alpha(np.array(codes), level_of_measurement="nominal"))


def test_alpha_equals_the_krippendorff_library() -> None:
    chance = Random(1)
    for _ in range(200):
        units = chance.randint(2, 30)
        first = "".join(chance.choices("abcd", k=units))
        second = "".join(v if chance.random() < 0.6 else chance.choice("abcd") for v in first)
        if len({*first, *second}) > 1:
            assert score(first, second).values["alpha"] == pytest.approx(
                compute_with_library([first, second])
            )


def test_set_distance_equals_the_krippendorff_library() -> None:
    chance = Random(2)
    domain = [("1",), ("2",), ("1", "2"), ("2", "3"), ("1", "2", "3")]

    def compute_distance(i: int, j: int) -> float:
        first, second = set(domain[i]), set(domain[j])
        return 1 - len(first & second) / len(first | second)

    def distance(*_: object, i1: object, i2: object, **__: object) -> Any:
        return np.vectorize(compute_distance)(i1, i2)

    def build_coded(name: str, values: list[int]) -> AnnotationSet:
        plain = build_set(name, [None] * len(values)).mentions
        made = [
            replace(mention, codes=tuple(Code(code) for code in domain[value]))
            for mention, value in zip(plain, values, strict=True)
        ]
        return AnnotationSet(name, tuple(made))

    for _ in range(50):
        first, second = ([chance.randrange(5) for _ in range(12)] for _ in range(2))
        pair = SetPair(DOC, build_coded("a", first), build_coded("b", second))
        metric = metrics.get("alpha").with_options(distance="set")
        result = measure(metric, [pair]).compute_result().rows["code"].values["alpha"]
        reference = krippendorff.alpha(
            np.array([first, second]),
            value_domain=range(5),
            level_of_measurement=cast(Any, distance),
        )
        assert result == pytest.approx(float(reference))


def test_several_annotators_are_summed_over_pairs() -> None:
    """If all m annotators mark every unit, only the correction n - 1 differs from the library."""
    chance = Random(3)
    for _ in range(50):
        coders = ["".join(chance.choices("abc", k=10)) for _ in range(3)]
        pairs = [
            SetPair(DOC, build_set("a", first), build_set("b", second))
            for first, second in combinations(coders, 2)
        ]
        values = measure(metrics.get("alpha"), pairs).compute_result().rows["status"].values
        n, summed = 30, 60  # 10 units by 3 annotators, each of whom is in two pairs
        ours, theirs = values["alpha"], compute_with_library(coders)
        assert ours is not None
        assert 1 - ours == pytest.approx((1 - theirs) * (n / (n - 1)) * ((summed - 1) / summed))


def test_samples_are_computed_independently() -> None:
    metric = metrics.get("alpha")
    chance = Random(4)
    measured = Measurement(metric)
    for _ in range(5):
        first, second = ("".join(chance.choices("ab", k=6)) for _ in range(2))
        measured.count_pair(SetPair(DOC, build_set("a", first), build_set("b", second)))
    keys = measured.keys
    matrix = measured.to_matrix().toarray()
    columns = [n for n, (group, _) in enumerate(keys) if group == "status"]
    together = metric.compute({keys[n][1]: matrix[:, n] for n in columns})["alpha"]
    for row, value in enumerate(together):
        alone = metric.compute({keys[n][1]: matrix[row : row + 1, n] for n in columns})["alpha"]
        assert value == pytest.approx(alone[0])


def test_intervals_contain_the_value() -> None:
    chance = Random(5)
    pairs = []
    for number in range(30):
        first = "".join(chance.choices("ab", k=8))
        second = "".join(value if chance.random() < 0.8 else "b" for value in first)
        doc = Document(f"d{number}", DOC.text)
        pairs.append(SetPair(doc, build_set("a", first), build_set("b", second)))
    row = measure(metrics.get("alpha"), pairs).compute_result(intervals=True).rows["status"]
    low, high = row.intervals["alpha"]
    assert row.values["alpha"] is not None and low < row.values["alpha"] < high
