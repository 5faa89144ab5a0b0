"""Find event names that contain the words of a query, regardless of spelling and inflection."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from goldsmith.terminology.index.normalisation import fold_text, normalise_word

_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=1 << 16)
def normalise_words(text: str) -> tuple[str, ...]:
    """Return the words of a name in normalised form, which is the same for all variants."""
    return tuple(normalise_word(word) for word in _WORD.findall(fold_text(text)))


def contains_words(name: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Return whether a name contains words in sequence."""
    size = len(words)
    return bool(size) and any(
        name[start : start + size] == words for start in range(len(name) - size + 1)
    )


class NameIndex:
    """An index of event names, for finding names that contain given words.

    Args:
        names: Every name.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self._by_word: dict[str, list[str]] = {}
        for name in self.names:
            for word in set(normalise_words(name)):
                self._by_word.setdefault(word, []).append(name)

    def find_containing(self, text: str) -> list[str]:
        """Return the names that contain the words of a text in sequence."""
        words = normalise_words(text)
        if not words:
            return []
        candidates = min((self._by_word.get(word, []) for word in words), key=len)
        return [name for name in candidates if contains_words(normalise_words(name), words)]

    def find_equal(self, text: str) -> list[str]:
        """Return the names that consist of exactly the words of a text."""
        words = normalise_words(text)
        return [name for name in self.find_containing(text) if normalise_words(name) == words]
