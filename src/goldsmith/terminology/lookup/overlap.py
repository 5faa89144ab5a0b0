"""Which of several matches that overlap are kept."""

from __future__ import annotations

import numpy as np

from goldsmith.terminology.index.hashing import Bools
from goldsmith.terminology.index.scan import Places


def outermost(start: Places, end: Places, *, apart: bool) -> Bools:
    """Which of the matches, sorted by start and the longest first, lie in no other.

    With `apart`, of those that overlap at all the longest is kept.
    """
    fresh = np.ones(len(start), np.bool_)
    fresh[1:] = (start[1:] != start[:-1]) | (end[1:] != end[:-1])
    window = np.cumsum(fresh) - 1
    start, end = start[fresh], end[fresh]
    reach = np.zeros(len(start), np.intp)
    reach[1:] = np.maximum.accumulate(end)[:-1]
    if not apart:
        outer: Bools = (end > reach)[window]
        return outer
    first = (start >= reach).nonzero()[0]
    most = np.maximum.reduceat(end, first)
    alone = np.zeros(len(start), np.bool_)
    alone[first] = True
    for at in (most > end[first]).nonzero()[0].tolist():
        stop = int(first[at + 1]) if at + 1 < len(first) else len(start)
        _longest_of(start, end, alone, range(int(first[at]), stop))
    kept: Bools = alone[window]
    return kept


def _longest_of(start: Places, end: Places, keep: Bools, rows: range) -> None:
    """Marks which of some entangled matches are kept: the longest first, of equals the first."""
    taken: list[tuple[int, int]] = []
    spans = [(int(start[row]), int(end[row]), row) for row in rows]
    for low, high, row in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
        keep[row] = all(high <= other or low >= behind for other, behind in taken)
        if keep[row]:
            taken.append((low, high))
