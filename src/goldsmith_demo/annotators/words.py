"""Words and sentences of a text, and word lists, for the error mechanisms."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import Final

from goldsmith.core import Mention, Span
from goldsmith.core.offsets import get_covered_text
from goldsmith_demo.data_files import read_data

_WORD: Final = re.compile(r"\w+(?:[-'’]\w+)*")
_NEXT: Final = re.compile(rf"[^\S\n]+({_WORD.pattern})")
_BREAK: Final = re.compile(r"[.!?]\s+(?=[A-Z\d])|\n\s*")
_BLANKS: Final = re.compile(r"[^\S\n]+")
_LISTS: Final = read_data(__package__, "words", dict[str, str])
DETERMINERS: Final = frozenset(_LISTS["determiners"].split())
PRONOUNS: Final = frozenset(_LISTS["pronouns"].split())
FUNCTION_WORDS: Final = frozenset(_LISTS["function_words"].split())
GENERIC: Final = frozenset(_LISTS["generic"].split())
BODY_WORDS: Final = frozenset(_LISTS["body_words"].split())
PART_WORDS: Final = frozenset(_LISTS["part_words"].split())


def collect_offsets(mentions: Iterable[Mention]) -> set[int]:
    """Collect the offsets of all characters that mentions cover."""
    spans = (span for mention in mentions for span in mention.spans)
    return {offset for span in spans for offset in range(span.start, span.end)}


class Words:
    """The words of a text and their positions."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = [Span(*match.span()) for match in _WORD.finditer(text)]
        self._ends = [word.end for word in self.spans]
        self._breaks = [match.end() for match in _BREAK.finditer(text)]

    def find_before(self, start: int) -> Span | None:
        """Return the word before an offset, if only blanks on the same line separate the two."""
        number = bisect_right(self._ends, start) - 1
        if number < 0 or not self.is_adjacent(self.spans[number].end, start):
            return None
        return self.spans[number]

    def find_after(self, end: int) -> Span | None:
        """Return the word after an offset, if only blanks on the same line separate the two."""
        match = _NEXT.match(self.text, end)
        return Span(*match.span(1)) if match else None

    def is_adjacent(self, end: int, start: int) -> bool:
        """Return whether one or more blanks, and nothing else, separate two offsets."""
        return end < start and bool(_BLANKS.fullmatch(self.text, end, start))

    def find_inside(self, span: Span) -> list[Span]:
        """Return the words inside a span."""
        matches = _WORD.finditer(self.text, span.start, span.end)
        return [Span(*word.span()) for word in matches]

    def get_wording(self, span: Span) -> str:
        """Return the text of a span in lower case."""
        return self.text[span.start : span.end].casefold()

    def find_sentence(self, offset: int) -> int:
        """Return the number of the sentence at an offset."""
        return bisect_right(self._breaks, offset)

    def get_text(self, mention: Mention) -> str:
        """Return the text of a mention in lower case."""
        return get_covered_text(self.text, mention.spans).casefold()

    def get_head(self, mention: Mention) -> str:
        """Return the last word of a mention without its plural ending."""
        words = self.get_text(mention).split()
        return words[-1].rstrip("s") if words else ""
