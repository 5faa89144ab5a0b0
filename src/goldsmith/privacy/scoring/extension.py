"""Extend names, places and numbers to adjacent doubtful units.

The words of a name are adjacent, so a unit needs less evidence next to a word that is certainly
part of a name or place. "Mail" alone is not a place, but in "Royal Mail" it is. The same applies to
the groups of digits of a number: 5218 44071 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goldsmith.privacy.identifiers import CONTACT, KINDS, NAME, PLACE
from goldsmith.privacy.identifiers import NUMBER as NUMBER_KIND
from goldsmith.privacy.scoring.cues import is_cue
from goldsmith.privacy.scoring.features import Floats, Note
from goldsmith.privacy.scoring.units import GAPS, NUMBER, Units

_NAME, _PLACE, _NUMBER, _CONTACT = map(KINDS.index, (NAME, PLACE, NUMBER_KIND, CONTACT))
#: The share of its threshold that a unit next to an identifier needs.
_SHARES: Final = {_NAME: 0.3, _PLACE: 0.15, _NUMBER: 0.01, _CONTACT: 0.01}
#: The share that a capitalised word inside a sentence needs.
_CAPITAL_SHARES: Final = {_NAME: 0.1, _PLACE: 0.03}
#: The lengths of a group of digits that continues a number or a contact.
_GROUP_SIZES: Final = {_NUMBER: range(1, 7), _CONTACT: range(2, 5)}
_CAPITAL: Final = 3
_MIN_SHARE: Final = min(*_SHARES.values(), *_CAPITAL_SHARES.values())
#: The kind of units that are not identifiers.
_NO_KIND: Final = -1
#: Words further than this from every identifier are skipped.
_REACH: Final = 5
_JOINED: Final = frozenset(map(GAPS.index, ("space", "hyphen", "possessive", "sign", "none")))
#: The classes of context whose words are not part of a name.
_APART: Final = "title kin role by say in at to from of and the unit vitals vent age".split()
_LINKS: Final = frozenset(("of", "and", "the", "for", "on", "de", "la", "na", "y"))


def extend_identifiers(
    note: Note, ratios: Floats, is_identifier: NDArray[np.bool_], best: NDArray[np.intp]
) -> None:
    """Extend names, places and numbers to adjacent units, in place.

    Args:
        note: The evidence about the units of a note.
        ratios: The probability of each unit, as a share of its threshold.
        is_identifier: Whether each unit is an identifier.
        best: The kind of each unit.
    """
    window = np.ones(2 * _REACH + 1)
    is_near = np.convolve(is_identifier, window)[_REACH : _REACH + len(ratios)] > 0
    doubtful = ~is_identifier & (ratios >= _MIN_SHARE) & is_near
    rows = doubtful.nonzero()[0].tolist()
    if not rows:
        return
    # Lists, because numpy is slower at reading and writing single items.
    kinds = np.where(is_identifier, best, _NO_KIND).tolist()
    for order in (rows, rows[::-1]):
        for row in order:
            kind = _find_kind(note, row, float(ratios[row]), kinds) if kinds[row] < 0 else None
            if kind is not None:
                kinds[row] = kind
                is_identifier[row], best[row] = True, kind


def _find_kind(note: Note, row: int, ratio: float, kinds: Sequence[int]) -> int | None:
    """Find the kind of the adjacent identifier that a unit continues."""
    units = note.units
    if _is_apart(units.texts[row].lower()):
        return None
    shares = _CAPITAL_SHARES if note.case[row] == _CAPITAL else _SHARES
    for near in _list_near(units, row):
        kind = kinds[near]
        is_near = kind in shares and ratio >= shares[kind]
        if is_near and _is_alike(units, row, near, kind):
            return kind
    return None


@cache
def _is_apart(lower: str) -> bool:
    """Return whether a lower-case word occurs next to names but is not part of them: Dr, by."""
    return any(is_cue(lower, name) for name in _APART)


def _list_near(units: Units, row: int) -> list[int]:
    """List the units that a unit is joined to, including across "of" and "and"."""
    near = []
    count = len(units.texts)
    for step, gap in ((-1, 0), (1, 1)):
        place = row + step
        if 0 <= place < count and units.gaps[row + gap] in _JOINED:
            near.append(place)
            further = place + step
            is_link = units.texts[place].lower() in _LINKS
            if is_link and 0 <= further < count and units.gaps[place + gap] in _JOINED:
                near.append(further)
    return near


def _is_alike(units: Units, row: int, near: int, kind: int) -> bool:
    """Return whether a unit and its neighbour are both capitalised or both not."""
    if kind in _GROUP_SIZES:
        return units.texts[row].isdigit() and len(units.texts[row]) in _GROUP_SIZES[kind]
    if units.types[near] == NUMBER:
        return False
    if units.types[row] == NUMBER:
        return kind == _PLACE
    return units.texts[row][0].isupper() == units.texts[near][0].isupper()
