"""Which months and which pairs of numbers are dates: May, March and 3/52 may not be."""

from __future__ import annotations

import re
from functools import lru_cache

from goldsmith.privacy.lexicon import TYPO_LENGTH, one_typo
from goldsmith.privacy.shifting import MONTHS

_ANY = re.IGNORECASE
WORDS_TOO = ("may", "march", "mar", "dec", "sun", "sat", "jan", "august")
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
_NAMES_TOO = ("april", "may", "june", "august")
_NAME_AFTER = re.compile(r"[ ][A-Z][a-z]")
#: Where a month that is a word or a name too stands beside what happened: "MRI (May)", "CT June:".
_BESIDE = re.compile(r"(?:[(,][ ]?|[^\W\d_][ )]|[-•*][ ])$")
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


def spelt(text: str) -> str:
    """The text with misspelt months put right where the letters are as many: offsets stay."""
    return _MISSPELT.sub(lambda match: _spelt(match.group()), text)


@lru_cache(10_000)
def _spelt(word: str) -> str:
    """The month that a word of the same length is one typo away from, or the word."""
    for month in MONTHS:
        same = len(word) == len(month) >= TYPO_LENGTH
        if same and one_typo(word.casefold(), month.casefold()):
            return month
    return word


def is_month(match: re.Match[str], text: str) -> bool:
    """Whether a month stands alone; May, March and April may be words or people."""
    name = match["month"]
    before = _MONTH_CONTEXT.search(text, max(0, match.start() - 12), match.start())
    if not name[0].isupper() or (
        name.casefold() in _NAMES_TOO and _NAME_AFTER.match(text, match.end())
    ):
        return False
    if name.isupper() and len(name) <= _SHORT and not _shouted(text, match.start()):
        return False  # "after APR" is after an operation
    sure = len(name) > _SHORT or name == "July"
    return bool(before) or (sure and name.casefold() not in (*WORDS_TOO, "june"))


def _shouted(text: str, at: int) -> bool:
    """Whether the whole line is in capitals."""
    return text[text.rfind("\n", 0, at) + 1 :].split("\n", 1)[0].isupper()


def is_beside(match: re.Match[str], text: str) -> bool:
    """Whether March, May, June or August alone stands beside what happened then."""
    name, start, end = match["month"], match.start(), match.end()
    before = text[max(0, start - 16) : start]
    if name not in MONTHS or not _BESIDE.search(before) or _PERSON.search(before):
        return False
    # Hardly anybody is called March or August; May and June need more to be no people.
    sure = before.endswith(", ") or name not in ("April", "May", "June")
    return bool(_CLOSED.match(text, end)) or (sure and bool(_STOPPED.match(text, end)))


def is_day_month(match: re.Match[str], text: str) -> bool:
    """Whether 12/03 is a date; 3/52 is three weeks, 8/8 a score, 104/58 a blood pressure."""
    before = text[max(0, match.start() - 16) : match.start()]
    if _ON.search(before) and not before.endswith("of "):
        return True
    placed = _WHEN.search(before) or _MORE.match(text, match.end())
    if int(match["second"]) in _DURATIONS:
        # 18/12 is a year and a half, unless it begins a line or has a colon behind it.
        begins = not before or before.endswith("\n") or text[match.end() : match.end() + 1] == ":"
        return begins and int(match["first"]) > 12
    if _UNTIL.search(before) or re.fullmatch(r"(?:1[3-9]|2\d|3[01])/0\d", match.group()):
        return True
    if not placed:
        return False
    return len(match["first"]) == len(match["second"]) == 2
