"""Split a note into units, each of which may be an identifier: words, numbers, proposed places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from goldsmith.privacy.identifiers import DATE, Identifier

WORD: Final = 0
NUMBER: Final = 1

#: What separates a unit from the next one, from the strongest to the weakest.
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
_NUMBERS: Final = ("number", "groups", "code")
_POSSESSIVE = re.compile(r"['’][sS]$")
_UNIT = re.compile(
    # A unit starts with one of these; the rest of the pattern need not be tried elsewhere.
    r"(?=[\w(+])(?:"
    # Most words; the rest of the pattern need not be tried for them.
    r"(?P<plain>(?<![^\W_])(?:[^\W\d_]{3,}(?![\w/'’])|[^\W\d_]{2}(?![\w/'’.-])))|"
    # Abbreviations with a slash or with stops are one word: s/p, y/o, d/c'd, w/, d.o.b., M.D.
    r"(?P<dotted>(?<![^\W_])(?:(?:[a-z]\.){2,}|(?:M\.D|R\.N|D\.O|N\.P|D\.O\.B|N\.O\.K)\.?(?![^\W_])))"
    r"|(?P<slashed>(?<![^\W_])[A-Za-z]/[A-Za-z](?:['’]d)?(?![^\W_]|/)|(?<![^\W_])[wW]/(?![oO]\b))"
    # Phone numbers and the like, with spaces between the groups of digits.
    r"|(?P<groups>(?<![\w.])(?:\+?1[ .-](?=[(\d]))?\+?(?:\(\d{2,5}\)|\d{2,5})"
    r"[ ./-]{1,2}\d{3,4}[ .-]\d{3,4}(?![\w/]|[.,-]\d)"
    r"|(?<![\w.])\(\d{3,5}\)[ .-]?\d{3,4}[ -]?\d{3,4}(?![\w/])"
    r"|(?<![\w.-])0\d{2,4}[ ]\d{5,8}(?![\w/])"
    r"|(?<![\w.])\+\d{1,3}[ ]?(?:\(0\)[ ]?)?\d{2,4}(?:[ -]?\d{2,4}){2,3}(?![\w/])"
    r"|(?<![\w.-])\d{3}[ ]\d{3}[ ]\d{4}(?![\w/])"
    r"|(?<![\w.-])[A-Z]{1,2}\d[A-Z\d]?[ ](?!1ST|2ND|3RD|\dTH)\d[A-Z]{2}(?!\w))"
    # Codes of digits and letters: 15-N-20981, 18:SP:0022871R, OF/22871/RTA, 0447-GLP.
    r"|(?P<code>(?<![\w/.:-])(?:\d{1,4}[-/:][A-Z]{1,3}[-/:]\d{3,}[A-Z]?|[A-Z]{1,4}[-/]\d{3,}[-/][A-Z]{2,4}"
    r"|\d{3,}-[A-Z]{2,4})(?![\w/-]))"
    # A word glued to a number by a missing space, and a label glued to it: Kim555-1212, x4471.
    r"|(?P<glued>(?<![^\W_])(?:[A-Z][a-z]{2,}|[A-Za-z]{5,}|[a-z]{4,}|(?i:mrn|ssn|ext|tel|pgr|ph|dob))(?=\d)"
    # A single letter is a label before a short number only: x4471, but X902235 is one number.
    r"|(?<![^\W_])[xpwcX](?=\d{3,5}(?!\d)|\d{1,2}-\d{4}(?!\d)))"
    r"|(?P<number>(?:(?<![^\W_])(?:[A-Z]{1,4}[-/](?=\d{2})|[A-Za-z]{1,4}(?=\d)))?\d[A-Za-z\d]*"
    r"(?:(?:[.:/-]|,(?=\d{3}(?!\d)))(?=[A-Za-z]*\d)[A-Za-z\d]+)*(?:-[A-Z](?![A-Za-z]))?)"
    r"|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*))"
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
    """Split a text into units; each proposal is a unit of its own.

    Args:
        text: The text of a note.
        proposals: Identifiers to consider, in order and without overlaps, such as dates.
    """
    units = Units([], [], [], [], [], {})
    position = 0
    for proposal in proposals:
        _split_part(text, position, proposal.start, units)
        units.proposals[len(units.texts)] = proposal
        # May can be a month or a person, but ninety no person.
        is_word = proposal.kind == DATE and text[proposal.start : proposal.end].isalpha()
        _append(units, text, proposal.start, proposal.end, WORD if is_word else NUMBER)
        position = proposal.end
    _split_part(text, position, len(text), units)
    units.gaps.append(_GAP_CODE["edge"])
    return units


def _split_part(text: str, start: int, end: int, units: Units) -> None:
    # The fields are local names here, because this is the innermost loop of the program.
    starts, ends, texts = units.starts, units.ends, units.texts
    types, gaps = units.types, units.gaps
    previous = ends[-1] if ends else -1
    for match in _UNIT.finditer(text, start, end):
        kind = match.lastgroup
        first, last = match.span()
        if kind == "word":
            possessive = _POSSESSIVE.search(text, first, last)
            last = possessive.start() if possessive else last
        gaps.append(_classify_gap(text[previous:first]) if previous >= 0 else 0)
        starts.append(first)
        ends.append(last)
        texts.append(text[first:last])
        types.append(NUMBER if kind in _NUMBERS else WORD)
        previous = last


def _append(units: Units, text: str, start: int, end: int, kind: int) -> None:
    units.gaps.append(_classify_gap(text[units.ends[-1] : start]) if units.ends else 0)
    units.starts.append(start)
    units.ends.append(end)
    units.texts.append(text[start:end])
    units.types.append(kind)


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
