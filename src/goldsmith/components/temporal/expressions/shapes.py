"""Token shapes: each token of a text becomes one character that encodes its word classes.

A pattern over word classes becomes a regular expression over shapes. "seen 3 weeks ago" has seven
tokens, including blanks, and so a shape of seven characters: plain word, blank, number, blank,
unit, blank, "ago".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Final, NamedTuple

from goldsmith.components.temporal.expressions.grammar import WordClass

#: Letters, digits, blanks, or any other character; the matches cover the whole text.
TOKEN: Final = re.compile(r"[^\W\d_]+|\d+|\s+|[\W_]")
GAP, BREAK, PARAGRAPH, PLAIN, CAPITALISED, MARK = " ", "\n", "\r", "w", "W", "."
#: The codes of gaps that a pattern may span.
GAPS: Final = GAP + BREAK
_FIRST_CODE: Final = 0xE000
_MAX_WORDS: Final = 100_000
_TYPO_LENGTH: Final = 6
_ENUMERATED_DIGITS: Final = 4


class Shape(NamedTuple):
    """A text as token shapes.

    Attributes:
        tokens: The tokens, including blanks.
        codes: One character for each token.
        ends: The end offset of each token.
    """

    tokens: list[str]
    codes: str
    ends: list[int]

    def get_start(self, index: int) -> int:
        """Return the start offset of a token."""
        return self.ends[index - 1] if index else 0


class ShapeTable(dict[str, str]):
    """Token -> its code; codes of tokens in no class are computed on first use."""

    def __init__(self, classes: Mapping[str, WordClass]) -> None:
        super().__init__()
        self._words = _index_words(classes)
        self._ranges = [(name, item) for name, item in classes.items() if item.digits is not None]
        self._codes: dict[frozenset[str], str] = {}
        for token in _list_forms(self._words):
            self[token] = self._encode(self._find_word_classes(token))
        for token in _list_numbers():
            self[token] = self._encode(self._find_number_classes(token))
        self._long_number = self._encode(self._find_number_classes("9" * 9))

    def __missing__(self, token: str) -> str:
        code = self._classify(token)
        if len(self) < _MAX_WORDS:
            self[token] = code
        return code

    def _classify(self, token: str) -> str:
        first = token[0]
        if first.isspace():
            breaks = token.count("\n")
            return GAP if not breaks else BREAK if breaks == 1 else PARAGRAPH
        if token.isdigit():
            return self._long_number
        if first.isalpha():
            classes = self._find_word_classes(token)
            plain = CAPITALISED if first.isupper() else PLAIN
            return self._codes.get(classes, plain) if classes else plain
        return MARK

    def _find_word_classes(self, token: str) -> frozenset[str]:
        rows = self._words.get(token.lower(), ())
        return frozenset(name for name, need in rows if _has_case(token, need))

    def _find_number_classes(self, token: str) -> frozenset[str]:
        number, length = int(token), len(token)
        return frozenset(
            name
            for name, item in self._ranges
            if item.digits is not None
            and item.digits[0] <= number <= item.digits[1]
            and (not item.lengths or length in item.lengths)
        ) | frozenset(name for name, _ in self._words.get(token, ()))

    def _encode(self, classes: frozenset[str]) -> str:
        if not classes:
            return PLAIN
        return self._codes.setdefault(classes, chr(_FIRST_CODE + len(self._codes)))

    def list_codes(self, name: str) -> str:
        """Return the codes of all tokens of a class."""
        return "".join(sorted(code for classes, code in self._codes.items() if name in classes))

    def list_letters_and_digits(self) -> str:
        """Return the codes of all words and numbers, including those in no class."""
        codes = {code for token, code in self.items() if token.isalnum()}
        return PLAIN + CAPITALISED + "".join(sorted(codes - {PLAIN, CAPITALISED}))

    def list_digits(self) -> str:
        """Return the codes of all numbers."""
        codes = {code for token, code in self.items() if token.isdigit()}
        return "".join(sorted(codes | {self._long_number}))

    def make_shape(self, text: str) -> Shape:
        """Return the shape of a text."""
        tokens = TOKEN.findall(text)
        codes = "".join(map(self.__getitem__, tokens))
        return Shape(tokens, codes, list(accumulate(map(len, tokens))))


def _index_words(classes: Mapping[str, WordClass]) -> dict[str, list[tuple[str, str]]]:
    """Index the classes by word, with the case that each class requires."""
    index: dict[str, list[tuple[str, str]]] = {}
    for name, item in classes.items():
        capital, upper = set(item.capital.split()), set(item.upper.split())
        for word in item.meanings:
            need = "upper" if word in upper else "capital" if word in capital else ""
            for form in {word, *_transpose(word)} if item.typos else {word}:
                index.setdefault(form, []).append((name, need))
    return index


def _transpose(word: str) -> Iterator[str]:
    """Yield the variants of a long word with two adjacent letters transposed."""
    if len(word) >= _TYPO_LENGTH:
        for at in range(1, len(word) - 1):
            yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def find_meaning(item: WordClass, token: str) -> str:
    """Return the meaning of a token in a class; a misspelt word has its correct form's meaning."""
    meanings, word = item.meanings, token.lower()
    if word in meanings or not item.typos:
        return meanings.get(word, word)
    return next((meanings[right] for right in meanings if word in _transpose(right)), word)


def _has_case(token: str, need: str) -> bool:
    return not need or (token.isupper() if need == "upper" else token[0].isupper())


def _list_forms(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        yield from {word, word.capitalize(), word.upper()}


def _list_numbers() -> Iterator[str]:
    for length in range(1, _ENUMERATED_DIGITS + 1):
        yield from (f"{number:0{length}d}" for number in range(10**length))
