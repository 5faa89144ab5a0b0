"""Decide which months and number pairs are dates: May, March and 3/52 may not be."""

from __future__ import annotations

import re
from functools import lru_cache

from goldsmith.privacy.lexicon import MIN_TYPO_LENGTH, is_one_typo_apart
from goldsmith.privacy.surrogates.date_shift import MONTHS

_ANY = re.IGNORECASE
AMBIGUOUS_MONTHS = ("may", "march", "mar", "dec", "sun", "sat", "jan", "august")
_ON = re.compile(r"\b(?:on|dated|of)[ ](?:the[ ])?$", _ANY)
_WHEN = re.compile(
    r"(?:^|\n[ \t]*(?:[-•*][ ]?)?|\b(?:on|until|till|from|since|by|dated|date|seen|admitted"
    r"|discharged|before|after|due|starting|started|ending|finish(?:es|ed)?|clinic|to"
    r"|\d\d/\d\d[ ]?(?:,|and|&|-))[ ]?|:[ ])$",
    _ANY,
)
_UNTIL = re.compile(r"\b(?:until|till|since|by|dated|signed|due)[ ]$", _ANY)
_MORE = re.compile(r"[ ]?(?:,|and|&)[ ]?\d\d/\d\d(?![\d/])")
_MONTH_CONTEXT = re.compile(
    r"\b(?:in|since|until|till|from|by|of|last|next|early|late|mid|during|before|after|this|around"
    r"|between|and|to|end of|through)[ -]$",
    _ANY,
)
_MONTH_NAMES = ("april", "may", "june", "august")
_NAME_AFTER = re.compile(r"[ ][A-Z][a-z]")
#: The context of an ambiguous month next to an event: "MRI (May)", "CT June:".
_BESIDE_EVENT = re.compile(r"(?:[(,][ ]?|[^\W\d_][ )]|[-•*][ ])$")
_CLOSED = re.compile(r"[ ]?(?:[:)]|[.;]?[ ]*(?:\n|$))")
_STOPPED = re.compile(r"[.;,](?:\s|$)")
_PERSON = re.compile(
    r"\b(?:wife|husband|son|daughter|mother|father|sister|brother|partner|niece|nephew|friend|carer"
    r"|neighbour|mum|dad|aunt|uncle|cousin|nurse|mrs?|ms|miss|dr|sr|with|by|told|saw|seen|per|for"
    r"|asked|thanks?|dear|hi|love|regards|wishes|and|called|name|signed|kin)\W{1,3}$",
    _ANY,
)
_MISSPELT = re.compile(r"(?<![^\W_])[JFASOND][a-z]{5,8}(?![^\W_])")
_SHORT = 4
_DURATIONS = (7, 12, 52)


def correct_months(text: str) -> str:
    """Correct misspelt months of the right length, so that offsets stay the same."""
    return _MISSPELT.sub(lambda match: _correct_month(match.group()), text)


@lru_cache(10_000)
def _correct_month(word: str) -> str:
    """Return the month of the same length that is one typo away, or else the word."""
    for month in MONTHS:
        same_length = len(word) == len(month) >= MIN_TYPO_LENGTH
        if same_length and is_one_typo_apart(word.casefold(), month.casefold()):
            return month
    return word


def is_month(match: re.Match[str], text: str) -> bool:
    """Return whether a month without a day is a date; May and April may be words or people."""
    name = match["month"]
    before = _MONTH_CONTEXT.search(text, max(0, match.start() - 12), match.start())
    if not name[0].isupper() or (
        name.casefold() in _MONTH_NAMES and _NAME_AFTER.match(text, match.end())
    ):
        return False
    if name.isupper() and len(name) <= _SHORT and not _is_upper_line(text, match.start()):
        return False  # "after APR": after an operation
    is_certain = len(name) > _SHORT or name == "July"
    return bool(before) or (is_certain and name.casefold() not in (*AMBIGUOUS_MONTHS, "june"))


def _is_upper_line(text: str, offset: int) -> bool:
    """Return whether the line at an offset is all in upper case."""
    return text[text.rfind("\n", 0, offset) + 1 :].split("\n", 1)[0].isupper()


def is_month_of_event(match: re.Match[str], text: str) -> bool:
    """Return whether March, May, June or August is next to an event of that month."""
    name, start, end = match["month"], match.start(), match.end()
    before = text[max(0, start - 16) : start]
    if name not in MONTHS or not _BESIDE_EVENT.search(before) or _PERSON.search(before):
        return False
    # Hardly anybody is called March or August; April, May and June need more context.
    is_certain = before.endswith(", ") or name not in ("April", "May", "June")
    return bool(_CLOSED.match(text, end)) or (is_certain and bool(_STOPPED.match(text, end)))


def is_day_month(match: re.Match[str], text: str) -> bool:
    """Return whether 12/03 is a date; 3/52 is three weeks, 8/8 a score, 104/58 a pressure."""
    before = text[max(0, match.start() - 16) : match.start()]
    if _ON.search(before) and not before.endswith("of "):
        return True
    has_context = _WHEN.search(before) or _MORE.match(text, match.end())
    if int(match["second"]) in _DURATIONS:
        # 18/12 is a year and a half, unless it starts a line or a colon follows.
        is_heading = (
            not before or before.endswith("\n") or text[match.end() : match.end() + 1] == ":"
        )
        return is_heading and int(match["first"]) > 12
    if _UNTIL.search(before) or re.fullmatch(r"(?:1[3-9]|2\d|3[01])/0\d", match.group()):
        return True
    if not has_context:
        return False
    return len(match["first"]) == len(match["second"]) == 2
