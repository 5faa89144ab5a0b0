"""Time expressions: known answers, and the pairing checked against other ways to get it."""

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
from goldsmith.core.offsets import merged
from goldsmith.metrics import Compared, Result, Tally, measure
from goldsmith.testing import check_metric

TIMEX = metrics.get("timex")
Renamed = Callable[[AnnotationSet, int], AnnotationSet]


def timex(name: str, start: int, end: int, kind: str = "DATE", value: str = "x") -> Mention:
    spans = (Span(start, end),) if end else ()
    return Mention(name, "TIMEX3", spans, {"type": kind, "value": value})


def scored(a: list[Mention], b: list[Mention], **options: object) -> Result:
    doc = Document("note", "x" * 100)
    pair = Compared(doc, AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    return measure(TIMEX.with_options(**options), [pair]).result()


GOLD = [
    timex("g1", 8, 21, "DATE", "2008-03-14"),
    timex("g2", 32, 40, "DATE", "2007-05"),
    timex("g3", 46, 56, "DURATION", "P6M"),
    timex("g4", 58, 70, "SET", "P1W"),
    timex("g5", 0, 0, "DATE", "2008-03-20"),
]
SYSTEM = [
    timex("s1", 8, 21, "DATE", "2008-03-14"),  # right in everything
    timex("s2", 37, 40, "DATE", "2007-05"),  # too short
    timex("s3", 42, 56, "DURATION", "P6W"),  # too long, another value
    timex("s4", 58, 70, "DURATION", "P1D"),  # the right place, another type and value
    timex("s5", 0, 4, "TIME", "T10:00"),  # not there
]


def test_known_answers_over_all() -> None:
    micro = scored(GOLD, SYSTEM).micro
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


def test_a_pair_counts_in_the_row_of_the_golds_type() -> None:
    rows = scored(GOLD, SYSTEM).rows
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
    macro = scored(GOLD, SYSTEM).macro
    assert macro is not None
    # strict F1: DATE 2·1/4, DURATION 0, SET 1, TIME 0
    assert macro.values["strict"] == pytest.approx((0.5 + 0 + 1 + 0) / 4)


def test_accuracy_times_extraction_is_end_to_end() -> None:
    """TempEval-3 defines attribute accuracy as attribute F1 / F1 of (relaxed) extraction."""
    micro = scored(GOLD, SYSTEM).micro
    assert micro is not None
    found = {name: value or 0 for name, value in micro.values.items()}
    assert found["relaxed_value"] / found["relaxed"] == pytest.approx(found["value_accuracy"])
    assert found["relaxed_type"] / found["relaxed"] == pytest.approx(found["type_accuracy"])


def test_nothing_on_either_side_gives_no_value() -> None:
    result = scored([], [])
    assert result.rows == {} and result.micro is not None
    assert set(result.micro.values.values()) == {None}


def test_nothing_on_one_side() -> None:
    micro = scored(GOLD[:1], []).micro
    assert micro is not None
    assert micro.values["strict"] == 0 and micro.values["strict_recall"] == 0
    assert micro.values["strict_precision"] is None and micro.values["type_accuracy"] is None


def test_dates_of_documents_alone_are_counted_but_not_scored() -> None:
    result = scored(GOLD[4:], GOLD[4:])
    assert result.rows["DATE"].counts == {"unanchored_a": 1, "unanchored_b": 1}
    assert result.value("relaxed") is None


def test_a_second_copy_stays_unpaired() -> None:
    result = scored([GOLD[0]], [GOLD[0], replace(GOLD[0], id="copy")])
    assert result.value("strict") == pytest.approx(2 / 3)


def test_touching_fragments_are_the_same_span_and_gaps_are_not() -> None:
    whole = timex("g", 0, 9)
    touching = replace(whole, id="s", spans=(Span(0, 4), Span(4, 9)))
    gap = replace(whole, id="s", spans=(Span(0, 4), Span(5, 9)))
    assert scored([whole], [touching]).value("strict") == 1
    assert scored([whole], [gap]).value("strict") == 0
    assert scored([whole], [gap]).value("relaxed") == 1


def test_an_expression_in_another_is_paired_once() -> None:
    outer, inner = timex("g1", 0, 20), timex("g2", 5, 9, value="y")
    result = scored([outer, inner], [timex("s", 5, 9, value="y")])
    assert result.micro is not None
    assert result.micro.counts == {
        "a": 2, "b": 1, "exact": 1, "same_type": 1, "same_value": 1, "exact_value": 1
    }  # fmt: skip


def test_a_missing_attribute_differs_from_any_value() -> None:
    bare = Mention("s", "TIMEX3", (Span(8, 21),))
    result = scored(GOLD[:1], [bare])
    assert (result.value("type_accuracy"), result.value("value_accuracy")) == (0, 0)
    assert result.value("strict") == 1
    assert scored([bare], [bare]).rows["untyped"].values["value_accuracy"] == 1


def test_other_types_of_mention_are_not_looked_at() -> None:
    event = Mention("e", "TLC", (Span(8, 21),), {"type": "DATE"})
    assert scored([event], [event]).rows == {}
    assert scored([event], [event], types=("TLC", "TIMEX3")).value("strict") == 1
    assert scored([event], [event], types="TLC").value("strict") == 1
    other = replace(event, type="TIMEX3")
    assert scored([event], [other], types=("TLC", "TIMEX3")).value("relaxed") == 0


def test_attributes_may_have_other_names() -> None:
    one = Mention("g", "TIMEX3", (Span(0, 4),), {"class": "DATE", "val": "2008"})
    other = replace(one, attributes={"class": "DATE", "val": "2009"})
    result = scored([one], [other], type_attribute="class", value_attribute="val")
    assert set(result.rows) == {"DATE"} and result.value("value_accuracy") == 0


def test_every_number_leads_to_its_places() -> None:
    doc = Document("note", "x" * 100)
    pair = Compared(doc, AnnotationSet("a", tuple(GOLD)), AnnotationSet("b", tuple(SYSTEM)))
    places = measure(TIMEX, [pair], keep_places=True).places
    found = {(one.group, one.a, one.b) for one in places if one.column == "partial"}
    assert found == {("DATE", ("g2",), ("s2",)), ("DURATION", ("g3",), ("s3",))}
    assert [one.a for one in places if one.column == "unanchored_a"] == [("g5",)]


def test_invariances(temporal_documents: st.SearchStrategy[Document]) -> None:
    check_metric(TIMEX, examples=200, documents=temporal_documents)


def test_against_other_ways_to_count(
    temporal_documents: st.SearchStrategy[Document], renamed: Renamed
) -> None:
    """Strict by multisets of spans, relaxed by another matching; ids and sides do not matter."""

    @settings(max_examples=300, deadline=None, derandomize=True)
    @given(temporal_documents)
    def run(doc: Document) -> None:
        pair = Compared(doc, doc.sets["a"], doc.sets["b"])
        total = measure(TIMEX, [pair]).result().micro
        assert total is not None
        a, b = (
            [one for one in side.mentions if one.type == "TIMEX3" and one.spans]
            for side in (pair.a, pair.b)
        )
        exact = (spans_of(a) & spans_of(b)).total()
        assert total.counts.get("exact", 0) == exact
        assert total.counts.get("exact", 0) + total.counts.get("partial", 0) == most_pairs(a, b)
        assert (total.counts.get("a", 0), total.counts.get("b", 0)) == (len(a), len(b))
        other = replace(pair, a=renamed(pair.a, 1), b=renamed(pair.b, 2))
        assert counted(other) == counted(pair)
        turned = measure(TIMEX, [replace(pair, a=pair.b, b=pair.a)]).result()
        for name in ("strict", "relaxed", "strict_value"):
            assert turned.value(name) == total.values[name]

    run()


def spans_of(mentions: list[Mention]) -> Counter[tuple[Span, ...]]:
    return Counter(merged(one.spans) for one in mentions)


def most_pairs(a: list[Mention], b: list[Mention]) -> int:
    """Pairs on equal spans, then the size of a maximum matching of the rest (Hopcroft-Karp)."""
    kept_a, kept_b = list(a), list(b)
    exact = 0
    for one in a:
        same = next((two for two in kept_b if merged(two.spans) == merged(one.spans)), None)
        if same:
            kept_a.remove(one)
            kept_b.remove(same)
            exact += 1
    touching = np.array([[one.overlaps(two) for two in kept_b] for one in kept_a], dtype=int)
    if not touching.size:
        return exact
    return exact + int((maximum_bipartite_matching(csr_array(touching)) >= 0).sum())


def counted(pair: Compared) -> dict[tuple[str, str], float]:
    tally = Tally(pair.doc.id)
    TIMEX.count(pair, tally)
    return tally.counts
