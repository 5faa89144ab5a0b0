"""Write time expressions, with their TIMEX3 type and value and the days they cover."""

from __future__ import annotations

import calendar
from functools import cache
from random import Random

import msgspec

from goldsmith_demo.life.model import Date

_MONTHS = (
    "January February March April May June July August September October November December".split()
)
_US_FORMS = ("{name} {day}, {year}", "{month:02}/{day:02}/{year}", "{month:02}/{day:02}/{short:02}")
_UK_FORMS = (
    "{day} {name} {year}",
    "{day:02}/{month:02}/{year}",
    "{day:02}/{month:02}/{short:02}",
    "{day} {name:.3} {year}",
)
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()


class Time(msgspec.Struct, frozen=True, gc=False):
    """A time as a note writes it; `first` and `last` are the days it covers."""

    words: str
    type: str
    value: str
    first: Date | None = None
    last: Date | None = None
    is_creation: bool = False
    at: str = ""
    """The preposition before it in an adverbial: on, in, or none ("three weeks ago")."""


def spell_number(count: int) -> str:
    """Spell a small number in words."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def write_date(day: Date, style: str, chance: Random, *, creation: bool = False) -> Time:
    """Write a full date in one of the forms that notes use."""
    return Time(_format_date(day, style, chance), "DATE", day.isoformat(), day, day, creation, "on")


def _format_date(day: Date, style: str, chance: Random) -> str:
    form = chance.choice(_US_FORMS if style == "us" else _UK_FORMS)
    name, short = _MONTHS[day.month - 1], day.year % 100
    return form.format(day=day.day, month=day.month, name=name, year=day.year, short=short)


def mention_day(day: Date, now: Date, style: str, chance: Random) -> Time:
    """Mention a day in a note of another day: by date, by month, or as a time ago."""
    ago = (now - day).days
    ways = [write_date(day, style, chance), write_month(day, now, chance)]
    if 0 < ago <= 84 and ago % 7 == 0:
        ways.append(write_weeks_ago(day, ago // 7, chance))
    if 0 < ago < 7:
        last = chance.choice(("", "last "))
        words, at = last + _WEEKDAYS[day.weekday()], "" if last else "on"
        ways.append(Time(words, "DATE", day.isoformat(), day, day, at=at))
    if ago == 1:
        ways.append(Time("yesterday", "DATE", day.isoformat(), day, day))
    return chance.choice(ways)


def write_weeks_ago(day: Date, weeks: int, chance: Random) -> Time:
    """Write a day as a whole number of weeks before the note."""
    words = "a week ago" if weeks == 1 else f"{spell_number(weeks)} weeks ago"
    if weeks == 2:
        words = chance.choice((words, "a fortnight ago"))
    return Time(words, "DATE", day.isoformat(), day, day)


def write_month(day: Date, now: Date, chance: Random) -> Time:
    """Write the month of a day, sometimes without the year if the day is recent."""
    name = _MONTHS[day.month - 1]
    first, last = _find_month(day.year, day.month)
    near = 0 <= (now - day).days < 300
    words = chance.choice((name, f"{name} {day.year}")) if near else f"{name} {day.year}"
    return Time(words, "DATE", first.isoformat()[:7], first, last, at="in")


@cache
def _find_month(year: int, month: int) -> tuple[Date, Date]:
    """Return the first and the last day of a month."""
    return Date(year, month, 1), Date(year, month, calendar.monthrange(year, month)[1])


def write_year(day: Date) -> Time:
    """Write the year of a day."""
    first, last = day.replace(month=1, day=1), day.replace(month=12, day=31)
    return Time(str(day.year), "DATE", str(day.year), first, last, at="in")


def write_duration(count: int, unit: str, style: str, chance: Random) -> str:
    """Write a length of time: "three weeks", "3/52"; unit is D, W, M or Y."""
    names = {"D": "day", "W": "week", "M": "month", "Y": "year"}
    plural = f"{spell_number(count)} {names[unit]}{'s' * (count != 1)}"
    ways = [plural, plural.replace(spell_number(count), str(count))]
    parts = {"D": "7", "W": "52", "M": "12"}
    if style == "uk" and unit in parts:
        ways.append(f"{count}/{parts[unit]}")
    return chance.choice(ways)
