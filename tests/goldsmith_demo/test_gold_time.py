"""The rules on times find planted errors, and none in made-up notes."""

import datetime
from collections.abc import Callable, Mapping

import pytest
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Relation, Span
from goldsmith_demo.gold_check import check_documents
from goldsmith_demo.make import make_documents
from goldsmith_demo.writing import expressions
from goldsmith_demo.writing.expressions import Setting, find_times

TEXT = "3 June 2008\nShe has pain and cough today. CT last week was clear.\n"
LAYER = "clef-temporal"


def mark(key: str, words: str, kind: str = "TLC", **attributes: str) -> Mention:
    start = TEXT.index(words)
    return Mention(key, kind, (Span(start, start + len(words)),), attributes)


def link(number: int, event: str, time: str, kind: str, task: str) -> Relation:
    return Relation(f"L{number}", "CTLink", event, time, {"type": kind, "task": task})


def make_correct_note() -> Document:
    mentions = (
        mark(
            "t1",
            "3 June 2008",
            "TIMEX3",
            type="DATE",
            value="2008-06-03",
            functionInDocument="CREATION_TIME",
        ),
        mark("t2", "today", "TIMEX3", type="DATE", value="2008-06-03"),
        mark("t3", "last week", "TIMEX3", type="DATE", value="2008-W22"),
        mark("E1", "pain", **{"class": "condition"}),
        mark("E2", "cough", **{"class": "condition"}),
        mark("E3", "CT", **{"class": "investigation"}),
    )
    relations = (
        link(1, "E1", "t1", "includes", "A"),
        link(2, "E2", "t1", "includes", "A"),
        link(3, "E3", "t1", "before", "A"),
        link(4, "E3", "t3", "is_included", "B"),
    )
    return Document(
        "note",
        TEXT,
        Metadata(date="2008-06-03"),
        sets={LAYER: AnnotationSet(LAYER, mentions, relations)},
    )


def change(
    mentions: Mapping[str, Callable[[Mention], Mention | None]] = {},
    relations: Mapping[str, Relation | None] = {},
) -> Document:
    doc = make_correct_note()
    gold = doc.sets[LAYER]
    changed = [mentions[item.id](item) if item.id in mentions else item for item in gold.mentions]
    rows = [relations.get(rel.id, rel) for rel in gold.relations]
    layer = AnnotationSet(LAYER, tuple(filter(None, changed)), tuple(filter(None, rows)))
    return doc.with_set(layer)


def set_value(value: str) -> Callable[[Mention], Mention]:
    return lambda item: replace(item, attributes={**item.attributes, "value": value})


ERRORS = {
    "find_unmarked_times": change({"t2": lambda _: None}),
    "find_ragged_times": change({"t3": lambda item: replace(item, spans=(Span(45, 53),))}),
    "find_wrong_creation_times": change({"t1": set_value("2008-06-01")}),
    "find_wrong_values": change({"t2": set_value("2008-06-02")}),
    "find_unplaced_events": change(relations={"L3": None}),
    "find_links_across_sentences": change(relations={"L4": link(4, "E3", "t2", "before", "B")}),
    "find_present_called_past": change(
        relations={
            "L1": link(1, "E1", "t1", "before", "A"),
            "L2": link(2, "E2", "t1", "before", "A"),
        }
    ),
    "find_uneven_coordinations": change(relations={"L2": link(2, "E2", "t1", "before", "A")}),
}


def test_a_correct_note_passes() -> None:
    assert list(check_documents([make_correct_note()], subjects=["time"])) == []


@pytest.mark.parametrize("rule", ERRORS)
def test_a_planted_error_is_found(rule: str) -> None:
    rules = {finding.rule for finding in check_documents([ERRORS[rule]], subjects=["time"])}
    assert rule in rules


def test_an_act_of_clef_is_an_event_unless_it_was_not_done() -> None:
    text = "CT normal. No surgery."
    clef = AnnotationSet(
        "clef",
        (
            Mention("T1", "Investigation", (Span(0, 2),)),
            Mention("T2", "Intervention", (Span(14, 21),)),
        ),
    )
    day = Mention(
        "t0", "TIMEX3", (), {"functionInDocument": "CREATION_TIME", "value": "2008-06-03"}
    )
    sets = {"clef": clef, LAYER: AnnotationSet(LAYER, (day,))}
    doc = Document("note", text, Metadata(date="2008-06-03"), sets=sets)
    findings = list(check_documents([doc], subjects=["time"]))
    assert [(item.rule, item.start) for item in findings] == [("find_acts_without_event", 0)]


def test_a_recommended_investigation_is_not_hypothetical() -> None:
    text = "Repeat CT is recommended. If pain returns, CT is advised."
    events = [
        Mention(
            f"E{at}",
            "TLC",
            (Span(at, at + 2),),
            {"class": "investigation", "hypothetical": "true"},
        )
        for at in (7, 43)
    ]
    doc = Document("note", text, sets={LAYER: AnnotationSet(LAYER, tuple(events))})
    findings = check_documents([doc], subjects=["time"])
    planted = [row.start for row in findings if row.rule == "find_plans_called_hypothetical"]
    assert planted == [7]


def test_a_link_across_the_lines_of_a_chart_is_found() -> None:
    text = "Bloods: Haemoglobin 119 neuts 3.0 platelets 160\nMRI scan pelvis 23 May 2012\n"
    event = Mention("E1", "TLC", (Span(34, 43),), {"class": "investigation"})
    time = Mention("t1", "TIMEX3", (Span(64, 75),), {"type": "DATE", "value": "2012-05-23"})
    layer = AnnotationSet(LAYER, (event, time), (link(1, "E1", "t1", "is_included", "B"),))
    findings = check_documents([Document("note", text, sets={LAYER: layer})], subjects=["time"])
    assert "a link crosses lines" in {finding.what for finding in findings}


def test_a_time_within_a_result_and_half_a_range_are_found() -> None:
    text = "BP 96/52. Review in 7-10 days.\n"
    value = Mention("T1", "Result", (Span(3, 8),))
    times = (
        Mention("t1", "TIMEX3", (Span(3, 8),), {"type": "DURATION", "value": "P96W"}),
        Mention("t2", "TIMEX3", (Span(22, 29),), {"type": "DURATION", "value": "P10D"}),
    )
    sets = {"clef": AnnotationSet("clef", (value,)), LAYER: AnnotationSet(LAYER, times)}
    findings = check_documents([Document("note", text, sets=sets)], subjects=["time"])
    rows = {(finding.rule, finding.start) for finding in findings}
    assert {("find_times_in_results", 3), ("find_ragged_times", 22)} <= rows


def test_made_up_notes_follow_the_policies() -> None:
    docs = make_documents(15, seed=41, schemas=("clef", LAYER), more_kinds=True)
    assert list(check_documents(docs, subjects=["time"])) == []


@pytest.mark.parametrize(
    ("text", "words", "kind", "value"),
    [
        ("Seen today.", "today", "DATE", "2008-06-03"),
        ("Worse since last wk.", "last wk", "DATE", "2008-W22"),
        ("Reviewed this morning.", "this morning", "TIME", "2008-06-03TMO"),
        ("Review in six months.", "six months", "DATE", "2008-12"),
        ("Review in 3/52.", "3/52", "DATE", "2008-06-24"),
        ("Pain for six weeks.", "six weeks", "DURATION", "P6W"),
        ("OPA 3/52", "3/52", "DURATION", "P3W"),
        ("senna 2 nocte", "nocte", "SET", "P1D"),
        ("650 mg q6h prn", "q6h", "SET", "PT6H"),
        ("8 mg bd prn", "bd", "SET", "P1D"),
        ("3/6/08 14:20 SpR", "14:20", "TIME", "2008-06-03T14:20"),
        ("ramipril 5 mg q.d., aspirin", "q.d.", "SET", "P1D"),
        ("ramipril 10 mg qday", "qday", "SET", "P1D"),
        ("Drain out on day 2.", "day 2", "DATE", "2008-06-01"),
        ("To the floor POD#1.", "POD#1", "DATE", "2008-05-31"),
        ("To the floor HD#2.", "HD#2", "DATE", "2008-05-30"),
        ("Better by hospital day 2.", "hospital day 2", "DATE", "2008-05-30"),
        ("Born 8.2.1951", "8.2.1951", "DATE", "1951-02-08"),
        ("Better since the spring.", "spring", "DATE", "2008-SP"),
    ],
)
def test_plain_words_have_a_value(text: str, words: str, kind: str, value: str) -> None:
    day = datetime.date(2008, 6, 3)
    note = Setting(day, "uk", datetime.date(2008, 5, 29), datetime.date(2008, 5, 30))
    times = {
        text[span.start : span.end]: (time.type, time.value)
        for span, time in find_times(text, note)
    }
    assert times[words] == (kind, value)


@pytest.mark.parametrize(
    "text",
    [
        "Aged 62 years, retired.",
        "66 year old man",
        "30 pack years",
        "no night sweats",
        "the day unit",
        "BP 96/52, pulse 112",
    ],
)
def test_words_that_only_look_like_a_time_are_not_times(text: str) -> None:
    assert list(find_times(text, Setting(datetime.date(2008, 6, 3), "uk"))) == []


def test_no_time_begins_with_a_word_that_is_skipped() -> None:
    count = len(expressions._list_patterns())
    every, _ = expressions._compile_together(tuple(range(count)))
    texts = [
        doc.text.lower() for doc in make_documents(20, seed=5, more_kinds=True, schemas=[LAYER])
    ]
    words = [(text, word) for text in texts for word in expressions._START.finditer(text)]
    skipped = [(text, word) for text, word in words if word[0] in expressions._NEVER_FIRST]
    assert len(skipped) > 1000
    assert not [word[0] for text, word in skipped if every.match(text, word.start())]
