"""Agreement on codes over identical and over overlapping spans (SemEval-2014, Table 2)."""

import pytest
from tests.builders import build_mention, build_pair

from goldsmith.metrics import get, measure

METRIC = get("code-agreement")


def test_accuracy_over_identical_and_over_overlapping_spans() -> None:
    """SemEval-2014, Table 2: two annotators agree on codes more often where they agree on spans."""
    a = [
        build_mention("1", (0, 5), codes=["C1"]),
        build_mention("2", (10, 15), codes=["C2"]),
        build_mention("3", (20, 25), codes=["CUI-less"]),
        build_mention("4", (30, 35), codes=["C4"]),
        build_mention("5", (40, 45), codes=["C5"]),
        build_mention("6", (50, 55)),
    ]
    b = [
        build_mention("1", (0, 5), codes=["C1"]),
        build_mention("2", (10, 15), codes=["CUI-less"]),
        build_mention("3", (20, 25), codes=["CUI-less"]),
        build_mention("4", (28, 35), codes=["C4"]),
        build_mention("5", (40, 49), codes=["C9"]),
        build_mention("6", (50, 55)),
        build_mention("7", (60, 65), codes=["C7"]),
    ]
    for sides in ((a, b), (b, a)):
        row = measure(METRIC, [build_pair(*sides)]).compute_result().micro
        assert row is not None
        assert row.counts == {
            "identical": 3,
            "identical_agree": 2,
            "overlapping": 5,
            "overlapping_agree": 3,
        }
        assert row.values == pytest.approx({"strict_accuracy": 2 / 3, "relaxed_accuracy": 3 / 5})


def test_accuracy_between_annotators_has_no_value_without_codes() -> None:
    mentions = [build_mention("1", (0, 5))]
    row = measure(METRIC, [build_pair(mentions, mentions)]).compute_result().micro
    assert row is not None
    assert row.values == {"strict_accuracy": None, "relaxed_accuracy": None}


def test_sets_of_codes_agree_if_they_are_equal() -> None:
    a = [build_mention("1", (0, 5), codes=["C1", "C2"]), build_mention("2", (9, 12), codes=["C3"])]
    b = [build_mention("1", (0, 5), codes=["C2", "C1"]), build_mention("2", (9, 12))]
    row = measure(METRIC, [build_pair(a, b)]).compute_result().micro
    assert row is not None and row.values["strict_accuracy"] == 1 / 2


def test_mentions_on_the_same_spans_are_paired_by_their_codes() -> None:
    a = [build_mention("1", (0, 5), codes=["C1"]), build_mention("2", (0, 5), codes=["C2"])]
    b = [build_mention("1", (0, 5), codes=["C2"]), build_mention("2", (0, 5), codes=["C1"])]
    row = measure(METRIC, [build_pair(a, b)]).compute_result().micro
    assert row is not None and row.values["strict_accuracy"] == 1
