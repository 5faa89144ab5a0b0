"""Dictionary lookup: the names of a terminology in a text, with all variants and exact offsets.

Every window of up to twelve words is hashed at once, regardless of word order, and looked up in one
hash table. The matches are then scored: were words inflected or reordered, is an abbreviation in
capitals, are there commas or sentence ends in between, and how specific is the name (its `worth`)?
Ordinary words that are also names ("all", "cold") have a low worth and stay below the threshold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, get_args

import numpy as np

from goldsmith.errors import InputError
from goldsmith.terminology.index.hashing import Bools
from goldsmith.terminology.index.scan import scan
from goldsmith.terminology.lookup.matches import HOW, NO_MATCHES, Match, MatchColumns
from goldsmith.terminology.lookup.overlap import select_outermost
from goldsmith.terminology.lookup.scoring import MatchScorer
from goldsmith.terminology.lookup.windows import WindowFinder
from goldsmith.terminology.lookup.word_classes import WordClasses
from goldsmith.terminology.store import Terminology

Overlap = Literal["longest", "outermost", "all"]
#: Stop words allowed between two words of a name: "cancer of the breast" has two.
_MAX_STOP_WORDS = 3
#: Bits for the length of a match in a sort key.
_LENGTH_BITS = 24
#: Characters of short texts that are searched together.
_BATCH_CHARACTERS = 200_000
#: Default threshold of the worth of a match.
THRESHOLD = 50


class Lookup:
    """Finds the names of a terminology in texts.

    Args:
        terminology: The terminology.
        mask: The concepts to find, or None for all.
        threshold: The minimum worth of a match, from 0 to 100.
        overlap: Which of overlapping matches to return: the `longest`, the `outermost`, or `all`.
        variants: Also find inflected and reordered forms.
        typos: Also find words with one spelling error.

    Raises:
        InputError: The overlap policy is unknown.

    Example:
        >>> look_up = Lookup(Terminology(Path("terms/hpo")))
        >>> [match.how for match in look_up("Pain of the abdomen.")]
        ['reordered']
    """

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
        self._find_windows = WindowFinder(terminology)
        self._score = MatchScorer(terminology, mask=mask, threshold=threshold, variants=variants)

    def __call__(self, text: str) -> list[Match]:
        """Return the matches in a text, in order."""
        columns = self.find_columns(text)
        owner = self.terminology.arrays["name.concept"]
        rows = zip(
            columns.start.tolist(),
            columns.end.tolist(),
            owner[columns.name].tolist(),
            columns.name.tolist(),
            columns.how.tolist(),
            columns.worth.tolist(),
            strict=True,
        )
        return [Match(s, e, c, n, HOW[h], w) for s, e, c, n, h, w in rows]

    def find_many(self, texts: Iterable[str]) -> Iterator[MatchColumns]:
        """Yield the matches of each text; short texts are searched together, which is faster."""
        for batch in _batch_texts(texts):
            yield from self._find_batch(batch)

    def _find_batch(self, batch: Sequence[str]) -> Iterator[MatchColumns]:
        if len(batch) == 1:
            yield self.find_columns(batch[0])
            return
        columns = self.find_columns("\x00".join(batch))
        offsets = np.cumsum([0, *(len(text) + 1 for text in batch)])
        rows = np.searchsorted(columns.start, offsets).tolist()
        for index, offset in enumerate(offsets[:-1].tolist()):
            part = columns.pick(slice(rows[index], rows[index + 1]))
            yield part._replace(start=part.start - offset, end=part.end - offset)

    def find_columns(self, text: str) -> MatchColumns:
        """Return the matches in a text as columns."""
        tokens = scan(text)
        words = self._find_windows.drop_stop_words(tokens, *self._classes(text, tokens))
        windows = self._find_windows(words)
        first, size, _ = windows
        if not len(first):
            return NO_MATCHES
        begin, last = words.token[first], words.token[first + size - 1]
        keep = ~tokens.glued[begin] & (last - begin - size < _MAX_STOP_WORDS * (size - 1))
        keep &= ~np.append(tokens.glued, False)[last + 1]
        return self._resolve_overlaps(self._score(text, tokens, words, windows.pick(keep)))

    def _resolve_overlaps(self, matches: MatchColumns) -> MatchColumns:
        """Apply the overlap policy and keep each concept once per span."""
        if not len(matches.start):
            return NO_MATCHES
        owner = self.terminology.arrays["name.concept"][matches.name]
        span = (matches.start << _LENGTH_BITS) - (matches.end - matches.start)
        order = np.lexsort((matches.name, (owner.astype(np.int64) << 8) - matches.worth, span))
        start, end, owner = matches.start[order], matches.end[order], owner[order]
        keep = np.ones(len(order), np.bool_)
        same = (start[1:] == start[:-1]) & (end[1:] == end[:-1])
        keep[1:] = ~(same & (owner[1:] == owner[:-1]))
        if self._overlap != "all":
            keep &= select_outermost(start, end, apart=self._overlap == "longest")
        return matches.pick(order[keep])


def _batch_texts(texts: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text)
        if size > _BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
