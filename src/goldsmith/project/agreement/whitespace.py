"""Offsets of one text in another that differs from it only in white space and line breaks."""

from __future__ import annotations

from bisect import bisect_left

from goldsmith.core import Span

#: Invisible characters that editors add or remove, in addition to those of `str.isspace`.
_INVISIBLE = frozenset("\ufeff\u200b")


class OffsetMap:
    r"""Maps spans of a source text onto a target text.

    A span keeps its visible characters. It keeps as much of the white space at its ends as the
    target has there, so that between equal texts every span stays the same.

    Args:
        source: The text that the spans point into.
        target: The text to map them onto.

    Raises:
        ValueError: The texts differ in more than white space.

    Example:
        >>> OffsetMap("chest\r\npain", "chest pain").map_span(Span(0, 11))
        Span(start=0, end=10)
    """

    def __init__(self, source: str, target: str) -> None:
        if not is_equal_without_whitespace(source, target):
            raise ValueError("the texts differ in more than white space")
        self._source = _find_visible(source)
        self._target = _find_visible(target)
        self._target_length = len(target)

    def map_span(self, span: Span) -> Span | None:
        """Return the span in the target; None if it covers only white space."""
        first, stop = bisect_left(self._source, span.start), bisect_left(self._source, span.end)
        if first == stop:
            return None
        before = self._source[first] - span.start
        after = span.end - (self._source[stop - 1] + 1)
        earliest = self._target[first - 1] + 1 if first else 0
        latest = self._target[stop] if stop < len(self._target) else self._target_length
        return Span(
            max(self._target[first] - before, earliest),
            min(self._target[stop - 1] + 1 + after, latest),
        )


def is_equal_without_whitespace(first: str, second: str) -> bool:
    """Return whether two texts are equal when white space is removed from both."""
    return _remove_whitespace(first) == _remove_whitespace(second)


def _remove_whitespace(text: str) -> str:
    return "".join(char for char in "".join(text.split()) if char not in _INVISIBLE)


def _find_visible(text: str) -> list[int]:
    return [
        offset for offset, char in enumerate(text) if not char.isspace() and char not in _INVISIBLE
    ]
