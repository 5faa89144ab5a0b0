"""Dates keep their form, and all dates of a patient shift alike; fractions are unchanged."""

import re
from collections.abc import Callable
from datetime import date, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.privacy import Options, Outcome
from goldsmith.privacy.finders.date_patterns import FORMS, LOOSE_YEAR
from goldsmith.privacy.finders.dates import find_dates, propose_dates
from goldsmith.privacy.identifiers import resolve_overlaps
from goldsmith.privacy.surrogates.calendar import Calendar
from goldsmith.privacy.surrogates.date_shift import get_ordinal_suffix, shift_iso_value

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
def test_fractions_doses_and_words_are_not_dates(text: str) -> None:
    assert shift_dates(text, Calendar(100, date(2012, 5, 24))) == text


def test_order_of_day_and_month_follows_the_note_and_impossible_dates_are_unchanged(
    pseudonymise: Pseudonymise,
) -> None:
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
def test_every_form_is_shifted_by_the_same_number_of_days(day: date, days: int) -> None:
    calendar = Calendar(days, day)
    new = day + timedelta(days)
    for shape in ("%d/%m/%Y", "%Y-%m-%d", "%m/%d/%y"):
        order = msgspec.structs.replace(calendar, month_first=shape.startswith("%m"))
        assert shift_dates(day.strftime(shape), order) == new.strftime(shape)
    for shape in ("%B %Y", "%b %Y"):
        old = f"{day.day} {day.strftime(shape)}"
        assert shift_dates(old, calendar) == f"{new.day} {_format_month(new, shape, day)}"
    assert shift_iso_value(day.isoformat(), days) == new.isoformat()


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
        ("P3W", None),
        ("negated", None),
        ("2008-99", None),
    ],
)
def test_iso_values_are_shifted(old: str, new: str | None) -> None:
    assert shift_iso_value(old, 31) == new


def test_ordinal_suffixes() -> None:
    assert [get_ordinal_suffix(day) for day in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31)] == (
        "st nd rd th th th th st nd rd st".split()
    )


AMERICAN = Calendar(7, date(1994, 9, 20), month_first=True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("CXR 8/14 clear", "CXR 8/21 clear"),
        ("admitted 9/12 from rehab", "admitted 9/19 from rehab"),
        ("8/14 0700 nursing note", "8/21 0700 nursing note"),
        ("last dose on 08-14", "last dose on 08-21"),
        ("seen 8-09-83 in clinic", "seen 8-16-83 in clinic"),
        ("born 8/9/51", "born 8/16/51"),
        ("lines in since 9/12/94", "lines in since 9/19/94"),
        ("on sept 3 and SEPT 27", "on sept 10 and OCT 4"),
        ("Sept 3rd, 3rd Sept", "Sept 10th, 10th Sept"),
        ("intubated 9/12-9/15", "intubated 9/19-9/22"),
        ("intubated 9/24-9/29/94", "intubated 10/1-10/6/94"),
        ("intubated 9/12-15", "intubated 9/19-22"),
        ("intubated 9/22-25", "intubated 9/29-10/2"),
        ("away March 3-5, 1994", "away March 10-12, 1994"),
        ("away March 23-26", "away March 30-April 2"),
        ("away 23-26 March", "away 30 March-2 April"),
        ("away Dec 23-26, 1993", "away Dec 30, 1993-Jan 2, 1994"),
        ("Tues 9/13, Friday the 16th.", "Tues 9/20, Friday the 23rd."),
        ("will call on the 26th.", "will call on the 3rd."),
    ],
)
def test_american_shorthand_is_shifted(old: str, new: str) -> None:
    assert shift_dates(old, AMERICAN) == new


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("s/p MI 81, CABG x3 '88", "s/p MI 82, CABG x3 '89"),
        ("MI in 88 and CVA 90", "MI in 89 and CVA 91"),
        ("MI 81, 88; stents 91 & 93", "MI 82, 89; stents 92 & 94"),
        ("smoked since 1987", "smoked since 1988"),
        ("dx 8/88, recurred 11/1990", "dx 3/89, recurred 06/1991"),
        ("Echo in 8/03", "Echo in 3/04"),
        ("APRIL 92, Sept '88, may of 1990", "NOVEMBER 92, Apr '89, december of 1990"),
        ("treated 1987-88", "treated 1988-89"),
        ("stent in 2003", "stent in 2004"),
    ],
)
def test_years_and_months_are_shifted(old: str, new: str) -> None:
    assert shift_dates(old, Calendar(213, date(2004, 9, 20), month_first=True)) == new


@pytest.mark.parametrize(
    "text",
    [
        "vent simv 600x12 40% peep 5, psv 12/5, bipap 10/5, 7.38/42/88, fio2 .5",
        "BP 110/60, b/p 98/50, H/H 9/27, BUN/Cr 22/1, PAP 40/12, SBP 90-100",
        "L4-5, T10-11, C5/6 disc, 1/2 NS, D5 1/2 NS, strength 5/5, MAE 4/5 strength",
        "2/6 SEM, 3/6 murmur, GCS 3/15, Apgars 8/9, TOF 2/4, pain 4/10, 24/7 care",
        "q4-6h, HR 70-80, UO 30-40cc/hr, rr 12-20, 4x4, sats 92-94%, WBC 11-12",
        "HR in 80s, BP in 90's, height 5'10, the '80s, 1990s, in 50 mg doses, temp in 99",
        "at 2000, 2000 hrs, platelets 1950, room 2012, dose 1987 units, at 1930 pt awake",
        "MAY REMOVE, WILL MARCH ON, YOU MAY SHOWER AND MAY BATHE, dec UO, MAR reviewed",
        "2 may go home, mar 5 mg, the 2nd rib, the 3rd floor, on the 4th cranial nerve",
        "Christmas disease, since 0700 until 2000 slept at 1900",
    ],
)
def test_clear_non_dates_are_not_even_proposed(text: str) -> None:
    ranked = [
        text[item.start : item.end]
        for item in propose_dates(text, AMERICAN)
        if item.rule not in ("month name", "bare year", "day and month name", LOOSE_YEAR)
    ]
    assert ranked == []
    assert shift_dates(text, AMERICAN) == text


def test_proposals_name_their_form() -> None:
    text = "9/12, 3/7, 4/5 or 8/88; 9/12/94, Sept 3, May 1990, in May, 1987, '91; by the 3rd. Xmas"
    forms = {text[item.start : item.end]: item.rule for item in propose_dates(text, AMERICAN)}
    assert forms["9/12"] == "month/day or duration" and forms["3/7"] == "month/day or duration"
    assert forms["4/5"] == "month/day or score" and forms["8/88"] == "month/year"
    assert forms["9/12/94"] == "full date" and forms["Sept 3"] == "day and month name"
    assert forms["May 1990"] == "month name and year" and forms["May"] == "month name"
    assert forms["1987"] == "bare year" and forms["'91"] == "short year"
    assert forms["3rd"] == "day of the month" and forms["Xmas"] == "holiday"
    assert set(forms.values()) <= set(FORMS)


@pytest.mark.parametrize(
    ("text", "form", "old", "new"),
    [
        ("until the winter of 2014", "season and year", "winter of 2014", "spring of 2014"),
        ("since Fall 2016", "season and year", "Fall 2016", "Winter 2017"),
        ("dx 5.i.17", "Roman month", "5.i.17", "15.iv.17"),
        ("RTC IX/04", "Roman month", "IX/04", "XII/04"),
        ("drain out 3.5.", "day.month or decimal number", "3.5", "6.13"),
        ("frozen 2-14, call", "month-day or range", "2-14", "5-25"),
        ("TURBT 07, chole", "short year or number", "07", "07"),
        ("ADM:110398", "six digits", "110398", "021199"),
        ("CABG   85\nPTCA", "short year in a table", "85", "85"),
        ("RECD 08/02/18-1310", "full date", "08/02/18", "11/10/18"),
        ("b.02-Feb-1947 (Hexham)", "day and month name", "02-Feb-1947", "13-May-1947"),
    ],
)
def test_rarer_forms_are_proposed_with_their_shifted_form(
    text: str, form: str, old: str, new: str
) -> None:
    calendar = Calendar(100, date(2018, 9, 1), month_first=True)
    proposals = {text[item.start : item.end]: item for item in propose_dates(text, calendar)}
    assert (proposals[old].rule, proposals[old].new) == (form, new)


def test_proposals_state_whether_they_resemble_the_clear_dates_of_the_note() -> None:
    text = "Seen 14.03.2018. CT 28.5, rv 9-12."
    forms = {text[item.start : item.end]: item.form for item in propose_dates(text, AMERICAN)}
    assert forms == {"14.03.2018": "clear", "28.5": "alike", "9-12": "unlike"}


@given(st.dates(date(1960, 1, 1), date(2020, 1, 1)), st.integers(-365, 365), st.booleans())
def test_a_day_in_different_forms_moves_to_the_same_day(
    day: date, days: int, month_first: bool
) -> None:
    new, calendar = day + timedelta(days), Calendar(days, day, month_first)
    numbers = "%m/%d" if month_first else "%d/%m"
    for shape in (f"on {numbers}", f"on {numbers}/%y", f"on {numbers}/%Y", "on %Y-%m-%d"):
        assert shift_dates(day.strftime(shape), calendar) == new.strftime(shape)
    assert shift_dates(f"on {day.day} {day:%B}", calendar) == f"on {new.day} {new:%B}"
    shifted = shift_iso_value(day.isoformat(), days)
    assert shifted == new.isoformat()


@given(
    st.dates(date(1960, 1, 1), date(2020, 1, 1)), st.integers(1960, 2020), st.integers(-365, 365)
)
def test_order_of_years_and_days_is_kept(day: date, year: int, days: int) -> None:
    calendar = Calendar(days, date(2020, 6, 1))
    new_year = int(shift_dates(f"since {year}", calendar).removeprefix("since "))
    new_day = date.fromisoformat(shift_dates(f"on {day.isoformat()}", calendar)[3:])
    if year < day.year:
        assert new_year <= new_day.year
    if year > day.year:
        assert new_year >= new_day.year


def test_year_of_a_day_comes_from_the_note_or_its_latest_date(pseudonymise: Pseudonymise) -> None:
    text = "DOB 3/1/1931. Seen 2/27/2013, 2/28/2013. Fell on 2/28."
    for when in ("2013-03-02", ""):
        options = Options(month_first=True, max_shift=40)
        for key in (b"a" * 16, b"b" * 16, b"c" * 16):
            new = pseudonymise(text, date=when, options=options, key=key).document.text
            *_, seen, fell = re.findall(r"[\d/]{3,}", new)
            assert seen.startswith(fell + "/")


def test_bare_weekdays_are_kept_or_shifted(pseudonymise: Pseudonymise) -> None:
    text = "Seen Tuesday. Back on FRIDAY, 16/03/2012, or 14/03/2012 (Wed)."
    calendar = Calendar(10, date(2012, 3, 14))
    end = "Back on MONDAY, 26/03/2012, or 24/03/2012 (Sat)."
    assert shift_dates(text, calendar) == f"Seen Tuesday. {end}"
    shifting = msgspec.structs.replace(calendar, shifts_weekdays=True)
    assert shift_dates(text, shifting) == f"Seen Friday. {end}"
    options = Options(shift_weekdays=True, keep_weekdays=True)
    assert pseudonymise(text, options=options).document.text.startswith("Seen Tuesday. ")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("since Christmas", "since January 1"),
        ("by THANKSGIVING", "by DECEMBER 1"),
        ("fell on easter 1994", "fell on april 10, 1994"),
        ("Labor Day", "September 12"),
        ("the Fourth of July", "July 11"),
        ("new year's eve", "january 7"),
    ],
)
def test_holidays_become_the_shifted_date(old: str, new: str) -> None:
    assert shift_dates(old, AMERICAN) == new
    calendar = msgspec.structs.replace(AMERICAN, replaces_holidays=False)
    assert shift_dates(old, calendar) == old


def test_every_holiday_is_found() -> None:
    names = (
        "New Year's Eve, New Year, MLK day, Martin Luther King Jr Day, Groundhog Day, "
        "Valentine's Day, Presidents' Day, St Patrick's Day, Shrove Tuesday, Mardi Gras, Ash "
        "Wednesday, Palm Sunday, Good Friday, Easter Sunday, Easter Monday, Ascension Day, "
        "Pentecost, Cinco de Mayo, May Day, Mother's Day, Mothers Day, Memorial Day, Mem Day, "
        "Father's Day, Juneteenth, Independence Day, Canada Day, the Fourth of July, July "
        "Fourth, Bastille Day, Labor Day, Labour Day, Columbus Day, Halloween, Hallowe'en, "
        "All Saints' Day, Guy Fawkes Night, Bonfire Night, Veterans Day, Remembrance Sunday, "
        "Thanksgiving, Christmas Eve, Xmas, Christmas Day, Boxing Day, Chinese New Year, "
        "Passover, Rosh Hashanah, Yom Kippur, Diwali, Hanukkah, Chanukah, Ramadan, Eid "
        "al-Fitr, Eid al-Adha"
    ).split(", ")
    for name in names:
        forms = [item.rule for item in find_dates(f"seen at {name}.", AMERICAN)]
        assert "holiday" in forms, name
        shifted = shift_dates(f"seen at {name}.", AMERICAN)
        assert re.fullmatch(r"seen at [A-Z][a-z]+ \d{1,2}\.", shifted), (name, shifted)


def test_pairs_of_numbers_that_start_the_lines_of_a_log_are_dates() -> None:
    calendar = Calendar(30, date(2014, 2, 20), month_first=True)
    log = "2/3 RIPE taken at home\n2/4 taken\n2/7 AST high"
    assert [item.rule for item in propose_dates(log, calendar)] == ["month/day"] * 3
    assert [item.rule for item in propose_dates("OB 8/8 0300", calendar)] == ["month/day"]
    assert not list(propose_dates("2/3 of the meal taken", calendar))
