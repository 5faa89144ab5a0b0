"""Krippendorff's alpha: his own examples, the library of that name, and what a unit is."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import krippendorff
import numpy as np
import pytest
from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Code, Document, Mention, Schema, Span, builtin
from goldsmith.errors import InputError
from goldsmith.metrics import Compared, Measured, Row, measure
from goldsmith.metrics.alpha import value_of
from goldsmith.testing import check_metric

DOC = Document("d", "x" * 1000)


def a_set(name: str, values: Sequence[str | None]) -> AnnotationSet:
    """One mention for each value, of the attribute status; None leaves it out."""
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


def of(one: Sequence[str | None], other: Sequence[str | None]) -> Row:
    pair = Compared(DOC, a_set("a", one), a_set("b", other))
    return measure(metrics.get("alpha"), [pair]).result().rows["status"]


def rows(a: Mention, b: Mention, schema: Schema | None = None, **options: str) -> dict[str, Row]:
    pair = Compared(DOC, AnnotationSet("a", (a,)), AnnotationSet("b", (b,)), schema)
    return measure(metrics.get("alpha").with_options(**options), [pair]).result().rows


def test_krippendorffs_example_of_two_values() -> None:
    # Meg and Owen: 0-0 five times, 1-1 once, 0-1 four times. Of 20 values 14 are 0 and 6 are 1.
    # Observed 4/10; expected 2·14·6 / (20·19).
    row = of("0100000010", "1110010000")
    expected = 2 * 14 * 6 / (20 * 19)
    assert row.values["observed_disagreement"] == pytest.approx(4 / 10)
    assert row.values["expected_disagreement"] == pytest.approx(expected)
    assert row.values["alpha"] == pytest.approx(1 - 0.4 / expected)
    assert round(1 - 0.4 / expected, 3) == 0.095
    assert row.counts == {"units": 10, "o:0|0": 5, "o:0|1": 4, "o:1|1": 1}


def test_krippendorffs_example_of_five_values() -> None:
    # Ben and Gerry; he prints 0.692.
    found = of("aabbdcccedda", "babbbccceddd").values["alpha"]
    assert found is not None and round(found, 3) == 0.692


def test_perfect_agreement_and_none_to_measure() -> None:
    assert of("ab", "ab").values["alpha"] == 1
    # All values are the same: none could be expected to differ, so there is no alpha.
    row = of("aa", "aa").values
    assert (row["alpha"], row["observed_disagreement"], row["expected_disagreement"]) == (
        None,
        0,
        0,
    )


def test_one_unit_that_differs_is_no_better_than_chance() -> None:
    assert of("a", "b").values["alpha"] == 0
    # Two that differ both ways: 1 - 1 / (2·2·2 / (4·3)).
    assert of("ab", "ba").values["alpha"] == pytest.approx(1 - 12 / 8)


def test_absent_is_a_value_only_where_the_other_gave_one() -> None:
    row = of(["yes", None, None, "no"], ["yes", None, "no", "no"])
    assert row.counts == {"units": 3, "o:yes|yes": 1, "o:|no": 1, "o:no|no": 1}
    # Six values: yes 2, no 3, absent 1. Expected (36 - 4 - 9 - 1) / 30; observed 1/3.
    assert row.values["alpha"] == pytest.approx(1 - (1 / 3) / (22 / 30))


def test_absent_has_the_schemas_default() -> None:
    one = Mention("m", "TLC", (Span(0, 4),), {})
    other = Mention("n", "TLC", (Span(0, 4),), {"hypothetical": "true"})
    schema = builtin("clef-temporal")
    kind = next(kind for kind in schema.mention if "hypothetical" in kind.attributes)
    one, other = replace(one, type=kind.name), replace(other, type=kind.name)
    assert rows(one, other)["hypothetical"].counts == {"units": 1, "o:|true": 1}
    assert rows(one, other, schema)["hypothetical"].counts == {"units": 1, "o:false|true": 1}
    assert rows(one, one, schema)["hypothetical"].counts == {"units": 1, "o:false|false": 1}


def test_units_are_pairs_by_overlap_whatever_the_two_say() -> None:
    one = Mention("m", "problem", (Span(0, 4),), {"status": "yes"}, (Code("C1"),))
    found = rows(one, Mention("n", "test", (Span(2, 6),), {"status": "no"}, (Code("C2"),)))
    assert {name: row.counts for name, row in found.items()} == {
        "type": {"units": 1, "o:problem|test": 1},
        "code": {"units": 1, "o:C1|C2": 1},
        "status": {"units": 1, "o:no|yes": 1},
    }


def test_of_mentions_on_the_same_spans_those_that_say_the_same_belong_together() -> None:
    span = (Span(0, 4),)
    two = (
        Mention("m", "problem", span, {"status": "no"}),
        Mention("n", "problem", span, {"status": "yes"}),
    )
    for alone in (Mention("x", "problem", span, {"status": "yes"}), Mention("x", "test", span)):
        pair = Compared(DOC, AnnotationSet("a", two), AnnotationSet("b", (alone,)))
        found = measure(metrics.get("alpha"), [pair]).result().rows["status"].counts
        assert found == {"units": 1, "o:yes|yes" if alone.attributes else "o:|no": 1}


def test_mentions_without_a_partner_are_no_units() -> None:
    one, other = Mention("m", "t", (Span(0, 4),)), Mention("n", "t", (Span(4, 8),))
    assert rows(one, other) == {}


def test_an_attribute_called_type_has_a_row_of_its_own() -> None:
    one = Mention("m", "TIMEX3", (Span(0, 4),), {"type": "DATE", "brat:note": "x"})
    found = rows(one, one)
    assert {name: row.counts for name, row in found.items()} == {
        "type": {"units": 1, "o:TIMEX3|TIMEX3": 1},
        "type (attribute)": {"units": 1, "o:DATE|DATE": 1},
    }


def test_values_with_the_signs_of_column_names_stay_apart() -> None:
    row = of(["a|b", "a", "50%+", "a|b"], ["a", "a|b", "50%+", "a|b"])
    assert row.counts == {"units": 4, "o:a|a%7Cb": 2, "o:50%25%2B|50%25%2B": 1, "o:a%7Cb|a%7Cb": 1}
    assert value_of("50%25%2B+a%7Cb") == {"50%+", "a|b"}
    assert row.values["alpha"] == pytest.approx(library(["wxyw", "xwyw"]))


def test_codes_are_sets_whatever_their_order_and_system() -> None:
    one = Mention("m", "t", (Span(0, 4),), {}, (Code("C2", "UMLS"), Code("C1")))
    other = Mention("n", "t", (Span(0, 4),), {}, (Code("C1", "UMLS", "pain"), Code("C2")))
    assert rows(one, other)["code"].counts == {"units": 1, "o:C1+C2|C1+C2": 1}
    assert rows(one, replace(other, codes=()))["code"].counts == {"units": 1, "o:|C1+C2": 1}


def test_the_set_distance_is_the_share_of_codes_not_in_common() -> None:
    one = Mention("m", "t", (Span(0, 4),), {}, (Code("C1"), Code("C2")))
    other = Mention("n", "t", (Span(0, 4),), {}, (Code("C1"),))
    nominal, shared = rows(one, other)["code"].values, rows(one, other, distance="set")["code"]
    assert nominal["observed_disagreement"] == 1
    assert shared.values["observed_disagreement"] == pytest.approx(1 / 2)
    assert shared.values["expected_disagreement"] == pytest.approx(1 / 2)
    with pytest.raises(InputError, match="nominal or set"):
        metrics.get("alpha").with_options(distance="ordinal")


def test_the_set_distance_conforms_too() -> None:
    check_metric(metrics.get("alpha").with_options(distance="set"), examples=25)


def test_which_side_said_what_does_not_matter() -> None:
    assert of("aab", "abb") == of("abb", "aab")


def test_places_name_the_pair() -> None:
    pair = Compared(DOC, a_set("a", "xy"), a_set("b", "xx"))
    measured = measure(metrics.get("alpha"), [pair], keep_places=True)
    [place] = [place for place in measured.places if place.column == "o:x|y"]
    assert (place.group, place.a, place.b) == ("status", ("a1",), ("b1",))


def library(coders: Sequence[str]) -> float:
    codes = [[float(ord(value)) for value in coder] for coder in coders]
    return float(krippendorff.alpha(np.array(codes), level_of_measurement="nominal"))


def test_the_library_gives_the_same() -> None:
    chance = Random(1)
    for _ in range(200):
        units = chance.randint(2, 30)
        one = "".join(chance.choices("abcd", k=units))
        other = "".join(v if chance.random() < 0.6 else chance.choice("abcd") for v in one)
        if len({*one, *other}) > 1:
            assert of(one, other).values["alpha"] == pytest.approx(library([one, other]))


def test_the_library_gives_the_same_with_the_set_distance() -> None:
    chance = Random(2)
    domain = [("1",), ("2",), ("1", "2"), ("2", "3"), ("1", "2", "3")]

    def distance(*_, i1, i2, **__):  # type: ignore[no-untyped-def]
        def apart(i: int, j: int) -> float:
            one, other = set(domain[i]), set(domain[j])
            return 1 - len(one & other) / len(one | other)

        return np.vectorize(apart)(i1, i2)

    def coded(name: str, values: list[int]) -> AnnotationSet:
        plain = a_set(name, [None] * len(values)).mentions
        made = [
            replace(mention, codes=tuple(Code(code) for code in domain[value]))
            for mention, value in zip(plain, values, strict=True)
        ]
        return AnnotationSet(name, tuple(made))

    for _ in range(50):
        one, other = ([chance.randrange(5) for _ in range(12)] for _ in range(2))
        pair = Compared(DOC, coded("a", one), coded("b", other))
        metric = metrics.get("alpha").with_options(distance="set")
        found = measure(metric, [pair]).result().rows["code"].values["alpha"]
        theirs = krippendorff.alpha(
            np.array([one, other]), value_domain=range(5), level_of_measurement=distance
        )
        assert found == pytest.approx(float(theirs))


def test_more_annotators_are_summed_by_pairs() -> None:
    """With every unit seen by all m, only the correction n - 1 differs from the library."""
    chance = Random(3)
    for _ in range(50):
        coders = ["".join(chance.choices("abc", k=10)) for _ in range(3)]
        pairs = [
            Compared(DOC, a_set("a", one), a_set("b", other))
            for one, other in combinations(coders, 2)
        ]
        values = measure(metrics.get("alpha"), pairs).result().rows["status"].values
        n, summed = 30, 60  # values of 10 units by 3; each is in two pairs
        ours, theirs = values["alpha"], library(coders)
        assert ours is not None
        assert 1 - ours == pytest.approx((1 - theirs) * (n / (n - 1)) * ((summed - 1) / summed))


def test_many_samples_at_once_are_each_their_own() -> None:
    metric = metrics.get("alpha")
    chance = Random(4)
    measured = Measured(metric)
    for _ in range(5):
        one, other = ("".join(chance.choices("ab", k=6)) for _ in range(2))
        measured.take(Compared(DOC, a_set("a", one), a_set("b", other)))
    keys = measured.keys
    matrix = measured.matrix().toarray()
    columns = [n for n, (group, _) in enumerate(keys) if group == "status"]
    together = metric.compute({keys[n][1]: matrix[:, n] for n in columns})["alpha"]
    for row, value in enumerate(together):
        alone = metric.compute({keys[n][1]: matrix[row : row + 1, n] for n in columns})["alpha"]
        assert value == pytest.approx(alone[0])


def test_intervals_hold_the_value() -> None:
    chance = Random(5)
    pairs = []
    for number in range(30):
        one = "".join(chance.choices("ab", k=8))
        other = "".join(value if chance.random() < 0.8 else "b" for value in one)
        doc = Document(f"d{number}", DOC.text)
        pairs.append(Compared(doc, a_set("a", one), a_set("b", other)))
    row = measure(metrics.get("alpha"), pairs).result(intervals=True).rows["status"]
    low, high = row.intervals["alpha"]
    assert row.values["alpha"] is not None and low < row.values["alpha"] < high
