"""Wordings of mentions, normalised, and the places where they occur in a text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from goldsmith.core import Document, Mention
from goldsmith.text.tokens import tokenise

_DIGIT = re.compile(r"\d")
_END = ""
#: The maximum number of wordings in memory; beyond it, those that occurred once are dropped.
_MOST_WORDINGS = 500_000
#: A wording counts if it is marked at least this often, relative to one with a word less.
_LEAST_SHARE = 0.05
Words = tuple[str, ...]
#: First token and the token after the last.
Range = tuple[int, int]


@lru_cache(maxsize=1 << 17)
def normalise_word(word: str) -> str:
    """Return a word in lower case with every digit as 0, so that dates and sizes are alike."""
    return _DIGIT.sub("0", word.casefold())


class TokenisedNote:
    """The tokens of a document, normalised."""

    def __init__(self, doc: Document) -> None:
        self.doc = doc
        words, self.starts, self.ends = tokenise(doc.text)
        self.words = [normalise_word(word) for word in words]

    def find_range(self, start: int, end: int) -> Range:
        """Return the tokens that a stretch of text touches."""
        return bisect_right(self.ends, start), bisect_left(self.starts, end)

    def is_aligned(self, start: int, end: int) -> bool:
        """Return whether a stretch begins and ends at token boundaries."""
        first, last = self.find_range(start, end)
        return first < last and self.starts[first] == start and self.ends[last - 1] == end

    def get_range(self, mention: Mention) -> Range | None:
        """Return the tokens of a mention; None if it is discontiguous or has no place."""
        if not mention.spans or mention.is_discontiguous:
            return None
        first, last = self.find_range(mention.start, mention.end)
        return (first, last) if first < last else None

    def get_words(self, mention: Mention) -> Words:
        """Return the normalised words of a mention; "…" marks a gap."""
        words: list[str] = []
        for number, span in enumerate(mention.spans):
            first, last = self.find_range(span.start, span.end)
            words += ["…"] * bool(number) + self.words[first:last]
        return tuple(words)

    def get_word(self, index: int, beside: int) -> str:
        """Return a token that is on the same line as its neighbour; "" beyond the line."""
        if not 0 <= index < len(self.words):
            return ""
        low, high = sorted((index, beside))
        return (
            "" if "\n" in self.doc.text[self.ends[low] : self.starts[high]] else self.words[index]
        )


class WordingCounts:
    """The number of mentions with each wording, in bounded memory."""

    def __init__(self) -> None:
        self._counts: Counter[Words] = Counter()

    def add(self, words: Words) -> None:
        """Count the wording of a mention."""
        self._counts[words] += 1
        if len(self._counts) > _MOST_WORDINGS:
            self._counts = Counter({key: n for key, n in self._counts.items() if n > 1})

    def list_usual(self) -> Iterator[Words]:
        """Yield the wordings, except those that are mostly marked with a word less.

        One mention "the tumour", marked with the article, must not hide that "tumour" is missed.
        """
        for words, count in self._counts.items():
            shorter = max(self._counts.get(words[1:], 0), self._counts.get(words[:-1], 0))
            if count >= _LEAST_SHARE * shorter:
                yield words


class Vocabulary:
    """Wordings of mentions, to find where they occur."""

    def __init__(self, wordings: Iterable[Words]) -> None:
        self._root: dict[str, Any] = {}
        for words in wordings:
            node = self._root
            for word in words:
                node = node.setdefault(word, {})
            node[_END] = {}

    def find(self, note: TokenisedNote) -> Iterator[Range]:
        """Yield the occurrences of wordings that are not part of a longer one, in order."""
        reached = 0
        for first in range(len(note.words)):
            last = self._find_end(note.words, first)
            if last > reached:
                yield first, last
                reached = last

    def _find_end(self, words: list[str], first: int) -> int:
        node, last = self._root, 0
        for index in range(first, len(words)):
            node = node.get(words[index])  # type: ignore[assignment]
            if node is None:
                break
            if _END in node:
                last = index + 1
        return last
