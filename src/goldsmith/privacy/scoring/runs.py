"""Runs of words that may be one name: "Keystone Mutual Health Plan", "leyton sixth form".

The words before and after a run, and whether its last word is a head such as "school", are evidence
about each of its words.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.privacy.scoring.cues import load_contexts
from goldsmith.privacy.scoring.evidence import Evidence
from goldsmith.privacy.scoring.groups import Ints
from goldsmith.privacy.scoring.units import GAPS
from goldsmith.privacy.scoring.word_classes import COARSE

#: The number of cases that a word can have relative to its line and note.
CASES: Final = 13
#: The positions in a run: none, alone, first and last of two, first, middle, last of more.
RUN_PLACES: Final = 7
#: Whether a run has a head after the word, a street, a head before it, or the word is a head.
RUN_HEADS: Final = 5
_JOINED: Final = np.array([name in ("space", "hyphen", "possessive", "none") for name in GAPS])
_NEAR: Final = np.array([name not in ("edge", "paragraph", "line") for name in GAPS])
#: The cases that stand out, and the cases in notes where no case stands out.
_IS_CAPITAL: Final = np.isin(np.arange(CASES), (3, 4, 5, 7, 8, 9, 10))
_IS_CASELESS: Final = np.isin(np.arange(CASES), (1, 6, 11))
#: The position in a run by four flags: in a run, in a run of two words, last word, first word.
_PLACES: Final = np.array((*[0] * 8, 5, 4, 6, 1, 0, 2, 3, 0), np.int32)
_COARSE, _CONTEXT, _CUE = (Evidence._fields.index(name) for name in ("coarse", "context", "cue"))
_NO_NAMES: Final = np.isin(
    COARSE, ("pad", "number", "function", "role", "slashed", "clinical", "term")
)


class Runs(NamedTuple):
    """For each unit: its position in its run, the heads of the run, and the run's neighbours."""

    places: Ints
    heads: Ints
    before: Ints
    cues: Ints
    after: Ints


class _Contexts(NamedTuple):
    """For each class of context: whether its words may be part of a run, are heads or streets."""

    is_part: NDArray[np.bool_]
    is_head: NDArray[np.bool_]
    is_street: NDArray[np.bool_]


@cache
def _load_contexts() -> _Contexts:
    names = load_contexts()
    parts = "plain capitalised upper letter head land street compass event".split()
    return _Contexts(
        np.array([name in parts for name in names]),
        np.array([name in ("head", "land") for name in names]),
        np.array([name == "street" for name in names]),
    )


def find_runs(words: Ints, case: Ints, before: Ints) -> Runs:
    """Find the runs of a note.

    Args:
        words: The evidence of each unit, a row of `Evidence`.
        case: The case of each unit relative to its line and note.
        before: The gap before each unit.
    """
    count = len(case)
    here = np.arange(count)
    contexts = _load_contexts()
    context = words[:, _CONTEXT]
    is_part = _IS_CAPITAL[case]
    is_part |= _IS_CASELESS[case] & contexts.is_part[context] & ~_NO_NAMES[words[:, _COARSE]]
    is_joined = np.zeros(count, bool)
    is_joined[1:] = is_part[1:] & is_part[:-1] & _JOINED[before[1:]]
    first = np.maximum.accumulate(np.where(is_joined, 0, here))
    last = _find_lasts(is_joined, here)
    states = is_part * 8 + (last - first == 1) * 4 + (here == last) * 2 + (here == first)
    return Runs(
        _PLACES.take(states),
        _find_heads(contexts, context, is_part, first, last),
        *_find_neighbours(words, before, is_part, first, last),
    )


def _find_lasts(is_joined: NDArray[np.bool_], here: NDArray[np.intp]) -> NDArray[np.intp]:
    """Find the last unit of the run of each unit."""
    ends = here.copy()
    ends[:-1][is_joined[1:]] = len(here)
    lasts: NDArray[np.intp] = np.minimum.accumulate(ends[::-1])[::-1]
    return lasts


def _find_heads(
    contexts: _Contexts,
    context: Ints,
    is_part: NDArray[np.bool_],
    first: NDArray[np.intp],
    last: NDArray[np.intp],
) -> Ints:
    is_head, is_street = contexts.is_head[context], contexts.is_street[context]
    heads = np.zeros(len(context), np.int32)
    if not (is_head | is_street).any():
        return heads
    count, streets = _count_before(is_head), _count_before(is_street)
    heads[count[:-1] > count[first]] = 3
    heads[streets[last + 1] > streets[1:]] = 2
    heads[count[last + 1] > count[1:]] = 1
    heads[is_head | is_street] = 4
    heads[~is_part] = 0
    return heads


def _count_before(marks: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Count the marked units before each unit, and in the whole note."""
    counts = np.zeros(len(marks) + 1, np.intp)
    marks.cumsum(out=counts[1:])
    return counts


def _find_neighbours(
    words: Ints,
    before: Ints,
    is_part: NDArray[np.bool_],
    first: NDArray[np.intp],
    last: NDArray[np.intp],
) -> tuple[Ints, Ints, Ints]:
    """Find the classes of context before and after each run, and the word before it."""
    padded = np.zeros((len(words) + 2, 2), np.int32)
    padded[1:-1] = words[:, [_CONTEXT, _CUE]]
    is_near = np.zeros(len(words) + 1, bool)
    is_near[:-1] = _NEAR[before]
    ahead = padded[first] * (is_part & is_near[first])[:, None]
    after = padded[last + 2, 0] * (is_part & is_near[last + 1])
    return ahead[:, 0], ahead[:, 1], after
