"""Selection among overlapping matches."""

from __future__ import annotations

import numpy as np

from goldsmith.terminology.index.hashing import Bools
from goldsmith.terminology.index.scan import Offsets


def select_outermost(start: Offsets, end: Offsets, *, apart: bool) -> Bools:
    """Return a mask of the matches that are not inside another match.

    Args:
        start: The starts, sorted, the longest match first among equals.
        end: The ends.
        apart: Select only the longest of any matches that overlap.
    """
    is_new = np.ones(len(start), np.bool_)
    is_new[1:] = (start[1:] != start[:-1]) | (end[1:] != end[:-1])
    span = np.cumsum(is_new) - 1
    start, end = start[is_new], end[is_new]
    reach = np.zeros(len(start), np.intp)
    reach[1:] = np.maximum.accumulate(end)[:-1]
    if not apart:
        outer: Bools = (end > reach)[span]
        return outer
    # A cluster is a run of spans linked by overlaps. Most clusters are one long span.
    first = (start >= reach).nonzero()[0]
    cluster_end = np.maximum.reduceat(end, first)
    keep = np.zeros(len(start), np.bool_)
    keep[first] = True
    for cluster in (cluster_end > end[first]).nonzero()[0].tolist():
        stop = int(first[cluster + 1]) if cluster + 1 < len(first) else len(start)
        _mark_longest(start, end, keep, range(int(first[cluster]), stop))
    selected: Bools = keep[span]
    return selected


def _mark_longest(start: Offsets, end: Offsets, keep: Bools, rows: range) -> None:
    """Mark the spans of a cluster to keep: greedily the longest, the first among equals."""
    covered: list[tuple[int, int]] = []
    spans = [(int(start[row]), int(end[row]), row) for row in rows]
    for low, high, row in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
        keep[row] = all(high <= first or low >= last for first, last in covered)
        if keep[row]:
            covered.append((low, high))
