"""The groups of features of the model, as combinations of values of a unit and its neighbours.

A group is written as the names of its values; "context-1" is the context of the unit before. Each
group has a weight for every combination of its values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]

REACH: Final = 3
_OFFSETS: Final = tuple(range(-REACH, REACH + 1))
_TERM = re.compile(r"([a-z_]+)([+-]\d)?")
_OWN: Final = (
    "coarse", "case", "zipf", "surname", "first", "surname_ratio", "first_ratio", "town", "lists",
    "suffix", "length", "vowels", "context", "second_context", "cue",
)  # fmt: skip
_BESIDE: Final = (-2, -1, 1, 2)

#: The groups of words, without what other notes show and the first scores of their neighbours.
WORD_GROUPS: Final = (
    *_OWN,
    "coarse state", "rule state", "rule context-1", "rule context+1", "zipf state",
    "surname_ratio state", "first_ratio state", "lists state", "coarse before", "coarse after",
    "coarse place", "state place", "coarse block place", "coarse label", "coarse eponym",
    "state eponym eponym-1", "coarse place-1 near_before",
    *(f"context{offset:+}" for offset in _OFFSETS if offset),
    *(f"coarse context{offset:+}" for offset in _OFFSETS if offset),
    *(f"coarse second_context{offset:+}" for offset in _BESIDE),
    *(f"coarse coarse{offset:+}" for offset in _BESIDE),
    *(f"state state{offset:+}" for offset in _BESIDE),
    *(f"cue{offset:+}" for offset in _BESIDE),
    "state context-1 near_before", "state context+1 near_after",
    "coarse context-1 near_before", "coarse context+1 near_after",
    "context-2 context-1", "context+1 context+2", "context-1 context+1",
    "coarse run", "state run", "coarse run_head run", "state run_head", "coarse run_before",
    "state run_before", "coarse run_after", "run_before run_head", "run_cue", "run_after run",
)  # fmt: skip
#: The groups of words with what the other notes and the record of the patient show.
HISTORY_GROUPS: Final = ("coarse lexicon", "state lexicon", "coarse usage", "state usage")
#: The groups of words with the first scores of their neighbours and the style of the note.
NEIGHBOUR_GROUPS: Final = (
    "coarse style", "state style",
    *(group
    for kind in ("name", "place")
    for group in (
        f"coarse {kind}_score-1 near_before",
        f"coarse {kind}_score+1 near_after",
        f"state {kind}_score-1 near_before",
        f"state {kind}_score+1 near_after",
        f"{kind}_score-1 {kind}_score+1",
        f"state {kind}_score-2 {kind}_score-1",
        f"state {kind}_score+1 {kind}_score+2",
        f"run {kind}_score-1", f"run {kind}_score+1",
    )),
)  # fmt: skip
#: The groups of numbers.
NUMBER_GROUPS: Final = (
    "numeral", "shape", "rule", "digits", "value", "second_value", "letters",
    *(
        f"{own} {value}"
        for own in ("numeral", "rule")
        for value in ("value", "second_value", "before", "after", "place", "block", "label")
    ),
    "numeral rule",
    *(
        f"{own} context{offset:+}"
        for own in ("numeral", "rule", "value")
        for offset in _OFFSETS if offset
    ),
    *(f"numeral second_context{offset:+}" for offset in _OFFSETS if offset),
    *(f"cue{offset:+}" for offset in _BESIDE),
    *(f"numeral numeral{offset:+}" for offset in _BESIDE),
    "numeral coarse-1", "rule coarse-1", "numeral coarse+1", "numeral state+1", "numeral state-1",
    "numeral run_head+1", "numeral run_head-1", "numeral run_after+1", "numeral coarse+1 before",
    "rule numeral-1", "rule numeral+1", "rule before after",
)  # fmt: skip


class Layout:
    """Numbers the features of groups, and computes them for the units of a note.

    The index of a feature is a sum of values times factors, so that one product of matrices gives
    all of them.

    Args:
        groups: The groups.
        sizes: Name of a value -> the number of its values.
        base: The number of the first feature.
    """

    def __init__(self, groups: Sequence[str], sizes: Mapping[str, int], base: int = 0) -> None:
        self.first_size = 0
        names = list(sizes)
        width = len(names)
        factors = np.zeros((len(_OFFSETS) * width, len(groups)))
        self._bases = np.zeros(len(groups), np.float32)
        for number, group in enumerate(groups):
            self._bases[number] = base
            size = 1
            for name, offset in _TERM.findall(group):
                row = (int(offset or 0) + REACH) * width + names.index(name)
                factors[row, number] += size
                size *= sizes[name]
            base += size
            self.first_size = self.first_size or size
        self.total = base
        #: The places of the values that count, from those of the first neighbour on.
        self._places = np.flatnonzero(factors.any(axis=1))
        self._factors = factors[self._places].astype(np.float32)

    def compute(self, values: NDArray[np.float32], rows: Ints) -> Ints:
        """Compute the features of some units: a row for each of them, a column for each group.

        Args:
            values: The values of all units, with empty rows at both ends, as `pad` makes them.
            rows: The units.
        """
        starts = rows.astype(np.int64) * values.shape[1]
        indices = values.ravel().take(starts[:, None] + self._places) @ self._factors
        features: Ints = (indices + self._bases).astype(np.int32)
        return features


def pad(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Add rows of zeros at both ends: the values of neighbours beyond the note."""
    padded = np.zeros((len(values) + 2 * REACH, values.shape[1]), np.float32)
    padded[REACH : REACH + len(values)] = values
    return padded
