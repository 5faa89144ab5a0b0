"""Sentences, as closely as differences need them: is this within one, how many words between."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from goldsmith.differences.words import ABBREVIATIONS

_NO_ABBREVIATION = "".join(rf"(?<!\b{word}.)" for word in (*ABBREVIATIONS, "[A-Za-z]"))
_BREAK: Final = re.compile(
    rf"[.!?]{_NO_ABBREVIATION}[\"')\]]*\s+"  # a stop, but not that of an initial
    r"|\n[^\S\n]*\n\s*"  # an empty line
    r"|\n\s*(?=[-*•]\s|\d+[.)]\s)"  # an item of a list
)
_WORD: Final = re.compile(r"\w+(?:[.,]\d+)*")
_JOIN: Final = re.compile(r"[^\S\n]*[-/]?[^\S\n]*\n?[^\S\n]*")
_FAR: Final = 30  # no word of a note is longer on average


class Sentences:
    """The sentences of one text, found when they are first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._breaks: list[int] | None = None

    def one(self, start: int, end: int) -> bool:
        """Whether a stretch of text lies in one sentence."""
        if self._breaks is None:
            self._breaks = [found.end() for found in _BREAK.finditer(self.text)]
        return bisect_right(self._breaks, start) == bisect_right(self._breaks, end - 1)

    def near(self, end: int, start: int, words: int) -> bool:
        """Whether at most so many words stand between two offsets."""
        if start - end > _FAR * (words + 1):
            return False
        return len(_WORD.findall(self.text[max(end, 0) : start])) <= words

    def after(self, end: int) -> int:
        """Where the next word begins if only blanks, a hyphen or a slash stand before it."""
        join = _JOIN.match(self.text, end)
        return join.end() if join else end

    def word_after(self, end: int) -> re.Match[str] | None:
        """The word that directly follows an offset."""
        return _WORD.match(self.text, self.after(end))
