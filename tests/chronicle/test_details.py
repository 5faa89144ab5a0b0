"""Details next to a mention, dates of birth, and coreference chains within a note."""

from __future__ import annotations

import pytest
from tests.chronicle.histories import write_note

from goldsmith.chronicle.observations import Collector, Statement, load_schema_maps
from goldsmith.chronicle.observations.details import SENTENCE_END, find_births
from goldsmith.core import Document
from goldsmith.text.timex_days import parse_day


def collect(note: Document) -> Statement:
    return Collector(load_schema_maps()).collect(note)


@pytest.mark.parametrize(
    ("words", "dose"),
    [
        ("20 mg daily", "20 mg"),
        ("1,500mg", "1,500mg"),
        ("2.5 mg/kg", "2.5 mg/kg"),
        ("AUC 5 (450 mg)", "AUC 5"),
        ("AUC5", "AUC5"),
        ("A5 mg", "5 mg"),
        ("in 2012", ""),
        ("20 mgs", ""),
    ],
)
def test_a_dose_follows_its_drug(words: str, dose: str) -> None:
    note = write_note("d1", "2010-03-05", f"[Carboplatin|Drug-or-device a] {words}.")
    [observation] = collect(note).observations
    assert observation.details.get("dose", "") == dose


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("DOB 1950-04-23", ""),
        ("D.O.B.: 23/04/1950", "1950-04-23"),
        ("date of birth 23 April 1950", "1950-04-23"),
        ("(born on April 23, 1950)", "1950-04-23"),
        ("newborn 23/04/1950", ""),
        ("update of birth 23/04/1950", ""),
    ],
)
def test_a_date_of_birth_follows_a_label(words: str, day: str) -> None:
    assert find_births(f"Re: Mrs A, {words}.") == ((parse_day(day),) if day else ())


def test_a_sentence_ends_at_punctuation_before_white_space_and_at_a_line_break() -> None:
    text = "Dr. A\nB 1.5 mg!\nC?\tD.E\n\nF"
    ends = [text[: match.end()] for match in SENTENCE_END.finditer(text)]
    assert ends == [
        "Dr. ",
        "Dr. A\n",
        "Dr. A\nB 1.5 mg!\n",
        "Dr. A\nB 1.5 mg!\nC?\t",
        "Dr. A\nB 1.5 mg!\nC?\tD.E\n",
        "Dr. A\nB 1.5 mg!\nC?\tD.E\n\n",
    ]


def test_chains_that_share_a_mention_are_merged() -> None:
    note = write_note(
        "d1",
        "2010-03-05",
        "[Tumour|Condition a], [mass|Condition b], [lump|Condition c], [growth|Condition d], "
        "[cough|Condition e], [node|Condition f] and [gland|Condition g]",
        links=("co_refers a b", "co_refers c d", "co_refers f g", "co_refers d b", "co_refers a c"),
    )
    chains = [entry.chain for entry in collect(note).observations]
    first, last = chains[0], chains[5]
    assert chains == [first, first, first, first, -1, last, last]
    assert first != last and min(first, last) >= 0
