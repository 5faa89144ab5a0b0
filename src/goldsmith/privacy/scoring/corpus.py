"""Evidence from the corpus: how often a word is a name, for the patient and elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import compress

import numpy as np

from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.people import normalise_name
from goldsmith.privacy.scoring.features import Floats, Note
from goldsmith.privacy.scoring.groups import Ints
from goldsmith.privacy.scoring.model import CERTAIN
from goldsmith.privacy.scoring.units import NUMBER

_LEARNT, _LEARNT_OFTEN, _RECORDED, _NEAR = 1, 2, 3, 4
_NEVER, _RARELY, _SOMETIMES, _MOSTLY, _ORDINARY, _ONLY_HERE = 1, 2, 3, 4, 5, 6
#: In a smaller corpus, a word that occurs once is no evidence.
_MIN_NOTES = 40
_RARE, _FREQUENT = 0.15, 0.6


class CorpusUsage:
    """Counts how often each word of a corpus occurs, and how often as a name or a place."""

    def __init__(self) -> None:
        self._notes = 0
        self._total: Counter[str] = Counter()
        self._certain: Counter[str] = Counter()
        self._first_owner: dict[str, str] = {}
        self._states: dict[str, int] = {"": 0}
        self.ordinary: set[str] = set()
        """Words that occur in lower case in the notes of two patients, and so are not names."""

    def add(self, owner: str, note: Note, certain: Ints) -> None:
        """Add the words of a note.

        Args:
            owner: The patient of the note.
            note: The note.
            certain: 1 for each unit that is certainly a name or a place.
        """
        self._notes += 1
        if len(self._states) > 1:
            self._states = {"": 0}
        units, ordinary, owners = note.units, self.ordinary, self._first_owner
        marks = certain.tolist()
        self._total.update(compress(note.names, map(NUMBER.__ne__, units.types)))
        self._certain.update(compress(note.names, marks))
        for name, text, mark in zip(note.names, units.texts, marks, strict=True):
            if name in ordinary or mark or not name or not text.islower():
                continue
            if owners.setdefault(name, owner) != owner:
                ordinary.add(name)

    def find_states(self, note: Note, certain: Ints) -> Ints:
        """Find the usage of each word elsewhere in the corpus; 0 if the corpus is too small."""
        if self._notes < _MIN_NOTES:
            return np.zeros(len(note.types), np.int32)
        cached = self._states
        for name in set(note.names).difference(cached):
            cached[name] = self._find_state(name, 0)
        states = np.array([cached[name] for name in note.names], np.int32)
        for row in certain.nonzero()[0].tolist():
            states[row] = self._find_state(note.names[row], 1)
        return states

    def _find_state(self, name: str, certain: int) -> int:
        elsewhere = self._total[name] - 1
        if elsewhere < 1:
            return _ONLY_HERE
        share = (self._certain[name] - certain) / elsewhere
        if share < _RARE and name in self.ordinary:
            return _ORDINARY
        if share <= 0:
            return _NEVER
        return _RARELY if share < _RARE else _SOMETIMES if share < _FREQUENT else _MOSTLY


class PatientNames:
    """Counts the certain names in the notes of a patient."""

    def __init__(self) -> None:
        self._certain: Counter[str] = Counter()

    def add(self, names: Iterable[str]) -> None:
        """Add the names of a note."""
        self._certain.update(map(normalise_name, names))

    def find_states(self, note: Note, certain: Ints, lexicon: Lexicon) -> Ints:
        """Find which words are names elsewhere in the notes or in the record of the patient."""
        states = np.zeros(len(note.types), np.int32)
        if not self._certain and not lexicon.recorded:
            return states
        if not lexicon.recorded and self._certain.keys().isdisjoint(note.names):
            return states
        for index, (text, name) in enumerate(zip(note.units.texts, note.names, strict=True)):
            if name and (lexicon.recorded or name in self._certain):
                states[index] = self._find_state(text, name, int(certain[index]), lexicon)
        return states

    def _find_state(self, text: str, name: str, certain: int, lexicon: Lexicon) -> int:
        if name in lexicon.recorded and len(name) > 1:
            return _RECORDED
        if lexicon.recorded and text[0].isupper() and lexicon.find_near_surname(name):
            return _NEAR
        count = self._certain.get(name, 0) - certain
        return 0 if count < 1 else _LEARNT if count == 1 else _LEARNT_OFTEN


def mark_certain(note: Note, probabilities: Floats) -> Ints:
    """Mark the units that are certainly a name or a place, by their first probabilities."""
    certain = np.zeros(len(note.types), np.int32)
    certain[note.word_rows] = probabilities[:, 1:3].max(axis=1, initial=0.0) >= CERTAIN
    return certain
