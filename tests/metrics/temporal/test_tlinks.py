"""Temporal links: known answers, inverses, CLEF's Table 15, and a naive count."""

from collections import Counter
from collections.abc import Callable, Hashable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Document, Mention, Relation, Span
from goldsmith.core.offsets import merge_spans
from goldsmith.errors import InputError
from goldsmith.metrics import Result, SetPair, Tally, measure
from goldsmith.testing import check_metric

TLINKS = metrics.get("tlinks")
Renamed = Callable[[AnnotationSet, int], AnnotationSet]

EVENTS = [Mention(f"e{n}", "EVENT", (Span(10 * n, 10 * n + 5),)) for n in range(1, 5)]
TIME = Mention("t1", "TIMEX3", (Span(3, 8),), {"type": "DATE", "value": "2008"})
LETTER = Mention("t0", "TIMEX3", (), {"type": "DATE", "functionInDocument": "CREATION_TIME"})
MENTIONS = [*EVENTS, TIME, LETTER]


def build_tlink(name: str, first: str, kind: str, second: str) -> Relation:
    return Relation(name, "TLINK", first, second, {"relType": kind})


def build_ctlink(name: str, first: str, kind: str, second: str, task: str = "A") -> Relation:
    return Relation(name, "CTLink", first, second, {"type": kind, "task": task})


def build_set(rels: list[Relation], mentions: list[Mention] = MENTIONS) -> AnnotationSet:
    return AnnotationSet("set", tuple(mentions), tuple(rels))


def score(a: AnnotationSet, b: AnnotationSet, **options: object) -> Result:
    metric = TLINKS.with_options(**options)
    return measure(metric, [SetPair(Document("note", "x" * 100), a, b)]).compute_result()


def get_counts(result: Result, row: str) -> tuple[float, float, float]:
    actual = result.rows[row].counts
    return actual.get("a", 0), actual.get("b", 0), actual.get("matched", 0)


def test_known_answers() -> None:
    gold = [
        build_ctlink("g1", "e1", "before", "t0"),
        build_ctlink("g2", "e2", "before", "t0"),
        build_ctlink("g3", "e3", "is_included", "t1", "B"),
        build_ctlink("g4", "e4", "unknown", "t1", "B"),
    ]
    system = [
        build_ctlink("s1", "e1", "before", "t0"),
        build_ctlink("s2", "e2", "after", "t0"),  # another kind
        build_ctlink("s3", "e3", "is_included", "t0"),  # another time
        build_ctlink("s4", "e4", "unknown", "t1", "B"),
        build_ctlink("s5", "e4", "before", "t0"),  # not in the gold
    ]
    result = score(build_set(gold), build_set(system))
    assert get_counts(result, "before") == (2, 2, 1)
    assert get_counts(result, "after") == (0, 1, 0)
    assert get_counts(result, "is_included") == (1, 1, 0)
    assert get_counts(result, "unknown") == (1, 1, 1)
    # over all: a = 4, b = 5, matched = 2
    assert result.get_value("precision") == pytest.approx(2 / 5)
    assert result.get_value("recall") == pytest.approx(2 / 4)
    assert result.get_value("f1") == pytest.approx(2 * 2 / (4 + 5))
    assert result.macro is not None
    # F1 of before 2·1/4, after 0, is_included 0, unknown 1
    assert result.macro.values["f1"] == pytest.approx((0.5 + 0 + 0 + 1) / 4)
    # recall of after is 0/0 and has no value: the mean is over the other three
    assert result.macro.values["recall"] == pytest.approx((0.5 + 0 + 1) / 3)


OPPOSITES = [
    ("BEFORE", "AFTER"),
    ("INCLUDES", "IS_INCLUDED"),
    ("BEGINS", "BEGUN_BY"),
    ("ENDS", "ENDED_BY"),
    ("IBEFORE", "IAFTER"),
]
UNDIRECTED = ["SIMULTANEOUS", "overlap", "none", "unknown", "VAGUE"]


def score_f1(first: Relation, second: Relation) -> float | None:
    return score(build_set([first]), build_set([second])).get_value("f1")


@pytest.mark.parametrize(("kind", "inverse"), OPPOSITES)
def test_link_equals_its_reversed_inverse(kind: str, inverse: str) -> None:
    for first, second in ((kind, inverse), (inverse, kind)):
        gold = build_tlink("g", "e1", first, "e2")
        assert score_f1(gold, build_tlink("s", "e2", second, "e1")) == 1
        assert score_f1(gold, build_tlink("s", "e1", second, "e2")) == 0
        assert score_f1(gold, build_tlink("s", "e2", first, "e1")) == 0


@pytest.mark.parametrize("kind", UNDIRECTED)
def test_kinds_without_direction(kind: str) -> None:
    gold = build_tlink("g", "e1", kind, "e2")
    assert score_f1(gold, build_tlink("s", "e2", kind, "e1")) == 1
    assert score_f1(gold, build_tlink("s", "e1", "BEFORE", "e2")) == 0


@pytest.mark.parametrize("kind", ["IDENTITY", "DURING", "DURING_INV", "SIMULTANEOUS"])
def test_kinds_that_tempeval_counts_as_simultaneous(kind: str) -> None:
    same = build_tlink("s", "e1", kind, "e2")
    assert score_f1(build_tlink("g", "e1", "SIMULTANEOUS", "e2"), same) == 1
    assert score_f1(build_tlink("g", "e2", "IDENTITY", "e1"), same) == 1
    assert set(score(build_set([same]), build_set([])).rows) == {"simultaneous"}


def test_kind_without_inverse_keeps_its_direction() -> None:
    gold = build_set([build_tlink("g", "e1", "CONTAINS-SUBEVENT", "e2")])
    assert score(gold, gold).get_value("f1") == 1
    assert set(score(gold, gold).rows) == {"contains-subevent"}
    turned = build_set([build_tlink("s", "e2", "CONTAINS-SUBEVENT", "e1")])
    assert score(gold, turned).get_value("f1") == 0


def test_links_start_at_events_and_then_follow_text_order() -> None:
    rels = [
        build_ctlink("1", "e1", "after", "t0"),  # from the event, although t0 comes first
        build_tlink("2", "t0", "BEFORE", "e2"),  # the same link reversed
        build_tlink("3", "e3", "AFTER", "e2"),  # e2 comes first in the text: before
        build_tlink("4", "t1", "AFTER", "t0"),  # a time without spans comes before all others
    ]
    result = score(build_set(rels), build_set([]))
    assert {row: get_counts(result, row)[0] for row in result.rows} == {"after": 2, "before": 2}


def test_case_and_name_of_the_relation_do_not_matter() -> None:
    gold = build_set([build_ctlink("g", "e1", "before", "t1")])
    assert score(gold, build_set([build_tlink("s", "e1", "BEFORE", "t1")])).get_value("f1") == 1


def test_lenient_aligns_arguments_on_other_spans() -> None:
    moved = [replace(mention, spans=(Span(mention.start, mention.end + 1),)) for mention in EVENTS]
    gold = build_set([build_ctlink("g", "e1", "before", "t1")])
    system = build_set([build_ctlink("s", "e1", "before", "t1")], [*moved, TIME])
    assert score(gold, system).get_value("f1") == 0
    assert score(gold, system, found="lenient").get_value("f1") == 1


def test_arguments_of_another_type_are_not_aligned() -> None:
    events = [replace(event, type="TLC") for event in EVENTS]
    gold = build_set([build_ctlink("g", "e1", "before", "t1")])
    system = build_set([build_ctlink("s", "e1", "before", "t1")], [*events, TIME])
    assert score(gold, system, found="lenient").get_value("f1") == 0


def test_second_copy_of_a_link_remains_unmatched() -> None:
    gold = build_set([build_tlink("g", "e1", "BEFORE", "e2")])
    rels = [build_tlink("s1", "e1", "BEFORE", "e2"), build_tlink("s2", "e2", "AFTER", "e1")]
    assert get_counts(score(gold, build_set(rels)), "before") == (1, 2, 1)


@pytest.mark.parametrize("linked", ["e1", "copy"])
def test_links_to_copies_of_a_mention_match(linked: str) -> None:
    twice = [*MENTIONS, replace(EVENTS[0], id="copy")]
    gold = build_set([build_tlink("g", linked, "BEFORE", "e2")], twice)
    system = build_set([build_tlink("s", "e1", "BEFORE", "e2")])
    assert score(gold, system).get_value("f1") == 1
    assert score(system, gold).get_value("f1") == 1


def test_discontiguous_and_nested_arguments() -> None:
    parts = Mention("e8", "EVENT", (Span(60, 64), Span(70, 74)))
    inside = Mention("e9", "EVENT", (Span(60, 64),))
    touching = replace(parts, spans=(Span(60, 62), Span(62, 64), Span(70, 74)))
    gold = build_set([build_tlink("g", "e8", "INCLUDES", "e9")], [parts, inside])
    system = build_set([build_tlink("s", "e9", "IS_INCLUDED", "e8")], [inside, touching])
    assert score(gold, system).get_value("f1") == 1


def test_missing_argument_matches_nothing() -> None:
    broken = build_set([build_tlink("g", "e1", "BEFORE", "gone")])
    micro = score(broken, broken).micro
    assert micro is not None and micro.counts == {"a": 1, "b": 1}


def test_links_without_a_kind_have_a_separate_row() -> None:
    bare = build_set([Relation("g", "CTLink", "e1", "t1")])
    assert get_counts(score(bare, bare), "untyped") == (1, 1, 1)


def test_empty_sides() -> None:
    gold, nothing = build_set([build_tlink("g", "e1", "BEFORE", "e2")]), build_set([], [])
    assert score(nothing, nothing).get_value("f1") is None
    missed = score(gold, nothing)
    assert [missed.get_value(name) for name in ("f1", "precision", "recall")] == [0, None, 0]
    spurious = score(nothing, gold)
    assert [spurious.get_value(name) for name in ("f1", "precision", "recall")] == [0, 0, None]


TABLE_15 = {
    "after": (5, 18),
    "ended_by": (3, 0),
    "begun_by": (4, 0),
    "overlap": (7, 26),
    "before": (5, 135),
    "none": (4, 8),
    "is_included": (31, 67),
    "unknown": (6, 14),
    "includes": (13, 137),
}


def build_table_15() -> AnnotationSet:
    """Build a set with as many links of each kind and task as CLEF's ten letters."""
    events: list[Mention] = []
    rels: list[Relation] = []
    for kind, numbers in TABLE_15.items():
        for task, number in zip("AB", numbers, strict=True):
            for _ in range(number):
                at = len(events)
                events.append(Mention(f"e{at}", "TLC", (Span(10 * at, 10 * at + 5),)))
                time = "t0" if task == "A" else "t1"
                rels.append(build_ctlink(f"r{at}", f"e{at}", kind, time, task))
    return build_set(rels, [*events, TIME, LETTER])


def test_tasks_of_table_15() -> None:
    gold = build_table_15()
    rows = score(gold, gold).rows
    assert {row: result.counts["a"] for row, result in rows.items()} == {
        kind: sum(numbers) for kind, numbers in TABLE_15.items()
    }
    for at, (task, total) in enumerate((("A", 78), ("B", 405))):
        alone = score(gold, gold, task=task)
        assert alone.micro is not None and alone.micro.counts["matched"] == total
        assert {row: result.counts["a"] for row, result in alone.rows.items()} == {
            kind: numbers[at] for kind, numbers in TABLE_15.items() if numbers[at]
        }
    both = score(gold, gold, task="both")
    assert get_counts(both, "A/is_included") == (31, 31, 31)
    assert get_counts(both, "B/includes") == (137, 137, 137)
    assert len(both.rows) == 9 + 7 and both.get_value("f1") == 1


def test_links_of_different_tasks_match_only_if_tasks_are_ignored() -> None:
    gold = build_set([build_ctlink("g", "e1", "before", "t0", "A")])
    system = build_set([build_ctlink("s", "e1", "before", "t0", "B")])
    assert score(gold, system).get_value("f1") == 1
    both = score(gold, system, task="both")
    assert set(both.rows) == {"A/before", "B/before"} and both.get_value("f1") == 0
    assert score(gold, system, task="B").get_value("precision") == 0
    tlinks = build_set([build_tlink("g", "e1", "BEFORE", "e2")])
    assert set(score(tlinks, tlinks, task="both").rows) == {"before"}
    assert score(tlinks, tlinks, task="A").rows == {}


def test_names_of_links_and_times_are_options() -> None:
    rels = [Relation("g", "when", "e1", "t1", {"how": "AFTER"})]
    times = [*EVENTS, replace(TIME, type="Date")]
    named = build_set(rels, times)
    assert score(named, named).rows == {}
    options = {"links": {"when": "how"}, "times": ("Date",)}
    assert set(score(named, named, **options).rows) == {"after"}
    # Unless the options name Date as a time, the link starts at the first mention in the text.
    assert set(score(named, named, links={"when": "how"}).rows) == {"before"}


@pytest.mark.parametrize("options", [{"found": "loose"}, {"task": "C"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(InputError, match="cannot be"):
        TLINKS.with_options(**options)


def test_every_count_has_places() -> None:
    gold = build_set([build_tlink("g", "e1", "BEFORE", "e2")])
    system = build_set(
        [build_tlink("s", "e2", "AFTER", "e1"), build_tlink("s2", "e1", "AFTER", "e3")]
    )
    pair = SetPair(Document("note", "x" * 100), gold, system)
    places = measure(TLINKS, [pair], keep_places=True).places
    result = {(place.group, place.column, place.a, place.b) for place in places}
    assert result == {
        ("before", "a", ("g",), ()),
        ("before", "b", (), ("s",)),
        ("after", "b", (), ("s2",)),
        ("before", "matched", ("g",), ("s",)),
    }


@pytest.mark.parametrize("task", ["", "A", "both"])
def test_invariances(temporal_documents: st.SearchStrategy[Document], task: str) -> None:
    check_metric(TLINKS.with_options(task=task), examples=120, documents=temporal_documents)


@pytest.mark.parametrize("found", ["strict", "lenient"])
def test_scores_do_not_depend_on_ids(
    temporal_documents: st.SearchStrategy[Document], rename: Renamed, found: str
) -> None:
    metric = TLINKS.with_options(found=found)

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(temporal_documents)
    def run(doc: Document) -> None:
        pair = SetPair(doc, doc.sets["a"], doc.sets["b"])
        here, there = Tally("x"), Tally("x")
        metric.count(pair, here)
        metric.count(replace(pair, a=rename(pair.a, 1), b=rename(pair.b, 2)), there)
        assert here.counts == there.counts

    run()


INVERSES = {"before": "after", "ibefore": "iafter", "includes": "is_included"}
INVERSES |= {"begins": "begun_by", "ends": "ended_by"}
INVERSES |= {late: early for early, late in INVERSES.items()}
DIRECTED = {"other", ""}


def count_statements(annotations: AnnotationSet) -> Counter[Hashable]:
    """Count the links, each as the set of its equivalent forms."""
    place = {
        mention.id: (mention.type, merge_spans(mention.spans)) for mention in annotations.mentions
    }
    result: Counter[Hashable] = Counter()
    for rel in annotations.relations:
        if rel.type not in ("CTLink", "TLINK"):
            continue
        kind = rel.attributes.get("type" if rel.type == "CTLink" else "relType", "").lower()
        kind = "simultaneous" if kind in ("identity", "during") else kind
        ways = {(place[rel.arg1], kind, place[rel.arg2])}
        if kind not in DIRECTED and place[rel.arg1] != place[rel.arg2]:
            ways.add((place[rel.arg2], INVERSES.get(kind, kind), place[rel.arg1]))
        result[frozenset(ways)] += 1
    return result


def test_counts_equal_a_naive_count(temporal_documents: st.SearchStrategy[Document]) -> None:
    """If no two mentions share type and spans, the spans of a link identify it."""

    @settings(max_examples=200, deadline=None, derandomize=True)
    @given(temporal_documents)
    def run(doc: Document) -> None:
        a, b = doc.sets["a"], doc.sets["b"]
        for side in (a, b):
            places = [(mention.type, merge_spans(mention.spans)) for mention in side.mentions]
            assume(len(places) == len(set(places)))
        total = measure(TLINKS, [SetPair(doc, a, b)]).compute_result().micro
        assert total is not None
        assert total.counts.get("matched", 0) == (count_statements(a) & count_statements(b)).total()
        assert total.counts.get("a", 0) == count_statements(a).total()

    run()
