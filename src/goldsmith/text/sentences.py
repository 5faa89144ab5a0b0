"""Sentence splitter for clinical text; sentences are ranges of tokens.

A sentence starts after a stop, at a line that does not continue a wrapped one, and at a heading.
Headings and lines are processed first, because the stop after a number at the start of a sentence
("2. Fever") belongs to a list number.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from goldsmith.text.abbreviations import (
    BEFORE_NUMBER,
    LETTERED,
    NEVER_LAST,
    OPENERS,
    ROUTES,
    UNDOTTED,
)
from goldsmith.text.headings import Heading, find_headings, has_lost_line_breaks
from goldsmith.text.tokens import Tokens

_STOPS: Final = frozenset(".!?…。！？")
_WIDE_STOPS: Final = frozenset("。！？")  # no space follows these
_CLOSERS: Final = frozenset("\"'”’)]}»." + "!?")
_OPENING: Final = frozenset("\"'“‘([{«•*-–—<>~#?¿¡")
_LIST_ITEM: Final = re.compile(
    r"\s*(?:[-*+•·▪◦‣●○–—][^\S\n]*(?!\d)[^\W_]|[-*•·▪◦‣●○–—]\s|\(?(?:\d{1,2}|[A-Za-z])[.)]\s)"
)
_LOST_BREAK: Final = re.compile(r",(?<=[^\s,],)(?=[A-Z]|\d{1,2}\.\s)")
_MAX_CLOSERS: Final = 8  # bounds the time for a long row of dots
_MIN_WRAPPED: Final = 45  # a shorter line was not wrapped
_MAX_WRAPPED: Final = 140  # longer lines are paragraphs
_WRAP_TOLERANCE: Final = 8
_MAX_TITLE: Final = 60  # a line up to this length that ends with a colon is a heading


def split_sentences(text: str, tokens: Tokens) -> list[tuple[int, int]]:
    """Split a text into sentences.

    Args:
        text: The text.
        tokens: Its tokens.

    Returns:
        Ranges of token indices, end exclusive, that together cover every token.
    """
    if not tokens.words:
        return []
    starts = set(_find_fixed_starts(text, tokens))
    _StopSplitter(tokens, starts).add_starts()
    starts.add(0)
    starts.discard(len(tokens.words))
    ordered = sorted(starts)
    return list(zip(ordered, [*ordered[1:], len(tokens.words)], strict=True))


def _find_fixed_starts(text: str, tokens: Tokens) -> Iterator[int]:
    """Yield the tokens that start a sentence regardless of the words before them."""
    headings = find_headings(text)
    for heading in headings:
        yield bisect_left(tokens.starts, heading.start)
    for offset in _find_line_starts(text, headings):
        yield bisect_left(tokens.starts, offset)
    if has_lost_line_breaks(text):
        for match in _LOST_BREAK.finditer(text):
            yield bisect_left(tokens.starts, match.end())


class _Line(NamedTuple):
    start: int
    text: str


def _find_line_starts(text: str, headings: Sequence[Heading]) -> Iterator[int]:
    """Yield the starts of lines that do not continue the previous line."""
    if "\n" not in text:
        return
    heading_starts = {heading.start for heading in headings}
    heading_ends = {heading.end for heading in headings}
    for block in _split_blocks(text):
        width = max(len(line.text) for line in block)
        yield block[0].start
        for before, line in pairwise(block):
            indent = len(line.text) - len(line.text.lstrip())
            after_heading = before.start + len(before.text.rstrip(" :\t")) in heading_ends
            is_boundary = after_heading or line.start + indent in heading_starts
            if is_boundary or not _is_continuation(before.text, line.text, width):
                yield line.start


def _split_blocks(text: str) -> Iterator[list[_Line]]:
    """Yield the lines of each block between blank lines."""
    block: list[_Line] = []
    at = 0
    for line in text.split("\n"):
        if line.strip():
            block.append(_Line(at, line.rstrip()))
        elif block:
            yield block
            block = []
        at += len(line) + 1
    if block:
        yield block


def _is_continuation(before: str, line: str, width: int) -> bool:
    """Return whether a line continues the previous line, which was wrapped."""
    if _LIST_ITEM.match(line) or (before[-1] == ":" and len(before) <= _MAX_TITLE):
        return False
    if len(before) < _MIN_WRAPPED:
        return False
    word, *_ = line.split(maxsplit=1)
    if width > _MAX_WRAPPED:
        return word[0].islower()
    return len(before) + 1 + len(word) > width - _WRAP_TOLERANCE


class _StopSplitter:
    """Adds the starts of sentences after stops."""

    def __init__(self, tokens: Tokens, sentence_starts: set[int]) -> None:
        self._words, self._starts, self._ends = tokens
        self._sentence_starts = sentence_starts

    def add_starts(self) -> None:
        """Add the start of each sentence that follows a stop."""
        for at, word in enumerate(self._words):
            if word[-1] in _STOPS:
                after = self._find_next(at)
                if after and self._is_end(at, after):
                    self._sentence_starts.add(after)

    def _is_glued(self, at: int) -> bool:
        """Return whether a token follows the previous one without white space."""
        return at > 0 and self._starts[at] == self._ends[at - 1]

    def _find_next(self, at: int) -> int:
        """Return the token that would start a sentence after this stop; 0 if there is none."""
        words, end = self._words, len(self._words)
        after = at + 1
        last = min(end, after + _MAX_CLOSERS)
        while after < last and words[after] in _CLOSERS and self._is_glued(after):
            after += 1
        if after < end and words[after] == "," and self._is_glued(after):
            after += 1  # the comma of a lost line break
            return after if after < end and self._may_start(after) else 0
        if after >= end or not (self._may_start(after) or words[at] in _WIDE_STOPS):
            return 0
        return after if not self._is_glued(after) or self._lacks_space(at, after) else 0

    def _may_start(self, at: int) -> bool:
        first = self._words[at][0]
        return first.isupper() or first.isdigit() or first in _OPENING

    def _lacks_space(self, at: int, after: int) -> bool:
        """Return whether the space after the stop is missing: "no pain.The patient"."""
        words = self._words
        before, word = words[at - 1] if at else "", words[after]
        is_opener = word.istitle() and word.isalpha() and (len(word) > 2 or word.lower() in OPENERS)
        return words[at] in _WIDE_STOPS or (before.islower() and len(before) > 2 and is_opener)

    def _is_end(self, at: int, after: int) -> bool:
        """Return whether the stop ends a sentence, by the words around it."""
        word, following = self._words[at], self._words[after]
        if len(word) > 1:
            return self._ends_after_abbreviation(word, following) or self._starts_list_item(after)
        if not self._is_glued(at):
            return word not in "!?"  # "? fracture" is a question within a sentence
        before = self._words[at - 1]
        if word != ".":
            return True
        if len(before) <= 2 and self._is_list_number(at - 1, before):
            return False
        if following[0].isdigit() and before.lower() in BEFORE_NUMBER:
            return False
        if len(before) == 1 and before.isupper():
            return self._ends_after_initial(at, after)
        return self._ends_after_word(before, following)

    def _starts_list_item(self, at: int) -> bool:
        """Return whether a list number starts here: "q.h.s.  3.  Neurontin"."""
        number, dot, word = (*self._words[at : at + 3], "", "", "")[:3]
        return number.isdigit() and len(number) < 3 and dot == "." and word[:1].isupper()

    def _ends_after_initial(self, at: int, after: int) -> bool:
        """Return whether a single capital ends the sentence, as in "Dr. X.  He"."""
        prior = self._words[at - 2].lower() if at > 1 else ""
        wide_gap = self._starts[after] - self._ends[after - 1] > 1
        return wide_gap or prior in LETTERED or self._words[after].lower() in OPENERS

    @staticmethod
    def _ends_after_word(before: str, following: str) -> bool:
        small = before.lower()
        if small in UNDOTTED and not before.isupper():
            return False
        if small in {"al", "pt"}:
            return following.lower() in OPENERS
        return True

    def _is_list_number(self, at: int, word: str) -> bool:
        """Return whether a number or letter labels a list item, as in "Plan: 1. Rest"."""
        if not (word.isdigit() or len(word) == 1):
            return False
        return at == 0 or at in self._sentence_starts or self._words[at - 1] in ":(,"

    @staticmethod
    def _ends_after_abbreviation(word: str, following: str) -> bool:
        if word[:-1].lower() in NEVER_LAST:
            return False
        if following.lower() in OPENERS:
            return True
        if word[:-1].lower() in ROUTES:
            return False
        return word[0].islower() and following[0].isupper() and len(following) > 1
