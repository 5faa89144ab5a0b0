"""Words around a mention that decide its assertion and limit its dates."""

from __future__ import annotations

import datetime

import pytest
from tests.chronicle.histories import write_note

from goldsmith.chronicle.observations import Collector, load_schema_maps
from goldsmith.chronicle.observations.model import ANY_TIME, OPEN_END, OPEN_START
from goldsmith.text.timex_days import parse_day, parse_days


@pytest.mark.parametrize(
    ("text", "assertion"),
    [
        ("He has [back pain|Condition a].", "affirmed"),
        (
            "We have asked her to tell you of any cough, fever or [back pain|Condition a].",
            "hypothetical",
        ),
        (
            "Return precautions given for fever, bleeding and [chest pain|Condition a].",
            "hypothetical",
        ),
        ("Please call us if she develops a [fever|Condition a].", "hypothetical"),
        ("She should attend with [bleeding|Condition a].", "hypothetical"),
        ("She attended with [bleeding|Condition a].", "affirmed"),
        ("She will start [tamoxifen|Drug-or-device a].", "hypothetical"),
        ("She will continue [tamoxifen|Drug-or-device a].", "affirmed"),
        ("We will ring her. She has [fever|Condition a].", "affirmed"),
        ("Warfarin was started for [thrombosis|Condition a].", "affirmed"),
        ("Her mother had [breast cancer|Condition a].", "family"),
        ("Family history: [breast cancer|Condition a] in an aunt.", "family"),
        ("FH: nil. PMH: [asthma|Condition a].", "affirmed"),
        ("Her mother says she has [fever|Condition a].", "affirmed"),
    ],
)
def test_words_decide_the_assertion(text: str, assertion: str) -> None:
    note = write_note("d1", "2010-03-05", text)
    statement = Collector(load_schema_maps()).collect(note)
    assert [entry.assertion for entry in statement.observations] == [assertion]


@pytest.mark.parametrize(
    ("text", "is_exact"),
    [("The [hCG|Investigation a] is 12.", True), ("The last [hCG|Investigation a] is 12.", False)],
)
def test_the_last_result_may_be_older_than_the_note(text: str, is_exact: bool) -> None:
    note = write_note("d1", "2010-03-05", text, links=("is_included a 2010-03-05",))
    [entry] = Collector(load_schema_maps()).collect(note).observations
    assert (entry.limits[0] == entry.limits[1]) == is_exact


@pytest.mark.parametrize(
    ("text", "is_dated"),
    [
        ("The [histology|Investigation a] was clear.", True),
        ("Chase [histology|Investigation a].", False),
        ("We are awaiting the final [histology|Investigation a].", False),
        ("Await CT. The [histology|Investigation a] was clear.", True),
    ],
)
def test_an_awaited_result_has_no_date(text: str, is_dated: bool) -> None:
    note = write_note("d1", "2010-03-05", text, links=("before a 2010-03-05",))
    [entry] = Collector(load_schema_maps()).collect(note).observations
    assert (entry.limits != ANY_TIME) == is_dated


@pytest.mark.parametrize(
    ("text", "time", "is_exact"),
    [
        (
            "She had [lumpectomy|Intervention b] and [XRT|Intervention a] in May 2009.",
            "2009-05",
            False,
        ),
        ("[Radiotherapy|Intervention a] and [APR|Intervention b] in May 2009.", "2009-05", False),
        ("[WLE|Intervention b] and adjuvant [chemo|Intervention a], May 2009.", "2009-05", False),
        ("[WLE|Intervention b] and [node biopsy|Intervention a] in May 2009.", "2009-05", True),
        ("[XRT|Intervention a] and [chemotherapy|Intervention b], May 2009.", "2009-05", True),
        ("[WLE|Intervention b] was done. [XRT|Intervention a], May 2009.", "2009-05", True),
        ("[WLE|Intervention b] and [XRT|Intervention a] in 2009.", "2009", True),
    ],
)
def test_the_month_of_an_operation_does_not_date_a_course_named_with_it(
    text: str, time: str, is_exact: bool
) -> None:
    links = (f"is_included a {time}", f"is_included b {time}")
    note = write_note("d1", "2010-03-05", text, links=links)
    days = parse_days(time)
    assert days
    starts = {
        entry.mention: entry.limits[:2]
        for entry in Collector(load_schema_maps()).collect(note).observations
    }
    written = datetime.date(2010, 3, 5).toordinal()
    assert starts == {"b": days, "a": days if is_exact else (OPEN_START, written)}


@pytest.mark.parametrize(("written", "is_open"), [("2009-05-12", True), ("2009-06-12", False)])
def test_the_end_is_open_if_the_note_was_written_within_the_month(
    written: str, is_open: bool
) -> None:
    note = write_note(
        "d1", written, "May 2009: [drain|Intervention a].", links=("is_included a 2009-05",)
    )
    [entry] = Collector(load_schema_maps()).collect(note).observations
    assert (entry.limits[3] == OPEN_END) == is_open


@pytest.mark.parametrize(
    ("words", "link", "continues"),
    [
        ("chemotherapy", "is_included a 2009-05-12", True),
        ("RT", "is_included a 2009-05", True),
        ("chemotherapy", "is_included a 2009", False),
        ("chemotherapy", "ended_by a 2009-05-12", False),
        ("resection", "is_included a 2009-05-12", False),
    ],
)
def test_a_course_continues_after_its_first_day(words: str, link: str, continues: bool) -> None:
    note = write_note("d1", "2010-03-05", f"She had [{words}|Intervention a].", links=(link,))
    [entry] = Collector(load_schema_maps()).collect(note).observations
    assert (entry.limits[3] == OPEN_END) == continues


def test_a_course_may_have_begun_before_the_day_of_its_note() -> None:
    link = "is_included a 2010-03-05"
    note = write_note("d1", "2010-03-05", "[Radiotherapy|Intervention a] today.", links=(link,))
    [entry] = Collector(load_schema_maps()).collect(note).observations
    today = parse_day("2010-03-05")
    assert entry.limits == (OPEN_START, today, today, OPEN_END)


@pytest.mark.parametrize(
    ("link", "start", "end"),
    [
        ("ended_by", (OPEN_START, "2009-05-31"), ("2009-05-01", "2009-05-31")),
        ("begun_by", ("2009-05-01", "2009-05-31"), ("2009-05-01", OPEN_END)),
    ],
)
def test_an_event_that_begins_or_ends_in_a_month_may_lie_within_it(
    link: str, start: tuple[int | str, int | str], end: tuple[int | str, int | str]
) -> None:
    text = "She had [nausea|Condition a]."
    note = write_note("d1", "2010-03-05", text, links=(f"{link} a 2009-05",))
    [entry] = Collector(load_schema_maps()).collect(note).observations
    days = [parse_day(day) if isinstance(day, str) else day for day in (*start, *end)]
    assert entry.limits == tuple(days)
