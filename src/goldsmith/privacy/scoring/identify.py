"""Find the identifiers of a note with the scored model, and the places that remain doubtful."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

import msgspec
import numpy as np

from goldsmith.learning.threads import use_one_thread
from goldsmith.privacy import words
from goldsmith.privacy.finders.numbers import find_links
from goldsmith.privacy.identifiers import (
    AGE,
    CONTACT,
    DATE,
    KINDS,
    NAME,
    NHS,
    NUMBER,
    PLACE,
    SHAPE,
    Identifier,
)
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.nhs_number import is_nhs_number, keep_digits
from goldsmith.privacy.scoring.corpus import CorpusUsage, PatientNames, mark_certain
from goldsmith.privacy.scoring.evidence import is_cue, is_safe, is_safe_place
from goldsmith.privacy.scoring.features import Floats, Note
from goldsmith.privacy.scoring.groups import Ints
from goldsmith.privacy.scoring.model import Model, compute_factors
from goldsmith.privacy.scoring.names import make_names
from goldsmith.privacy.scoring.numerals import is_clock, is_value
from goldsmith.privacy.scoring.places import is_generic, make_places
from goldsmith.privacy.scoring.proposals import propose
from goldsmith.privacy.scoring.units import GAPS, Units, split_units
from goldsmith.privacy.scoring.units import NUMBER as NUMBER_UNIT
from goldsmith.privacy.surrogates.calendar import MAX_AGE, Calendar

#: Places with a lower probability are not listed for inspection.
MIN_DOUBT: Final = 0.02
_RANK: Final = 29
_HYPHEN: Final = GAPS.index("hyphen")
_SPACE: Final = GAPS.index("space")
_RECORDED, _NEAR = 3, 4
_EPONYM: Final = 2
_AGE = re.compile(r"(?:9\d|1[0-2]\d)(?:[MFmf]|y/?o[MFmf]?|yrs?)?")
_MIN_DIGITS: Final = 3
_POSTCODE = re.compile(r"\d{5}(?:-\d{4})?|[A-Za-z]{1,2}\d[A-Za-z\d]?[ ]?\d[A-Za-z]{2}")
_NEAR_PLACE: Final = 3
#: Words with this probability are not cleared for being frequent.
_CERTAIN: Final = 0.5
#: A word with this probability is an identifier whatever it is.
MAX_THRESHOLD: Final = 0.9
_EMERGENCY: Final = ("911", "999", "111", "112", "101")
_TIME_WORDS: Final = frozenset(
    "at @ till til until since before by died expired arrived informed attended booked clear due "
    "from after around".split()
)
_UNIT_NAMES: Final = ("ng", "Gy", "cGy", "Hz", "kHz", "MHz", "mOsm", "MOSM")
_UNITS: Final = frozenset(
    "mg ml cc mcg g kg lb lbs d days bpm degrees percent mmhg mm cm hours hrs minutes min feet "
    "units beats throughout room".split()
)
_MEASURES: Final = frozenset(
    "over under above below of hr rr bp sbp map sat sats spo2 o2 temp temperature t tmax pulse p "
    "rate than goal wt weight glucose bs fs bg".split()
)


class Doubt(msgspec.Struct, frozen=True):
    """A place that was not replaced although it may be an identifier."""

    start: int
    end: int
    kind: str
    probability: float
    rule: str


class Findings(msgspec.Struct, frozen=True):
    """The identifiers of a text in order, and the doubtful places."""

    identifiers: list[Identifier]
    doubts: list[Doubt]
    unlisted: float = 0.0
    """The expected number of identifiers among the places too improbable to be doubtful."""


class Finder:
    """Finds identifiers by their probability.

    Args:
        model: The scored model.
        recalls: Kind -> the share of its identifiers to find; "" for all other kinds.
    """

    def __init__(self, model: Model, recalls: Mapping[str, float]) -> None:
        self._model = model
        self._thresholds = np.array(list(model.get_thresholds(recalls).values()))
        self.usage = CorpusUsage()

    def survey(self, text: str, owner: str, names: PatientNames, lexicon: Lexicon) -> None:
        """Learn the sure names of a note, and how the words of the corpus are used."""
        units = split_units(text, list(find_links(text)))
        note = self._model.builder.read(text, units)
        if not len(note.word_rows):
            return
        certain, kinds = self._find_certain(note)
        self.usage.add(owner, note, certain)
        rows = [int(row) for row in np.flatnonzero(certain & kinds)]
        names.add(units.texts[row] for row in rows)
        lexicon.learn(text, make_names(text, units, rows, lexicon, ["learnt"] * len(rows)))

    def _find_certain(self, note: Note) -> tuple[Ints, Ints]:
        """Find the units that are surely a name or a place, and those that are rather a name."""
        none = np.zeros(len(note.types), np.int32)
        with use_one_thread():
            probabilities = self._model.score_words(note, none, none)
        is_name = np.zeros(len(note.types), np.int32)
        is_name[note.word_rows] = probabilities[:, 1] > probabilities[:, 2]
        return mark_certain(note, probabilities), is_name

    def find(
        self, text: str, calendar: Calendar, names: PatientNames, lexicon: Lexicon
    ) -> Findings:
        """Find the identifiers of a text.

        Args:
            text: The text.
            calendar: Reads and shifts its dates.
            names: The sure names in the notes of the patient.
            lexicon: The names known for the patient.
        """
        units = split_units(text, propose(text, calendar))
        if not units.texts:
            return Findings([], [])
        note = self._model.builder.read(text, units)
        certain, _ = self._find_certain(note)
        states = names.find_states(note, certain, lexicon)
        certain_states = self.usage.find_states(note, certain)
        with use_one_thread():
            scores = self._model.score(note, states, certain_states)
        _clear_eponyms(note, scores)
        factors = compute_factors(note, scores)
        return self._decide(text, units, scores, states, lexicon, factors)

    def _decide(
        self,
        text: str,
        units: Units,
        scores: Floats,
        states: Ints,
        lexicon: Lexicon,
        factors: Floats,
    ) -> Findings:
        _drop_impossible(units, scores)
        _clear_terms(units, scores)
        _clear_safe_words(units, scores, states)
        total = scores[:, 1:].sum(axis=1)
        best = scores[:, 1:].argmax(axis=1)
        limits = np.minimum(self._thresholds[best] * factors, MAX_THRESHOLD)
        is_identifier = total >= limits
        _drop_lone_numbers(units, is_identifier, best)
        _join_hyphens(units, is_identifier, best)
        rows = [int(row) for row in np.flatnonzero(is_identifier)]
        identifiers = list(_make_identifiers(text, units, rows, best, states, lexicon))
        doubtful = ((total >= MIN_DOUBT) | (states == _RECORDED)) & ~is_identifier
        doubts = [
            Doubt(
                units.starts[row],
                units.ends[row],
                KINDS[best[row]],
                float(total[row]),
                _explain(units, row, KINDS[best[row]], int(states[row])),
            )
            for row in map(int, np.flatnonzero(doubtful))
            if _is_worth_a_look(units, row, KINDS[best[row]], float(total[row]))
        ]
        unlisted = float(total[~(doubtful | is_identifier)].sum())
        return Findings(identifiers, doubts, unlisted)


def _is_worth_a_look(units: Units, row: int, kind: str, probability: float) -> bool:
    """Return whether a doubtful place is listed: not "Hospital", not "hope" if Hope is recorded."""
    text = units.texts[row]
    if probability < MIN_DOUBT:
        return text[0].isupper()
    return kind != PLACE or not is_generic(text.lower())


def _drop_impossible(units: Units, scores: Floats) -> None:
    """Drop dates without a proposal, and numbers that cannot be a contact, an age or a number."""
    is_number = np.array(units.types) == NUMBER_UNIT
    is_number[list(units.proposals)] = True
    date = 1 + KINDS.index(DATE)
    scores[~is_number, 0] += scores[~is_number, date]
    scores[~is_number, date] = 0
    for row in np.flatnonzero(is_number & (scores[:, 0] < 1 - MIN_DOUBT)):
        text, proposal = units.texts[row], units.proposals.get(int(row))
        proposed = "" if proposal is None else proposal.kind
        is_time = is_clock(text) and _follows_time_word(units, int(row))
        is_long = len(keep_digits(text)) >= _MIN_DIGITS and not is_time and not is_value(text)
        impossible = [
            kind
            for kind, is_possible in (
                (DATE, False),
                (AGE, bool(_AGE.fullmatch(text)) and not _is_measured(units, int(row))),
                (NUMBER, is_long and not text.endswith("000")),
                (CONTACT, is_long and text not in _EMERGENCY),
            )
            if not is_possible and kind != proposed
        ]
        columns = [1 + KINDS.index(kind) for kind in impossible]
        scores[row, 0] += scores[row, columns].sum()
        scores[row, columns] = 0


def _follows_time_word(units: Units, row: int) -> bool:
    """Return whether a time of day is likely behind the unit before: at 1420, 7/28 2150."""
    if not row or "-" in units.texts[row]:
        return "-" in units.texts[row]  # 0700-1900
    proposal = units.proposals.get(row - 1)
    is_dated = proposal is not None and proposal.kind == DATE
    return is_dated or units.texts[row - 1].lower() in _TIME_WORDS


def _is_measured(units: Units, row: int) -> bool:
    """Return whether the words beside show a limit or a measurement: over 92, HR 120, 90 ml."""
    behind = units.texts[row + 1].lower() if row + 1 < len(units.texts) else ""
    return (row > 0 and units.texts[row - 1].lower() in _MEASURES) or behind in _UNITS


def _clear_terms(units: Units, scores: Floats) -> None:
    """Clear the words of clinical terms of two words, such as MS Contin, and of numbered wards."""
    terms = words.load_terms()
    lower = [text.lower() for text in units.texts]
    starts = [row for row, pair in enumerate(pairwise(lower)) if pair in terms]
    doubtful = map(int, np.flatnonzero(scores[:, 0] < 1 - MIN_DOUBT))
    numbered = [
        row
        for row in doubtful
        if _is_numbered(units, row) or _is_instrument(units, row) or _is_unit(units, row)
    ]
    rows = [*starts, *(row + 1 for row in starts), *numbered]
    scores[rows, 0], scores[rows, 1:] = 1, 0


def _is_instrument(units: Units, row: int) -> bool:
    """Return whether a word names an instrument or a part of the body: Keith needle."""
    text = units.texts[row]
    if row + 1 >= len(units.texts) or not (text[0].isupper() and text[1:].islower()):
        return False
    before = units.texts[row - 1].lower() if row else ""
    is_person = any(is_cue(before, name) for name in ("title", "kin", "role"))
    is_joined = units.gaps[row + 1] in (_SPACE, _HYPHEN)
    return is_joined and not is_person and units.texts[row + 1] in words.load_folded("instruments")


def _is_unit(units: Units, row: int) -> bool:
    """Return whether a word is the unit of the number before it, though it may be a name: 3 ng."""
    return row > 0 and units.types[row - 1] == NUMBER_UNIT and units.texts[row] in _UNIT_NAMES


def _clear_eponyms(note: Note, scores: Floats) -> None:
    """Clear the words that are part of an eponym, such as Douglas in pouch of Douglas."""
    rows = note.eponyms == _EPONYM
    scores[rows, 0], scores[rows, 1:] = 1, 0


def _clear_safe_words(units: Units, scores: Floats, states: Ints) -> None:
    """Clear frequent words and titles of being names, unless their context is convincing."""
    name, place = 1 + KINDS.index(NAME), 1 + KINDS.index(PLACE)
    total = scores[:, name] + scores[:, place]
    is_doubtful = (total >= MIN_DOUBT) & (total < _CERTAIN)
    for row in np.flatnonzero(is_doubtful & (states == 0)):
        text = units.texts[row]
        before = units.texts[row - 1].lower() if row else ""
        if len(text) < 2 or is_cue(before, "title") or is_cue(before, "kin"):
            continue
        if not (is_safe(text) or _is_modal(units, int(row))):
            continue
        columns = [name, place] if is_safe_place(text) else [name]
        scores[row, 0] += scores[row, columns].sum()
        scores[row, columns] = 0


def _is_modal(units: Units, row: int) -> bool:
    """Return whether "will" or "may" is a verb here: WILL RECHECK, but not WILL CALLED."""
    if units.texts[row].lower() not in ("will", "may") or row + 1 >= len(units.texts):
        return False
    following = units.texts[row + 1]
    is_base_form = following.isalpha() and not following.lower().endswith(("ed", "s", "ing"))
    return is_base_form and units.gaps[row + 1] == _SPACE and following.lower() not in ("and", "or")


def _is_numbered(units: Units, row: int) -> bool:
    """Return whether a word is a generic one before a number: Ward 9."""
    is_followed = row + 1 < len(units.types) and units.types[row + 1] == NUMBER_UNIT
    return is_followed and is_cue(units.texts[row].lower(), "head")


def _drop_lone_numbers(units: Units, is_identifier: Ints, best: Ints) -> None:
    """Drop numbers that would be places without a street or town near them, unless postcodes."""
    place = KINDS.index(PLACE)
    for row in map(int, np.flatnonzero(is_identifier & (best == place))):
        if units.types[row] != NUMBER_UNIT or _POSTCODE.fullmatch(units.texts[row]):
            continue
        near = range(max(0, row - _NEAR_PLACE), min(len(best), row + _NEAR_PLACE + 1))
        is_word = [units.types[n] != NUMBER_UNIT for n in near]
        hits = [is_identifier[n] and best[n] == place for n in near]
        is_identifier[row] = any(w and h for w, h in zip(is_word, hits, strict=True))


def _join_hyphens(units: Units, is_identifier: Ints, best: Ints) -> None:
    """Extend a name to the other half of a double name, such as Okafor-Lind."""
    for row in np.flatnonzero(np.array(units.gaps[:-1]) == _HYPHEN):
        pair = units.texts[row - 1], units.texts[row]
        is_double = all(part[0].isupper() and len(part) > 1 and part.isalpha() for part in pair)
        halves = is_identifier[row - 1], is_identifier[row]
        if is_double and any(halves) and not all(halves):
            sure, doubtful = (row - 1, row) if halves[0] else (row, row - 1)
            if KINDS[best[sure]] == NAME:
                is_identifier[doubtful], best[doubtful] = True, best[sure]


def _make_identifiers(
    text: str, units: Units, rows: Sequence[int], best: Ints, states: Ints, lexicon: Lexicon
) -> Iterator[Identifier]:
    by_kind: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for row in rows:
        by_kind[KINDS[best[row]]].append(row)
    rules = {row: _explain(units, row, KINDS[best[row]], int(states[row])) for row in rows}
    names, places = by_kind.pop(NAME), by_kind.pop(PLACE)
    yield from make_names(text, units, names, lexicon, [rules[row] for row in names])
    yield from make_places(units, places, [rules[row] for row in places])
    for kind, members in by_kind.items():
        for row in members:
            yield _make_number(units, row, kind, rules[row])


def _make_number(units: Units, row: int, kind: str, rule: str) -> Identifier:
    """Make the identifier of a number, a contact, an age or a date."""
    proposal = units.proposals.get(row)
    if proposal is not None and proposal.kind == kind:
        return proposal
    start, end, text = units.starts[row], units.ends[row], units.texts[row]
    if kind == AGE:
        digits = len(text) - len(text.lstrip("0123456789"))
        return Identifier(start, start + digits, AGE, rule, _RANK, new=str(MAX_AGE))
    form = NHS if kind == NUMBER and is_nhs_number(text) else SHAPE
    return Identifier(start, end, kind, rule, _RANK, form)


def _explain(units: Units, row: int, kind: str, state: int) -> str:
    """Name the evidence for an identifier that a reader can follow best."""
    if row in units.proposals:
        return units.proposals[row].rule
    if state in (_RECORDED, _NEAR):
        return "name of the record"
    if kind in (NUMBER, CONTACT) or units.types[row] == NUMBER_UNIT:
        return "form and words beside it"
    if state:
        return "name elsewhere in the patient's notes"
    before = units.texts[row - 1].lower() if row else ""
    after = units.texts[row + 1].lower() if row + 1 < len(units.texts) else ""
    for context in ("title", "kin", "role"):
        if is_cue(before, context) or (context == "role" and is_cue(after, context)):
            return {"title": "title", "kin": "relative", "role": "staff"}[context]
    return "word and words beside it"
