"""Values of time expressions as ISO 8601 and TIMEX3 write them."""

from __future__ import annotations

import re
from typing import Final

_YEAR = r"(?:\d{4}|\d{3}X?|\d\dXX|\d\d|XXXX)"
_MONTH = r"(?:0[1-9]|1[0-2]|XX)"
_DAY = r"(?:0[1-9]|[12]\d|3[01]|XX)"
_WEEK = r"W(?:0[1-9]|[1-4]\d|5[0-3]|XX)(?:-(?:[1-7X]|WE))?"
_PART_OF_YEAR = r"(?:SP|SU|FA|WI|H[12X]|Q[1-4X])"
_DATE = rf"{_YEAR}(?:-(?:{_MONTH}(?:-{_DAY})?|{_WEEK}|{_PART_OF_YEAR}))?"
_ZONE = r"(?:Z|[+-]\d\d(?::?\d\d)?)?"
_CLOCK = rf"(?:[01]\d|2[0-4]|XX)(?::?(?:[0-5]\d|XX)(?::?(?:[0-5]\d|XX)(?:[.,]\d+)?)?)?{_ZONE}"
_TIME = rf"T(?:{_CLOCK}|MO|MI|AF|EV|NI|DT)"
_NUMBER = r"(?:\d+(?:[.,]\d+)?|X+)"
_CLOCK_UNITS = r"".join(rf"(?:{_NUMBER}{unit})?" for unit in "HMS")
_DURATION = (
    r"P(?=[\dXT])"
    + "".join(rf"(?:{_NUMBER}{unit})?" for unit in ("CE", "DE", "Y", "Q", "M", "WE", "W", "D"))
    + rf"(?:T(?=[\dX]){_CLOCK_UNITS})?"
)
_REFERENCE = "PAST_REF|PRESENT_REF|FUTURE_REF"
_VALUE: Final = re.compile(
    rf"(?:BC)?{_DATE}(?:{_TIME})?|{_TIME}|{_DURATION}|(?:R\d*/)?{_DURATION}|{_REFERENCE}"
)


def is_time_value(value: str) -> bool:
    """Return whether a value is a date, time, duration or reference as TIMEX3 writes it.

    Example:
        `is_time_value("2008-03-14")` and `is_time_value("P6M")` hold, `is_time_value("14/3/08")`
        does not.
    """
    return _VALUE.fullmatch(value) is not None
