"""Decide which part of a name each unit is: first name, surname or initials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from goldsmith.privacy import words
from goldsmith.privacy.identifiers import (
    FIRST,
    FIRST_INITIAL,
    MONOGRAM,
    NAME,
    SURNAME,
    SURNAME_INITIAL,
    Identifier,
)
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.people import get_title_sex, normalise_name
from goldsmith.privacy.scoring import gazetteers
from goldsmith.privacy.scoring.cues import is_cue
from goldsmith.privacy.scoring.units import GAPS, Units

_RANK: Final = 30
_JOINED: Final = frozenset(map(GAPS.index, ("space", "none", "stop", "hyphen", "comma", "sign")))
_HYPHEN, _COMMA, _STOP, _SPACE = map(GAPS.index, ("hyphen", "comma", "stop", "space"))
_PARTICLES: Final = frozenset(
    "van von de der den del di da du la le ter al el bin ibn dos mac".split()
)
_FEMALE: Final = frozenset(
    "wife daughter dtr mother mom mum sister niece aunt granddaughter grandmother".split()
)
_MALE: Final = frozenset(
    "husband son father dad brother nephew uncle grandson grandfather boyfriend".split()
)
_MAX_INITIALS: Final = 3


class Part(msgspec.Struct, frozen=True):
    """A word of a name: its first and last unit; a double name with a hyphen is one word."""

    first: int
    last: int
    text: str
    is_initial: bool


def make_names(
    text: str, units: Units, rows: Sequence[int], lexicon: Lexicon, rules: Sequence[str]
) -> Iterator[Identifier]:
    """Make the identifiers of the units that are names.

    Args:
        text: The text of the note.
        units: Its units.
        rows: The units that are names, in order.
        lexicon: The names known for the patient.
        rules: The reason why each of the units is a name.
    """
    reasons = dict(zip(rows, rules, strict=True))
    for run in _split_runs(units, rows):
        parts = list(_join_parts(text, units, run))
        surname = _find_surname(units, parts, lexicon)
        sex = _guess_sex(units, parts[0].first)
        for part in parts:
            form, detail = _choose_form(units, part, parts, surname, sex)
            start, end = units.starts[part.first], units.ends[part.last]
            yield Identifier(start, end, NAME, reasons[part.last], _RANK, form, detail)


def _split_runs(units: Units, rows: Sequence[int]) -> Iterator[list[int]]:
    """Split the units that are names into runs, one for each person."""
    run: list[int] = []
    for row in rows:
        if run and (row != run[-1] + 1 or not _continues(units, row)):
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def _continues(units: Units, row: int) -> bool:
    """Return whether a unit belongs to the name before it."""
    gap = units.gaps[row]
    if gap == _STOP:
        return _is_short(units.texts[row - 1]) or _is_short(units.texts[row])
    return gap in _JOINED


def _is_short(text: str) -> bool:
    return len(text) == 1 or text.lower() in ("st", "jr", "sr")


def _join_parts(text: str, units: Units, run: Sequence[int]) -> Iterator[Part]:
    """Join particles and double names into words, and the letters of a monogram."""
    if len(run) > 1 and all(len(units.texts[row]) == 1 for row in run):
        yield Part(run[0], run[-1], text[units.starts[run[0]] : units.ends[run[-1]]], True)
        return
    first: int | None = None
    for row, following in zip(run, (*run[1:], None), strict=True):
        first = row if first is None else first
        is_particle = units.texts[row].lower() in _PARTICLES and following is not None
        if following is not None and (
            units.gaps[following] == _HYPHEN or (is_particle and units.gaps[following] == _SPACE)
        ):
            continue
        word = text[units.starts[first] : units.ends[row]]
        yield Part(first, row, word, _is_initial(word, is_last=following is None))
        first = None


def _is_initial(word: str, *, is_last: bool) -> bool:
    """Return whether a word is an initial, or a block of initials before a surname: RJ."""
    if len(word) == 1:
        return True
    is_block = word.isupper() and len(word) <= _MAX_INITIALS and word.isalpha()
    return is_block and (not is_last or not gazetteers.load_surnames().get(word.lower()))


def _find_surname(units: Units, parts: Sequence[Part], lexicon: Lexicon) -> Part | None:
    """Find the surname of a run: the word before a comma, the only one in capitals, or the last."""
    names = [part for part in parts if not part.is_initial]
    if not names:
        return None
    for part in parts[:-1]:
        if units.gaps[part.last + 1] == _COMMA and not part.is_initial:
            return part
    if len(names) == 1:
        is_surname = len(parts) > 1 or _is_surname(units, names[0], lexicon)
        if len(parts) > 1 and parts[-1].is_initial and _is_first(names[0], lexicon):
            is_surname = False  # Helen B.
        return names[0] if is_surname else None
    upper = [part for part in names if part.text.isupper()]
    return upper[0] if len(upper) == 1 else names[-1]


def _is_surname(units: Units, part: Part, lexicon: Lexicon) -> bool:
    """Return whether a single word is a surname rather than a first name."""
    name = normalise_name(part.text)
    if (name in lexicon.surnames) != (name in lexicon.first_names):
        return name in lexicon.surnames
    before = units.texts[part.first - 1].lower() if part.first else ""
    if is_cue(before, "title") and before not in ("sister", "nurse", "matron", "fr", "father"):
        return True
    if is_cue(before, "kin"):
        return False
    return not _is_first(part, lexicon)


def _is_first(part: Part, lexicon: Lexicon) -> bool:
    name = normalise_name(part.text)
    if name in lexicon.first_names:
        return True
    first = gazetteers.load_first_names().get(name, 0.0)
    is_listed = words.guess_sex(part.text) != ""
    return first > gazetteers.load_surnames().get(name, 0.0) or (is_listed and first > 0)


def _guess_sex(units: Units, row: int) -> str:
    """Return the sex that the title or relation before a name implies, or ""."""
    for before in (units.texts[row - offset].lower() for offset in (1, 2) if row >= offset):
        sex = get_title_sex(before)
        if sex or before in _FEMALE | _MALE:
            return sex or (words.FEMALE if before in _FEMALE else words.MALE)
    return ""


def _choose_form(
    units: Units, part: Part, parts: Sequence[Part], surname: Part | None, sex: str
) -> tuple[str, str]:
    """Choose the form of a part, and the sex or surname that its surrogate depends on."""
    if part.is_initial:
        if surname is not None:
            return FIRST_INITIAL, normalise_name(surname.text)
        before = units.texts[part.first - 1].lower() if part.first else ""
        if len(normalise_name(part.text)) == 1:
            is_lone = len(parts) == 1 and is_cue(before, "title")
            is_last = part is parts[-1] and len(parts) > 1
            return SURNAME_INITIAL if is_lone or is_last else FIRST_INITIAL, ""
        return MONOGRAM, ""
    if part is surname:
        return SURNAME, ""
    return FIRST, sex or words.guess_sex(part.text) or _get_census_sex(part.text)


def _get_census_sex(name: str) -> str:
    return gazetteers.load_name_sexes().get(normalise_name(name), "")
