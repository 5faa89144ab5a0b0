"""Time expressions: known answers, and the pairing checked against other algorithms."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.core.offsets import merge_spans
from goldsmith.metrics import Result, SetPair, Tally, measure
from goldsmith.testing import check_metric

TIMEX = metrics.get("timex")
Renamed = Callable[[AnnotationSet, int], AnnotationSet]


def build_timex(name: str, start: int, end: int, kind: str = "DATE", value: str = "x") -> Mention:
    spans = (Span(start, end),) if end else ()
    return Mention(name, "TIMEX3", spans, {"type": kind, "value": value})


def score(a: list[Mention], b: list[Mention], **options: object) -> Result:
    doc = Document("note", "x" * 100)
    pair = SetPair(doc, AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    return measure(TIMEX.with_options(**options), [pair]).compute_result()


GOLD = [
    build_timex("g1", 8, 21, "DATE", "2008-03-14"),
    build_timex("g2", 32, 40, "DATE", "2007-05"),
    build_timex("g3", 46, 56, "DURATION", "P6M"),
    build_timex("g4", 58, 70, "SET", "P1W"),
    build_timex("g5", 0, 0, "DATE", "2008-03-20"),
]
SYSTEM = [
    build_timex("s1", 8, 21, "DATE", "2008-03-14"),  # right in everything
    build_timex("s2", 37, 40, "DATE", "2007-05"),  # too short
    build_timex("s3", 42, 56, "DURATION", "P6W"),  # too long, another value
    build_timex("s4", 58, 70, "DURATION", "P1D"),  # the right place, another type and value
    build_timex("s5", 0, 4, "TIME", "T10:00"),  # not in the gold
]


def test_known_answers_over_all() -> None:
    micro = score(GOLD, SYSTEM).micro
    assert micro is not None
    # a = 4 (g5 has no place), b = 5; exact: s1, s4; partial: s2, s3
    assert micro.counts == {
        "a": 4,
        "b": 5,
        "exact": 2,
        "partial": 2,
        "same_type": 3,
        "same_value": 2,
        "exact_value": 1,
        "unanchored_a": 1,
    }
    assert micro.values == pytest.approx(
        {
            "strict": 2 * 2 / (4 + 5),
            "strict_precision": 2 / 5,
            "strict_recall": 2 / 4,
            "relaxed": 2 * 4 / (4 + 5),
            "relaxed_precision": 4 / 5,
            "relaxed_recall": 4 / 4,
            "type_accuracy": 3 / 4,
            "value_accuracy": 2 / 4,
            "strict_value": 2 * 1 / (4 + 5),
            "relaxed_value": 2 * 2 / (4 + 5),
            "relaxed_type": 2 * 3 / (4 + 5),
        }
    )


def test_pair_counts_in_the_row_of_the_gold_type() -> None:
    rows = score(GOLD, SYSTEM).rows
    assert set(rows) == {"DATE", "DURATION", "SET", "TIME"}
    assert rows["SET"].counts == {"a": 1, "b": 1, "exact": 1}
    assert rows["DURATION"].counts == {"a": 1, "b": 1, "partial": 1, "same_type": 1}
    assert rows["TIME"].counts == {"b": 1}
    assert rows["TIME"].values["strict"] == 0
    assert rows["TIME"].values["strict_recall"] is None
    assert rows["TIME"].values["value_accuracy"] is None
    assert rows["DATE"].counts["unanchored_a"] == 1
    assert rows["DATE"].values["relaxed_value"] == 1


def test_macro_is_the_mean_over_types() -> None:
    macro = score(GOLD, SYSTEM).macro
    assert macro is not None
    # strict F1: DATE 2·1/4, DURATION 0, SET 1, TIME 0
    assert macro.values["strict"] == pytest.approx((0.5 + 0 + 1 + 0) / 4)


def test_accuracy_times_extraction_is_end_to_end() -> None:
    """TempEval-3 defines attribute accuracy as attribute F1 / F1 of (relaxed) extraction."""
    micro = score(GOLD, SYSTEM).micro
    assert micro is not None
    result = {name: value or 0 for name, value in micro.values.items()}
    assert result["relaxed_value"] / result["relaxed"] == pytest.approx(result["value_accuracy"])
    assert result["relaxed_type"] / result["relaxed"] == pytest.approx(result["type_accuracy"])


def test_empty_sides_have_no_value() -> None:
    result = score([], [])
    assert result.rows == {} and result.micro is not None
    assert set(result.micro.values.values()) == {None}


def test_one_empty_side() -> None:
    micro = score(GOLD[:1], []).micro
    assert micro is not None
    assert micro.values["strict"] == 0 and micro.values["strict_recall"] == 0
    assert micro.values["strict_precision"] is None and micro.values["type_accuracy"] is None


def test_unanchored_expressions_are_counted_but_not_scored() -> None:
    result = score(GOLD[4:], GOLD[4:])
    assert result.rows["DATE"].counts == {"unanchored_a": 1, "unanchored_b": 1}
    assert result.get_value("relaxed") is None


def test_second_copy_remains_unpaired() -> None:
    result = score([GOLD[0]], [GOLD[0], replace(GOLD[0], id="copy")])
    assert result.get_value("strict") == pytest.approx(2 / 3)


def test_adjacent_fragments_are_merged_but_gaps_are_not() -> None:
    whole = build_timex("g", 0, 9)
    touching = replace(whole, id="s", spans=(Span(0, 4), Span(4, 9)))
    gap = replace(whole, id="s", spans=(Span(0, 4), Span(5, 9)))
    assert score([whole], [touching]).get_value("strict") == 1
    assert score([whole], [gap]).get_value("strict") == 0
    assert score([whole], [gap]).get_value("relaxed") == 1


def test_nested_expression_is_paired_once() -> None:
    outer, inner = build_timex("g1", 0, 20), build_timex("g2", 5, 9, value="y")
    result = score([outer, inner], [build_timex("s", 5, 9, value="y")])
    assert result.micro is not None
    assert result.micro.counts == {
        "a": 2, "b": 1, "exact": 1, "same_type": 1, "same_value": 1, "exact_value": 1
    }  # fmt: skip


def test_missing_attribute_differs_from_any_value() -> None:
    bare = Mention("s", "TIMEX3", (Span(8, 21),))
    result = score(GOLD[:1], [bare])
    assert (result.get_value("type_accuracy"), result.get_value("value_accuracy")) == (0, 0)
    assert result.get_value("strict") == 1
    assert score([bare], [bare]).rows["untyped"].values["value_accuracy"] == 1


def test_other_mention_types_are_ignored() -> None:
    event = Mention("e", "TLC", (Span(8, 21),), {"type": "DATE"})
    assert score([event], [event]).rows == {}
    assert score([event], [event], types=("TLC", "TIMEX3")).get_value("strict") == 1
    assert score([event], [event], types="TLC").get_value("strict") == 1
    second = replace(event, type="TIMEX3")
    assert score([event], [second], types=("TLC", "TIMEX3")).get_value("relaxed") == 0


def test_names_of_attributes_are_options() -> None:
    first = Mention("g", "TIMEX3", (Span(0, 4),), {"class": "DATE", "val": "2008"})
    second = replace(first, attributes={"class": "DATE", "val": "2009"})
    result = score([first], [second], type_attribute="class", value_attribute="val")
    assert set(result.rows) == {"DATE"} and result.get_value("value_accuracy") == 0


def test_every_count_has_places() -> None:
    doc = Document("note", "x" * 100)
    pair = SetPair(doc, AnnotationSet("a", tuple(GOLD)), AnnotationSet("b", tuple(SYSTEM)))
    places = measure(TIMEX, [pair], keep_places=True).places
    result = {(place.group, place.a, place.b) for place in places if place.column == "partial"}
    assert result == {("DATE", ("g2",), ("s2",)), ("DURATION", ("g3",), ("s3",))}
    assert [place.a for place in places if place.column == "unanchored_a"] == [("g5",)]


def test_invariances(temporal_documents: st.SearchStrategy[Document]) -> None:
    check_metric(TIMEX, examples=200, documents=temporal_documents)


def test_counts_equal_a_naive_count(
    temporal_documents: st.SearchStrategy[Document], rename: Renamed
) -> None:
    """Check strict against multisets of spans, and relaxed against another matching."""

    @settings(max_examples=300, deadline=None, derandomize=True)
    @given(temporal_documents)
    def run(doc: Document) -> None:
        pair = SetPair(doc, doc.sets["a"], doc.sets["b"])
        total = measure(TIMEX, [pair]).compute_result().micro
        assert total is not None
        a, b = (
            [mention for mention in side.mentions if mention.type == "TIMEX3" and mention.spans]
            for side in (pair.a, pair.b)
        )
        exact = (count_spans(a) & count_spans(b)).total()
        assert total.counts.get("exact", 0) == exact
        assert total.counts.get("exact", 0) + total.counts.get("partial", 0) == count_most_pairs(
            a, b
        )
        assert (total.counts.get("a", 0), total.counts.get("b", 0)) == (len(a), len(b))
        second = replace(pair, a=rename(pair.a, 1), b=rename(pair.b, 2))
        assert count(second) == count(pair)
        turned = measure(TIMEX, [replace(pair, a=pair.b, b=pair.a)]).compute_result()
        for name in ("strict", "relaxed", "strict_value"):
            assert turned.get_value(name) == total.values[name]

    run()


def count_spans(mentions: list[Mention]) -> Counter[tuple[Span, ...]]:
    return Counter(merge_spans(mention.spans) for mention in mentions)


def count_most_pairs(a: list[Mention], b: list[Mention]) -> int:
    """Count the pairs on equal spans, then a maximum matching of the rest (Hopcroft-Karp)."""
    kept_a, kept_b = list(a), list(b)
    exact = 0
    for mention in a:
        same = next(
            (item for item in kept_b if merge_spans(item.spans) == merge_spans(mention.spans)),
            None,
        )
        if same:
            kept_a.remove(mention)
            kept_b.remove(same)
            exact += 1
    touching = np.array(
        [[mention.overlaps(item) for item in kept_b] for mention in kept_a], dtype=int
    )
    if not touching.size:
        return exact
    return exact + int((maximum_bipartite_matching(csr_array(touching)) >= 0).sum())


def count(pair: SetPair) -> dict[tuple[str, str], float]:
    tally = Tally(pair.doc.id)
    TIMEX.count(pair, tally)
    return tally.counts
