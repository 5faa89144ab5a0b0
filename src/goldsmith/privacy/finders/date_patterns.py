"""Patterns of dates in notes; the groups of a pattern are the fields of the date."""

from __future__ import annotations

import re
from typing import Final

import msgspec

#: The forms of dates; an identifier names its form in `rule`.
FULL: Final = "full date"
BIRTH: Final = "date of birth"
NAMED_DAY: Final = "day and month name"
NAMED_MONTH_YEAR: Final = "month name and year"
NAMED_MONTH: Final = "month name"
MONTH_DAY: Final = "month/day"
#: 5/7 and 3/12, which may be days and months of a duration; 4/5 and 6/10, which may be scores.
DURATION: Final = "month/day or duration"
SCORE: Final = "month/day or score"
#: 11-3, which may be a range, and 14.2, which may be a decimal number.
HYPHENED: Final = "month-day or range"
DOTTED: Final = "day.month or decimal number"
VALUE: Final = "month/day or value"
SECTION: Final = "full date or section number"
MONTH_YEAR: Final = "month/year"
YEAR: Final = "bare year"
SHORT_YEAR: Final = "short year"
#: 09 in "BCC nose 09", which may be any number.
LOOSE_YEAR: Final = "short year or number"
SEASON: Final = "season and year"
ROMAN: Final = "Roman month"
CELL_YEAR: Final = "short year in a table"
SIX_DIGITS: Final = "six digits"
DAY_OF_MONTH: Final = "day of the month"
RANGE: Final = "range of days"
WEEKDAY: Final = "weekday"
HOLIDAY: Final = "holiday"
FORMS: Final = (
    FULL,
    BIRTH,
    NAMED_DAY,
    NAMED_MONTH_YEAR,
    NAMED_MONTH,
    MONTH_DAY,
    DURATION,
    SCORE,
    HYPHENED,
    DOTTED,
    MONTH_YEAR,
    YEAR,
    SHORT_YEAR,
    CELL_YEAR,
    LOOSE_YEAR,
    SEASON,
    ROMAN,
    SIX_DIGITS,
    DAY_OF_MONTH,
    RANGE,
    WEEKDAY,
    HOLIDAY,
)


class DatePattern(msgspec.Struct, frozen=True):
    """A pattern and the form of the dates that it matches."""

    form: str
    regex: re.Pattern[str]
    day_first: bool = False


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


MONTH = (
    r"(?P<month>January|February|March|April|May|June|July|August|September|October|November"
    r"|December|Febuary|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)(?![^\W\d_])"
    r"(?:\.(?=[ ,]*['’]?\d))?"
)
DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
SUFFIX = r"(?P<suffix>st|nd|rd|th)?"
YEAR4 = r"(?P<year>(?:19|20)\d\d)"
#: Text that marks the number before it as a quantity, not a day or a year.
UNIT = (
    r"(?!\d|[.:]\d|[ ]?%|[ ]?[-/]?(?:mm|mmhg|cm|mg|mcg|gm?|kg|mls?|cc|dl|l|lit(?:re|er)s?|units?|iu"
    r"|meq|mmol|ng|pg|kcal|cal|cells|micrograms?|lbs?|pounds|feet|ft|inch(?:es)?|steps|hours?|hrs?"
    r"|h|am|pm|mins?|minutes|secs?|seconds|days?|d|weeks?|wks?|months?|mos?|years?|yrs?|y/?o|bpm"
    r"|beats|breaths|x|times|k|drops|gtts?|puffs|tabs?|tablets?|caps|doses?|pack)\b)"
)
_SHORT = rf"['’]\d\d|\d\d(?![-\d/'’]|\w){UNIT}"
#: No digit, slash or decimal point before a number, and no single letter, as in L4/5 or x3/4.
_FREE = r"(?<![\d/])(?<!\d[.:+–-])(?<!(?<!/)\b[A-Za-z])"
_END = r"(?![\d/%]|[.:]\d)"

NAMES = (
    DatePattern(
        NAMED_DAY,
        _compile(
            rf"(?<![\d/:])(?<!\d\.){DAY}{SUFFIX}(?:[ ]of)?(?:[ \t]?[.,]?[ \t\n]?|[-/]){MONTH}"
            rf"(?:,?[ \t\n/-]?[ ]?(?P<year>(?:19|20)\d\d|{_SHORT}))?(?!\d)"
        ),
        day_first=True,
    ),
    DatePattern(
        NAMED_DAY,
        _compile(
            rf"(?<![^\W_]){MONTH}[ \t]?[-/]?(?:the[ ])?{DAY}{SUFFIX}(?![\d/:.]\d|\d|['’]s)"
            rf"(?:(?:,[ ]?|[ ]|[-/]){YEAR4}\b|,?[ ]?(?P<year2>['’]\d\d)\b|,[ ]?(?P<year3>\d\d)\b"
            rf"{UNIT})?{UNIT}"
        ),
    ),
    DatePattern(
        NAMED_MONTH_YEAR,
        _compile(
            rf"(?<![^\W_]){MONTH}(?:(?:,|[ ]of)?[ \t\n/-]?{YEAR4}\b|[ /-]?(?P<year2>['’]\d\d)\b"
            rf"|[ /-](?P<year3>3[2-9]|[4-9]\d|0\d)(?![-\d/]|\w|['’]s){UNIT})"
        ),
    ),
)
NUMERIC = re.compile(
    rf"{_FREE}(?P<first>\d{{1,2}})(?P<sep>[ ]?/[ ]?|[.-])(?P<second>\d{{1,2}})(?P=sep)"
    r"(?P<year>(?:19|20)\d\d|['’]?\d\d)(?![\d/%]|\.\d|-(?!\d{4}(?!\d))\d)"
)
ISO = re.compile(
    rf"(?<![\d-]){YEAR4}(?P<sep>[-/.])(?P<number_month>0?[1-9]|1[0-2])(?P=sep)"
    r"(?P<number_day>0[1-9]|[12]\d|3[01]|[1-9])(?!\d)"
)
COMPACT = re.compile(
    rf"(?<![\w.,-]){YEAR4}(?P<number_month>0[1-9]|1[0-2])(?P<number_day>0[1-9]|[12]\d|3[01])"
    r"(?![\w-])"
)
PAIR = re.compile(
    rf"{_FREE}(?P<first>\d{{1,2}})(?P<sep>[/-])(?P<second>\d{{1,2}}){_END}(?![-–]\d|['’]s)"
    r"(?!(?!(?:at|to|for|and|by|in|on)\b)\w)"
)
DOTTED_PAIR = _compile(
    rf"{_FREE}(?<![.,-])(?P<first>\d{{1,2}})\.(?P<second>\d{{1,2}})(?![\d/%]|[.,:–-]\d|\w){UNIT}"
)
SIX = re.compile(r"(?<![\w.,/-])(?P<first>\d\d)(?P<second>\d\d)(?P<year>\d\d)(?![\w/-]|[.,]\d)")
NUMERIC_MONTH = re.compile(rf"(?<![\d/.])(?P<number_month>0?[1-9]|1[0-2])[/-]{YEAR4}(?![\d/])")
#: A second number that cannot be a day is a year: 8/88, 8/'88, 8/03; but 6/52 is six weeks.
SHORT_MONTH = _compile(
    rf"{_FREE}(?P<number_month>0?[1-9]|1[0-2])/(?P<year>['’]\d\d|3[2-9]|4[1-9]|5[013-9]|[6-9]\d"
    rf"|0\d){_END}(?!['’]s|\w|-\d){UNIT}"
)
#: "By the 21st", "Tues 18th", but not "the 2nd week".
DAY_ALONE = _compile(
    rf"(?<![\w/.-]){DAY}(?P<suffix>st|nd|rd|th)(?=[ ]?(?:[.,;:)\n]|$)"
    r"|[ ](?:at|for|by|with|[ap]m|in|after|before|but|when|as|if|per|she|he|pt|then|and|or|to|from"
    r"|until|till|which|so|because|we|I|is|was|w|w/|due|re|via|on|onwards|post|since)\b)"
)
MONTH_ALONE = _compile(rf"(?<![^\W_]){MONTH}(?![ ]?\d|['’]\d)")
_YEAR_FREE = r"(?<![\w/.,:#£$-])"
YEAR_RANGE = re.compile(
    rf"{_YEAR_FREE}(?P<year>(?:19|20)\d\d)[ ]?[-–/&][ ]?(?P<year2>(?:19|20)\d\d|['’]?\d\d)"
    rf"(?![\w/,-]*\d|\w|-\w){UNIT}"
)
YEAR_ALONE = _compile(rf"{_YEAR_FREE}{YEAR4}(?![\w/,-]*\d|\w|-\w){UNIT}")
YEAR_APOSTROPHE = re.compile(r"(?<![\w'’])(?P<year>['’]\d\d)(?![\w'’]|[.,/]\d)")
_EVENT = (
    r"(?:n?st?emi|i?mi|ami|cabg|cva|tia|avr|mvr|ptca|pci|stents?|cath|tah(?:[/ -]?bso)?|bso|aaa"
    r"|turp"
    r"|chole|appy|\w+(?:ectomy|plasty|[ot]omy|ostomy)|surgery|bypass|repair|replacement|resection"
    r"|radiation|xrt|chemo|dx(?:['’]?d)?|diagnosed|hx|thr|tkr|orif|fx|fracture|dvt|cancer"
    r"|transplant|quit|litho(?:tripsy)?|amputation|bka|graft|biopsy|bx|arrest|stroke|infarct"
    r"|pneumonia|hernia)"
)
#: Text before the year in "CABG 81", "MI x2 in 88" and "since 79".
BEFORE_YEAR = _compile(
    rf"\b(?:(?P<event>{_EVENT})(?:[ ]?x[ ]?\d)?"
    r"(?:[ ](?!(?:at|age|aged|was|is|of|for|to|with|in)\b)(?P<site>[a-z]+))?"
    r"[ ]?[,(-]?[ ]?(?:in[ ]|of[ ])?|(?P<word>\b[a-z]+)?[ ]?\b(?:in|since)[ ])$"
)
YEAR_OF_EVENT = _compile(
    rf"(?<=[ (,-])(?P<year>[4-9]\d|0\d)(?![\w/%'’-]|[.:]\d|[ ]?[x/-][ ]?\d){UNIT}"
)
#: Two digits after a word, a bracket or another such number: "TURBT 07, 09", "AF (03)".
YEAR_AFTER_WORD = _compile(
    r"(?:(?<=[a-z)][ ])|(?<=\()|(?<=[a-z;],[ ])|(?<=\d\d[,;][ ])|(?<=\d\d,))"
    r"(?P<year>[4-9]\d|[012]\d)"
    rf"(?![\w/%'’:+-]|[.,]\d|[ ]?[x/–-][ ]?\d){UNIT}"
)
#: Two years in a row that cannot be a month and a day: 99/00, 67-68.
SHORT_YEARS = re.compile(r"(?<![\w/.:-])(?P<year>[4-9]\d)[/–-](?P<year2>\d\d)(?![\w/%-]|[.:]\d)")
SEASON_BEFORE = _compile(r"(?<![^\W_])(?:spring|summer|autumn|fall|winter)(?:[ ]of)?[ ]$")
SEASON_YEAR = _compile(
    r"(?P<season>spring|summer|autumn|fall|winter)(?:[ ]of)?[ ](?P<year>(?:19|20)\d\d|['’]\d\d)"
)
_ROMAN = r"(?P<roman>i{1,3}|i?v|vi{1,3}|i?x|xi{1,2})"
ROMAN_DAY = _compile(
    rf"(?<![\w.]){DAY}(?P<sep>[./-]){_ROMAN}(?:(?P=sep)(?P<year>(?:19|20)?\d\d))?(?!\w|[./-]\d)"
)
ROMAN_YEAR = re.compile(
    r"(?=[IVX]{1,4}[/-]\d\d)(?<![\w./-])(?P<roman>I{1,3}|I?V|VI{1,3}|I?X|XI{1,2})[/-]"
    r"(?P<year>(?:19|20)?\d\d)(?![\w/%])"
)
#: A year that fills a cell of a table, between wide gaps, bars or the ends of the line.
YEAR_IN_CELL = re.compile(
    r"(?:(?<=[ ][ ])|(?<=[\t|\n])|(?<=[|][ ]))(?P<year>[4-9]\d|0\d)(?=[ ]{2}|[ ]?[|\t\n]|$)"
)
MORE_YEARS = _compile(
    rf"[ ]?(?:,|&|and|/)[ ]?(?P<year>['’]?[4-9]\d|['’]?0\d)(?![\w/%'’-]|[.:]\d){UNIT}"
)

_WEEKDAY_NAME = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_WEEKDAY = rf"(?P<weekday>{_WEEKDAY_NAME}|Mon|Tues?|Weds?|Thurs?|Thu|Fri|Sat|Sun)"
WEEKDAY_ALONE = _compile(rf"(?<![^\W_]){_WEEKDAY_NAME}(?![^\W_])")
#: A weekday next to a date: "Tues 8/14", "Friday, the 3rd", "8/14 (Tues)".
WEEKDAY_BEFORE = _compile(rf"(?<![^\W_]){_WEEKDAY}(?P<gap>\.?,?[ ](?:the[ ])?)$")
WEEKDAY_AFTER = _compile(rf"(?P<gap>[ ,]?[ (]){_WEEKDAY}(?![^\W_])")
BIRTH_CONTEXT = _compile(r"\b(?:d\.?o\.?b\.?|date of birth|born(?: on| in)?|birth ?date)[: \t(-]*$")
TIME = _compile(r"[ ,](?:at[ ])?[012]?\d[:.][0-5]\d\b|[ ][012]\d[0-5]\d(?:hrs?|h)?\b")
