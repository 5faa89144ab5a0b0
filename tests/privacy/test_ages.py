"""Ages over 89 become 90, in digits and in words; other numbers are unchanged."""

import pytest

from goldsmith.privacy.finders.ages import find_ages, propose_ages
from goldsmith.privacy.identifiers import resolve_overlaps


def replace_ages(text: str) -> str:
    new, position = "", 0
    for identifier in resolve_overlaps(find_ages(text)):
        new += text[position : identifier.start] + identifier.new
        position = identifier.end
    return new + text[position:]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a 93 y/o man", "a 90 y/o man"),
        ("92-year-old", "90-year-old"),
        ("aged 101, 95F, 94 yo", "aged 90, 90F, 90 yo"),
        ("91 WF with CHF", "90 WF with CHF"),
        ("ninety-two year old", "ninety year old"),
        ("NINETY TWO YEAR OLD", "NINETY YEAR OLD"),
        ("a hundred and three years old", "ninety years old"),
        ("one hundred year old lady", "ninety year old lady"),
        ("Mr Gray, ninety-six, fell", "Mr Gray, ninety, fell"),
        ("her 95th birthday", "her 90th birthday"),
        ("turned ninety-one; died at 104", "turned ninety; died at 90"),
        ("A centenarian.", "A nonagenarian."),
        (
            "Bridie (Mrs), 92 y, lives alone; mother d. 101",
            "Bridie (Mrs), 90 y, lives alone; mother d. 90",
        ),
    ],
)
def test_ages_over_89_become_ninety(old: str, new: str) -> None:
    assert replace_ages(old) == new


@pytest.mark.parametrize(
    "text",
    [
        "89 y/o, aged 45, eighty-nine years old, in her 90s",
        "HR 92, BP 110/95, sats 94 %, temp 99 F, T 101 F, Tmax 102 F",
        "ninety percent, ninety-six percent, ninety-two beats, a hundred cc",
        "95 years ago, 98 mg, one hundred units, walks ninety feet",
    ],
)
def test_other_numbers_are_unchanged(text: str) -> None:
    assert replace_ages(text) == text


def test_bare_numbers_are_only_proposed() -> None:
    text = "6 | Ahmed | 94 | Off legs"
    assert replace_ages(text) == text
    proposals = {text[item.start : item.end]: item.rule for item in propose_ages(text)}
    assert proposals == {"94": "bare age"}


def test_round_age_in_words_is_proposed_after_a_verb() -> None:
    text = "nan is ninety, lives round the corner. sats are ninety. rate is ninety percent."
    assert [(item.start, item.rule) for item in propose_ages(text)] == [(7, "bare age")]
