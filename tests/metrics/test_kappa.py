"""Kappa on concept and attributes: by hand, against scikit-learn, with no value where P(E) is 1."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sklearn.metrics import cohen_kappa_score

from goldsmith.core import AnnotationSet, Code, Document, Mention, Schema, Span, builtin
from goldsmith.metrics import Compared, Metric, Result, Row, get, measure

METRIC = get("kappa")
MAYO = builtin("mayo-disorder")


def disorder(name: str, at: int, code: str = "C1", **attributes: str) -> Mention:
    return Mention(name, "disorder", (Span(at, at + 5),), attributes, (Code(code),))


def result(
    a: Sequence[Mention],
    b: Sequence[Mention],
    metric: Metric = METRIC,
    schema: Schema | None = None,
) -> Result:
    sets = (AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    return measure(metric, [Compared(Document("d", " " * 999), *sets, schema)]).result()


def sides(*values: tuple[str, str]) -> tuple[list[Mention], list[Mention]]:
    """Mentions in pairs whose statuses are given."""
    pairs = [
        (disorder(f"a{at}", 10 * at, status=one), disorder(f"b{at}", 10 * at + 1, status=other))
        for at, (one, other) in enumerate(values)
    ]
    return [one for one, _ in pairs], [other for _, other in pairs]


def test_kappa_by_hand() -> None:
    # 10 pairs: 5 confirmed/confirmed, 2 negated/negated, 2 confirmed/negated, 1 negated/confirmed.
    # P(A) = 7/10; P(E) = 7/10·6/10 + 3/10·4/10 = 0.54; kappa = 0.16 / 0.46.
    yes, no = "confirmed", "negated"
    row = result(
        *sides(*[(yes, yes)] * 5, (no, no), (no, no), (yes, no), (yes, no), (no, yes))
    ).rows["status"]
    assert row.values == pytest.approx({"p_a": 0.7, "p_e": 0.54, "kappa": 0.16 / 0.46})
    assert row.counts == {
        "pairs": 10,
        "agree": 7,
        "confirmed → confirmed": 5,
        "negated → negated": 2,
        "confirmed → negated": 2,
        "negated → confirmed": 1,
    }


def test_there_is_no_kappa_when_chance_explains_everything() -> None:
    row = result(*sides(("confirmed", "confirmed"), ("confirmed", "confirmed"))).rows["status"]
    assert row.values == {"p_a": 1, "p_e": 1, "kappa": None}


def test_agreement_below_chance_is_negative() -> None:
    row = result(*sides(("yes", "no"), ("no", "yes"))).rows["status"]
    assert row.values == {"p_a": 0, "p_e": 0.5, "kappa": -1}


def test_the_rows_are_concept_attributes_and_all() -> None:
    a = [disorder("a", 0, "C1", context="current", status="negated")]
    b = [disorder("b", 0, "C2", context="current", status="negated")]
    rows = result(a, b).rows
    assert list(rows) == ["concept", "context", "status", "all"]
    assert [rows[name].values["p_a"] for name in rows] == [0, 1, 1, 0]
    assert list(rows["all"].counts) == [
        "pairs",
        "C1; context=current; status=negated → C2; context=current; status=negated",
    ]


def test_only_the_attributes_asked_for() -> None:
    a = [disorder("a", 0, context="current", status="negated")]
    b = [disorder("b", 0, context="current", status="confirmed")]
    rows = result(a, b, METRIC.with_options(attributes=("context",))).rows
    assert list(rows) == ["concept", "context", "all"]
    assert rows["all"].values["p_a"] == 1


def test_mentions_that_do_not_overlap_do_not_count() -> None:
    assert not result([disorder("a", 0)], [disorder("b", 5)]).rows


def test_the_type_does_not_matter() -> None:
    other = replace(disorder("b", 0), type="finding")
    assert result([disorder("a", 0)], [other]).rows["concept"].counts["pairs"] == 1


def test_only_equal_spans_on_request() -> None:
    a, b = sides(("yes", "yes"), ("no", "no"))
    b[0] = replace(b[0], spans=a[0].spans)
    row = result(a, b, METRIC.with_options(exact=True)).rows["status"]
    assert row.counts["pairs"] == 1


def test_of_two_mentions_on_one_span_those_that_say_the_same_are_paired() -> None:
    # w/r/r: one span, several concepts. By order of the codes C1 would meet C2 and C2 C3.
    a = [disorder("a1", 0, "C1"), disorder("a2", 0, "C2")]
    b = [disorder("b1", 0, "C2"), disorder("b2", 0, "C3")]
    assert result(a, b).rows["concept"].counts == {
        "pairs": 2,
        "agree": 1,
        "C2 → C2": 1,
        "C1 → C3": 1,
    }


def test_what_neither_says_is_not_compared_and_what_one_does_not_say_is() -> None:
    a = [disorder("a1", 0, status="negated"), disorder("a2", 10)]
    b = [disorder("b1", 0), disorder("b2", 10)]
    rows = result(a, b).rows
    assert rows["status"].counts == {"pairs": 1, "negated → ": 1}
    silent = [replace(one, codes=()) for one in (a[1], b[1])]
    assert not result(silent[:1], silent[1:]).rows


def test_a_default_of_the_schema_is_a_value() -> None:
    a, b = [disorder("a", 0, unrelated="false")], [disorder("b", 0)]
    assert result(a, b, schema=MAYO).rows["unrelated"].values["p_a"] == 1
    assert result(a, b, schema=None).rows["unrelated"].values["p_a"] == 0


def test_attributes_of_a_format_are_left_out() -> None:
    one = replace(disorder("a", 0), attributes={"brat:event": "E1"})
    assert list(result([one], [one]).rows) == ["concept", "all"]


def test_any_value_can_be_counted() -> None:
    # Values that look like the names of columns must not be taken for others.
    a, b = sides(("x → y", "x"), ("x", "y → x"), ("a; b=c", "a; b=c"), ("\\→", "→"))
    row = result(a, b).rows["status"]
    assert row.values["p_a"] == 1 / 4
    assert row.values["p_e"] == pytest.approx((1 * 1 + 1 * 1) / 16)  # "x" and "a; b=c"


def test_attributes_called_like_the_other_rows() -> None:
    a, b = [disorder("a", 0, concept="x", all="y")], [disorder("b", 0, concept="z", all="y")]
    rows = result(a, b).rows
    assert set(rows) == {"concept", "concept (attribute)", "all", "all (attribute)"}
    assert rows["concept"].values["p_a"] == 1 and rows["concept (attribute)"].values["p_a"] == 0


def values(row: Row) -> dict[str, float | None]:
    return row.values


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.lists(
        st.tuples(st.sampled_from(["yes", "no", "maybe"]), st.sampled_from(["yes", "no", "maybe"])),
        min_size=1,
        max_size=12,
    ),
    st.randoms(use_true_random=False),
)
def test_kappa_as_scikit_learn_has_it(said: list[tuple[str, str]], chance: random.Random) -> None:
    a, b = sides(*said)
    row = result(chance.sample(a, len(a)), chance.sample(b, len(b))).rows["status"]
    first, second = zip(*said, strict=True)
    if len({*first, *second}) == 1:  # scikit-learn warns: undefined
        assert row.values["kappa"] is None
    else:
        assert row.values["kappa"] == pytest.approx(cohen_kappa_score(first, second))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 5), st.sampled_from("xyz"))), st.data())
def test_sides_may_be_changed_however_entangled(
    crowd: list[tuple[int, int, str]], data: st.DataObject
) -> None:
    mentions = [
        Mention(f"m{number}", "disorder", (Span(at, at + size),), {"status": value})
        for number, (at, size, value) in enumerate(crowd)
    ]
    cut = data.draw(st.integers(0, len(mentions)))
    a, b = mentions[:cut], mentions[cut:]
    one, other = result(a, b).rows, result(b, a).rows
    assert {name: values(row) for name, row in one.items()} == {
        name: pytest.approx(values(row)) for name, row in other.items()
    }
