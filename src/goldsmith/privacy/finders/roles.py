"""Find names by a role: relatives, staff, and people mentioned as "seen by R Quill"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.privacy import words
from goldsmith.privacy.finders.eponyms import is_eponym
from goldsmith.privacy.finders.name_runs import Token, make_identifiers, read_name
from goldsmith.privacy.identifiers import FIRST, Identifier
from goldsmith.privacy.people import CAPITAL, INITIAL

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


def find_names_by_role(text: str) -> Iterator[Identifier]:
    """Find the names next to a role or relation."""
    yield from _find_staff(text)
    yield from _find_relatives(text)
    yield from _find_mentioned(text)


def _find_staff(text: str) -> Iterator[Identifier]:
    for match in _STAFF.finditer(text):
        group = "before" if match["before"] else "behind"
        tokens = read_name(text, match.start(group), limit=2, letters=True)
        is_upper = tokens and tokens[0].text.isupper() and not tokens[0].initial
        if tokens and tokens[-1].end >= match.end(group) and not is_upper:
            yield from make_identifiers(tokens, "staff", 31, only=get_single_form(tokens))
    for match in _OF.finditer(text):
        tokens = read_name(text, match.end())
        if len(tokens) > 1 and not is_eponym_token(text, tokens[0]):
            yield from make_identifiers(tokens, "relative", 30)


def _find_relatives(text: str) -> Iterator[Identifier]:
    for match in _RELATION.finditer(text):
        tokens = read_name(text, match.end(), limit=2)
        is_no_name = not tokens or tokens[0].initial or tokens[0].text.isupper()
        if is_no_name or is_eponym_token(text, tokens[0]):
            continue
        who = match["who"].casefold()
        sex = "f" if who in _FEMALE else "m" if who in _MALE else ""
        only = FIRST if len(tokens) == 1 else ""
        yield from make_identifiers(tokens, "relative", 30, sex=sex, only=only)


def _find_mentioned(text: str) -> Iterator[Identifier]:
    """Find names with an initial after "by", "with" or "D/w": "seen by R Quill"."""
    for match in _BY.finditer(text):
        tokens = read_name(text, match.end(), limit=1)
        if len(tokens) > 1 and len(tokens[0].text) < 3 and _is_capitalised(tokens[-1].text):
            yield from make_identifiers(tokens, "mentioned", 32)


def _is_capitalised(word: str) -> bool:
    return (
        len(word) > 2 and not word.isupper() and word.casefold() not in words.load_folded("heads")
    )


def get_single_form(tokens: list[Token]) -> str:
    """Return FIRST for a single first name, as in a letter signed "Joan"."""
    return FIRST if len(tokens) == 1 and words.guess_sex(tokens[0].text) else ""


def is_eponym_token(text: str, token: Token) -> bool:
    """Return whether a word is an eponym, as in "Mother: Hodgkin's"."""
    if token.text.casefold() in words.load_folded("eponyms") and not words.guess_sex(token.text):
        return True
    return is_eponym(text, token.start, token.end)
