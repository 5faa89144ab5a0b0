"""Names that a role gives away: relatives, staff, and whoever something was done by."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.privacy import words
from goldsmith.privacy.eponyms import is_eponym
from goldsmith.privacy.found import Found
from goldsmith.privacy.people import CAPITAL, INITIAL
from goldsmith.privacy.runs import FIRST, Token, finds, run

_RELATION = re.compile(
    r"\b(?P<who>[Ww]ife|[Hh]usband|[Ss]on|[Dd]aughter|[Mm]other|[Ff]ather|[Ss]ister|[Bb]rother"
    r"|[Pp]artner|[Nn]iece|[Nn]ephew|[Ff]riend|[Cc]arer|[Nn]eighbour|[Gg]randson|[Gg]randdaughter"
    r"|[Mm]um|[Dd]ad|[Aa]unt|[Uu]ncle|[Mm]idwife|[Cc]ousin|[Gg]randmother"
    r"|[Gg]randfather|[Bb]oyfriend|[Gg]irlfriend|[Ff]ianc[ée]e?|[Kk]eyworker)(?:-in-law)?"
    r"(?:,|[ ]\(|[ ]is called|[ ]called)?[ ]\(?(?=[A-Z][a-z])"
)
_GRADE = (
    r"(?:ST[1-8]|CT[1-3]|F[12]|FY[12]|SHO|SpR|StR|[Rr]eg|[Rr]egistrar|[Cc]ons|CNS|OT|[Pp]hysio|SALT"
    r"|[Dd]ietitian|HCA|SW|[Ss]ocial worker|[Mm]idwife|[Mm]atron|[Ss]taff [Nn]urse|[Dd]tr)"
)
#: "Sanjeev (ST5)", "OT (Fran)", "surg reg Oyelaran": staff without a title.
_STAFF = re.compile(
    rf"(?=(?<![\w-])(?P<before>(?:{INITIAL}[ ]?)?{CAPITAL}(?:[ ](?:{CAPITAL}|{INITIAL}))?)"
    rf"[ ]\({_GRADE}\))"
    rf"|(?<![\w-]){_GRADE}[ ]\(?(?P<behind>{CAPITAL})(?![\w-])"
)
_OF = re.compile(r"\b(?:parents?|guardians?|family|carers?|behalf|mother|father) of (?=[A-Z])")
_BY = re.compile(
    r"\b(?:by|with|from|to|under|per|[Dd]/w|[Ss]/b|told|saw|seen|via|colleagues?|and|or)[ ]"
    r"(?=[A-Z])"
)
_FEMALE = frozenset("wife daughter mother sister niece granddaughter mum aunt".split())
_MALE = frozenset("husband son father brother nephew grandson dad uncle".split())


def by_role(text: str) -> Iterator[Found]:
    """Every name that stands with what somebody is to the patient."""
    yield from _staff(text)
    yield from _relations(text)
    yield from _mentioned(text)


def _staff(text: str) -> Iterator[Found]:
    for match in _STAFF.finditer(text):
        group = "before" if match["before"] else "behind"
        tokens = run(text, match.start(group), limit=2, letters=True)
        shouted = tokens and tokens[0].text.isupper() and not tokens[0].initial
        if tokens and tokens[-1].end >= match.end(group) and not shouted:
            yield from finds(tokens, "staff", 31, only=lone(tokens))
    for match in _OF.finditer(text):
        tokens = run(text, match.end())
        if len(tokens) > 1 and not is_thing(text, tokens[0]):
            yield from finds(tokens, "relative", 30)


def _relations(text: str) -> Iterator[Found]:
    for match in _RELATION.finditer(text):
        tokens = run(text, match.end(), limit=2)
        shouted = not tokens or tokens[0].initial or tokens[0].text.isupper()
        if shouted or is_thing(text, tokens[0]):
            continue
        who = match["who"].casefold()
        sex = "f" if who in _FEMALE else "m" if who in _MALE else ""
        only = FIRST if len(tokens) == 1 else ""
        yield from finds(tokens, "relative", 30, sex=sex, only=only)


def _mentioned(text: str) -> Iterator[Found]:
    """Names with an initial behind "by", "with", "D/w": "seen by R Quill"."""
    for match in _BY.finditer(text):
        tokens = run(text, match.end(), limit=1)
        if len(tokens) > 1 and len(tokens[0].text) < 3 and _plain(tokens[-1].text):
            yield from finds(tokens, "mentioned", 32)


def _plain(word: str) -> bool:
    return len(word) > 2 and not word.isupper() and word.casefold() not in words.folded("heads")


def lone(tokens: list[Token]) -> str:
    """A letter signed "Joan" gives a first name."""
    return FIRST if len(tokens) == 1 and words.sex_of(tokens[0].text) else ""


def is_thing(text: str, token: Token) -> bool:
    """Whether a word is an eponym: "Mother: Hodgkin's"."""
    if token.text.casefold() in words.folded("eponyms") and not words.sex_of(token.text):
        return True
    return is_eponym(text, token.start, token.end)
