"""Patterns of dates in notes; their groups are the fields of the date."""

from __future__ import annotations

import re

_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_SUFFIX = r"(?P<suffix>st|nd|rd|th)?"
_MONTH = (
    r"(?P<month>January|February|March|April|May|June|July|August|September|October|November"
    r"|December|Febuary|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b(?:\.(?=[ ,]*\d))?"
)
_WEEKDAY = (
    r"(?:(?P<weekday>Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
    r"|Mon|Tues?|Wed|Thurs?|Thu|Fri|Sat|Sun)\.?,?[ ](?:the[ ])?)?"
)
_YEAR4 = r"(?P<year>(?:19|20)\d\d)"
_UNIT = (
    r"(?![\d]|[.:]\d|[ ]?(?i:mm|cm|mg|mcg|ml|mls|g|kg|units?|%|hours?|hrs?|am|pm|days?|weeks?"
    r"|months?|years?|x|times|l|litres?|kcal|cells|iu|mmol|micrograms?|lbs?"
    r"|pounds|feet|steps|ng|pg|cc|k|/)\b)"
)
_YEAR = rf"(?P<year>(?:19|20)\d\d|['’]\d\d|(?:[0-4]\d)(?![-\d/]){_UNIT})"
_IGNORE_CASE = re.IGNORECASE

DAY_MONTH_NAME = re.compile(
    rf"(?<![\d/.:]){_WEEKDAY}{_DAY}{_SUFFIX}(?:[ ]of)?[ \t]?[-/.,]?[ \t\n]?{_MONTH}"
    rf"(?:,?[ \t\n/-]?[ ]?{_YEAR})?(?!\d)",
    _IGNORE_CASE,
)
MONTH_NAME_DAY = re.compile(
    rf"\b{_WEEKDAY}{_MONTH}[ \t]{_DAY}{_SUFFIX}(?![\d/:.]\d|\d)(?:,?[ ]{_YEAR4}\b)?{_UNIT}",
    _IGNORE_CASE,
)
MONTH_NAME_YEAR = re.compile(
    rf"\b{_MONTH}(?:,|[ ]of)?[ \t\n/-]?{_YEAR4}\b"
    rf"|\b{_MONTH.replace('month', 'month2')}[ ]?(?P<year2>['’]\d\d)\b",
    _IGNORE_CASE,
)
ISO = re.compile(
    rf"(?<![\d-]){_YEAR4}(?P<sep>[-/.])(?P<number_month>0[1-9]|1[0-2])(?P=sep)"
    r"(?P<number_day>0[1-9]|[12]\d|3[01])(?!\d)"
)
NUMERIC = re.compile(
    r"(?<![\d/.,-])(?P<first>\d{1,2})(?P<sep>[/.-])(?P<second>\d{1,2})(?P=sep)"
    r"(?P<year>(?:19|20)\d\d|\d\d)(?![\d/]|[.-]\d)"
)
NUMERIC_MONTH = re.compile(r"(?<![\d/.])(?P<number_month>0?[1-9]|1[0-2])/" + _YEAR4 + r"(?![\d/])")
#: "In 8/94": a second number that is no day must be a year, but "in 6/52" is in six weeks.
SHORT_MONTH = re.compile(
    r"(?<=\bin[ ])(?P<number_month>0?[1-9]|1[0-2])/(?P<year>3[2-9]|4\d|5[013-9]|[6-9]\d)"
    r"(?![\d/%])",
    _IGNORE_CASE,
)
DAY_MONTH = re.compile(
    r"(?<![\d/.+-])(?P<first>\d{1,2})/(?P<second>\d{1,2})(?![\d/%]|[.]\d|[ ]?(?:mm|cm|mg|ml"
    r"|strength|power|nodes?|cores?|murmur|systolic|pain|L|lit(?:re|er)s?)\b)"
)
RANGE_START = re.compile(
    rf"(?<![\d/.]){_DAY}{_SUFFIX}(?=[ ]?(?:-|–|to|and|&|/)[ ]?(?P<to>\d{{1,2}})(?:st|nd|rd|th)?"
    rf"(?:[ ]of)?[ ]{_MONTH}(?:,?[ ]{_YEAR4})?)",
    _IGNORE_CASE,
)
MONTH_ALONE = re.compile(rf"\b{_MONTH}(?![ ]?\d|['’]\d)", _IGNORE_CASE)
YEAR_RANGE = re.compile(
    r"(?<![\w/.,:#£$-])(?:19|20)\d\d[-–](?:19|20)\d\d(?![\w/,-]*\d|\w|-\w)" + _UNIT
)
YEAR = re.compile(_YEAR4)
YEAR_ALONE = re.compile(rf"(?<![\w/.,:#£$-]){_YEAR4}(?![\w/,-]*\d|\w|-\w){_UNIT}")

YEAR_CONTEXT = re.compile(
    r"(?:\b(?:in|since|until|till|from|of|by|during|before|after|circa|year|about|around|late|early"
    r"|mid|to|and|between|approximately|last)[ ]|\("
    r"|[a-z]{4}[ ]|\b[DdHh]x[ ]|[a-z],[ ]|\b[A-Z]{2,5},[ ]|['’]?\d{4}[ ]?[-–&,][ ]?)$"
)
NOT_YEAR_CONTEXT = re.compile(
    r"\b(?:count|dose|room|box|code|number|no|level|platelets|ferritin|bleep|ext|at|"
    r"intake|output|pager|version|than|approximately|total|calories|for|was"
    r"|is|over|under|ref)\.?[ ]$",
    _IGNORE_CASE,
)
BIRTH_CONTEXT = re.compile(
    r"\b(?:d\.?o\.?b\.?|date of birth|born(?: on)?|birth ?date)[: \t(-]*$", _IGNORE_CASE
)
TIME = re.compile(r"[ ,](?:at[ ])?[012]?\d[:.][0-5]\d\b")
