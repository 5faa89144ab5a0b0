"""Words that rebuild a text exactly, as spaCy and Prodigy store them.

Each word records whether one blank follows it. All other white space is a separate word, and a word
starts or ends at every boundary of a span, so that each span covers whole words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from goldsmith.core import Span

_PIECE = re.compile(r"\w+|[^\w\s]|\s+")


class Word(NamedTuple):
    """A word, its offsets, and whether a blank follows it."""

    start: int
    end: int
    space: bool


class Words:
    """The words of a text."""

    def __init__(self, text: str, spans: Iterable[Span]) -> None:
        self._starts, self._ends = set(), set()
        for span in spans:
            self._starts.add(span.start)
            self._ends.add(span.end)
        self.words: list[Word] = []
        for match in _PIECE.finditer(text):
            start = match.start()
            for end in [*self._find_cuts(start, match.end()), match.end()]:
                self._add(text, start, end)
                start = end
        self._by_start = {word.start: index for index, word in enumerate(self.words)}
        self._by_end = {word.end: index for index, word in enumerate(self.words)}

    def find_words(self, span: Span) -> range:
        """Return the indices of the words that one of the spans covers."""
        return range(self._by_start[span.start], self._by_end[span.end] + 1)

    def _find_cuts(self, start: int, end: int) -> list[int]:
        return [cut for cut in range(start + 1, end) if cut in self._starts or cut in self._ends]

    def _add(self, text: str, start: int, end: int) -> None:
        if self._is_space_of_last_word(text, start):
            self.words[-1] = self.words[-1]._replace(space=True)
            start += 1
        if start < end:
            self.words.append(Word(start, end, False))

    def _is_space_of_last_word(self, text: str, start: int) -> bool:
        """Return whether the character is a blank that no span starts with or ends after."""
        is_blank = text[start] == " " and bool(self.words) and self.words[-1].end == start
        return is_blank and start not in self._starts and start + 1 not in self._ends
