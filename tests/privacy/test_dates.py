"""Dates: every form is found and kept, all dates of a patient shift alike, fractions stay."""

import re
from collections.abc import Callable
from datetime import date, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.privacy import Options, Outcome
from goldsmith.privacy.finders.dates import Calendar, find_dates
from goldsmith.privacy.identifiers import resolve_overlaps
from goldsmith.privacy.surrogates.date_shift import get_ordinal_suffix, shift_iso_date

Pseudonymise = Callable[..., Outcome]
WEEK = Calendar(7, date(2012, 5, 24))


def shift_dates(text: str, calendar: Calendar = WEEK) -> str:
    shifted, position = "", 0
    for identifier in resolve_overlaps(find_dates(text, calendar)):
        shifted += text[position : identifier.start] + identifier.new
        position = identifier.end
    return shifted + text[position:]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("14 March 2008", "21 March 2008"),
        ("14/03/08", "21/03/08"),
        ("3/9/2012", "10/9/2012"),
        ("27/12/2012", "03/01/2013"),
        ("12/11/12 16.40", "19/11/12 16.40"),
        ("28.09.07", "05.10.07"),
        ("2012-02-27", "2012-03-05"),
        ("3 September", "10 September"),
        ("the 1st of September", "the 8th of September"),
        ("25TH DECEMBER 2011", "1ST JANUARY 2012"),
        ("March 28, 2012", "April 4, 2012"),
        ("Tuesday 22 May 2012", "Tuesday 29 May 2012"),
        ("06-Jun-2013", "13-Jun-2013"),
        ("on 18/03", "on 25/03"),
        ("Procedure: 12/03 Right hemicolectomy", "Procedure: 19/03 Right hemicolectomy"),
        ("Bloods 01/03, 02/03 and 03/03", "Bloods 08/03, 09/03 and 10/03"),
        ("14-16 February 2010", "21-23 February 2010"),
        ("March 2008", "March 2008"),
        ("in 03/2008", "in 03/2008"),
        ("12 Janaury 2011", "19 January 2011"),
        ("on Septebmer 11, 2011", "on September 18, 2011"),
        ("SPINE - 3.3.12 21:40", "SPINE - 10.3.12 21:40"),
    ],
)
def test_date_keeps_its_form(old: str, new: str) -> None:
    assert shift_dates(old) == new


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("since July", "since October"),
        ("in Feb", "in May"),
        ("March 2008", "June 2008"),
        ("in Sept 2011", "in Dec 2011"),
        ("July '14", "October '14"),
        ("stent in 2008", "stent in 2008"),
        ("seen in 11/2017", "seen in 02/2018"),
        ("PET-CT July: clear", "PET-CT October: clear"),
        ("CT (June) showed", "CT (September) showed"),
        ("right lumpectomy, August. She", "right lumpectomy, November. She"),
        ("MRI scan March: clear", "MRI scan June: clear"),
        ("Febuary 2011", "May 2011"),
        ("began in Februray 2011", "began in May 2011"),
    ],
)
def test_partial_dates_are_shifted(old: str, new: str) -> None:
    assert shift_dates(old, Calendar(91, date(2012, 5, 24))) == new


def test_year_is_shifted_by_its_middle() -> None:
    assert shift_dates("HRT until 2009", Calendar(200)) == "HRT until 2010"
    assert shift_dates("HRT until 2009", Calendar(-200)) == "HRT until 2008"
    assert shift_dates("tamoxifen 2003-2008 for it", Calendar(200)) == "tamoxifen 2004-2009 for it"
    assert shift_dates("s/p BSO, 2009. Carcinoma dx 2009", Calendar(200)) == (
        "s/p BSO, 2010. Carcinoma dx 2010"
    )


@pytest.mark.parametrize(
    "text",
    [
        "3/52 h/o cough, seen in 6/52, 10/12 ago, 5/7 course, 2/12",
        "BP 104/58, score 8/8, 2/19 nodes, power 5/5, GCS 15/15, vision 6/12 and 20/40",
        "L4/5 disc, 1/2 tablet, stage 3/4, size 10/11 mm, 40/day, on 3/4 L of oxygen",
        "she may need 3 may be more; march on; 1950 ml, 2000 IU, 2000 hours, platelets 1950",
        "grade 3 (3+3+2), pT2 pN1a, 7.5.3, Hb 10.9, 14G, 0.2",
        "on Tuesday, last week, day 10, in the 1990s",
        "after APR for cancer; her sister (June) came; seen with May. June: daughter",
        "dose 1900-2000 units, section 2.5.10",
    ],
)
def test_fractions_doses_and_words_are_no_dates(text: str) -> None:
    assert shift_dates(text, Calendar(100, date(2012, 5, 24))) == text


def test_order_follows_the_note_and_impossible_dates_stay(pseudonymise: Pseudonymise) -> None:
    outcome = pseudonymise("Films 03/27/2014 and 04/05/2014.", date="2014-07-21")
    days = [replacement.new for replacement in outcome.replacements]
    gap = date(2014, 4, 5) - date(2014, 3, 27)
    first, second = (date(int(y), int(m), int(d)) for m, d, y in (day.split("/") for day in days))
    assert second - first == gap
    assert shift_dates("31/02/2012") == "31/02/2012"


def test_option_decides_the_order_of_ambiguous_dates(pseudonymise: Pseudonymise) -> None:
    american = (
        pseudonymise("Seen 04/05/2014.", options=Options(month_first=True)).replacements[0].new
    )
    british = (
        pseudonymise("Seen 04/05/2014.", options=Options(month_first=False)).replacements[0].new
    )
    month, day, year = map(int, american.split("/"))
    british_day, british_month, british_year = map(int, british.split("/"))
    gap = date(year, month, day) - date(british_year, british_month, british_day)
    assert gap == date(2014, 4, 5) - date(2014, 5, 4)


def _format_month(new: date, shape: str, old: date) -> str:
    """Format a month; "May" is also its own abbreviation, and its surrogate is written in full."""
    return new.strftime("%B %Y" if old.month == 5 else shape)


@given(st.dates(date(1995, 1, 1), date(2020, 1, 1)), st.integers(-400, 400))
def test_every_form_is_shifted_by_the_same_days(day: date, days: int) -> None:
    calendar = Calendar(days, day)
    new = day + timedelta(days)
    for shape in ("%d/%m/%Y", "%Y-%m-%d", "%m/%d/%y"):
        order = msgspec.structs.replace(calendar, month_first=shape.startswith("%m"))
        assert shift_dates(day.strftime(shape), order) == new.strftime(shape)
    for shape in ("%B %Y", "%b %Y"):
        old = f"{day.day} {day.strftime(shape)}"
        assert shift_dates(old, calendar) == f"{new.day} {_format_month(new, shape, day)}"
    assert shift_iso_date(day.isoformat(), days) == new.isoformat()


def test_option_keeps_weekdays(pseudonymise: Pseudonymise) -> None:
    for key in (b"a" * 16, b"b" * 16, b"c" * 16):
        outcome = pseudonymise("Seen 14/03/2012.", options=Options(keep_weekdays=True), key=key)
        day, month, year = map(int, outcome.replacements[0].new.split("/"))
        assert date(year, month, day).weekday() == date(2012, 3, 14).weekday()


def test_age_from_a_date_of_birth_is_at_most_ninety() -> None:
    calendar = Calendar(0, date(2018, 2, 14))
    new = shift_dates("Date of birth: 12/08/1911.", calendar)
    assert re.search(r"/192[78]\.$", new)
    assert shift_dates("DOB 12/08/1941", calendar) == "DOB 12/08/1941"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2008", "2008"),
        ("2008-03", "2008-04"),
        ("2008-03-14", "2008-04-14"),
        ("2008-03-14T16:40", "2008-04-14T16:40"),
        ("2008-W11", "2008-W15"),
        ("P3W", "P3W"),
        ("negated", "negated"),
        ("2008-99", "2008-99"),
    ],
)
def test_iso_values_are_shifted(old: str, new: str) -> None:
    assert shift_iso_date(old, 31) == new


def test_ordinal_suffixes() -> None:
    assert [get_ordinal_suffix(day) for day in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31)] == (
        "st nd rd th th th th st nd rd st".split()
    )
