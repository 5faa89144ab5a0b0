"""Offsets: Unicode code points, from 0, end exclusive. Said once, here.

Everything inside Goldsmith counts this way. Browsers and UIMA count UTF-16 code units and some
tools count bytes; they are converted at the edge with `Offsets` and nowhere else.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate

import msgspec

from goldsmith.errors import InputError

_ASTRAL = 0x10000


class Span(msgspec.Struct, frozen=True, order=True, array_like=True, gc=False):
    """A stretch of text, `text[start:end]`, never empty."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        """Whether the two share a character; touching is not overlap (metrics.md, Spans)."""
        return self.start < other.end and other.start < self.end


def tidy(pairs: Iterable[tuple[int, int]]) -> tuple[Span, ...]:
    """The spans of a mention in text order, each once."""
    return tuple(Span(start, end) for start, end in sorted(set(pairs)))


def merged(spans: Sequence[Span]) -> tuple[Span, ...]:
    """The spans with touching and overlapping ones joined: what counts as "the same span"."""
    if len(spans) < 2:
        return tuple(spans)
    out: list[Span] = []
    for span in sorted(spans):
        if out and span.start <= out[-1].end:
            out[-1] = Span(out[-1].start, max(out[-1].end, span.end))
        else:
            out.append(span)
    return tuple(out)


def covered(text: str, spans: Sequence[Span]) -> str:
    """The text under the spans, fragments joined by a blank."""
    return " ".join([text[span.start : span.end] for span in spans])


def line_of(text: str, offset: int) -> int:
    """The line (from 1) a code point stands on."""
    return text.count("\n", 0, offset) + 1


class Offsets:
    """Converts between code points and the units other systems count in, for one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ascii = text.isascii()
        self._astral = (
            [] if self._ascii else [at for at, char in enumerate(text) if ord(char) >= _ASTRAL]
        )
        self._astral16 = [at + rank for rank, at in enumerate(self._astral)]
        self._bytes: list[int] | None = None

    def to_utf16(self, offset: int) -> int:
        """The UTF-16 offset of a code point offset."""
        return offset + bisect_left(self._astral, offset)

    def from_utf16(self, offset: int) -> int:
        """The code point offset of a UTF-16 offset; one inside a surrogate pair is refused."""
        before = bisect_left(self._astral16, offset)
        if before and offset == self._astral16[before - 1] + 1:
            raise InputError(
                f"UTF-16 offset {offset} points inside a character",
                expected="an offset between characters",
                remedy="The tool that wrote it may count code points or bytes instead",
            )
        return offset - before

    def to_bytes(self, offset: int) -> int:
        """The UTF-8 byte offset of a code point offset."""
        return offset if self._ascii else self._starts()[offset]

    def from_bytes(self, offset: int) -> int:
        """The code point offset of a UTF-8 byte offset; one inside a character is refused."""
        if self._ascii:
            return offset
        starts = self._starts()
        at = bisect_left(starts, offset)
        if at == len(starts) or starts[at] != offset:
            raise InputError(
                f"byte offset {offset} points inside a character or past the end",
                expected="an offset between characters",
            )
        return at

    def _starts(self) -> list[int]:
        if self._bytes is None:
            sizes = (len(char.encode("utf-8")) for char in self._text)
            self._bytes = list(accumulate(sizes, initial=0))
        return self._bytes
