"""The evidence about each unit of a note and its neighbours, as indices of the model's weights.

Every unit has one value in each group of features, so that the score of a unit is the sum of one
row of the weights per group.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import repeat
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goldsmith.privacy.finders.eponyms import is_eponym
from goldsmith.privacy.identifiers import Identifier
from goldsmith.privacy.people import normalise_name
from goldsmith.privacy.scoring.cues import load_contexts
from goldsmith.privacy.scoring.evidence import Evidence, Sizes, describe_word
from goldsmith.privacy.scoring.groups import (
    HISTORY_GROUPS,
    NEIGHBOUR_GROUPS,
    NUMBER_GROUPS,
    WORD_GROUPS,
    Ints,
    Layout,
    Values,
)
from goldsmith.privacy.scoring.numerals import NumeralCoder, get_context, name_rule
from goldsmith.privacy.scoring.runs import CASES, RUN_HEADS, RUN_PLACES, find_runs
from goldsmith.privacy.scoring.units import GAPS, NUMBER, Units

Floats = NDArray[np.float64]
Describe = Callable[[str], Evidence]

_SIZES: Final = Sizes()
_GAPS: Final = len(GAPS)
_LINE_BREAKS: Final = ("edge", "paragraph", "line")
_BREAKS: Final = np.array([name in _LINE_BREAKS for name in GAPS])
_SENTENCE: Final = np.array([name in (*_LINE_BREAKS, "stop", "tab") for name in GAPS])
_COLON: Final = GAPS.index("colon")
#: The gap as the context of a cue: space, stop, sign, line.
_GAP_CLASSES: Final = {"space": 0, "none": 0, "stop": 1, "comma": 2, "possessive": 4}
_COARSE_GAP: Final = np.array(
    [5 if name in _LINE_BREAKS else _GAP_CLASSES.get(name, 3) for name in GAPS]
)
#: A note is careful with capitals if this share of its sentences, of at least this many, begins
#: with one.
_CAREFUL: Final = 0.9
_MIN_SENTENCES: Final = 3
#: The cases of words: lower, capital, upper, mixed, letter; and the case of numbers.
_CASE_KINDS: Final = 6
_NO_CASE: Final = 5
#: The combinations of three flags: the word starts a sentence, its line has capitalised words, its
#: line is in capitals.
_CASE_PLACES: Final = 8
#: Longer lines are in the next class.
_LINE_SIZES: Final = np.array((2, 4, 7))
_BLOCKS: Final = 6
_LINES: Final = 16
#: The states of a word in the lexicon of the patient and in the corpus.
LEXICON_STATES: Final = 5
USAGES: Final = 7
_SCORES: Final = 6
_SCORE_LIMITS: Final = np.array((0.02, 0.1, 0.3, 0.6, 0.9))
#: The last rows of the values: lexicon, usage, style, score of a name, score of a place.
_LATER: Final = 5
_LEXICON, _USAGE, _STYLE, _FIRST_SCORE = -5, -4, -3, -2
#: The style of a note: its number of words, and the share that is certainly a name or a place. A
#: long note with few names is a report; in a telegraphic note, most doubtful words are names.
_LENGTHS: Final = (150, 400)
_DENSITIES: Final = (0.003, 0.01, 0.03)
_STYLES: Final = (len(_LENGTHS) + 1) * (len(_DENSITIES) + 1)
_SURE: Final = 0.8
_MAX_TYPES = 200_000
#: The bit of the eponyms among the lists of a word.
_EPONYM = 2
_WIDTH: Final = len(Evidence._fields)
_CASE, _LISTS, _CONTEXT = (Evidence._fields.index(name) for name in ("case", "lists", "context"))
#: The evidence about numbers: their coarse class; `_describe` adds their context.
_NUMBER_EVIDENCE: Final = Evidence(1, *[0] * (_WIDTH - 1))


class Note:
    """The evidence about the units of a note.

    Args:
        units: The units.
        names: The units as normalised names; "" for numbers.
        evidence: The evidence about each unit, a row of `Evidence` and `Numeral`; numbers have
            only the coarse class and the context of `Evidence`.
        eponyms: For each unit, whether it is a name in eponyms (1), and part of one here (2).
    """

    def __init__(self, units: Units, names: list[str], evidence: Ints, eponyms: Ints) -> None:
        self.units, self.names, self.eponyms = units, names, eponyms
        self.types = _read_codes(units.types)
        self.word_rows = (self.types != NUMBER).nonzero()[0].astype(np.int32)
        self.number_rows = (self.types == NUMBER).nonzero()[0].astype(np.int32)
        self.words, self._evidence = evidence[:, :_WIDTH], evidence
        self.gaps = _read_codes(units.gaps)
        self.before, self.after = self.gaps[:-1], self.gaps[1:]
        self.line = np.cumsum(_BREAKS[self.before]) - 1 if len(self.types) else self.types
        self.lines = int(self.line[-1]) + 1 if len(self.types) else 0
        self.case = self._compute_case()
        self.place = self._compute_place()
        self.label = self._compute_label()
        self.block = self._compute_block()
        self.runs = find_runs(self.words, self.case, self.before)
        self.values = self._collect_values()

    def _collect_values(self) -> Values:
        """Collect the values of the units in the order of `_list_sizes`."""
        own = (
            self.case,
            self.before,
            self.after,
            _COARSE_GAP[self.before],
            _COARSE_GAP[self.after],
            self.place,
            self.block,
            self.label,
            self.eponyms,
            *self.runs,
        )
        first = self._evidence.shape[1]
        values = Values(first + len(own) + _LATER, len(self.types))
        values.inner[:first] = self._evidence.T
        for row, column in enumerate(own, first):
            values.inner[row] = column
        return values

    def _compute_case(self) -> Ints:
        """Compute the case of each word relative to its line and its note."""
        cases = np.where(self.types == NUMBER, _NO_CASE, self.words[:, _CASE])
        is_start = _SENTENCE[self.before]
        per_line = np.bincount(self.line * _CASE_KINDS + cases, minlength=self.lines * _CASE_KINDS)
        lower, capital, upper = per_line.reshape(self.lines, _CASE_KINDS).T[:3]
        is_upper = (upper > 2 * (lower + capital)) & (upper > 1)
        flags = is_upper + 2 * (capital > lower + upper)
        places = cases * _CASE_PLACES + is_start * 4 + flags[self.line]
        states: Ints = _tabulate_cases(*_classify_cases(cases, is_start)).take(places)
        return states

    def _compute_place(self) -> Ints:
        """Compute the position of each unit in its line, and the length of the line."""
        is_break = _BREAKS[self.gaps]
        sizes = _LINE_SIZES.searchsorted(np.bincount(self.line), side="right")
        places: Ints = (is_break[:-1] * 2 + is_break[1:] + (4 * sizes)[self.line]).astype(np.int32)
        return places

    def _compute_label(self) -> Ints:
        """Compute the class of the label before a colon earlier in the line, or 0."""
        labels = np.zeros(len(self.types), np.int32)
        colons = (self.before == _COLON).nonzero()[0]
        if len(colons):
            contexts = self.words[colons - 1, _CONTEXT].tolist()
            ends = self.line.searchsorted(self.line[colons], side="right").tolist()
            for index, end, context in zip(colons.tolist(), ends, contexts, strict=True):
                labels[index : min(end, index + 5)] = context
        return labels

    def _compute_block(self) -> Ints:
        """Compute whether a unit is in the first or last lines or under a valediction."""
        blocks = np.zeros(self.lines, np.int32)
        blocks[:1], blocks[-2:-1], blocks[-1:] = 1, 2, 3
        for index in (self.words[:, _CONTEXT] == _get_valediction()).nonzero()[0].tolist():
            line = int(self.line[index])
            if _BREAKS[self.before[index]] or (index and _BREAKS[self.before[index - 1]]):
                blocks[line + 1 : line + 5] = 4
        return blocks[self.line]


def _read_codes(codes: list[int]) -> Ints:
    """Return a few small numbers as an array; several times as fast as `np.array`."""
    return np.frombuffer(bytes(codes), np.uint8).astype(np.int32)


@cache
def _get_valediction() -> int:
    return load_contexts().index("valediction")


def _classify_cases(
    cases: NDArray[np.intp], is_start: NDArray[np.bool_]
) -> tuple[bool, bool, bool, bool]:
    """Return whether a note is in lower case, in capitals, careful, or has few capitals."""
    lower, capital, upper, mixed = np.bincount(cases, minlength=_CASE_KINDS).tolist()[:4]
    first = np.bincount(cases[is_start], minlength=_CASE_KINDS).tolist()[:4]
    count = max(1, lower + capital + upper + mixed)
    is_careful = sum(first) >= _MIN_SENTENCES and first[0] <= (1 - _CAREFUL) * sum(first)
    is_lower = capital + upper < 0.04 * count
    return is_lower, upper > 0.7 * count, is_careful, capital < 0.06 * count


@cache
def _tabulate_cases(is_lower: bool, is_upper: bool, is_careful: bool, is_sparse: bool) -> Ints:
    """Tabulate the case of a word in a note by its own case, its position and its line."""
    table = np.zeros((_CASE_KINDS, 2, 2, 2), np.int32)
    table[0] = 1 if is_lower else 11 if is_upper else 12 if is_careful else 2
    table[1] = 10 if is_sparse else 3
    table[1, 0, 1] = 5
    table[1, 1] = 4
    table[2] = 6 if is_upper else 7
    table[2, :, :, 1] = 6
    table[3], table[4] = 9, 8
    return table.ravel()


class FeatureBuilder:
    """Builds the features of notes; the evidence about a word is cached.

    Args:
        coder: Describes the numbers.
        describe: Describes a word.
    """

    def __init__(self, coder: NumeralCoder, describe: Describe = describe_word) -> None:
        self._coder, self._describe = coder, describe
        self._index: dict[str | tuple[str, str], int] = {}
        """Unit, or unit and proposal -> its row in the table."""
        self._table = np.zeros((1024, _WIDTH + len(coder.sizes)), np.int32)
        self._names: list[str] = []
        self._contexts = {name: code for code, name in enumerate(load_contexts())}
        self._sizes = sizes = _list_sizes(coder)
        self.words = Layout(WORD_GROUPS, sizes)
        self.history = Layout(HISTORY_GROUPS, sizes, self.words.total)
        self.neighbours = Layout(NEIGHBOUR_GROUPS, sizes, self.history.total)
        self.numbers = Layout(NUMBER_GROUPS, sizes)

    def read(self, text: str, units: Units) -> Note:
        """Read the evidence about the units of a note."""
        rows = self._find_rows(units)
        evidence = self._table.take(rows, axis=0)
        names = list(map(self._names.__getitem__, rows))
        return Note(units, names, evidence, _find_eponyms(text, units, evidence))

    def _find_rows(self, units: Units) -> list[int]:
        """Find the row of each unit in the table; missing units are added."""
        if len(self._index) + len(units.texts) > _MAX_TYPES:
            self._index.clear()
            self._names.clear()
        rows = list(map(self._index.get, units.texts, repeat(-1)))
        for place in units.proposals:
            rows[place] = -1
        place = -1
        for _ in range(rows.count(-1)):
            place = rows.index(-1, place + 1)
            rows[place] = self._find_row(
                units.texts[place], units.types[place], units.proposals.get(place)
            )
        return rows

    def _find_row(self, text: str, kind: int, proposal: Identifier | None) -> int:
        key = text if proposal is None else (text, name_rule(proposal) + proposal.detail)
        row = self._index.get(key, -1)
        return row if row >= 0 else self._add_type(key, text, kind, proposal)

    def _add_type(
        self, key: str | tuple[str, str], text: str, kind: int, proposal: Identifier | None
    ) -> int:
        row = len(self._index)
        if row >= len(self._table):
            self._table = np.concatenate((self._table, np.zeros_like(self._table)))
        self._table[row] = self._describe_unit(text, kind, proposal)
        self._index[key] = row
        self._names.append("" if kind == NUMBER else normalise_name(text))
        return row

    def _describe_unit(self, text: str, kind: int, proposal: Identifier | None) -> tuple[int, ...]:
        """Describe a word or a number, which may be a proposal."""
        if kind != NUMBER and proposal is None:
            return *self._describe(text), *repeat(0, len(self._coder.sizes))
        numeral = self._coder.describe(text, proposal)
        if kind != NUMBER:
            return *self._describe(text), *numeral
        context = self._contexts[get_context(numeral.coarse, proposal)]
        return *_NUMBER_EVIDENCE._replace(context=context), *numeral

    def build_words(self, note: Note) -> Ints:
        """Build the features of the words of a note, a row for each word."""
        return self.words.compute(note.values, note.word_rows)

    def build_history(self, note: Note, lexicon: Ints, usage: Ints) -> Ints:
        """Build the features of the words from the other notes, a row for each word.

        Args:
            note: The note.
            lexicon: For each unit, its state in the lexicon of the patient.
            usage: For each unit, how often it is a name elsewhere in the corpus.
        """
        inner = note.values.inner
        inner[_LEXICON], inner[_USAGE] = lexicon, usage
        return self.history.compute(note.values, note.word_rows)

    def tabulate_history(self) -> Ints:
        """Build the features of words without evidence from other notes.

        Returns:
            A row for each coarse class and case, as numbered by `number_words`.
        """
        values = Values(len(self._sizes), _SIZES.coarse * CASES)
        names = list(self._sizes)
        coarse, case = divmod(np.arange(_SIZES.coarse * CASES), CASES)
        values.inner[names.index("coarse")] = coarse
        values.inner[names.index("state")] = case
        return self.history.compute(values, np.arange(len(case), dtype=np.int32))

    def build_word_neighbours(self, note: Note, scores: Floats, rows: Ints) -> Ints:
        """Build the features of words from the first scores of their neighbours.

        Args:
            note: The note.
            scores: For each unit, the probabilities of a name and of a place.
            rows: The words.
        """
        inner = note.values.inner
        inner[_FIRST_SCORE:] = _SCORE_LIMITS.searchsorted(scores.T, side="right")
        inner[_STYLE] = _classify_style(scores, len(note.word_rows))
        return self.neighbours.compute(note.values, rows)

    def build_numbers(self, note: Note) -> Ints:
        """Build the features of the numbers of a note, a row for each number."""
        return self.numbers.compute(note.values, note.number_rows)


def number_words(note: Note) -> Ints:
    """Return a number for each word of a note: its coarse class and its case."""
    numbers: Ints = (note.words[:, 0] * CASES + note.case).take(note.word_rows)
    return numbers


def _list_sizes(coder: NumeralCoder) -> dict[str, int]:
    """List the features of a unit in column order, with the number of values of each."""
    numerals = dict(coder.sizes._asdict())
    return {
        **_SIZES._asdict(),
        "numeral": numerals.pop("coarse"),
        **numerals,
        "state": CASES,
        "before": _GAPS,
        "after": _GAPS,
        "near_before": 6,
        "near_after": 6,
        "place": _LINES,
        "block": _BLOCKS,
        "label": _SIZES.context,
        "eponym": 3,
        "run": RUN_PLACES,
        "run_head": RUN_HEADS,
        "run_before": _SIZES.context,
        "run_cue": _SIZES.cue,
        "run_after": _SIZES.context,
        "lexicon": LEXICON_STATES,
        "usage": USAGES,
        "style": _STYLES,
        "name_score": _SCORES,
        "place_score": _SCORES,
    }


def _classify_style(scores: Floats, count: int) -> int:
    """Classify the style of a note by its number of words and their scores."""
    share = float((scores.max(axis=1, initial=0.0) >= _SURE).sum()) / max(1, count)
    length = sum(count >= limit for limit in _LENGTHS)
    return length * (len(_DENSITIES) + 1) + sum(share >= limit for limit in _DENSITIES)


def _find_eponyms(text: str, units: Units, words: Ints) -> Ints:
    """Find which units are names in eponyms (1), and which are part of an eponym here (2)."""
    eponyms: Ints = (words[:, _LISTS] & _EPONYM != 0).astype(np.int32)
    for index in eponyms.nonzero()[0].tolist():
        if is_eponym(text, units.starts[index], units.ends[index]):
            eponyms[index] = 2
    return eponyms
