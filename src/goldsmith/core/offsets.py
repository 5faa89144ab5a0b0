"""Spans and offsets. Offsets are Unicode code points, from 0, end exclusive.

All of Goldsmith counts this way. Browsers and UIMA count UTF-16 code units, and some tools count
bytes; readers and writers convert these with `Offsets`, and no other code does.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate

import msgspec

from goldsmith.core.decoding import Offset
from goldsmith.errors import InputError

_ASTRAL = 0x10000


class Span(msgspec.Struct, frozen=True, order=True, array_like=True, gc=False):
    """A non-empty stretch of text, `text[start:end]`."""

    start: Offset
    end: Offset

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, span: Span) -> bool:
        """Return whether the spans share a character; adjacent spans do not overlap."""
        return self.start < span.end and span.start < self.end


def sort_spans(pairs: Iterable[tuple[int, int]]) -> tuple[Span, ...]:
    """Return spans in text order, without duplicates."""
    return tuple(Span(start, end) for start, end in sorted(set(pairs)))


def merge_spans(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Join adjacent and overlapping spans.

    Two mentions cover the same characters if their merged spans are equal.
    """
    if len(spans) < 2:
        return tuple(spans)
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)


def get_covered_text(text: str, spans: Sequence[Span]) -> str:
    """Return the text that the spans cover, fragments joined by spaces."""
    return " ".join([text[span.start : span.end] for span in spans])


def get_line_number(text: str, offset: int) -> int:
    """Return the line, from 1, of a code point."""
    return text.count("\n", 0, offset) + 1


class Offsets:
    """A converter between code points and the offsets of other systems, for one text.

    Example:
        >>> offsets = Offsets("🌡 38 °C")
        >>> offsets.to_utf16(2), offsets.to_bytes(2)
        (3, 5)
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._ascii = text.isascii()
        self._astral = (
            [] if self._ascii else [i for i, char in enumerate(text) if ord(char) >= _ASTRAL]
        )
        self._astral16 = [index + rank for rank, index in enumerate(self._astral)]
        self._byte_starts: list[int] | None = None

    def to_utf16(self, offset: int) -> int:
        """Convert a code point offset to UTF-16."""
        return offset + bisect_left(self._astral, offset)

    def from_utf16(self, offset: int) -> int:
        """Convert a UTF-16 offset to code points.

        Raises:
            InputError: The offset is inside a surrogate pair.
        """
        before = bisect_left(self._astral16, offset)
        if before and offset == self._astral16[before - 1] + 1:
            raise InputError(
                f"UTF-16 offset {offset} points inside a character",
                expected="an offset between characters",
                remedy="The tool that wrote it may count code points or bytes instead",
            )
        return offset - before

    def to_bytes(self, offset: int) -> int:
        """Convert a code point offset to a UTF-8 byte offset."""
        return offset if self._ascii else self._get_byte_starts()[offset]

    def from_bytes(self, offset: int) -> int:
        """Convert a UTF-8 byte offset to code points.

        Raises:
            InputError: The offset is inside a character or past the end of the text.
        """
        if self._ascii:
            return offset
        starts = self._get_byte_starts()
        index = bisect_left(starts, offset)
        if index == len(starts) or starts[index] != offset:
            raise InputError(
                f"byte offset {offset} points inside a character or past the end",
                expected="an offset between characters",
            )
        return index

    def _get_byte_starts(self) -> list[int]:
        if self._byte_starts is None:
            sizes = (len(char.encode("utf-8")) for char in self._text)
            self._byte_starts = list(accumulate(sizes, initial=0))
        return self._byte_starts
