"""Decide which month names are dates: May and March may be words, June and April people."""

from __future__ import annotations

import re
from functools import lru_cache

from goldsmith.privacy.lexicon import MIN_TYPO_LENGTH, is_one_typo_apart
from goldsmith.privacy.surrogates.date_shift import MONTHS

_ANY = re.IGNORECASE
#: Abbreviations that are never words, whatever their case.
_CLEAR_ABBREVIATIONS = ("feb", "apr", "aug", "sept", "oct", "nov")
AMBIGUOUS_MONTHS = ("may", "march", "mar", "dec", "sun", "sat", "jan", "august")
_BEFORE_MONTH = re.compile(
    r"\b(?:in|since|until|till|from|by|of|last|next|early|late|mid|during|before|after|this|around"
    r"|between|and|to|end of|through)[ -]$",
    _ANY,
)
#: Words before a month in lower case; "and may" and "this may" are not dates.
_BEFORE_WORD = re.compile(r"\b(?:in|since|until|till|last|next|early|late|mid|during)[ -]$", _ANY)
_BEFORE_DAY = re.compile(
    r"(?:\b(?:on|since|until|till|from|by|dated?|last|the|seen|of|admitted|due|is|was|starting"
    r"|before|after|through|thru)[ :]|\d[ ]|(?:^|\n)[ ]*)$",
    _ANY,
)
_MONTH_NAMES = ("april", "may", "june", "august")
_NAME_AFTER = re.compile(r"[ ][A-Z][a-z]")
#: The context of an ambiguous month next to an event: "MRI (May)", "CT June:".
_NEXT_TO_EVENT = re.compile(r"(?:[(,][ ]?|[^\W\d_][ )]|[-•*][ ])$")
_CLOSED = re.compile(r"[ ]?(?:[:)]|[.;]?[ ]*(?:\n|$))")
_STOPPED = re.compile(r"[.;,](?:\s|$)")
_PERSON = re.compile(
    r"\b(?:wife|husband|son|daughter|mother|father|sister|brother|partner|niece|nephew|friend|carer"
    r"|neighbour|mum|dad|aunt|uncle|cousin|nurse|mrs?|ms|miss|dr|sr|with|by|told|saw|seen|per|for"
    r"|asked|thanks?|dear|hi|love|regards|wishes|and|called|name|signed|kin)\W{1,3}$",
    _ANY,
)
#: The letter comes first, because a search skips to it; no other letter or digit is before it.
_MISSPELT = re.compile(r"[JFASOND](?<![^\W_].)[a-z]{5,8}(?![^\W_])")
_SHORT = 4
_CONTEXT = 16


def correct_months(text: str) -> str:
    """Correct misspelt months of the right length, so that offsets stay the same."""
    if all(_correct_month(word) == word for word in _MISSPELT.findall(text)):
        return text
    return _MISSPELT.sub(lambda match: _correct_month(match.group()), text)


@lru_cache(10_000)
def _correct_month(word: str) -> str:
    """Return the month of the same length that is one typo away, otherwise the word itself."""
    for month in MONTHS:
        same_length = len(word) == len(month) >= MIN_TYPO_LENGTH
        if same_length and is_one_typo_apart(word.casefold(), month.casefold()):
            return month
    return word


def has_month_context(text: str, start: int) -> bool:
    """Return whether a word before an offset shows that a month follows."""
    return bool(_BEFORE_MONTH.search(text, max(0, start - _CONTEXT), start))


def may_be_month(name: str, text: str, start: int) -> bool:
    """Return whether a month without a day may be a date; abbreviations need a word before them."""
    if has_month_context(text, start):
        return True
    is_abbreviation = len(name) <= _SHORT and name.casefold() not in ("may", "june", "july")
    if is_abbreviation and (name.istitle() or name.casefold() in _CLEAR_ABBREVIATIONS):
        return name.istitle() or name.casefold() not in AMBIGUOUS_MONTHS
    return not is_abbreviation and (name[0].isupper() or name.casefold() not in AMBIGUOUS_MONTHS)


def is_clear_month(wording: str, text: str, start: int, end: int) -> bool:
    """Return whether a month, alone or with a day, is a date and not a word or a person."""
    if any(char.isdigit() for char in wording):
        return _is_clear_day(wording, text, start)
    is_verb = wording in ("MAY", "MARCH")
    if wording.islower() or is_verb:
        context = _BEFORE_WORD.search(text, max(0, start - _CONTEXT), start)
        return bool(context) or wording.casefold() not in (*AMBIGUOUS_MONTHS, *_MONTH_NAMES)
    return _is_clear_name(wording, text, start, end) or _is_next_to_event(wording, text, start, end)


def _is_clear_day(wording: str, text: str, start: int) -> bool:
    """Return whether "3 may" or "dec 2" is a date; in lower case it may be a word."""
    months = re.findall(r"[^\W\d_]{3,}", wording)
    if not any(month.islower() and month in AMBIGUOUS_MONTHS for month in months):
        return True
    if re.search(r"\d{4}|['’]\d\d|\d(?:st|nd|rd|th)\b", wording):
        return True
    return bool(_BEFORE_DAY.search(text, max(0, start - _CONTEXT), start)) and not re.match(
        r"\d+[ ]", wording
    )


def _is_clear_name(name: str, text: str, start: int, end: int) -> bool:
    if name.casefold() in _MONTH_NAMES and _NAME_AFTER.match(text, end):
        return False
    if name.isupper() and len(name) <= _SHORT and not _is_upper_line(text, start):
        return False  # "after APR": after an operation
    is_certain = len(name) > _SHORT or name.casefold() == "july"
    return has_month_context(text, start) or (
        is_certain and name.casefold() not in (*AMBIGUOUS_MONTHS, "june")
    )


def _is_upper_line(text: str, offset: int) -> bool:
    """Return whether the line at an offset is all in upper case."""
    return text[text.rfind("\n", 0, offset) + 1 :].split("\n", 1)[0].isupper()


def _is_next_to_event(name: str, text: str, start: int, end: int) -> bool:
    """Return whether March, May, June or August is next to an event of that month."""
    before = text[max(0, start - _CONTEXT) : start]
    if name not in MONTHS or not _NEXT_TO_EVENT.search(before) or _PERSON.search(before):
        return False
    # March and August are rare as names; April, May and June need more context.
    is_certain = before.endswith(", ") or name not in ("April", "May", "June")
    return bool(_CLOSED.match(text, end)) or (is_certain and bool(_STOPPED.match(text, end)))
