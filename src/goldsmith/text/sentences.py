"""Sentences of clinical text, as ranges of tokens.

Three things begin a sentence: a stop before it, a line that is not the continuation of a wrapped
one, and a heading. Headings and lines are settled first, since a number at the beginning of a
sentence ("2. Fever") makes the stop after it one of a list.
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
from goldsmith.text.headings import Heading, flat, headings
from goldsmith.text.tokens import Tokens

_STOPS: Final = frozenset(".!?…。！？")
_WIDE: Final = frozenset("。！？")  # no blank follows these
_CLOSERS: Final = frozenset("\"'”’)]}»." + "!?")
_OPENING: Final = frozenset("\"'“‘([{«•*-–—<>~#?¿¡")
_ITEM: Final = re.compile(
    r"\s*(?:[-*+•·▪◦‣●○–—][^\S\n]*(?!\d)[^\W_]|[-*•·▪◦‣●○–—]\s|\(?(?:\d{1,2}|[A-Za-z])[.)]\s)"
)
_LOST: Final = re.compile(r",(?<=[^\s,],)(?=[A-Z]|\d{1,2}\.\s)")
_MOST_CLOSERS: Final = 8  # a row of a million dots must not take forever
_FULL: Final = 45  # a shorter line was not wrapped
_UNWRAPPED: Final = 140  # where lines are longer than this, they are paragraphs
_SLACK: Final = 8
_TITLE: Final = 60  # a line that ends with a colon and is no longer than this is a heading


def sentences(text: str, tokens: Tokens) -> list[tuple[int, int]]:
    """The sentences, as ranges of token numbers (end exclusive) that together hold every token."""
    if not tokens.words:
        return []
    begins = set(_fixed(text, tokens))
    _Stops(tokens, begins).add()
    begins.add(0)
    begins.discard(len(tokens.words))
    ordered = sorted(begins)
    return list(zip(ordered, [*ordered[1:], len(tokens.words)], strict=True))


def _fixed(text: str, tokens: Tokens) -> Iterator[int]:
    """The tokens that begin a sentence whatever is before them."""
    found = headings(text)
    for one in found:
        yield bisect_left(tokens.starts, one.start)
    for at in _line_starts(text, found):
        yield bisect_left(tokens.starts, at)
    if flat(text):
        for match in _LOST.finditer(text):
            yield bisect_left(tokens.starts, match.end())


class _Line(NamedTuple):
    start: int
    text: str


def _line_starts(text: str, found: Sequence[Heading]) -> Iterator[int]:
    """The beginnings of lines that do not continue the line before."""
    if "\n" not in text:
        return
    first = {one.start for one in found}
    last = {one.end for one in found}
    for block in _blocks(text):
        width = max(len(line.text) for line in block)
        yield block[0].start
        for before, line in pairwise(block):
            lead = len(line.text) - len(line.text.lstrip())
            alone = before.start + len(before.text.rstrip(" :\t")) in last
            headed = alone or line.start + lead in first
            if headed or not _continues(before.text, line.text, width):
                yield line.start


def _blocks(text: str) -> Iterator[list[_Line]]:
    """The lines of each stretch without a blank line."""
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


def _continues(before: str, line: str, width: int) -> bool:
    """Whether a line goes on where the one before was wrapped."""
    if _ITEM.match(line) or (before[-1] == ":" and len(before) <= _TITLE):
        return False
    if len(before) < _FULL:
        return False
    word, *_ = line.split(maxsplit=1)
    if width > _UNWRAPPED:
        return word[0].islower()
    return len(before) + 1 + len(word) > width - _SLACK


class _Stops:
    """Adds the sentences that a stop before them begins."""

    def __init__(self, tokens: Tokens, begins: set[int]) -> None:
        self._words, self._starts, self._ends = tokens
        self._begins = begins

    def add(self) -> None:
        for at, word in enumerate(self._words):
            if word[-1] in _STOPS:
                after = self._after(at)
                if after and self._ended(at, after):
                    self._begins.add(after)

    def _glued(self, at: int) -> bool:
        """Whether nothing stands between a token and the one before it."""
        return at > 0 and self._starts[at] == self._ends[at - 1]

    def _after(self, at: int) -> int:
        """The token that would begin a sentence if this stop ended one; 0 if none can."""
        words, end = self._words, len(self._words)
        after = at + 1
        last = min(end, after + _MOST_CLOSERS)
        while after < last and words[after] in _CLOSERS and self._glued(after):
            after += 1
        if after < end and words[after] == "," and self._glued(after):
            after += 1  # the comma of a lost line break
            return after if after < end and self._begins_one(after) else 0
        if after >= end or not (self._begins_one(after) or words[at] in _WIDE):
            return 0
        return after if not self._glued(after) or self._run_on(at, after) else 0

    def _begins_one(self, at: int) -> bool:
        first = self._words[at][0]
        return first.isupper() or first.isdigit() or first in _OPENING

    def _run_on(self, at: int, after: int) -> bool:
        """Whether a blank was forgotten: "no pain.The patient"."""
        words = self._words
        before, word = words[at - 1] if at else "", words[after]
        named = word.istitle() and word.isalpha() and (len(word) > 2 or word.lower() in OPENERS)
        return words[at] in _WIDE or (before.islower() and len(before) > 2 and named)

    def _ended(self, at: int, after: int) -> bool:
        """Whether the stop ended a sentence, going by what is before it."""
        word, following = self._words[at], self._words[after]
        if len(word) > 1:
            return self._abbreviation_ended(word, following) or self._opens_item(after)
        if not self._glued(at):
            return word not in "!?"  # "? fracture" asks within a sentence
        before = self._words[at - 1]
        if word != ".":
            return True
        if len(before) <= 2 and self._numbers_item(at - 1, before):
            return False
        if following[0].isdigit() and before.lower() in BEFORE_NUMBER:
            return False
        if len(before) == 1 and before.isupper():
            return self._initial_ended(at, after)
        return self._word_ended(before, following)

    def _opens_item(self, at: int) -> bool:
        """Whether a list's number stands here: "q.h.s.  3.  Neurontin"."""
        number, dot, word = (*self._words[at : at + 3], "", "", "")[:3]
        return number.isdigit() and len(number) < 3 and dot == "." and word[:1].isupper()

    def _initial_ended(self, at: int, after: int) -> bool:
        """Whether a sentence ended with a single capital; a wide gap says so ("Dr. X.  He")."""
        prior = self._words[at - 2].lower() if at > 1 else ""
        wide = self._starts[after] - self._ends[after - 1] > 1
        return wide or prior in LETTERED or self._words[after].lower() in OPENERS

    @staticmethod
    def _word_ended(before: str, following: str) -> bool:
        small = before.lower()
        if small in UNDOTTED and not before.isupper():
            return False
        if small in {"al", "pt"}:
            return following.lower() in OPENERS
        return True

    def _numbers_item(self, at: int, word: str) -> bool:
        """Whether a number or letter begins its sentence, or follows a colon: "Plan: 1. Rest"."""
        if not (word.isdigit() or len(word) == 1):
            return False
        return at == 0 or at in self._begins or self._words[at - 1] in ":(,"

    @staticmethod
    def _abbreviation_ended(word: str, following: str) -> bool:
        if word[:-1].lower() in NEVER_LAST:
            return False
        if following.lower() in OPENERS:
            return True
        if word[:-1].lower() in ROUTES:
            return False
        return word[0].islower() and following[0].isupper() and len(following) > 1
