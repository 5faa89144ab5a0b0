"""Read runs of capitalised words and initials that form the name of a person."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from goldsmith.privacy import words
from goldsmith.privacy.identifiers import (
    FIRST,
    FIRST_INITIAL,
    NAME,
    SURNAME,
    SURNAME_INITIAL,
    Identifier,
)
from goldsmith.privacy.people import CAPITAL, INITIAL, LETTER, PARTICLES, UPPER, normalise_name

_INITIAL = re.compile(rf"({INITIAL})")
#: Two or three initials without spaces: "Dr RJ Quill".
_INITIALS = re.compile(rf"([{UPPER}]{{2,3}})(?=[ ][{UPPER}]{LETTER})")
_WORD = re.compile(rf"{PARTICLES}{{0,2}}({CAPITAL})(?:\.(?=[ ]?{LETTER}\.))?")
_PREFIXES = ("non-", "anti-", "pre-", "post-", "x-")
_GAP = re.compile(r"[ \t\xa0]{0,3}")


class Token(msgspec.Struct, frozen=True):
    """A word or initial of a name."""

    start: int
    end: int
    text: str
    initial: bool


def read_name(
    text: str,
    offset: int,
    *,
    limit: int = 3,
    titled: bool = False,
    loose: bool = False,
    letters: bool = False,
) -> list[Token]:
    """Read initials and names from an offset; stop at an ordinary word.

    Args:
        text: The text.
        offset: Where the name starts.
        limit: The largest number of names, not counting initials.
        titled: Accept an ambiguous first word, because a title precedes it.
        loose: Accept an ordinary word in upper-lower case after a first name.
        letters: Accept initials at the end.
    """
    tokens: list[Token] = []
    while sum(not token.initial for token in tokens) < limit:
        start = _GAP.match(text, offset).end()  # type: ignore[union-attr]  # also matches ""
        if tokens and start == offset and text[offset - 1] not in ".":
            break
        after_first = len(tokens) == 1 and bool(words.guess_sex(tokens[0].text)) and loose
        token = _read_token(text, start, titled=titled and not tokens, after_first=after_first)
        if token is None:
            break
        tokens.append(token)
        offset = token.end
    while tokens and tokens[-1].initial and len(tokens) > 1 and not letters:
        tokens.pop()  # "Dr Quill A ...": a letter after the surname is no initial
    return tokens


def _read_token(text: str, offset: int, *, titled: bool, after_first: bool) -> Token | None:
    initial = _INITIAL.match(text, offset)
    if initial:
        return Token(offset, initial.end(), initial.group(1), True)
    word = _WORD.match(text, offset)
    if word is None or not _is_name(word.group(1), titled=titled, after_first=after_first):
        return None
    block = _INITIALS.match(text, offset)
    if block and block.group(1) not in ("II", "III") and not _precedes_upper(text, block.end()):
        return Token(offset, block.end(), block.group(1), True)
    return Token(offset, word.end(1), text[offset : word.end(1)], False)


def _precedes_upper(text: str, offset: int) -> bool:
    """Return whether the next word is in upper case too; then this one is a name, not initials."""
    return bool(re.compile(rf"[ ][{UPPER}]{{2}}").match(text, offset))


def _is_name(word: str, *, titled: bool, after_first: bool) -> bool:
    folded = word.casefold()
    # After "Mr Martin" even an ordinary capitalised word is a name, unless it is a role.
    common = (
        words.load_folded("roles") if after_first and not word.isupper() else words.load_ordinary()
    )
    if (
        not titled
        and "-" in folded
        and all(part in words.load_ordinary() for part in folded.split("-"))
    ):
        return False  # Follow-up
    if not titled and folded.endswith("ically"):
        return False  # Histologically
    if folded in common or len(normalise_name(word)) < 2 or folded.startswith(_PREFIXES):
        return False
    # In upper case every word looks like a name; WHITE and MAY are names only after a title.
    return titled or not (word.isupper() and folded in words.load_ambiguous())


def make_identifiers(
    tokens: Sequence[Token], rule: str, rank: int, *, sex: str = "", only: str = ""
) -> list[Identifier]:
    """Make the identifiers of a run; the surname is the only word in upper case, or else the last.

    Args:
        tokens: The run.
        rule: The rule that found it.
        rank: The rank of the identifiers.
        sex: The sex of the person, where it is known.
        only: FIRST if the run has no surname.
    """
    names = [token for token in tokens if not token.initial]
    if not names:
        return [_make_initial(token, rule, rank, "") for token in tokens[:1]]
    upper = [token for token in names if token.text.isupper()]
    surname: Token | None = upper[0] if len(upper) == 1 else names[-1]
    if only == FIRST:
        surname = None  # "Forename: Ivy Ann"
    identifiers = []
    for token in tokens:
        if token.initial:
            identifiers.append(
                _make_initial(token, rule, rank, normalise_name(surname.text) if surname else "")
            )
        else:
            form = SURNAME if token is surname else FIRST
            detail = sex or words.guess_sex(token.text) if form == FIRST else ""
            identifiers.append(Identifier(token.start, token.end, NAME, rule, rank, form, detail))
    return identifiers


def _make_initial(token: Token, rule: str, rank: int, surname: str) -> Identifier:
    form = FIRST_INITIAL if surname else SURNAME_INITIAL
    return Identifier(token.start, token.end, NAME, rule, rank, form, surname)
