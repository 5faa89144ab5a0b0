"""A fast filter of candidate pairs by types and distance alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from goldsmith.components.relations.pairs import NO_RELATION, PairOutline

_FILE = "filter.json"
#: Weight of the rate of the coarser class in smoothing, as a number of pairs.
_PRIOR_COUNT = 4.0


class _State(msgspec.Struct):
    """The content of filter.json: (related, all) pairs of each class, and the minimum rate."""

    counts: dict[str, tuple[int, int]] = {}
    cut: float = 0.0


class Filter:
    """Decides from the outline of a pair whether it may be related at all.

    The filter counts how often pairs of a class are related, for finer and finer classes. The
    fewer pairs a class has, the more its rate is smoothed towards the rate of the coarser class.
    """

    def __init__(self) -> None:
        self._state = _State()
        self._decisions: dict[PairOutline, bool] = {}

    def fit(self, outlines: Sequence[PairOutline], labels: Sequence[str], *, lost: float) -> Filter:
        """Train the filter and return it.

        Args:
            outlines: The outlines of all pairs.
            labels: Their labels.
            lost: The share of related pairs that may be filtered out.
        """
        counts: dict[str, tuple[int, int]] = {}
        for outline, label in zip(outlines, labels, strict=True):
            for key in _list_keys(outline):
                related, total = counts.get(key, (0, 0))
                counts[key] = related + (label != NO_RELATION), total + 1
        self._state, self._decisions = _State(counts), {}
        rates = sorted(
            self._compute_rate(outline, excluded=1)
            for outline, label in zip(outlines, labels, strict=True)
            if label != NO_RELATION
        )
        self._state.cut = rates[int(lost * len(rates))] if rates else 1.0
        return self

    def __call__(self, outline: PairOutline) -> bool:
        """Return whether the pair passes the filter."""
        passes = self._decisions.get(outline)
        if passes is None:
            passes = self._compute_rate(outline) >= self._state.cut
            self._decisions[outline] = passes
        return passes

    def _compute_rate(self, outline: PairOutline, *, excluded: int = 0) -> float:
        """Compute the smoothed rate of related pairs; `excluded=1` leaves out a related pair."""
        rate = 0.0
        for key in _list_keys(outline):
            related, total = self._state.counts.get(key, (0, 0))
            rate = (related - excluded + _PRIOR_COUNT * rate) / (total - excluded + _PRIOR_COUNT)
        return rate

    def save(self, folder: Path) -> None:
        """Write the filter to an existing folder."""
        (folder / _FILE).write_bytes(msgspec.json.encode(self._state))

    @classmethod
    def load(cls, folder: Path) -> Filter:
        """Load a saved filter."""
        loaded = cls()
        loaded._state = msgspec.json.decode((folder / _FILE).read_bytes(), type=_State)
        return loaded


def _list_keys(outline: PairOutline) -> Iterator[str]:
    """Yield the classes of a pair, coarse to fine."""
    first, second, sentences, mentions, like_first, like_second = outline
    distance = f"{sentences}|{mentions}"
    yield distance
    yield f"{first}|{distance}"
    yield f"{distance}|{second}"
    yield f"{first}|{second}|{sentences}|{like_first}|{like_second}"
    yield f"{first}|{second}|{distance}"
    yield f"{first}|{second}|{distance}|{like_first}|{like_second}"
