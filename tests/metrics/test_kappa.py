"""Kappa on concept and attributes: by hand, against scikit-learn, undefined if P(E) is 1."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sklearn.metrics import cohen_kappa_score

from goldsmith.core import AnnotationSet, Code, Document, Mention, Schema, Span, load_builtin_schema
from goldsmith.metrics import Metric, Result, Row, SetPair, get, measure

METRIC = get("kappa")
MAYO = load_builtin_schema("mayo-disorder")


def build_disorder(name: str, at: int, code: str = "C1", **attributes: str) -> Mention:
    return Mention(name, "disorder", (Span(at, at + 5),), attributes, (Code(code),))


def score(
    a: Sequence[Mention],
    b: Sequence[Mention],
    metric: Metric = METRIC,
    schema: Schema | None = None,
) -> Result:
    sets = (AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    return measure(metric, [SetPair(Document("d", " " * 999), *sets, schema)]).compute_result()


def build_sides(*values: tuple[str, str]) -> tuple[list[Mention], list[Mention]]:
    """Build pairs of overlapping mentions with the given statuses."""
    pairs = [
        (
            build_disorder(f"a{at}", 10 * at, status=first),
            build_disorder(f"b{at}", 10 * at + 1, status=second),
        )
        for at, (first, second) in enumerate(values)
    ]
    return [first for first, _ in pairs], [second for _, second in pairs]


def test_kappa_by_hand() -> None:
    # 10 pairs: 5 confirmed/confirmed, 2 negated/negated, 2 confirmed/negated, 1 negated/confirmed.
    # P(A) = 7/10; P(E) = 7/10·6/10 + 3/10·4/10 = 0.54; kappa = 0.16 / 0.46.
    yes, no = "confirmed", "negated"
    row = score(
        *build_sides(*[(yes, yes)] * 5, (no, no), (no, no), (yes, no), (yes, no), (no, yes))
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


def test_kappa_is_undefined_if_chance_agreement_is_complete() -> None:
    row = score(*build_sides(("confirmed", "confirmed"), ("confirmed", "confirmed"))).rows["status"]
    assert row.values == {"p_a": 1, "p_e": 1, "kappa": None}


def test_agreement_below_chance_is_negative() -> None:
    row = score(*build_sides(("yes", "no"), ("no", "yes"))).rows["status"]
    assert row.values == {"p_a": 0, "p_e": 0.5, "kappa": -1}


def test_rows_are_concept_attributes_and_all() -> None:
    a = [build_disorder("a", 0, "C1", context="current", status="negated")]
    b = [build_disorder("b", 0, "C2", context="current", status="negated")]
    rows = score(a, b).rows
    assert list(rows) == ["concept", "context", "status", "all"]
    assert [rows[name].values["p_a"] for name in rows] == [0, 1, 1, 0]
    assert list(rows["all"].counts) == [
        "pairs",
        "C1; context=current; status=negated → C2; context=current; status=negated",
    ]


def test_attributes_are_an_option() -> None:
    a = [build_disorder("a", 0, context="current", status="negated")]
    b = [build_disorder("b", 0, context="current", status="confirmed")]
    rows = score(a, b, METRIC.with_options(attributes=("context",))).rows
    assert list(rows) == ["concept", "context", "all"]
    assert rows["all"].values["p_a"] == 1


def test_mentions_that_do_not_overlap_do_not_count() -> None:
    assert not score([build_disorder("a", 0)], [build_disorder("b", 5)]).rows


def test_type_is_ignored() -> None:
    second = replace(build_disorder("b", 0), type="finding")
    assert score([build_disorder("a", 0)], [second]).rows["concept"].counts["pairs"] == 1


def test_only_equal_spans_are_paired_on_request() -> None:
    a, b = build_sides(("yes", "yes"), ("no", "no"))
    b[0] = replace(b[0], spans=a[0].spans)
    row = score(a, b, METRIC.with_options(exact=True)).rows["status"]
    assert row.counts["pairs"] == 1


def test_mentions_on_the_same_span_with_equal_values_are_paired() -> None:
    # w/r/r: one span, several concepts. In order of the codes, C1 would meet C2, and C2 C3.
    a = [build_disorder("a1", 0, "C1"), build_disorder("a2", 0, "C2")]
    b = [build_disorder("b1", 0, "C2"), build_disorder("b2", 0, "C3")]
    assert score(a, b).rows["concept"].counts == {
        "pairs": 2,
        "agree": 1,
        "C2 → C2": 1,
        "C1 → C3": 1,
    }


def test_value_is_compared_unless_both_lack_it() -> None:
    a = [build_disorder("a1", 0, status="negated"), build_disorder("a2", 10)]
    b = [build_disorder("b1", 0), build_disorder("b2", 10)]
    rows = score(a, b).rows
    assert rows["status"].counts == {"pairs": 1, "negated → ": 1}
    silent = [replace(item, codes=()) for item in (a[1], b[1])]
    assert not score(silent[:1], silent[1:]).rows


def test_default_of_the_schema_is_a_value() -> None:
    a = [build_disorder("a", 0, unrelated="false")]
    b = [build_disorder("b1", 0), build_disorder("b2", 10, unrelated="true")]
    assert score(a, b, schema=MAYO).rows["unrelated"].values["p_a"] == 1
    assert score(a, b, schema=None).rows["unrelated"].values["p_a"] == 0


def test_attributes_of_a_format_are_ignored() -> None:
    first = replace(build_disorder("a", 0), attributes={"brat:event": "E1"})
    assert list(score([first], [first]).rows) == ["concept", "all"]


def test_any_value_can_be_counted() -> None:
    # Values that look like names of columns must not be confused with other values.
    a, b = build_sides(("x → y", "x"), ("x", "y → x"), ("a; b=c", "a; b=c"), ("\\→", "→"))
    row = score(a, b).rows["status"]
    assert row.values["p_a"] == 1 / 4
    assert row.values["p_e"] == pytest.approx((1 * 1 + 1 * 1) / 16)  # "x" and "a; b=c"


def test_attributes_named_like_other_rows() -> None:
    a, b = (
        [build_disorder("a", 0, concept="x", all="y")],
        [build_disorder("b", 0, concept="z", all="y")],
    )
    rows = score(a, b).rows
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
def test_kappa_equals_scikit_learn(
    statements: list[tuple[str, str]], chance: random.Random
) -> None:
    a, b = build_sides(*statements)
    row = score(chance.sample(a, len(a)), chance.sample(b, len(b))).rows["status"]
    first, second = zip(*statements, strict=True)
    if len({*first, *second}) == 1:  # scikit-learn warns that kappa is undefined
        assert row.values["kappa"] is None
    else:
        assert row.values["kappa"] == pytest.approx(cohen_kappa_score(first, second))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 5), st.sampled_from("xyz"))), st.data())
def test_kappa_does_not_depend_on_the_order_of_the_sides(
    crowd: list[tuple[int, int, str]], data: st.DataObject
) -> None:
    mentions = [
        Mention(f"m{number}", "disorder", (Span(at, at + size),), {"status": value})
        for number, (at, size, value) in enumerate(crowd)
    ]
    cut = data.draw(st.integers(0, len(mentions)))
    a, b = mentions[:cut], mentions[cut:]
    first, second = score(a, b).rows, score(b, a).rows
    assert {name: values(row) for name, row in first.items()} == {
        name: pytest.approx(values(row)) for name, row in second.items()
    }
