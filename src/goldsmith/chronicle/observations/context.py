"""Find words around a mention that change its meaning: plans, risks, relatives, ends of courses."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache

import msgspec

from goldsmith.chronicle.data_files import read_built_in
from goldsmith.chronicle.observations.details import SENTENCE_END

#: The number of characters before a mention to search for the word right before it.
_NEAR = 20


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reach: int
    plans: tuple[str, ...]
    family: tuple[str, ...]
    relatives: tuple[str, ...]
    ends: tuple[str, ...]
    last: tuple[str, ...]
    over_after: int
    earlier: tuple[str, ...]
    awaited: tuple[str, ...]
    diagnosed: tuple[str, ...]
    courses: tuple[str, ...]
    together: tuple[str, ...]


class _Patterns(msgspec.Struct, frozen=True):
    reach: int
    plans: re.Pattern[str]
    family: re.Pattern[str]
    relatives: tuple[str, ...]
    ends: re.Pattern[str]
    last: re.Pattern[str]
    over_after: int
    earlier: re.Pattern[str]
    awaited: re.Pattern[str]
    diagnosed: re.Pattern[str]
    courses: re.Pattern[str]
    together: re.Pattern[str]


@cache
def _load() -> _Patterns:
    words = read_built_in("goldsmith.chronicle.observations", "context", _Words)
    return _Patterns(
        words.reach,
        _compile(words.plans),
        _compile(words.family),
        words.relatives,
        _compile(words.ends),
        _compile(words.last),
        words.over_after,
        _compile_before(words.earlier),
        _compile_before(words.awaited),
        _compile(words.diagnosed),
        _compile(words.courses),
        re.compile("|".join(words.together)),
    )


def _compile(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b")


def _compile_before(words: tuple[str, ...]) -> re.Pattern[str]:
    """Compile a pattern for words right before a mention."""
    return re.compile(rf"\b(?:{'|'.join(words)})\s+$")


class Context:
    """The context of the mentions in a note.

    Args:
        text: The text of the note.
    """

    def __init__(self, text: str) -> None:
        self._text = _lower(text)
        self._words = _load()
        self._reach = self._words.reach
        #: The offsets at which sentences start.
        self._starts = [0, *[end.end() for end in SENTENCE_END.finditer(self._text)]]
        self._has_family = any(part in self._text for part in self._words.relatives)
        self._plans, self._family = self._words.plans, self._words.family

    def is_planned(self, start: int) -> bool:
        """Return whether words before the mention that starts here express a plan or a risk."""
        return self._has_before(start, self._plans)

    def is_about_family(self, start: int) -> bool:
        """Return whether words before the mention that starts here refer to a relative."""
        return self._has_family and self._has_before(start, self._family)

    def is_end(self, end: int, time: int, age: int) -> bool:
        """Return whether words between a mention and a later time say that it ended then.

        Args:
            end: The end offset of the mention.
            time: The start offset of the time expression.
            age: The number of days from the time to the note.
        """
        if end >= time:
            return False
        if self._words.ends.search(self._text, end, time):
            return True
        is_old = age >= self._words.over_after
        return is_old and self._words.last.search(self._text, end, time) is not None

    def is_earlier(self, start: int) -> bool:
        """Return whether the word before a mention says that it was done before the note."""
        return self._words.earlier.search(self._text, max(0, start - _NEAR), start) is not None

    def is_awaited(self, start: int) -> bool:
        """Return whether the word before a mention says that its result is pending."""
        return self._words.awaited.search(self._text, max(0, start - _NEAR), start) is not None

    def is_diagnosis(self, start: int, end: int) -> bool:
        """Return whether the sentence of a mention says when the problem was diagnosed."""
        if self._has_before(start, self._words.diagnosed):
            return True
        last = end + self._words.reach
        stop = SENTENCE_END.search(self._text, end, last)
        last = stop.start() if stop else last
        return self._words.diagnosed.search(self._text, end, last) is not None

    def is_course(self, start: int, end: int) -> bool:
        """Return whether a mention names a course of treatment that takes weeks."""
        return self._words.courses.search(self._text, start, end) is not None

    def is_together(self, end: int, start: int) -> bool:
        """Return whether the text between two mentions joins them: "lumpectomy and XRT"."""
        return self._words.together.fullmatch(self._text, end, start) is not None

    def _has_before(self, start: int, pattern: re.Pattern[str]) -> bool:
        """Return whether a pattern matches in the sentence of a mention, before the mention."""
        sentence = self._starts[bisect_right(self._starts, start) - 1]
        return pattern.search(self._text, max(sentence, start - self._reach), start) is not None


def _lower(text: str) -> str:
    """Lower-case a text without changing its length.

    Searching lower-case text is several times faster than a case-insensitive pattern.
    """
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)
