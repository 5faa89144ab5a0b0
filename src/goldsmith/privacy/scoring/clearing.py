"""Overrule the model for units that cannot be identifiers: clinical terms, times, measurements.

Each function changes the probabilities or the decisions of a note in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from string import ascii_lowercase
from typing import Final

from goldsmith.privacy import words
from goldsmith.privacy.finders.numbers import E_MAIL, PHONE_EXTENSION, WEB
from goldsmith.privacy.identifiers import AGE, CONTACT, DATE, KINDS, NAME, NUMBER, PLACE
from goldsmith.privacy.nhs_number import keep_digits
from goldsmith.privacy.scoring.cues import is_cue
from goldsmith.privacy.scoring.evidence import describe_word
from goldsmith.privacy.scoring.features import Floats, Note
from goldsmith.privacy.scoring.groups import Ints
from goldsmith.privacy.scoring.model import MIN_THRESHOLD
from goldsmith.privacy.scoring.numerals import is_clock, is_value
from goldsmith.privacy.scoring.safe_words import is_safe, is_safe_place
from goldsmith.privacy.scoring.units import GAPS, Units
from goldsmith.privacy.scoring.units import NUMBER as NUMBER_UNIT
from goldsmith.privacy.scoring.word_classes import COARSE

_COLUMNS: Final = {kind: column for column, kind in enumerate(KINDS, 1)}
_HYPHEN: Final = GAPS.index("hyphen")
_SPACE: Final = GAPS.index("space")
_SIGN: Final = GAPS.index("sign")
_ARTICLES: Final = ("a", "an", "the", "was", "were", "is", "and", "with", "to", "of", "in", "at")
_DETERMINERS: Final = ("a", "an", "the")
#: The number of words after a name that are searched for an instrument or a test.
_REACH: Final = 3
#: The gaps inside a term: a stop or a line break ends it.
_JOINED: Final = (_SPACE, _HYPHEN)
#: More characters than this between two words are the gap between two columns.
_MAX_GAP: Final = 2
_EPONYM: Final = 2
#: The highest lexicon state of a word that is a name only in other notes.
_LEARNT_OFTEN: Final = 2
_AGE = re.compile(r"(?:9\d|1[0-2]\d)(?:[MFmf]|y/?o[MFmf]?|yrs?)?")
_MIN_DIGITS: Final = 3
_MAX_EXTENSION: Final = 5
_POSTCODE = re.compile(r"\d{5}(?:-\d{4})?|[A-Za-z]{1,2}\d[A-Za-z\d]?[ ]?\d[A-Za-z]{2}")
#: The numbers of roads: A303, M62, I-95.
_ROAD = re.compile(r"[AB]\d{3,4}|A\d\d|M\d{1,2}|[Ii]-\d{1,3}")
_NEAR_PLACE: Final = 3
#: Words with at least this probability are not cleared even if they are frequent.
_CERTAIN: Final = 0.5
_CERTAIN_CONTACTS: Final = (E_MAIL, WEB, PHONE_EXTENSION)
_EMERGENCY: Final = ("911", "999", "111", "112", "101")
_TIME_WORDS: Final = frozenset(
    "at @ till til until since before by died expired arrived informed attended booked clear due "
    "from after around".split()
)
#: Weekdays in the plural name neither a person nor a place.
_WEEKDAYS: Final = frozenset(
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends".split()
)
_MAX_JOINED: Final = 2
#: The minimum length of a name spelt letter by letter, and the word classes that it cannot have.
_MIN_SPELT: Final = 4
_SPELT_WORDS: Final = ("function", "common", "clinical", "clinical word", "derived", "role", "term")
_UNIT_NAMES: Final = ("ng", "dL", "Gy", "cGy", "Hz", "kHz", "MHz", "mOsm", "MOSM")
_UNITS: Final = frozenset(
    "mg ml cc mcg g kg lb lbs d days bpm degrees percent mmhg mm cm hours hrs minutes min feet "
    "units beats throughout room".split()
)
_MEASURES: Final = frozenset(
    "over under above below of hr rr bp sbp map sat sats spo2 o2 temp temperature t tmax pulse p "
    "rate than goal wt weight glucose bs fs bg".split()
)


def drop_impossible(text: str, note: Note, scores: Floats) -> None:
    """Drop dates without a proposal, and numbers that cannot be a contact, an age or a number."""
    units = note.units
    is_number = note.types == NUMBER_UNIT
    is_number[list(units.proposals)] = True
    is_word, date = ~is_number, _COLUMNS[DATE]
    scores[is_word, 0] += scores[is_word, date]
    scores[is_word, date] = 0
    for row in (is_number & (scores[:, 0] < 1 - MIN_THRESHOLD)).nonzero()[0].tolist():
        _drop_kinds(scores, row, _list_impossible(text, units, row))


def _list_impossible(note: str, units: Units, row: int) -> list[str]:
    """List the kinds that a number cannot be."""
    text, proposal = units.texts[row], units.proposals.get(row)
    proposed = "" if proposal is None else proposal.kind
    is_time = is_clock(text) and _follows_time_word(units, row)
    is_long = len(keep_digits(text)) >= _MIN_DIGITS and not is_time and not is_value(text)
    is_round = text.endswith("000") or text in _EMERGENCY
    is_age = bool(_AGE.fullmatch(text)) and not _is_measured(note, units, row)
    possible = (
        (DATE, False),
        (AGE, is_age),
        (NUMBER, is_long and not is_round),
        (CONTACT, is_long and not (is_round and _is_no_extension(text))),
    )
    return [kind for kind, is_possible in possible if not is_possible and kind != proposed]


def _is_no_extension(text: str) -> bool:
    """Return whether a number has too many digits for an extension, or is an emergency number."""
    return text in _EMERGENCY or (text.isdigit() and len(text) > _MAX_EXTENSION)


def _drop_kinds(scores: Floats, row: int, kinds: Iterable[str]) -> None:
    """Move the probabilities of some kinds to "no identifier"."""
    values = scores[row].tolist()  # numpy is slower for so few numbers
    dropped = 0.0
    for kind in kinds:
        column = _COLUMNS[kind]
        dropped += values[column]
        values[column] = 0.0
    values[0] += dropped
    scores[row] = values


def settle_contacts(units: Units, scores: Floats) -> None:
    """Make internet addresses and extensions of phone numbers certain."""
    rows = [row for row, item in units.proposals.items() if item.rule in _CERTAIN_CONTACTS]
    scores[rows] = 0
    scores[rows, _COLUMNS[CONTACT]] = 1


def _follows_time_word(units: Units, row: int) -> bool:
    """Return whether a time of day is likely after the previous unit: at 1420, 7/28 2150."""
    if not row or "-" in units.texts[row]:
        return "-" in units.texts[row]  # 0700-1900
    proposal = units.proposals.get(row - 1)
    is_dated = proposal is not None and proposal.kind == DATE
    return is_dated or units.texts[row - 1].lower() in _TIME_WORDS


def _is_measured(text: str, units: Units, row: int) -> bool:
    """Return whether adjacent words show a limit or a measurement: over 92, HR 120, 90 ml."""
    after = units.texts[row + 1].lower() if row + 1 < len(units.texts) else ""
    if units.gaps[row + 1] == _SIGN or text.startswith("%", units.ends[row]):
        return True  # 95%
    return (row > 0 and units.texts[row - 1].lower() in _MEASURES) or after in _UNITS


def clear_terms(units: Units, scores: Floats) -> None:
    """Clear the words of clinical terms of two words, such as MS Contin, and of numbered wards."""
    rows = [
        row
        for row in (scores[:, 0] < 1 - MIN_THRESHOLD).nonzero()[0].tolist()
        if _is_numbered(units, row)
        or _is_instrument(units, row)
        or _is_unit(units, row)
        or _is_term(units, row)
    ]
    scores[rows, 0], scores[rows, 1:] = 1, 0


def _is_term(units: Units, row: int) -> bool:
    """Return whether a word is part of a clinical term of two words, or a weekday."""
    lower = units.texts[row].lower()
    if lower in _WEEKDAYS:
        return True
    firsts, seconds, terms = _load_terms()
    pairs = []
    if lower in firsts and row + 1 < len(units.texts) and _is_joined(units, row + 1):
        pairs.append((lower, units.texts[row + 1].lower()))
    if lower in seconds and row and _is_joined(units, row):
        pairs.append((units.texts[row - 1].lower(), lower))
    return any(pair in terms for pair in pairs)


@cache
def _load_terms() -> tuple[frozenset[str], frozenset[str], frozenset[tuple[str, str]]]:
    """Load the first words, the second words, and the terms of two words."""
    terms = words.load_terms()
    return frozenset(first for first, _ in terms), frozenset(second for _, second in terms), terms


def _is_instrument(units: Units, row: int) -> bool:
    """Return whether a word names an instrument, a test or a part of the body: Keith needle.

    Other words may come between an article and the instrument, and capitalised words in the name of
    a test: the McIvor mouth gag, Western Aphasia Battery.
    """
    before = units.texts[row - 1].lower() if row else ""
    if not _is_capitalised(units.texts[row]) or _is_person_cue(before):
        return False
    if units.texts[row].lower() in words.load_folded("tests"):
        return True
    reach = _REACH if before in _ARTICLES else 1
    is_test = True
    for place in range(row + 1, min(len(units.texts), row + 1 + _REACH)):
        text = units.texts[place]
        if not _is_joined(units, place) or text.lower() in _ARTICLES:
            return False
        if place <= row + reach and text in words.load_folded("instruments"):
            return True
        is_test = is_test and _is_capitalised(text)
        if is_test and text.lower() in words.load_folded("tests"):
            return True
    return False


def _is_joined(units: Units, row: int) -> bool:
    """Return whether a unit continues the term of the previous one, in the same column."""
    is_near = units.starts[row] - units.ends[row - 1] <= _MAX_GAP
    return is_near and units.gaps[row] in _JOINED


def _is_capitalised(text: str) -> bool:
    """Return whether a word has a capital and lower-case letters: Keith, McIvor."""
    return text[0].isupper() and text[-1].islower()


def _is_person_cue(lower: str) -> bool:
    return any(is_cue(lower, name) for name in ("title", "kin", "role"))


def _is_unit(units: Units, row: int) -> bool:
    """Return whether a word is the unit of the number before it, though it may be a name: 3 ng."""
    return row > 0 and units.types[row - 1] == NUMBER_UNIT and units.texts[row] in _UNIT_NAMES


def clear_eponyms(note: Note, scores: Floats) -> None:
    """Clear the words that are part of an eponym, such as Douglas in pouch of Douglas.

    Names that are joined to them by hyphens are cleared too.
    """
    rows = note.eponyms == _EPONYM
    is_joined = note.before[1:] == _HYPHEN
    for _ in range(_MAX_JOINED):  # Smith-Magenis syndrome, Charcot-Marie-Tooth
        rows = rows.copy()
        rows[1:] |= is_joined & rows[:-1]
        rows[:-1] |= is_joined & rows[1:]
    scores[rows, 0], scores[rows, 1:] = 1, 0


def clear_safe_words(units: Units, scores: Floats, states: Ints) -> None:
    """Clear frequent words and titles as names, unless their context is convincing."""
    total = scores[:, _COLUMNS[NAME]] + scores[:, _COLUMNS[PLACE]]
    is_doubtful = (total >= MIN_THRESHOLD) & (total < _CERTAIN)
    for row in (is_doubtful & (states <= _LEARNT_OFTEN)).nonzero()[0].tolist():
        text = units.texts[row]
        if len(text) < 2:
            continue
        is_ordinary = _is_ordinary(text) if states[row] else is_safe(text)
        if not is_ordinary and not _is_modal(units, row):
            continue
        before = units.texts[row - 1].lower() if row else ""
        if not (is_cue(before, "title") or is_cue(before, "kin")):
            is_place = not is_safe_place(text) and _has_suspect_neighbour(scores, row)
            _drop_kinds(scores, row, (NAME,) if is_place else (NAME, PLACE))


def _has_suspect_neighbour(scores: Floats, row: int) -> bool:
    """Return whether an adjacent unit may be an identifier too: Holy Name."""
    nearby: list[float] = scores[max(0, row - 1) : row + 2, 0].tolist()
    return sum(value < 1 - MIN_THRESHOLD for value in nearby) > 1


def clear_nouns_and_verbs(units: Units, scores: Floats) -> None:
    """Clear lower-case words as names: the hope of, mark the site, rose to stand."""
    for row in (scores[:, _COLUMNS[NAME]] >= MIN_THRESHOLD).nonzero()[0].tolist():
        text = units.texts[row]
        if not text.islower() or text not in words.load_ambiguous():
            continue
        before = units.texts[row - 1].lower() if row and units.gaps[row] == _SPACE else ""
        is_followed = units.gaps[row + 1] == _SPACE
        after = units.texts[row + 1].lower() if is_followed else ""
        is_verb = after == "to" and scores[row, _COLUMNS[NAME]] < _CERTAIN
        if is_verb or before in (*_DETERMINERS, "no") or after in _DETERMINERS:
            _drop_kinds(scores, row, (NAME,))


def _is_ordinary(text: str) -> bool:
    """Return whether a lower-case word is an everyday word, although also a name: long."""
    return text in words.load_ambiguous() or text in words.load_ordinary()


def _is_modal(units: Units, row: int) -> bool:
    """Return whether "will" or "may" is a verb here: WILL RECHECK, but not WILL CALLED."""
    if units.texts[row].lower() not in ("will", "may") or row + 1 >= len(units.texts):
        return False
    following = units.texts[row + 1]
    is_base_form = following.isalpha() and not following.lower().endswith(("ed", "s", "ing"))
    return is_base_form and units.gaps[row + 1] == _SPACE and following.lower() not in ("and", "or")


def _is_numbered(units: Units, row: int) -> bool:
    """Return whether a generic word precedes a number: Ward 9."""
    is_followed = row + 1 < len(units.types) and units.types[row + 1] == NUMBER_UNIT
    is_joined = is_followed and units.gaps[row + 1] == _SPACE
    return is_joined and is_cue(units.texts[row].lower(), "head")


def drop_lone_numbers(units: Units, is_identifier: Ints, best: Ints) -> None:
    """Drop numbers classified as places without a street or town nearby, except postcodes."""
    place = KINDS.index(PLACE)
    for row in map(int, (is_identifier & (best == place)).nonzero()[0]):
        text = units.texts[row]
        if units.types[row] != NUMBER_UNIT or _POSTCODE.fullmatch(text) or _ROAD.fullmatch(text):
            continue
        if row and is_cue(units.texts[row - 1].lower(), "street"):
            continue  # Hwy 59
        near = range(max(0, row - _NEAR_PLACE), min(len(best), row + _NEAR_PLACE + 1))
        is_word = [units.types[n] != NUMBER_UNIT for n in near]
        hits = [is_identifier[n] and best[n] == place for n in near]
        is_identifier[row] = any(w and h for w, h in zip(is_word, hits, strict=True))


def settle_spelt_names(units: Units, scores: Floats) -> None:
    """Make names that are spelt letter by letter certain: N-G-U-Y-E-N, but not C-O-P-D."""
    texts, last = units.texts, 0
    for start in _find_hyphens(units.gaps[1:-1]):
        if start < last or len(texts[start]) > 1:
            continue
        last = start + 1
        while last < len(texts) and len(texts[last]) == 1 and units.gaps[last] == _HYPHEN:
            last += 1
        if _is_spelt_name("".join(texts[start:last]).lower()):
            scores[start:last] = 0
            scores[start:last, _COLUMNS[NAME]] = 1


def _find_hyphens(gaps: Sequence[int]) -> list[int]:
    return [row for row, gap in enumerate(gaps) if gap == _HYPHEN] if _HYPHEN in gaps else []


def _is_spelt_name(lower: str) -> bool:
    """Return whether letters spell a name, not an everyday or clinical word or A-B-C-D-E."""
    if len(lower) < _MIN_SPELT or not lower.isalpha() or lower in ascii_lowercase:
        return False
    return COARSE[describe_word(lower).coarse] not in _SPELT_WORDS


def join_hyphens(units: Units, is_identifier: Ints, best: Ints) -> None:
    """Extend a name to the other half of a double name, such as Okafor-Lind."""
    for row in _find_hyphens(units.gaps[:-1]):
        pair = units.texts[row - 1], units.texts[row]
        is_double = all(part[0].isupper() and len(part) > 1 and part.isalpha() for part in pair)
        halves = is_identifier[row - 1], is_identifier[row]
        if is_double and any(halves) and not all(halves):
            sure, doubtful = (row - 1, row) if halves[0] else (row, row - 1)
            if KINDS[best[sure]] == NAME:
                is_identifier[doubtful], best[doubtful] = True, best[sure]
