"""Find words in a text."""

from __future__ import annotations

from collections.abc import Iterator


def find_all(text: str, words: str) -> Iterator[int]:
    """Yield the offset of each occurrence of words, even within longer ones."""
    at = text.find(words)
    while at >= 0:
        yield at
        at = text.find(words, at + len(words))
