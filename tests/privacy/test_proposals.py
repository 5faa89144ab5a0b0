"""Proposals of identifiers, on which the model decides."""

from datetime import date

import pytest

from goldsmith.privacy.identifiers import ABOUT, AROUND, DATE, DISTANT, NUMBER
from goldsmith.privacy.scoring.proposals import propose
from goldsmith.privacy.scoring.units import split_units
from goldsmith.privacy.surrogates.calendar import Calendar

CALENDAR = Calendar(100, date(2014, 4, 3))


def list_proposals(text: str, kind: str, calendar: Calendar = CALENDAR) -> list[str]:
    return [text[i.start : i.end] for i in propose(text, calendar) if i.kind == kind]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("serial DV 5 0091 7736 showing", "DV 5 0091 7736"),
        ("MRN 2217 905", "2217 905"),
        ("S/N LV 4 77 0135.", "LV 4 77 0135"),
        ("order MR/20 6651/B.", "MR/20 6651/B"),
        ("Medical card no H 318 774 A. BP 158/96", "H 318 774 A"),
    ],
)
def test_number_in_groups_after_a_label_is_one_proposal(text: str, number: str) -> None:
    assert list_proposals(text, NUMBER) == [number]


def test_few_digits_after_a_label_are_not_a_number() -> None:
    assert list_proposals("case 12 B", NUMBER) == []


def test_letters_before_a_hyphen_belong_to_the_number() -> None:
    assert split_units("ID ONC-44190, day-10").texts == ["ID", "ONC-44190", "day", "10"]


@pytest.mark.parametrize(
    ("text", "detail"),
    [("seen on 8/4/14", ABOUT), ("seen on 8/5/14", AROUND), ("seen on 8/9/12", DISTANT)],
)
def test_distance_of_a_date_from_the_day_of_the_note(text: str, detail: str) -> None:
    assert [identifier.detail for identifier in propose(text, CALENDAR)] == [detail]
    assert [identifier.detail for identifier in propose(text, Calendar(100))] == [""]


def test_score_is_a_possible_date_only_near_the_day_of_the_note() -> None:
    assert list_proposals("Presented 4/4 committee", DATE) == ["4/4"]
    assert list_proposals("Presented 9/9 committee", DATE) == []
    assert list_proposals("strength 4/4", DATE, Calendar(100)) == []


def test_dotted_date_at_the_start_of_a_line_is_proposed() -> None:
    assert list_proposals("8.9.14 Seen with Gran", DATE) == ["8.9.14"]
