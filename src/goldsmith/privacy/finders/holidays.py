"""Find holidays that name a day; their surrogate is the shifted day.

Easter, the days that depend on it, and the Islamic holidays are computed for the year. The Jewish,
Chinese and Hindu holidays are taken at the middle of the range of their dates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from functools import lru_cache

from goldsmith.privacy.finders import date_patterns as patterns
from goldsmith.privacy.identifiers import DATE, Identifier
from goldsmith.privacy.surrogates.calendar import Calendar
from goldsmith.privacy.surrogates.date_shift import MONTHS, expand_year

_MONDAY, _THURSDAY, _SUNDAY = 0, 3, 6
_LAST = -1


def compute_easter(year: int) -> date:
    """Compute the Sunday of Easter in the Gregorian calendar (Oudin's method)."""
    golden, century = year % 19, year // 100
    epact = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    full_moon = epact - (epact // 28) * (1 - (29 // (epact + 1)) * ((21 - golden) // 11))
    weekday = (year + year // 4 + full_moon + 2 - century + century // 4) % 7
    offset = full_moon - weekday
    month = 3 + (offset + 40) // 44
    return date(year, month, offset + 28 - 31 * (month // 4))


def _fix(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


def _nth(month: int, weekday: int, number: int) -> Callable[[int], date]:
    """Return the rule of the n-th weekday of a month; -1 is the last one."""

    def compute(year: int) -> date:
        if number == _LAST:
            last = date(year, month + 1, 1) - timedelta(1)
            return last - timedelta((last.weekday() - weekday) % 7)
        first = date(year, month, 1)
        return first + timedelta((weekday - first.weekday()) % 7 + 7 * (number - 1))

    return compute


def _from_easter(days: int) -> Callable[[int], date]:
    return lambda year: compute_easter(year) + timedelta(days)


def _convert_islamic(month: int, day: int) -> Callable[[int], date]:
    """Return the rule of a day of the tabular Islamic calendar."""

    def compute(year: int) -> date:
        islamic = round((year - 622) * 33 / 32)
        days = [_count_islamic(islamic + offset, month, day) for offset in (-1, 0, 1, 2)]
        return next(item for item in days if item.year >= year)

    return compute


def _count_islamic(year: int, month: int, day: int) -> date:
    elapsed = (year - 1) * 354 + (3 + 11 * year) // 30 + 29 * (month - 1) + month // 2 + day
    return date.fromordinal(227014 + elapsed)


#: Pattern of a holiday -> its day in a year.
_HOLIDAYS: Mapping[str, Callable[[int], date]] = {
    r"new[ ]year['’]?s?[ ]eve|hogmanay": _fix(12, 31),
    r"new[ ]year(?:['’]?s)?(?:[ ]day)?(?!['’]|[ ]eve)": _fix(1, 1),
    r"(?:martin[ ]luther[ ]king|mlk)(?:[ ]jr\.?)?['’]?s?[ ](?:birth)?day": _nth(1, _MONDAY, 3),
    r"groundhog[ ]day": _fix(2, 2),
    r"valentine['’]?s?[ ]day": _fix(2, 14),
    r"president['’]?s?['’]?[ ]day": _nth(2, _MONDAY, 3),
    r"st\.?[ ]patrick['’]?s[ ]day": _fix(3, 17),
    r"shrove[ ]tuesday|pancake[ ]day|mardi[ ]gras": _from_easter(-47),
    r"ash[ ]wednesday": _from_easter(-46),
    r"palm[ ]sunday": _from_easter(-7),
    r"good[ ]friday": _from_easter(-2),
    r"easter(?![ ]monday)(?:[ ]sunday)?": _from_easter(0),
    r"easter[ ]monday": _from_easter(1),
    r"ascension[ ]day": _from_easter(39),
    r"whit[ ]sunday|pentecost": _from_easter(49),
    r"mothering[ ]sunday": _from_easter(-21),
    r"maundy[ ]thursday": _from_easter(-3),
    r"burns[ ]night": _fix(1, 25),
    r"super[ ]?bowl[ ]sunday": _nth(2, _SUNDAY, 1),
    r"st\.?[ ]david['’]?s[ ]day": _fix(3, 1),
    r"purim": _fix(3, 14),
    r"now?r[ou]+z": _fix(3, 20),
    r"patriot['’]?s?['’]?[ ]day": _nth(4, _MONDAY, 3),
    r"st\.?[ ]george['’]?s[ ]day": _fix(4, 23),
    r"anzac[ ]day": _fix(4, 25),
    r"cinco[ ]de[ ]mayo": _fix(5, 5),
    r"may[ ]day": _fix(5, 1),
    r"mother['’]?s['’]?[ ]day": _nth(5, _SUNDAY, 2),
    r"mem(?:orial)?[ ]day": _nth(5, _MONDAY, _LAST),
    r"father['’]?s['’]?[ ]day": _nth(6, _SUNDAY, 3),
    r"juneteenth": _fix(6, 19),
    r"(?:independence|canada)[ ]day|(?:the[ ])?fourth[ ]of[ ]july|july[ ]fourth": _fix(7, 4),
    r"bastille[ ]day": _fix(7, 14),
    r"labou?r[ ]day": _nth(9, _MONDAY, 1),
    r"columbus[ ]day": _nth(10, _MONDAY, 2),
    r"hallowe['’]?en": _fix(10, 31),
    r"all[ ]saints['’]?[ ]day": _fix(11, 1),
    r"guy[ ]fawkes(?:[ ]night)?|bonfire[ ]night": _fix(11, 5),
    r"veteran['’]?s?['’]?[ ]day|armistice[ ]day|remembrance[ ](?:sun)?day": _fix(11, 11),
    r"sukkot": _fix(10, 4),
    r"day[ ]of[ ]the[ ]dead": _fix(11, 2),
    r"st\.?[ ]andrew['’]?s[ ]day": _fix(11, 30),
    r"kwanzaa": _fix(12, 26),
    r"thanksgiving(?:[ ]day)?": _nth(11, _THURSDAY, 4),
    r"(?:christmas|xmas|x-mas)[ ]eve": _fix(12, 24),
    r"(?:christmas|xmas|x-mas)(?:[ ]day)?(?![ ](?:eve|disease|factor))": _fix(12, 25),
    r"boxing[ ]day|st\.?[ ]stephen['’]?s[ ]day": _fix(12, 26),
    r"chinese[ ]new[ ]year|lunar[ ]new[ ]year": _fix(2, 5),
    r"passover|pesach": _fix(4, 10),
    r"rosh[ ]hashan?ah?": _fix(9, 20),
    r"yom[ ]kippur": _fix(9, 29),
    r"diwali": _fix(10, 31),
    r"ch?an+uk+ah|h?an+uk+ah": _fix(12, 12),
    r"ramadan": _convert_islamic(9, 1),
    r"eid[ ](?:al|ul)[- ]adha": _convert_islamic(12, 10),
    r"eid(?:[ ](?:al|ul)[- ]fitr)?": _convert_islamic(10, 1),
}
_RULES = tuple(_HOLIDAYS.values())
_PATTERN = re.compile(
    r"(?<![\w-])(?:"
    + "|".join(f"(?P<h{index}>{pattern})" for index, pattern in enumerate(_HOLIDAYS))
    + r")(?![\w-])(?:,?[ ](?:of[ ])?(?P<year>(?:19|20)\d\d|['’]\d\d)\b)?",
    re.IGNORECASE,
)


#: Every holiday contains one of these words or phrases, which are faster to search for.
_WORDS = frozenset(
    "hogmanay mlk king groundhog valentine valentines president presidents patrick patricks shrove "
    "pancake mardi ash palm easter ascension whit pentecost cinco memorial mem juneteenth "
    "independence canada fourth bastille labor labour columbus halloween hallowe saints fawkes "
    "bonfire veteran veterans armistice remembrance thanksgiving christmas xmas mas boxing stephen "
    "stephens passover pesach rosh yom diwali hanukkah chanukah hannukah hanukah chanukkah ramadan "
    "eid mothering maundy burns bowl superbowl david davids purim nowruz norouz noruz patriot "
    "patriots george georges anzac sukkot andrew andrews kwanzaa dead".split()
)
_PHRASES = (
    "new year", "may day", "good friday", "mother's d", "mother’s d", "mothers", "father's d",
    "father’s d", "fathers",
)  # fmt: skip
_WORD = re.compile(r"[a-z]{3,}")


def _may_have_holidays(text: str) -> bool:
    folded = text.casefold()
    has_word = not _WORDS.isdisjoint(_WORD.findall(folded))
    return has_word or any(phrase in folded for phrase in _PHRASES)


@lru_cache(16)
def _match_holidays(text: str) -> tuple[re.Match[str], ...]:
    return tuple(_PATTERN.finditer(text)) if _may_have_holidays(text) else ()


def find_holidays(text: str, calendar: Calendar) -> Iterator[Identifier]:
    """Find the holidays of a text, with the shifted date."""
    for match in _match_holidays(text):
        index = next(
            int(name[1:]) for name, value in match.groupdict().items() if value and name[0] == "h"
        )
        day = _find_day(index, match["year"], calendar.reference)
        new = _write_day(calendar.shift(day), match, month_first=calendar.month_first)
        yield Identifier(*match.span(), DATE, patterns.HOLIDAY, 7, new=new)


@lru_cache(10_000)
def _find_day(index: int, year: str | None, reference: date | None) -> date:
    """Return the day of a holiday in its year, or the occurrence nearest to the note."""
    compute = _RULES[index]
    if year:
        return compute(expand_year(year, reference))
    near = reference or date(2004, 7, 1)
    days = [compute(near.year + offset) for offset in (-1, 0, 1)]
    return min(days, key=lambda day: abs(day - near))


def _write_day(day: date, match: re.Match[str], *, month_first: bool) -> str:
    """Write a day with the name of its month, in the case of the holiday."""
    month = MONTHS[day.month - 1]
    text = f"{month} {day.day}" if month_first else f"{day.day} {month}"
    if match["year"]:
        text += f", {day.year}" if month_first else f" {day.year}"
    old = match.group()
    return text.upper() if old.isupper() else text.lower() if old.islower() else text
