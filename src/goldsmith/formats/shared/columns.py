"""What column files share: sentences of tokens for a text, and a text for sentences of tokens.

A column file holds tokens and sentences, not the text: one blank is read between tokens and one
line for each sentence. A document that comes back like that is cut at white space only, so that
what was read from such a file is written as it was. Any other is cut at punctuation too, since
its white space is lost anyway and its mentions then keep their exact wording.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from goldsmith.core import AnnotationSet, Span
from goldsmith.errors import InputError
from goldsmith.formats.shared.lines import lines
from goldsmith.formats.shared.tokens import Tokens, stretch
from goldsmith.formats.tree import Tree, decode

_WORD = re.compile(r"\S+")
_MARKS = r"!-/:-@\[-`{-~“”„‘’«»…–—"
_PIECE = re.compile(rf"[^\s{_MARKS}]+|[{_MARKS}]")
#: Between columns that are not separated by tabs alone; a word may hold a no-break space.
BLANKS = re.compile(r"[ \t]+")
#: Where a new document begins in many column files: no token.
DOCSTART = "-DOCSTART-"


class Sheet:
    """The tokens of a text in sentences, as a column file holds them."""

    def __init__(self, text: str, one: AnnotationSet) -> None:
        places = [stretch(mention) for mention in one.mentions if mention.spans]
        self.tokens = Tokens(text, _WORD)
        self.sentences = _sentences(self.tokens, places)
        exact = self._rebuilds(text) and all(map(self.tokens.holds, places))
        if not exact or DOCSTART in text:
            self.tokens = Tokens(text, _PIECE)
            self.sentences = _sentences(self.tokens, places)

    def _rebuilds(self, text: str) -> bool:
        return joined([self.tokens.words(sentence) for sentence in self.sentences])[0] == text

    @property
    def white_space(self) -> int:
        """1 if the text comes back with other white space than it has, 0 if it does not."""
        return int(not self._rebuilds(self.tokens.text))


def _sentences(tokens: Tokens, places: Iterable[Span]) -> list[range]:
    """A sentence for each line that has tokens; lines that a mention joins are one sentence."""
    inside = {number for place in places for number in tokens.touched(place)[1:]}
    begins = [
        number
        for number in range(len(tokens))
        if number == 0
        or (
            number not in inside
            and "\n" in tokens.text[tokens.ends[number - 1] : tokens.starts[number]]
        )
    ]
    return [range(*pair) for pair in pairwise([*begins, len(tokens)])]


def joined(sentences: Iterable[Sequence[str]]) -> tuple[str, list[Span]]:
    """The text that sentences of tokens make, and where each token stands in it."""
    texts, spans, at = [], [], 0
    for words in sentences:
        for word in words:
            spans.append(Span(at, at + len(word)))
            at += len(word) + 1
        texts.append(" ".join(words))
    return "\n".join(texts), spans


def numbered_lines(tree: Tree, name: str) -> Iterator[tuple[int, str]]:
    """The lines of a file without their ends, from 1, one at a time."""
    for number, line in enumerate(lines(tree, name), 1):
        try:
            yield number, decode(line, where=tree.where(name)).rstrip("\r\n")
        except InputError as error:
            raise error.at(error.where, number) from None


def first_lines(head: bytes) -> list[str]:
    """The whole lines at the beginning of a file."""
    found = head.decode("utf-8", "ignore").removeprefix("\ufeff").split("\n")
    return [line.rstrip("\r") for line in (found[:-1] if len(found) > 1 else found)]
