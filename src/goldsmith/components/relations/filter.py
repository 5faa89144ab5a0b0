"""A quick look at pairs: by types and distance alone, most are not worth a closer one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from goldsmith.components.relations.pairs import NONE, Outline

_FILE = "filter.json"
#: How many pairs a coarser rate counts for against those that are seen of a finer one.
_TRUST = 4.0


class _Kept(msgspec.Struct):
    """How often pairs of a kind were related, and how many there were; the rate to pass."""

    counts: dict[str, tuple[int, int]] = {}
    cut: float = 0.0


class Filter:
    """Tells from the outline of a pair whether it may be related at all.

    How often pairs like it were related is counted, for finer and finer likeness; each rate is
    held back by the coarser one before it, as much as there is little to count.
    """

    def __init__(self) -> None:
        self._kept = _Kept()
        self._known: dict[Outline, bool] = {}

    def fit(self, outlines: Sequence[Outline], labels: Sequence[str], *, lost: float) -> Filter:
        """This filter, set so that about the share `lost` of the related pairs does not pass."""
        counts: dict[str, tuple[int, int]] = {}
        for outline, label in zip(outlines, labels, strict=True):
            for key in _keys(outline):
                related, all_ = counts.get(key, (0, 0))
                counts[key] = related + (label != NONE), all_ + 1
        self._kept, self._known = _Kept(counts), {}
        rates = sorted(
            self._rate(outline, itself=1)
            for outline, label in zip(outlines, labels, strict=True)
            if label != NONE
        )
        self._kept.cut = rates[int(lost * len(rates))] if rates else 1.0
        return self

    def __call__(self, outline: Outline) -> bool:
        """Whether the pair is worth a closer look."""
        passes = self._known.get(outline)
        if passes is None:
            passes = self._known[outline] = self._rate(outline) >= self._kept.cut
        return passes

    def _rate(self, outline: Outline, *, itself: int = 0) -> float:
        """How often pairs like this are related; `itself`: 1 to leave one that is out of count."""
        rate = 0.0
        for key in _keys(outline):
            related, all_ = self._kept.counts.get(key, (0, 0))
            rate = (related - itself + _TRUST * rate) / (all_ - itself + _TRUST)
        return rate

    def save(self, folder: Path) -> None:
        """Write the filter to a folder that is there."""
        (folder / _FILE).write_bytes(msgspec.json.encode(self._kept))

    @classmethod
    def load(cls, folder: Path) -> Filter:
        """The filter in a folder."""
        found = cls()
        found._kept = msgspec.json.decode((folder / _FILE).read_bytes(), type=_Kept)
        return found


def _keys(outline: Outline) -> Iterator[str]:
    """What pairs are counted by, from coarse to fine."""
    first, second, sentences, mentions, like_first, like_second = outline
    far = f"{sentences}|{mentions}"
    yield far
    yield f"{first}|{far}"
    yield f"{far}|{second}"
    yield f"{first}|{second}|{sentences}|{like_first}|{like_second}"
    yield f"{first}|{second}|{far}"
    yield f"{first}|{second}|{far}|{like_first}|{like_second}"
