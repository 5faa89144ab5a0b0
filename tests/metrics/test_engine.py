"""Values of a result by name and group, and the significance test of a difference."""

import numpy as np
import pytest

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Code, Document, Mention, Span
from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics import Measurement, Metric, SetPair, Tally, compare
from goldsmith.metrics.engine.base import Columns, Value, divide

TEXT = "fever and cough"


def make_pair(key: str, first: list[Mention], second: list[Mention]) -> SetPair:
    sets = (AnnotationSet("a", tuple(first)), AnnotationSet("b", tuple(second)))
    return SetPair(Document(key, TEXT), *sets)


def make_mention(start: int, end: int, kind: str = "Condition") -> Mention:
    return Mention(f"m{start}{kind}", kind, (Span(start, end),), {"status": "x"}, (Code("C1"),))


def measure(name: str, *pairs: SetPair, **options: object) -> Measurement:
    measurement = Measurement(metrics.get(name).with_options(**options))
    for pair in pairs:
        measurement.count_pair(pair)
    return measurement


FEVER, COUGH = make_mention(0, 5), make_mention(10, 15)


def test_value_without_a_group_requires_a_row_over_all() -> None:
    result = measure("positive-agreement", make_pair("1", [FEVER], [FEVER])).compute_result()
    assert len(result.rows) > 1
    with pytest.raises(
        InputError, match=r"several rows .*expected one of the groups span exact"
    ) as error:
        result.get_value("agreement")
    assert all(group in str(error.value) for group in result.rows)
    assert result.get_value("agreement", "overlap") == 1


def test_unknown_groups_and_values_are_errors() -> None:
    result = measure("spans", make_pair("1", [FEVER], [FEVER])).compute_result()
    assert result.get_value("strict") == result.get_value("strict", "macro") == 1
    with pytest.raises(UnknownName, match="no row of the metric spans called 'Locus'"):
        result.get_value("strict", "Locus")
    with pytest.raises(UnknownName, match=r"value of the metric spans called 'stric'.*strict\?"):
        result.get_value("stric")


def test_nothing_counted_has_no_value() -> None:
    result = measure("positive-agreement").compute_result()
    assert result.rows == {} and result.get_value("agreement", "overlap") is None


def test_comparison_requires_rounds() -> None:
    measured = measure("spans", make_pair("1", [FEVER], [FEVER]))
    for rounds in (0, -1):
        with pytest.raises(InputError, match="at least 1 round"):
            compare(measured, measured, rounds=rounds)


def test_different_metrics_cannot_be_compared() -> None:
    pair = make_pair("1", [FEVER], [FEVER])
    with pytest.raises(InputError, match="not measured by the same metric: spans and relations"):
        compare(measure("spans", pair), measure("relations", pair))
    strict, lenient = (measure("relations", pair, found=way) for way in ("strict", "lenient"))
    with pytest.raises(InputError, match="with the same options"):
        compare(strict, lenient)
    assert compare(strict, measure("relations", pair, found="strict")).p is None


def test_metrics_with_separate_resources_can_be_compared() -> None:
    pair = make_pair("1", [FEVER], [FEVER])
    first, second = (measure("concept-distance", pair) for _ in range(2))
    assert compare(first, second).difference == 0


def test_comparison_names_values_and_groups() -> None:
    pair = make_pair("1", [FEVER], [FEVER])
    spans = measure("spans", pair)
    with pytest.raises(UnknownName, match="value of the metric spans called 'x'"):
        compare(spans, spans, value="x")
    with pytest.raises(UnknownName, match=r"row of the metric spans called 'x'.*Condition"):
        compare(spans, spans, group="x")
    agreement = measure("positive-agreement", pair)
    with pytest.raises(InputError, match="several rows and none over all of them"):
        compare(agreement, agreement)
    assert compare(agreement, agreement, group="overlap").difference == 0


class Share(Metric):
    """The share of good mentions, undefined if a system has none."""

    title = definition = "Share"
    columns = {"n": "mentions", "good": "good ones"}
    values = {"share": "good / n"}
    main = "share"

    def count(self, pair: SetPair, tally: Tally) -> None:
        raise NotImplementedError

    def compute(self, sums: Columns) -> dict[str, Value]:
        return {"share": divide(sums["good"], sums["n"])}


def measure_share(*documents: tuple[int, int]) -> Measurement:
    measurement = Measurement(Share())
    for number, (good, total) in enumerate(documents):
        tally = Tally(str(number))
        tally.add("x", "n", total)
        tally.add("x", "good", good)
        measurement.add(tally)
    return measurement


def test_exchanges_without_a_value_count_as_large() -> None:
    """Swap neither document (as observed), both, or one, which leaves a system without mentions."""
    first, second = measure_share((9, 10), (0, 0)), measure_share((0, 0), (1, 10))
    result = compare(first, second)
    assert result.difference == pytest.approx(0.8) and result.exact
    assert result.p == 1  # two of four have no value; without them p would be 0.5


def test_defined_exchanges_count_as_before() -> None:
    first, second = measure_share((9, 10), (8, 10)), measure_share((1, 10), (2, 10))
    result = compare(first, second)
    assert result.p == pytest.approx(2 / 4) and not np.isnan(result.difference or 0)


@pytest.mark.parametrize("spans", [(Span(5, 5),), ()])
def test_mentions_without_length_match_strictly_and_partially(spans: tuple[Span, ...]) -> None:
    point = Mention("m", "Condition", spans)
    result = measure("spans", make_pair("1", [point], [point])).compute_result()
    for name in ("strict", "relaxed", "partial_precision", "partial_recall", "partial_f1"):
        assert result.get_value(name) == 1, name
    moved = measure("spans", make_pair("1", [make_mention(5, 5)], [make_mention(6, 6)]))
    for name in ("strict", "relaxed", "partial_f1"):
        assert moved.compute_result().get_value(name) == 0


@pytest.mark.parametrize("name", ["positive-agreement", "kappa"])
def test_option_accepts_a_single_attribute(name: str) -> None:
    pair = make_pair("1", [FEVER], [FEVER])
    single, listed = (measure(name, pair, attributes=way) for way in ("status", ("status",)))
    assert single.compute_result() == listed.compute_result()
