"""Split a note into units, each of which may be an identifier: words, numbers, proposed places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

import msgspec

from goldsmith.privacy.identifiers import DATE, Identifier

WORD: Final = 0
NUMBER: Final = 1

#: The kinds of gaps between units, from the strongest to the weakest.
GAPS: Final = (
    "edge", "paragraph", "line", "tab", "colon", "bracket", "close", "comma", "stop", "semicolon",
    "slash", "hyphen", "possessive", "sign", "none", "space",
)  # fmt: skip
_GAP_CODE: Final = {name: code for code, name in enumerate(GAPS)}
_GAP_SIGNS: Final = (
    ("\n", "line"), ("\t", "tab"), ("|", "tab"), (":", "colon"), ("(", "bracket"),
    ("[", "bracket"), (")", "close"), ("]", "close"), (",", "comma"), (";", "semicolon"),
    (".", "stop"), ("/", "slash"), ("-", "hyphen"), ("–", "hyphen"),
)  # fmt: skip
_POSSESSIVES: Final = frozenset(("'s", "'S", "’s", "’S"))
_APOSTROPHE = re.compile(r"['’][sS]")
_DIGIT = re.compile(r"\d")
_FIRST = re.compile(r"[\w(+]")
#: The only group is the whole unit, so that `split` returns gaps and units in alternation.
_UNIT = re.compile(
    # A unit starts with one of these; the rest of the pattern need not be tried elsewhere.
    r"(?=[\w(+])("
    # Most words; the rest of the pattern need not be tried for them.
    r"(?<![^\W_])(?:[A-Za-z]{3,}+(?![\w/'’]|-\d\d)|[^\W\d_]{3,}+(?![\w/'’]|-\d\d)"
    r"|[^\W\d_]{2}(?![\w/'’.-]))|"
    # Abbreviations with a slash or with stops are one word: s/p, y/o, d/c'd, w/, d.o.b., M.D.
    r"(?:(?<![^\W_])(?:(?:[a-z]\.){2,}|(?:M\.D|R\.N|D\.O|N\.P|D\.O\.B|N\.O\.K)\.?(?![^\W_])))"
    r"|(?:(?<![^\W_])[A-Za-z]/[A-Za-z](?:['’]d)?(?![^\W_]|/)|(?<![^\W_])[wW]/(?![oO]\b))"
    # Phone numbers and the like, with spaces between the groups of digits.
    r"|(?:(?<![\w.])(?:\+?1[ .-](?=[(\d]))?\+?(?:\(\d{2,5}\)|\d{2,5})"
    r"[ ./-]{1,2}\d{3,4}[ .-]\d{3,4}(?![\w/]|[.,-]\d)"
    r"|(?<![\w.])\(\d{3,5}\)[ .-]?\d{3,4}[ -]?\d{3,4}(?![\w/])"
    r"|(?<![\w.-])0\d{2,4}[ ]\d{5,8}(?![\w/])"
    r"|(?<![\w.])\+\d{1,3}[ ]?(?:\(0\)[ ]?)?(?:\d{2,4}|\d(?=[ -]))(?:[ -]?\d{2,4}){2,4}(?![\w/])"
    r"|(?<![\w.-])\d{3}[ ]\d{3}[ ]\d{4}(?![\w/])"
    r"|(?<![\w.-])[A-Z]{1,2}\d[A-Z\d]?[ ](?!1ST|2ND|3RD|\dTH)\d[A-Z]{2}(?!\w))"
    # Codes of digits and letters: 15-N-20981, 18:SP:0022871R, OF/22871/RTA, 0447-GLP.
    r"|(?:(?<![\w/.:-])(?:\d{1,4}[-/:][A-Z]{1,3}[-/:]\d{3,}[A-Z]?|[A-Z]{1,4}[-/]\d{3,}[-/][A-Z]{2,4}"
    r"|\d{3,}-[A-Z]{2,4})(?![\w/-]))"
    # A word glued to a number by a missing space, and a label glued to it: Kim555-1212, x4471.
    r"|(?:(?<![^\W_])(?:[A-Z][a-z]{2,}|[A-Za-z]{5,}|[a-z]{4,}|(?i:mrn|ssn|ext|tel|pgr|ph|dob))(?=\d)"
    # A single letter is a label before a short number only: x4471, but X902235 is one number.
    r"|(?<![^\W_])[xpwcX](?=\d{3,5}(?!\d)|\d{1,2}-\d{4}(?!\d)))"
    r"|(?:(?:(?<![^\W_])(?:[A-Z]{1,4}[-/](?=\d{2})|[A-Za-z]{1,4}(?=\d)))?\d[A-Za-z\d]*"
    r"(?:(?:[.:/-]|,(?=\d{3}(?!\d)))(?=[A-Za-z]*\d)[A-Za-z\d]+)*(?:-[A-Z](?![A-Za-z]))?)"
    r"|(?:[^\W\d_]+(?:['’][^\W\d_]+)*))"
)


class Units(msgspec.Struct, frozen=True):
    """The units of a note, in order; `gaps` has one more entry, for the end of the note."""

    starts: list[int]
    ends: list[int]
    texts: list[str]
    types: list[int]
    gaps: list[int]
    """The gap before each unit, as an index of GAPS."""
    proposals: dict[int, Identifier]
    """Unit -> the identifier that a finder proposes there."""


def split_units(text: str, proposals: Sequence[Identifier] = ()) -> Units:
    """Split a text into units; each proposal is a separate unit.

    Args:
        text: The text of a note.
        proposals: Identifiers to consider, in order and without overlaps, such as dates.
    """
    pieces: list[str] = []
    places: dict[int, Identifier] = {}
    position = 0
    for proposal in proposals:
        pieces += _split_part(text, position, proposal.start)
        places[len(pieces) // 2] = proposal
        pieces.append(text[proposal.start : proposal.end])
        position = proposal.end
    pieces += _split_part(text, position, len(text))
    texts, offsets = pieces[1::2], list(accumulate(map(len, pieces)))
    types = [WORD if unit.isalpha() else _classify_unit(unit) for unit in texts]
    for index, proposal in places.items():
        # May can be a month or a person, but ninety cannot be a person.
        is_word = proposal.kind == DATE and texts[index].isalpha()
        types[index] = WORD if is_word else NUMBER
    gaps = list(map(_classify_gap, pieces[::2]))
    gaps[0] = gaps[-1] = _GAP_CODE["edge"]
    return Units(offsets[:-1:2], offsets[1::2], texts, types, gaps, places)


def _split_part(text: str, start: int, end: int) -> list[str]:
    """Split a part of a text into alternating gaps and units; the first and the last are gaps."""
    if not start or not _FIRST.match(text, start):
        pieces = _UNIT.split(text[start:end])
    else:
        pieces, last = [], start  # the character before the part matters
        for match in _UNIT.finditer(text, start, end):
            pieces += text[last : match.start()], match.group()
            last = match.end()
        pieces.append(text[last:end])
    if _APOSTROPHE.search(text, start, end):
        _cut_possessives(pieces)
    return pieces


def _cut_possessives(pieces: list[str]) -> None:
    """Move each possessive 's from the end of a unit to the gap after it, in place."""
    for place in range(1, len(pieces), 2):
        ending = pieces[place][-2:]
        if ending in _POSSESSIVES:
            pieces[place] = pieces[place][:-2]
            pieces[place + 1] = ending + pieces[place + 1]


@lru_cache(50_000)
def _classify_unit(unit: str) -> int:
    return NUMBER if _DIGIT.search(unit) else WORD


@lru_cache(10_000)
def _classify_gap(between: str) -> int:
    if between == " ":
        return _GAP_CODE["space"]
    if not between:
        return _GAP_CODE["none"]
    if between[0] in "'’" and between[1:2] in ("s", "S"):
        return _classify_gap(between[2:]) if between[2:].strip(" ") else _GAP_CODE["possessive"]
    if between.count("\n") > 1:
        return _GAP_CODE["paragraph"]
    for sign, name in _GAP_SIGNS:
        if sign in between:
            return _GAP_CODE[name]
    return _GAP_CODE["sign" if between.strip() else "space"]
