"""A simple sentence splitter, precise enough for the rules for differences."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from goldsmith.differences.words import ABBREVIATIONS

_NO_ABBREVIATION = "".join(rf"(?<!\b{word}.)" for word in (*ABBREVIATIONS, "[A-Za-z]"))
_BREAK: Final = re.compile(
    rf"[.!?]{_NO_ABBREVIATION}[\"')\]]*\s+"  # a stop that does not follow an initial
    r"|\n[^\S\n]*\n\s*"  # an empty line
    r"|\n\s*(?=[-*•]\s|\d+[.)]\s)"  # an item of a list
)
_WORD: Final = re.compile(r"\w+(?:[.,]\d+)*")
_JOIN: Final = re.compile(r"[^\S\n]*[-/]?[^\S\n]*\n?[^\S\n]*")
_MAX_WORD_LENGTH: Final = 30  # an upper bound of the mean length of words, to skip distant mentions


class Sentences:
    """The sentences of a text, which is split on first use."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._breaks: list[int] | None = None

    def is_one_sentence(self, start: int, end: int) -> bool:
        """Return whether a stretch of text is within one sentence."""
        breaks = self._find_breaks()
        return bisect_right(breaks, start) == bisect_right(breaks, end - 1)

    def get_beginning(self, end: int) -> str:
        """Return the sentence up to an offset."""
        breaks = self._find_breaks()
        number = bisect_right(breaks, end)
        return self.text[breaks[number - 1] if number else 0 : end]

    def _find_breaks(self) -> list[int]:
        if self._breaks is None:
            self._breaks = [match.end() for match in _BREAK.finditer(self.text)]
        return self._breaks

    def is_near(self, end: int, start: int, words: int) -> bool:
        """Return whether at most this many words are between two offsets."""
        if start - end > _MAX_WORD_LENGTH * (words + 1):
            return False
        return len(_WORD.findall(self.text[max(end, 0) : start])) <= words

    def skip_gap(self, end: int) -> int:
        """Return the offset after the blanks, the hyphen or the slash that follow an offset."""
        gap = _JOIN.match(self.text, end)
        return gap.end() if gap else end

    def match_next_word(self, end: int) -> re.Match[str] | None:
        """Match the word that directly follows an offset."""
        return _WORD.match(self.text, self.skip_gap(end))
