"""The groups of features of the model, as combinations of values of a unit and its neighbours.

A group is written as the names of its values; "context-1" is the context of the previous unit. Each
group has a weight for every combination of its values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

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
_NEIGHBOURS: Final = (-2, -1, 1, 2)

#: The groups of words, without evidence from other notes or the first scores of neighbours.
WORD_GROUPS: Final = (
    *_OWN,
    "coarse state", "rule state", "rule context-1", "rule context+1", "distance rule", "zipf state",
    "surname_ratio state", "first_ratio state", "lists state", "coarse before", "coarse after",
    "coarse place", "state place", "coarse block place", "coarse label", "coarse eponym",
    "state eponym eponym-1", "coarse place-1 near_before",
    *(f"context{offset:+}" for offset in _OFFSETS if offset),
    *(f"coarse context{offset:+}" for offset in _OFFSETS if offset),
    *(f"coarse second_context{offset:+}" for offset in _NEIGHBOURS),
    *(f"coarse coarse{offset:+}" for offset in _NEIGHBOURS),
    *(f"state state{offset:+}" for offset in _NEIGHBOURS),
    *(f"cue{offset:+}" for offset in _NEIGHBOURS),
    "state context-1 near_before", "state context+1 near_after",
    "coarse context-1 near_before", "coarse context+1 near_after",
    "context-2 context-1", "context+1 context+2", "context-1 context+1",
    "coarse run", "state run", "coarse run_head run", "state run_head", "coarse run_before",
    "state run_before", "coarse run_after", "run_before run_head", "run_cue", "run_after run",
)  # fmt: skip
#: The groups of words with evidence from the other notes and the record of the patient.
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
    "numeral rule", "distance rule", "distance numeral second_value",
    "distance rule context-1", "distance rule context+1",
    *(
        f"{own} context{offset:+}"
        for own in ("numeral", "rule", "value")
        for offset in _OFFSETS if offset
    ),
    *(f"numeral second_context{offset:+}" for offset in _OFFSETS if offset),
    *(f"cue{offset:+}" for offset in _NEIGHBOURS),
    *(f"numeral numeral{offset:+}" for offset in _NEIGHBOURS),
    "numeral coarse-1", "rule coarse-1", "numeral coarse+1", "numeral state+1", "numeral state-1",
    "numeral run_head+1", "numeral run_head-1", "numeral run_after+1", "numeral coarse+1 before",
    "rule numeral-1", "rule numeral+1", "rule before after",
)  # fmt: skip


class Layout:
    """Numbers the features of groups, and computes them for the units of a note.

    The index of a feature is a sum of values times factors. It is computed for the first values of
    all groups at once, then for the second values of the groups that have one, and so on.

    Args:
        groups: The groups.
        sizes: Name of a value -> the number of its values.
        base: The number of the first feature.
    """

    def __init__(self, groups: Sequence[str], sizes: Mapping[str, int], base: int = 0) -> None:
        self.first_size = 0
        names = list(sizes)
        bases: list[int] = []
        terms: dict[int, list[tuple[int, int, int, int]]] = {}
        for number, group in enumerate(groups):
            bases.append(base)
            size = 1
            for order, (name, offset) in enumerate(_TERM.findall(group)):
                term = number, names.index(name), int(offset or 0) + REACH, size
                terms.setdefault(order, []).append(term)
                size *= sizes[name]
            base += size
            self.first_size = self.first_size or size
        self.total = base
        self._bases = np.array(bases, np.int32)[:, None]
        self._first, *self._further = map(_make_terms, terms.values())

    def compute(self, values: Values, rows: Ints) -> Ints:
        """Compute the features of some units: a row for each of them, a column for each group.

        Args:
            values: The values of all units.
            rows: The units.
        """
        windows = values.windows
        features: Ints = windows[self._first.names, self._first.offsets] + self._bases
        for terms in self._further:
            products = windows[terms.names, terms.offsets]
            products *= terms.factors
            features[terms.groups] += products
        return features.take(rows, axis=1).T


class _Terms(NamedTuple):
    """The n-th values of the groups that have at least n."""

    groups: NDArray[np.intp]
    names: NDArray[np.intp]
    offsets: NDArray[np.intp]
    factors: Ints


def _make_terms(terms: Sequence[tuple[int, int, int, int]]) -> _Terms:
    groups, names, offsets, factors = np.array(terms).T
    return _Terms(groups, names, offsets, factors.astype(np.int32)[:, None])


class Values:
    """The values of the units of a note: a row for each value, a column for each unit.

    Args:
        width: The number of values of a unit.
        count: The number of units.
    """

    def __init__(self, width: int, count: int) -> None:
        size = count + 2 * REACH  # the neighbours beyond the note have zeros
        padded = np.zeros((width, size), np.int32)
        step = padded.itemsize
        self.inner = padded[:, REACH : REACH + count]
        self.windows: Ints = np.ndarray(
            (width, len(_OFFSETS), count), np.int32, padded, 0, (size * step, step, step)
        )
        """The values of each unit and its neighbours, from the first neighbour to the last."""
