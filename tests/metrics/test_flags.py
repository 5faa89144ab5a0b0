"""Kappa and alpha of flags: an absent flag is a value, and a notice counts such pairs."""

from collections.abc import Sequence

import pytest
from sklearn.metrics import cohen_kappa_score

from goldsmith.core import (
    AnnotationSet,
    AttributeType,
    Code,
    Document,
    Mention,
    MentionType,
    Schema,
    Span,
)
from goldsmith.metrics import Measurement, Result, SetPair, get
from goldsmith.project.agreement.tasks import Task, View
from goldsmith.project.models import measures
from goldsmith.testing import check_metric

#: The flag in the two sets, for twenty mentions: both 3, only one 1 + 1, neither 15.
PAIRS = [("true", "true")] * 3 + [("true", ""), ("", "true")] + [("", "")] * 15
OTHERS = [("", "")] * 30


def build_pair(
    name: str,
    values: Sequence[tuple[str, str]],
    *,
    kind: str = "problem",
    schema: Schema | None = None,
    document: str = "d",
    codes: tuple[Code, ...] = (),
) -> SetPair:
    """Build two sets of the same mentions, whose attribute has the given values."""
    sides = [
        tuple(
            Mention(f"{kind}{n}", kind, (Span(n, n + 1),), {name: value} if value else {}, codes)
            for n, value in enumerate(side)
        )
        for side in zip(*values, strict=True)
    ]
    a, b = (AnnotationSet(side, mentions) for side, mentions in zip("ab", sides, strict=True))
    return SetPair(Document(document, " " * 99), a, b, schema)


def measure_pairs(metric: str, *pairs: SetPair, **options: object) -> Result:
    measurement = Measurement(get(metric).with_options(**options))
    for pair in pairs:
        measurement.count_pair(pair)
    return measurement.compute_result()


def make_schema(
    *attributes: tuple[str, AttributeType], kinds: Sequence[str] = ("problem",)
) -> Schema:
    mentions = tuple(MentionType(kind, attributes=dict(attributes)) for kind in kinds)
    return Schema("own", "1", "Own", mention=mentions)


def compute_expected(values: Sequence[tuple[str, str]]) -> float:
    first, second = zip(*values, strict=True)
    return float(cohen_kappa_score(first, second))


@pytest.mark.parametrize("value", ["true", "True", "yes", "set"])
def test_absent_flag_is_a_value(value: str) -> None:
    values = [(value if a else "", value if b else "") for a, b in PAIRS]
    row = measure_pairs("kappa", build_pair("negated", values)).rows["negated"]
    # P(A) = 18/20; each set has the flag 4 times: P(E) = 0.2² + 0.8² = 0.68.
    assert row.values == pytest.approx({"p_a": 0.9, "p_e": 0.68, "kappa": 0.22 / 0.32})
    assert row.values["kappa"] == pytest.approx(compute_expected(values))
    assert row.counts["pairs"] == 5


def test_alpha_of_a_flag() -> None:
    row = measure_pairs("alpha", build_pair("negated", PAIRS)).rows["negated"]
    # 40 values, 8 of them set: expected 2·8·32 / (40·39); observed 2/20.
    assert row.values["observed_disagreement"] == pytest.approx(0.1)
    assert row.values["expected_disagreement"] == pytest.approx(2 * 8 * 32 / (40 * 39))
    assert row.values["alpha"] == pytest.approx(1 - 0.1 * 40 * 39 / (2 * 8 * 32))


@pytest.mark.parametrize("metric", ["kappa", "alpha"])
def test_notice_counts_pairs_without_the_flag(metric: str) -> None:
    [notice] = measure_pairs(metric, build_pair("negated", PAIRS)).notices
    assert notice == (
        "an absent flag counts as not set, so these pairs of mentions without it agree: negated 15"
    )


def test_documents_without_the_flag_count() -> None:
    silent = build_pair("negated", OTHERS, document="e")
    row = measure_pairs("kappa", build_pair("negated", PAIRS), silent).rows["negated"]
    assert row.values["kappa"] == pytest.approx(compute_expected(PAIRS + OTHERS))


@pytest.mark.parametrize("metric", ["kappa", "alpha"])
def test_mentions_of_types_that_never_have_the_flag_do_not_count(metric: str) -> None:
    drugs = build_pair("negated", OTHERS, kind="drug", document="e")
    alone = measure_pairs(metric, build_pair("negated", PAIRS)).rows["negated"]
    both = measure_pairs(metric, build_pair("negated", PAIRS), drugs).rows["negated"]
    assert both.values == pytest.approx(alone.values)


@pytest.mark.parametrize("metric", ["kappa", "alpha"])
def test_attribute_with_several_values_is_not_a_flag(metric: str) -> None:
    values = [("true", "true"), ("true", "false"), ("", ""), ("false", "false")]
    result = measure_pairs(metric, build_pair("negated", values))
    compared = [pair for pair in values if any(pair)]
    expected = measure_pairs(metric, build_pair("negated", compared)).rows["negated"]
    assert result.rows["negated"].values == pytest.approx(expected.values)
    assert result.notices == (
        "pairs of mentions in which neither has a value are left out: negated 1",
    )


def test_second_value_in_any_document_makes_it_an_ordinary_attribute() -> None:
    explicit = build_pair("negated", [("false", "false")], document="e")
    row = measure_pairs("kappa", build_pair("negated", PAIRS), explicit).rows["negated"]
    compared = [pair for pair in PAIRS if any(pair)] + [("false", "false")]
    assert row.values["kappa"] == pytest.approx(compute_expected(compared))


def test_other_values_are_not_flags_unless_the_schema_says_so() -> None:
    values = [("negated" if a else "", "negated" if b else "") for a, b in PAIRS]
    plain = measure_pairs("kappa", build_pair("status", values)).rows["status"]
    assert plain.values["p_a"] == pytest.approx(3 / 5)
    schema = make_schema(("status", AttributeType(values=("negated",))))
    row = measure_pairs("kappa", build_pair("status", values, schema=schema)).rows["status"]
    assert row.values["kappa"] == pytest.approx(compute_expected(values))


def test_schema_with_several_values_or_a_default_overrides_the_flag() -> None:
    several = make_schema(("negated", AttributeType(values=("true", "false"))))
    row = measure_pairs("kappa", build_pair("negated", PAIRS, schema=several)).rows["negated"]
    assert row.values["p_a"] == pytest.approx(3 / 5)
    default = make_schema(("negated", AttributeType(values=("true", "false"), default="false")))
    result = measure_pairs("kappa", build_pair("negated", PAIRS, schema=default))
    assert result.rows["negated"].values["kappa"] == pytest.approx(compute_expected(PAIRS))
    assert result.notices == ()


def test_every_type_that_declares_a_flag_counts() -> None:
    schema = make_schema(("negated", AttributeType(values=("true",))), kinds=("problem", "finding"))
    problems = build_pair("negated", PAIRS, schema=schema)
    findings = build_pair("negated", OTHERS, kind="finding", schema=schema, document="e")
    row = measure_pairs("kappa", problems, findings).rows["negated"]
    assert row.values["kappa"] == pytest.approx(compute_expected(PAIRS + OTHERS))


def test_row_over_all_counts_mentions_without_a_flag() -> None:
    row = measure_pairs("kappa", build_pair("negated", PAIRS)).rows["all"]
    assert row.values["kappa"] == pytest.approx(compute_expected(PAIRS))
    coded = measure_pairs("kappa", build_pair("negated", PAIRS, codes=(Code("C1"),)))
    assert coded.rows["all"].values["kappa"] == pytest.approx(compute_expected(PAIRS))
    status = [("mild" if a else "", "mild" if b else "") for a, b in PAIRS]
    plain = measure_pairs("kappa", build_pair("severity", status)).rows["all"]
    assert plain.values["p_a"] == pytest.approx(3 / 5)


def test_attributes_that_are_not_compared_have_no_effect() -> None:
    pair = build_pair("negated", PAIRS, codes=(Code("C1"),))
    result = measure_pairs("kappa", pair, attributes=())
    assert list(result.rows) == ["concept", "all"] and result.notices == ()


def test_names_with_separators() -> None:
    row = measure_pairs("kappa", build_pair("a|b=c%", PAIRS, kind="x|y")).rows["a|b=c%"]
    assert row.values["kappa"] == pytest.approx(compute_expected(PAIRS))


def test_slices_and_intervals_use_the_flag_of_the_corpus() -> None:
    measurement = Measurement(get("kappa"))
    measurement.count_pair(build_pair("negated", PAIRS), "letters")
    measurement.count_pair(build_pair("negated", OTHERS, document="e"), "reports")
    reports = measurement.compute_result(only="reports").rows["negated"]
    assert reports.values == {"p_a": 1, "p_e": 1, "kappa": None}
    row = measurement.compute_result(intervals=True).rows["negated"]
    low, high = row.intervals["kappa"]
    assert low <= compute_expected(PAIRS + OTHERS) <= high


@pytest.mark.parametrize("metric", ["kappa", "alpha"])
def test_metrics_still_conform(metric: str) -> None:
    check_metric(metric, examples=25)


def test_evaluation_passes_on_the_notice() -> None:
    view = View("kappa", ("p_a", "kappa"), "kappa", group="all", options={"exact": True})
    task = Task("pipeline", "Pipeline", "", (view,))
    results = measures.compute_results(measures.measure([build_pair("negated", PAIRS)], task))
    assert measures.list_notices(results) == list(results["kappa"].notices) != []
