"""Times as values: calendar points, durations, repetitions and references.

A point has the fields that the text gives; `format_point` writes it as TIMEX3 does, from the year
down to the finest field. The other structs describe how to derive a time from another.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

#: Units of durations in TIMEX3 notation; T marks the units of the clock.
Unit = Literal["TS", "TM", "TH", "D", "WE", "W", "M", "Q", "Y"]
#: Unit -> (factor, unit) for units without a TIMEX3 letter.
COMPOUND_UNITS: Final = {"FN": (2, "W"), "DE": (10, "Y"), "CE": (100, "Y")}
UNKNOWN: Final = "X"
Anchor = Literal["document", "previous", "operation", "admission", "treatment", "birth"]


class Point(msgspec.Struct, frozen=True, omit_defaults=True):
    """A point or period of the calendar, possibly incomplete.

    Attributes:
        year, month, day: The date.
        weekday: 1 for Monday to 7.
        week: Week of the year by ISO 8601.
        weekend: Whether it is the weekend of that week.
        quarter, half: Part of the year; 0 for none.
        season: SP, SU, FA or WI.
        decade, century: The first three or two digits of the year, if the rest is unknown.
        part: Part of the day: MO, MI, AF, EV, NI, DT.
        hour, minute, second: The time of day.
        zone: Z or an offset from it.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    week: int | None = None
    weekend: bool = False
    quarter: int = 0
    half: int = 0
    season: str = ""
    decade: int | None = None
    century: int | None = None
    part: str = ""
    hour: int | None = None
    minute: int | None = None
    second: int | None = None
    zone: str = ""

    @property
    def has_time(self) -> bool:
        """Whether it has a time of day."""
        return self.hour is not None or bool(self.part)

    @property
    def has_date(self) -> bool:
        """Whether it has any field of a date."""
        fields = (self.year, self.month, self.day, self.weekday, self.week, self.decade)
        return any(field is not None for field in fields) or bool(
            self.quarter or self.half or self.season or self.century is not None
        )


class NumericDate(msgspec.Struct, frozen=True):
    """A numeric date whose order of day and month is ambiguous."""

    first: int
    second: int
    year: str = ""


class Shift(msgspec.Struct, frozen=True):
    """A time a number of units before or after another: three weeks ago."""

    amount: float | None
    unit: str
    sign: int
    anchor: Anchor = "document"


class Neighbour(msgspec.Struct, frozen=True):
    """The unit a number of steps from another time's unit, or the next time with given fields.

    "Last week" is a step of -1 with the unit W; "next Monday" is a step of 1 with a weekday.
    """

    step: int
    unit: str = ""
    fits: Point = Point()
    anchor: Anchor = "document"


class SameUnit(msgspec.Struct, frozen=True):
    """The unit of another time: that day, the same year."""

    unit: str
    part: str = ""
    anchor: Anchor = "previous"


class EventDay(msgspec.Struct, frozen=True):
    """A day counted from an event: postoperative day 2."""

    number: int | None
    unit: str
    anchor: Anchor
    #: Whether the day of the event is day 1, not day 0.
    from_one: bool = False


class Life(msgspec.Struct, frozen=True):
    """An age as a time: at the age of 14, in her forties; in years unless a unit is given."""

    age: int | None
    is_decade: bool = False
    unit: str = "Y"


class Duration(msgspec.Struct, frozen=True):
    """A length of time: amounts of units, None for an unknown amount."""

    amounts: tuple[tuple[float | None, str], ...]


class Reference(msgspec.Struct, frozen=True):
    """A time that is not on the calendar: PAST_REF, or a literal value."""

    value: str


class Repetition(msgspec.Struct, frozen=True):
    """A recurring time: its period, or the point at which it recurs."""

    period: Duration | Point | Reference
    freq: str = ""
    quant: str = ""


Meaning = (
    Point
    | NumericDate
    | Shift
    | Neighbour
    | SameUnit
    | EventDay
    | Life
    | Duration
    | Repetition
    | Reference
)


class TimeExpression(msgspec.Struct, frozen=True):
    """A time expression in a text: offsets, type and meaning.

    Attributes:
        start, end: Offsets.
        first, last: Its first token, and the token after its last one, in the shape of the text.
        type: DATE, TIME, DURATION or SET.
        meaning: Its meaning before resolution.
        pattern: The name of the pattern that found it.
        category: age, vague …; see `Pattern`.
        mod: TIMEX3's modifier: START, APPROX …
    """

    start: int
    end: int
    first: int
    last: int
    type: str
    meaning: Meaning
    pattern: str
    category: str = ""
    mod: str = ""


class Timex(msgspec.Struct, frozen=True):
    """A time expression with its TIMEX3 value."""

    expression: TimeExpression
    value: str
    point: Point | None = None

    @property
    def freq(self) -> str:
        meaning = self.expression.meaning
        return meaning.freq if isinstance(meaning, Repetition) else ""

    @property
    def quant(self) -> str:
        meaning = self.expression.meaning
        return meaning.quant if isinstance(meaning, Repetition) else ""


def format_point(point: Point) -> str:
    """Format a point in TIMEX3 notation: 2008-03-14, 2008-W12, 2008-SP, 2008-03-14T22:00."""
    date = _format_date(point, to_day=point.has_time)
    return date + _format_time(point)


def _format_date(point: Point, *, to_day: bool) -> str:
    if point.century is not None:
        return f"{point.century:02d}"
    if point.decade is not None:
        return f"{point.decade:03d}"
    year = "XXXX" if point.year is None else f"{point.year:04d}"
    if point.week is not None or (point.weekday is not None and point.day is None):
        return year + _format_week(point)
    if point.month is None and not to_day:
        return year + _format_part_of_year(point)
    month = "XX" if point.month is None else f"{point.month:02d}"
    if point.day is None and not to_day:
        return f"{year}-{month}"
    return f"{year}-{month}-" + ("XX" if point.day is None else f"{point.day:02d}")


def _format_week(point: Point) -> str:
    week = "WXX" if point.week is None else f"W{point.week:02d}"
    if point.weekend:
        return f"-{week}-WE"
    return f"-{week}" + ("" if point.weekday is None else f"-{point.weekday}")


def _format_part_of_year(point: Point) -> str:
    if point.quarter:
        return f"-Q{point.quarter}"
    if point.half:
        return f"-H{point.half}"
    return f"-{point.season}" if point.season else ""


def _format_time(point: Point) -> str:
    if point.hour is None:
        return f"T{point.part}" if point.part else ""
    minute = "" if point.minute is None else f":{point.minute:02d}"
    second = "" if point.second is None else f":{point.second:02d}"
    return f"T{point.hour:02d}{minute or ':00'}{second}{point.zone}"


def format_duration(duration: Duration) -> str:
    """Format a duration in TIMEX3 notation: P3W, PT30M, P2Y6M, PXD."""
    days, hours = "", ""
    for amount, unit in duration.amounts:
        factor, base = COMPOUND_UNITS.get(unit, (1, unit))
        if unit == "TH" and amount is not None and amount % 1 and amount * 60 % 1 == 0:
            factor, base = 60, "TM"
        count = UNKNOWN if amount is None else f"{amount * factor:g}"
        if base.startswith("T"):
            hours += count + base[1:]
        else:
            days += count + base
    return "P" + days + (f"T{hours}" if hours else "")


def format_repetition(repetition: Repetition) -> str:
    """Format the value of a repetition: the period, or the point at which it recurs."""
    if isinstance(repetition.period, Reference):
        return repetition.period.value
    if isinstance(repetition.period, Duration):
        return format_duration(repetition.period)
    return format_point(repetition.period)
