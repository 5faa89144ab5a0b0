"""Decide which form of a place each unit is: facility, town, house number, postcode, state."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import cache
from typing import Final

from goldsmith.privacy import words
from goldsmith.privacy.identifiers import (
    FACILITY,
    HOUSE,
    PLACE,
    POSTCODE,
    SHAPE,
    STATE,
    TOWN,
    ZIP,
    Identifier,
)
from goldsmith.privacy.scoring.cues import is_cue
from goldsmith.privacy.scoring.units import GAPS, NUMBER, Units

_RANK: Final = 31
_JOINED: Final = frozenset(map(GAPS.index, ("space", "hyphen", "possessive", "sign")))
_STOP, _SPACE = (GAPS.index(name) for name in ("stop", "space"))
_POSSESSIVE = re.compile(r"['’][sS](?![^\W_])")
#: Words that belong to the name they precede or follow.
_PREFIXES: Final = frozenset("st saint mt mount ft fort new san santa port".split())
_ENDINGS: Final = frozenset(
    "Falls Bay Hill Hills Park Green Vale Beach Springs City Heights Lake Point Creek".split()
)
_POSTCODE = re.compile(r"[A-Za-z]{1,2}\d[A-Za-z\d]?(?:[ ]?\d[A-Za-z]{2})?")
_ZIP = re.compile(r"\d{5}(?:-\d{4})?")
_HOUSE = re.compile(r"\d{1,4}[A-Za-z]?")
_REACH: Final = 4


@cache
def is_generic(lower: str) -> bool:
    """Return whether a lower-case word is kept in the name of a place: hospital, street, of."""
    return (
        is_cue(lower, "head")
        or is_cue(lower, "street")
        or lower in words.load_folded("generic")
        or lower in ("the", "of", "and", "at", "for", "in", "&", "on")
    )


def make_places(
    text: str,
    units: Units,
    rows: Sequence[int],
    rules: Sequence[str],
    others: Container[int] = (),
) -> Iterator[Identifier]:
    """Make the identifiers of the units that are places; generic words are kept.

    Args:
        text: The text of the note.
        units: The units of a note.
        rows: The units that are places, in order.
        rules: The reason why each of the units is a place.
        others: The units that are other identifiers; places are not extended to them.
    """
    reasons = dict(zip(rows, rules, strict=True))
    for run in _split_runs(units, rows):
        first, last = _extend(units, run[0], run[-1])
        first = run[0] if first in others else first
        last = run[-1] if last in others else last
        form = _choose_form(units, first, last)
        start, end = units.starts[first], units.ends[last]
        if _POSSESSIVE.match(text, end):
            end += 2  # St Hilda's, Guy's
        yield Identifier(start, end, PLACE, reasons[run[0]], _RANK, form)


def _split_runs(units: Units, rows: Sequence[int]) -> Iterator[list[int]]:
    """Split the units into runs of words; a number is a separate run."""
    run: list[int] = []
    for row in rows:
        if units.types[row] != NUMBER and is_generic(units.texts[row].lower()):
            continue
        if run and not _continues(units, run[-1], row):
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def _continues(units: Units, last: int, row: int) -> bool:
    if NUMBER in (units.types[last], units.types[row]):
        return False
    if row == last + 2 and units.texts[last + 1].lower() in ("and", "of"):
        is_joined = {units.gaps[last + 1], units.gaps[row]} == {_SPACE}
        return is_joined and units.texts[row][0].isupper()  # Elmstead and Yarrowby Hospital
    is_saint = units.gaps[row] == _STOP and _is_saint(units, last)
    return row == last + 1 and (is_saint or units.gaps[row] in _JOINED)


def _is_saint(units: Units, row: int) -> bool:
    return units.texts[row].lower() in ("st", "saint", "mt", "ft")


def _extend(units: Units, first: int, last: int) -> tuple[int, int]:
    """Extend a name to the words that belong to it: St. Hilda, New Bedford, Harwick Bay."""
    if units.types[first] == NUMBER:
        return first, last
    is_prefixed = first > 0 and units.gaps[first] in (_SPACE, _STOP)
    if is_prefixed and units.texts[first - 1].lower() in _PREFIXES:
        is_dotted = units.gaps[first] == _STOP
        first -= 1 if not is_dotted or _is_saint(units, first - 1) else 0
    is_followed = last + 1 < len(units.texts) and units.gaps[last + 1] == _SPACE
    if is_followed and units.texts[last + 1] in _ENDINGS:
        last += 1
    return first, last


def _choose_form(units: Units, first: int, last: int) -> str:
    text = units.texts[first]
    if units.types[first] == NUMBER:
        for pattern, form in ((_ZIP, ZIP), (_POSTCODE, POSTCODE), (_HOUSE, HOUSE)):
            if pattern.fullmatch(text):
                return form
        return SHAPE
    if first == last and len(text) == 2 and text.isupper() and is_cue(text.lower(), "state"):
        return STATE
    after = [word.lower() for word in units.texts[last + 1 : last + _REACH]]
    if _is_saint(units, first) or any(is_cue(word, "head") for word in after[:2]):
        return FACILITY
    return TOWN
