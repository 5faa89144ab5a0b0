"""Finds the names of a terminology in text: all variants, exact offsets, no loop over words.

Every stretch of up to twelve words is hashed at once, whatever the order of its words, and looked
for in one table. What is found is then judged: whether words were inflected or reordered, whether
an abbreviation has its capitals, whether commas or sentences come in between, and how much it means
to find the name at all (`worth`). Ordinary words that are also names ("all", "cold") are worth
little and stay below the threshold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, get_args

import numpy as np

from goldsmith.errors import InputError
from goldsmith.terminology.index.hashing import Bools
from goldsmith.terminology.index.scan import scan
from goldsmith.terminology.lookup.matches import HOW, NOTHING, Found, Match
from goldsmith.terminology.lookup.overlap import outermost
from goldsmith.terminology.lookup.scoring import Judge
from goldsmith.terminology.lookup.stretches import Stretches
from goldsmith.terminology.lookup.word_classes import WordClasses
from goldsmith.terminology.store import Terminology

Overlap = Literal["longest", "outermost", "all"]
#: Stop words that may stand between two words of a name: "cancer of the breast" has two.
_SLACK = 3
#: No stretch of twelve words is longer than two to this power, or the order does not matter.
_LENGTH = 24
_BULK = 200_000
THRESHOLD = 50


class Lookup:
    """Finds names in texts: those of the concepts in `mask`, worth `threshold` or more."""

    def __init__(
        self,
        terminology: Terminology,
        *,
        mask: Bools | None = None,
        threshold: int = THRESHOLD,
        overlap: Overlap = "longest",
        variants: bool = True,
        typos: bool = False,
    ) -> None:
        if overlap not in get_args(Overlap):
            raise InputError(
                f"there is no overlap policy {overlap!r}", expected=", ".join(get_args(Overlap))
            )
        self.terminology = terminology
        self._overlap = overlap
        self._classes = WordClasses(terminology, variants=variants, typos=typos)
        self._stretches = Stretches(terminology)
        self._judged = Judge(terminology, mask=mask, threshold=threshold, variants=variants)

    def __call__(self, text: str) -> list[Match]:
        """The names in a text, in the order they stand there."""
        found = self.columns(text)
        owner = self.terminology.arrays["name.concept"]
        rows = zip(
            found.start.tolist(),
            found.end.tolist(),
            owner[found.name].tolist(),
            found.name.tolist(),
            found.how.tolist(),
            found.worth.tolist(),
            strict=True,
        )
        return [Match(s, e, c, n, HOW[h], w) for s, e, c, n, h, w in rows]

    def many(self, texts: Iterable[str]) -> Iterator[Found]:
        """The columns of each text; short texts are searched together, which is faster."""
        for batch in _batches(texts):
            yield from self._batch(batch)

    def _batch(self, batch: Sequence[str]) -> Iterator[Found]:
        if len(batch) == 1:
            yield self.columns(batch[0])
            return
        whole = self.columns("\x00".join(batch))
        begin = np.cumsum([0, *(len(text) + 1 for text in batch)])
        rows = np.searchsorted(whole.start, begin).tolist()
        for at, first in enumerate(begin[:-1].tolist()):
            part = whole.pick(slice(rows[at], rows[at + 1]))
            yield part._replace(start=part.start - first, end=part.end - first)

    def columns(self, text: str) -> Found:
        """The names in a text as columns."""
        tokens = scan(text)
        stream = self._stretches.stream(tokens, *self._classes(text, tokens))
        windows = self._stretches(stream)
        first, size, _ = windows
        if not len(first):
            return NOTHING
        begin, last = stream.at[first], stream.at[first + size - 1]
        good = ~tokens.glued[begin] & (last - begin - size < _SLACK * (size - 1))
        good &= ~np.append(tokens.glued, False)[last + 1]
        return self._chosen(self._judged(text, tokens, stream, windows.pick(good)))

    def _chosen(self, found: Found) -> Found:
        """The matches that the overlap policy leaves, each concept once for each place."""
        if not len(found.start):
            return NOTHING
        owner = self.terminology.arrays["name.concept"][found.name]
        place = (found.start << _LENGTH) - (found.end - found.start)
        order = np.lexsort((found.name, (owner.astype(np.int64) << 8) - found.worth, place))
        start, end, owner = found.start[order], found.end[order], owner[order]
        fresh = np.ones(len(order), np.bool_)
        same = (start[1:] == start[:-1]) & (end[1:] == end[:-1])
        fresh[1:] = ~(same & (owner[1:] == owner[:-1]))
        if self._overlap != "all":
            fresh &= outermost(start, end, apart=self._overlap == "longest")
        return found.pick(order[fresh])


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text)
        if size > _BULK:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
