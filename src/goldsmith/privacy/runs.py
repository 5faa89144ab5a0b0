"""Runs of capitalised words and initials that make up somebody's name."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from goldsmith.privacy import words
from goldsmith.privacy.found import NAME, Found
from goldsmith.privacy.people import CAPITAL, INITIAL, LETTER, PARTICLES, UPPER, key

FIRST, SURNAME, LETTER_OF_FIRST, LETTER_OF_SURNAME = "first", "surname", "initial", "letter"

_INITIAL = re.compile(rf"({INITIAL})")
#: Two or three initials in one: "Dr RJ Quill".
_INITIALS = re.compile(rf"([{UPPER}]{{2,3}})(?=[ ][{UPPER}]{LETTER})")
_WORD = re.compile(rf"{PARTICLES}{{0,2}}({CAPITAL})(?:\.(?=[ ]?{LETTER}\.))?")
_PREFIXES = ("non-", "anti-", "pre-", "post-", "x-")
_GAP = re.compile(r"[ \t\xa0]{0,3}")


class Token(msgspec.Struct, frozen=True):
    """One word or initial of a name."""

    start: int
    end: int
    text: str
    initial: bool


def run(
    text: str,
    at: int,
    *,
    limit: int = 3,
    titled: bool = False,
    loose: bool = False,
    letters: bool = False,
) -> list[Token]:
    """The initials and names from a place on; none where the first word is an ordinary one."""
    tokens: list[Token] = []
    while sum(not token.initial for token in tokens) < limit:
        begin = _GAP.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing too
        if tokens and begin == at and text[at - 1] not in ".":
            break
        named = len(tokens) == 1 and bool(words.sex_of(tokens[0].text)) and loose
        token = _token(text, begin, first=titled and not tokens, named=named)
        if token is None:
            break
        tokens.append(token)
        at = token.end
    while tokens and tokens[-1].initial and len(tokens) > 1 and not letters:
        tokens.pop()  # "Dr Quill A ..." : a letter behind the surname begins something else
    return tokens


def _token(text: str, at: int, *, first: bool, named: bool = False) -> Token | None:
    initial = _INITIAL.match(text, at)
    if initial:
        return Token(at, initial.end(), initial.group(1), True)
    word = _WORD.match(text, at)
    if word is None or not _is_name(word.group(1), first=first, named=named):
        return None
    block = _INITIALS.match(text, at)
    if block and block.group(1) not in ("II", "III") and not _upper_name(text, block.end()):
        return Token(at, block.end(), block.group(1), True)
    return Token(at, word.end(1), text[at : word.end(1)], False)


def _upper_name(text: str, at: int) -> bool:
    """Whether the next word is in capitals too: then the one before is a name, not initials."""
    return bool(re.compile(rf"[ ][{UPPER}]{{2}}").match(text, at))


def _is_name(word: str, *, first: bool, named: bool) -> bool:
    folded = word.casefold()
    # Behind "Mr Martin" even an ordinary word with a capital is his name, but not his post.
    common = words.folded("roles") if named and not word.isupper() else words.ordinary()
    if not first and "-" in folded and all(part in words.ordinary() for part in folded.split("-")):
        return False  # Follow-up
    if not first and folded.endswith("ically"):
        return False  # Histologically
    if folded in common or len(key(word)) < 2 or folded.startswith(_PREFIXES):
        return False
    # In capitals everything looks like a name; only behind a title do WHITE and MAY count there.
    return first or not (word.isupper() and folded in words.ambiguous())


def finds(
    tokens: Sequence[Token], rule: str, rank: int, *, sex: str = "", only: str = ""
) -> list[Found]:
    """What a run says: the last word is the surname, unless one in capitals shows another."""
    names = [token for token in tokens if not token.initial]
    if not names:
        return [_letter(token, rule, rank, "") for token in tokens[:1]]
    upper = [one for one in names if one.text.isupper()]
    surname = upper[0] if len(upper) == 1 else names[-1]
    if only == FIRST:
        surname = None  # type: ignore[assignment]  # "Forename: Ivy Ann" has none
    found = []
    for token in tokens:
        if token.initial:
            found.append(_letter(token, rule, rank, key(surname.text) if surname else ""))
        else:
            form = SURNAME if token is surname else FIRST
            about = sex or words.sex_of(token.text) if form == FIRST else ""
            found.append(Found(token.start, token.end, NAME, rule, rank, form, about))
    return found


def _letter(token: Token, rule: str, rank: int, surname: str) -> Found:
    form = LETTER_OF_FIRST if surname else LETTER_OF_SURNAME
    return Found(token.start, token.end, NAME, rule, rank, form, surname)
