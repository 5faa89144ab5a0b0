"""Temporal links: known answers, inverses, CLEF's Table 15, and a count by another way."""

from collections import Counter
from collections.abc import Callable, Hashable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Document, Mention, Relation, Span
from goldsmith.core.offsets import merged
from goldsmith.errors import InputError
from goldsmith.metrics import Compared, Result, Tally, measure
from goldsmith.testing import check_metric

TLINKS = metrics.get("tlinks")
Renamed = Callable[[AnnotationSet, int], AnnotationSet]

EVENTS = [Mention(f"e{n}", "EVENT", (Span(10 * n, 10 * n + 5),)) for n in range(1, 5)]
TIME = Mention("t1", "TIMEX3", (Span(3, 8),), {"type": "DATE", "value": "2008"})
LETTER = Mention("t0", "TIMEX3", (), {"type": "DATE", "functionInDocument": "CREATION_TIME"})
MENTIONS = [*EVENTS, TIME, LETTER]


def tlink(name: str, first: str, kind: str, second: str) -> Relation:
    return Relation(name, "TLINK", first, second, {"relType": kind})


def ctlink(name: str, first: str, kind: str, second: str, task: str = "A") -> Relation:
    return Relation(name, "CTLink", first, second, {"type": kind, "task": task})


def annotated(rels: list[Relation], mentions: list[Mention] = MENTIONS) -> AnnotationSet:
    return AnnotationSet("set", tuple(mentions), tuple(rels))


def scored(a: AnnotationSet, b: AnnotationSet, **options: object) -> Result:
    metric = TLINKS.with_options(**options)
    return measure(metric, [Compared(Document("note", "x" * 100), a, b)]).result()


def counts(result: Result, row: str) -> tuple[float, float, float]:
    found = result.rows[row].counts
    return found.get("a", 0), found.get("b", 0), found.get("matched", 0)


def test_known_answers() -> None:
    gold = [
        ctlink("g1", "e1", "before", "t0"),
        ctlink("g2", "e2", "before", "t0"),
        ctlink("g3", "e3", "is_included", "t1", "B"),
        ctlink("g4", "e4", "unknown", "t1", "B"),
    ]
    system = [
        ctlink("s1", "e1", "before", "t0"),
        ctlink("s2", "e2", "after", "t0"),  # another kind
        ctlink("s3", "e3", "is_included", "t0"),  # another time
        ctlink("s4", "e4", "unknown", "t1", "B"),
        ctlink("s5", "e4", "before", "t0"),  # not there
    ]
    result = scored(annotated(gold), annotated(system))
    assert counts(result, "before") == (2, 2, 1)
    assert counts(result, "after") == (0, 1, 0)
    assert counts(result, "is_included") == (1, 1, 0)
    assert counts(result, "unknown") == (1, 1, 1)
    # over all: a = 4, b = 5, matched = 2
    assert result.value("precision") == pytest.approx(2 / 5)
    assert result.value("recall") == pytest.approx(2 / 4)
    assert result.value("f1") == pytest.approx(2 * 2 / (4 + 5))
    assert result.macro is not None
    # F1 of before 2·1/4, after 0, is_included 0, unknown 1
    assert result.macro.values["f1"] == pytest.approx((0.5 + 0 + 0 + 1) / 4)
    # recall of after is 0/0, no value: the mean is over the other three
    assert result.macro.values["recall"] == pytest.approx((0.5 + 0 + 1) / 3)


OPPOSITES = [
    ("BEFORE", "AFTER"),
    ("INCLUDES", "IS_INCLUDED"),
    ("BEGINS", "BEGUN_BY"),
    ("ENDS", "ENDED_BY"),
    ("IBEFORE", "IAFTER"),
]
UNDIRECTED = ["SIMULTANEOUS", "overlap", "none", "unknown", "VAGUE"]


def f1_of(first: Relation, second: Relation) -> float | None:
    return scored(annotated([first]), annotated([second])).value("f1")


@pytest.mark.parametrize(("kind", "inverse"), OPPOSITES)
def test_a_link_is_its_inverse_the_other_way_round(kind: str, inverse: str) -> None:
    for one, other in ((kind, inverse), (inverse, kind)):
        gold = tlink("g", "e1", one, "e2")
        assert f1_of(gold, tlink("s", "e2", other, "e1")) == 1
        assert f1_of(gold, tlink("s", "e1", other, "e2")) == 0
        assert f1_of(gold, tlink("s", "e2", one, "e1")) == 0


@pytest.mark.parametrize("kind", UNDIRECTED)
def test_kinds_without_direction(kind: str) -> None:
    gold = tlink("g", "e1", kind, "e2")
    assert f1_of(gold, tlink("s", "e2", kind, "e1")) == 1
    assert f1_of(gold, tlink("s", "e1", "BEFORE", "e2")) == 0


@pytest.mark.parametrize("kind", ["IDENTITY", "DURING", "DURING_INV", "SIMULTANEOUS"])
def test_tempeval_counts_all_of_these_as_simultaneous(kind: str) -> None:
    same = tlink("s", "e1", kind, "e2")
    assert f1_of(tlink("g", "e1", "SIMULTANEOUS", "e2"), same) == 1
    assert f1_of(tlink("g", "e2", "IDENTITY", "e1"), same) == 1
    assert set(scored(annotated([same]), annotated([])).rows) == {"simultaneous"}


def test_a_kind_without_known_inverse_keeps_its_direction() -> None:
    gold = annotated([tlink("g", "e1", "CONTAINS-SUBEVENT", "e2")])
    assert scored(gold, gold).value("f1") == 1
    assert set(scored(gold, gold).rows) == {"contains-subevent"}
    turned = annotated([tlink("s", "e2", "CONTAINS-SUBEVENT", "e1")])
    assert scored(gold, turned).value("f1") == 0


def test_rows_are_read_from_the_event_and_else_in_the_order_of_the_text() -> None:
    rels = [
        ctlink("1", "e1", "after", "t0"),  # from the event, though the letter's date is first
        tlink("2", "t0", "BEFORE", "e2"),  # the same said the other way round
        tlink("3", "e3", "AFTER", "e2"),  # e2 is first in the text: before
        tlink("4", "t1", "AFTER", "t0"),  # a time without a place is before all others
    ]
    result = scored(annotated(rels), annotated([]))
    assert {row: counts(result, row)[0] for row in result.rows} == {"after": 2, "before": 2}


def test_case_and_name_of_the_relation_do_not_matter() -> None:
    gold = annotated([ctlink("g", "e1", "before", "t1")])
    assert scored(gold, annotated([tlink("s", "e1", "BEFORE", "t1")])).value("f1") == 1


def test_arguments_on_other_spans_are_found_leniently() -> None:
    moved = [replace(one, spans=(Span(one.start, one.end + 1),)) for one in EVENTS]
    gold = annotated([ctlink("g", "e1", "before", "t1")])
    system = annotated([ctlink("s", "e1", "before", "t1")], [*moved, TIME])
    assert scored(gold, system).value("f1") == 0
    assert scored(gold, system, found="lenient").value("f1") == 1


def test_arguments_of_another_type_are_not_found() -> None:
    events = [replace(one, type="TLC") for one in EVENTS]
    gold = annotated([ctlink("g", "e1", "before", "t1")])
    system = annotated([ctlink("s", "e1", "before", "t1")], [*events, TIME])
    assert scored(gold, system, found="lenient").value("f1") == 0


def test_a_second_copy_of_a_link_stays_unmatched() -> None:
    gold = annotated([tlink("g", "e1", "BEFORE", "e2")])
    rels = [tlink("s1", "e1", "BEFORE", "e2"), tlink("s2", "e2", "AFTER", "e1")]
    assert counts(scored(gold, annotated(rels)), "before") == (1, 2, 1)


@pytest.mark.parametrize("linked", ["e1", "copy"])
def test_which_of_two_copies_of_a_mention_is_linked_does_not_matter(linked: str) -> None:
    twice = [*MENTIONS, replace(EVENTS[0], id="copy")]
    gold = annotated([tlink("g", linked, "BEFORE", "e2")], twice)
    system = annotated([tlink("s", "e1", "BEFORE", "e2")])
    assert scored(gold, system).value("f1") == 1
    assert scored(system, gold).value("f1") == 1


def test_discontiguous_and_nested_arguments() -> None:
    parts = Mention("e8", "EVENT", (Span(60, 64), Span(70, 74)))
    inside = Mention("e9", "EVENT", (Span(60, 64),))
    touching = replace(parts, spans=(Span(60, 62), Span(62, 64), Span(70, 74)))
    gold = annotated([tlink("g", "e8", "INCLUDES", "e9")], [parts, inside])
    system = annotated([tlink("s", "e9", "IS_INCLUDED", "e8")], [inside, touching])
    assert scored(gold, system).value("f1") == 1


def test_an_argument_that_is_not_there_matches_nothing() -> None:
    broken = annotated([tlink("g", "e1", "BEFORE", "gone")])
    micro = scored(broken, broken).micro
    assert micro is not None and micro.counts == {"a": 1, "b": 1}


def test_links_without_kind_have_a_row_of_their_own() -> None:
    bare = annotated([Relation("g", "CTLink", "e1", "t1")])
    assert counts(scored(bare, bare), "untyped") == (1, 1, 1)


def test_empty_sides() -> None:
    gold, nothing = annotated([tlink("g", "e1", "BEFORE", "e2")]), annotated([], [])
    assert scored(nothing, nothing).value("f1") is None
    missed = scored(gold, nothing)
    assert [missed.value(name) for name in ("f1", "precision", "recall")] == [0, None, 0]
    spurious = scored(nothing, gold)
    assert [spurious.value(name) for name in ("f1", "precision", "recall")] == [0, 0, None]


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


def table_15() -> AnnotationSet:
    """A set with as many links of each kind and task as the ten letters of CLEF have."""
    events: list[Mention] = []
    rels: list[Relation] = []
    for kind, numbers in TABLE_15.items():
        for task, number in zip("AB", numbers, strict=True):
            for _ in range(number):
                at = len(events)
                events.append(Mention(f"e{at}", "TLC", (Span(10 * at, 10 * at + 5),)))
                time = "t0" if task == "A" else "t1"
                rels.append(ctlink(f"r{at}", f"e{at}", kind, time, task))
    return annotated(rels, [*events, TIME, LETTER])


def test_tasks_of_table_15() -> None:
    gold = table_15()
    rows = scored(gold, gold).rows
    assert {row: found.counts["a"] for row, found in rows.items()} == {
        kind: sum(numbers) for kind, numbers in TABLE_15.items()
    }
    for at, (task, total) in enumerate((("A", 78), ("B", 405))):
        alone = scored(gold, gold, task=task)
        assert alone.micro is not None and alone.micro.counts["matched"] == total
        assert {row: found.counts["a"] for row, found in alone.rows.items()} == {
            kind: numbers[at] for kind, numbers in TABLE_15.items() if numbers[at]
        }
    both = scored(gold, gold, task="both")
    assert counts(both, "A/is_included") == (31, 31, 31)
    assert counts(both, "B/includes") == (137, 137, 137)
    assert len(both.rows) == 9 + 7 and both.value("f1") == 1


def test_a_link_of_another_task_matches_only_where_tasks_are_not_told_apart() -> None:
    gold = annotated([ctlink("g", "e1", "before", "t0", "A")])
    system = annotated([ctlink("s", "e1", "before", "t0", "B")])
    assert scored(gold, system).value("f1") == 1
    both = scored(gold, system, task="both")
    assert set(both.rows) == {"A/before", "B/before"} and both.value("f1") == 0
    assert scored(gold, system, task="B").value("precision") == 0
    tlinks = annotated([tlink("g", "e1", "BEFORE", "e2")])
    assert set(scored(tlinks, tlinks, task="both").rows) == {"before"}
    assert scored(tlinks, tlinks, task="A").rows == {}


def test_names_of_links_and_times_can_be_chosen() -> None:
    rels = [Relation("g", "when", "e1", "t1", {"how": "AFTER"})]
    times = [*EVENTS, replace(TIME, type="Date")]
    named = annotated(rels, times)
    assert scored(named, named).rows == {}
    options = {"links": {"when": "how"}, "times": ("Date",)}
    assert set(scored(named, named, **options).rows) == {"after"}
    # Without being told that Date is a time, the link is read from the first in the text.
    assert set(scored(named, named, links={"when": "how"}).rows) == {"before"}


@pytest.mark.parametrize("options", [{"found": "loose"}, {"task": "C"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(InputError, match="cannot be"):
        TLINKS.with_options(**options)


def test_every_number_leads_to_its_places() -> None:
    gold = annotated([tlink("g", "e1", "BEFORE", "e2")])
    system = annotated([tlink("s", "e2", "AFTER", "e1"), tlink("s2", "e1", "AFTER", "e3")])
    pair = Compared(Document("note", "x" * 100), gold, system)
    places = measure(TLINKS, [pair], keep_places=True).places
    found = {(one.group, one.column, one.a, one.b) for one in places}
    assert found == {
        ("before", "a", ("g",), ()),
        ("before", "b", (), ("s",)),
        ("after", "b", (), ("s2",)),
        ("before", "matched", ("g",), ("s",)),
    }


@pytest.mark.parametrize("task", ["", "A", "both"])
def test_invariances(temporal_documents: st.SearchStrategy[Document], task: str) -> None:
    check_metric(TLINKS.with_options(task=task), examples=120, documents=temporal_documents)


@pytest.mark.parametrize("found", ["strict", "lenient"])
def test_ids_do_not_matter(
    temporal_documents: st.SearchStrategy[Document], renamed: Renamed, found: str
) -> None:
    metric = TLINKS.with_options(found=found)

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(temporal_documents)
    def run(doc: Document) -> None:
        pair = Compared(doc, doc.sets["a"], doc.sets["b"])
        here, there = Tally("x"), Tally("x")
        metric.count(pair, here)
        metric.count(replace(pair, a=renamed(pair.a, 1), b=renamed(pair.b, 2)), there)
        assert here.counts == there.counts

    run()


INVERSES = {"before": "after", "ibefore": "iafter", "includes": "is_included"}
INVERSES |= {"begins": "begun_by", "ends": "ended_by"}
INVERSES |= {late: early for early, late in INVERSES.items()}
DIRECTED = {"other", ""}


def sayings(annotations: AnnotationSet) -> Counter[Hashable]:
    """What the links say: each as the set of its ways to be written."""
    place = {one.id: (one.type, merged(one.spans)) for one in annotations.mentions}
    found: Counter[Hashable] = Counter()
    for rel in annotations.relations:
        if rel.type not in ("CTLink", "TLINK"):
            continue
        kind = rel.attributes.get("type" if rel.type == "CTLink" else "relType", "").lower()
        kind = "simultaneous" if kind in ("identity", "during") else kind
        ways = {(place[rel.arg1], kind, place[rel.arg2])}
        if kind not in DIRECTED and place[rel.arg1] != place[rel.arg2]:
            ways.add((place[rel.arg2], INVERSES.get(kind, kind), place[rel.arg1]))
        found[frozenset(ways)] += 1
    return found


def test_against_another_way_to_count(temporal_documents: st.SearchStrategy[Document]) -> None:
    """Where no two mentions share type and spans, a link's place says which it is."""

    @settings(max_examples=200, deadline=None, derandomize=True)
    @given(temporal_documents)
    def run(doc: Document) -> None:
        a, b = doc.sets["a"], doc.sets["b"]
        for side in (a, b):
            places = [(one.type, merged(one.spans)) for one in side.mentions]
            assume(len(places) == len(set(places)))
        total = measure(TLINKS, [Compared(doc, a, b)]).result().micro
        assert total is not None
        assert total.counts.get("matched", 0) == (sayings(a) & sayings(b)).total()
        assert total.counts.get("a", 0) == sayings(a).total()

    run()
