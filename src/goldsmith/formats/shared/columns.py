"""Convert a text to sentences of tokens and back, for column files.

A column file has tokens and sentences but not the text. The reader puts one blank between tokens
and one line feed between sentences. If a text is exactly what the reader would build, the writer
splits it at white space only, so that a file that was read is written unchanged. Any other text is
also split at punctuation: its white space is lost anyway, and mentions keep their exact boundaries.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from goldsmith.core import AnnotationSet, Span
from goldsmith.errors import InputError
from goldsmith.formats.shared.lines import read_lines
from goldsmith.formats.shared.tokens import Tokens, get_extent
from goldsmith.formats.tree import Tree, decode

_WORD = re.compile(r"\S+")
_MARKS = r"!-/:-@\[-`{-~“”„‘’«»…–—"
_WORD_OR_MARK = re.compile(rf"[^\s{_MARKS}]+|[{_MARKS}]")
#: Separates columns in files that do not use tabs only; a word may contain a no-break space.
BLANKS = re.compile(r"[ \t]+")
#: Starts a new document in many column files; it is not a token.
DOCSTART = "-DOCSTART-"


class TokenisedText:
    """The tokens of a text in sentences, as in a column file."""

    def __init__(self, text: str, annotation_set: AnnotationSet) -> None:
        extents = [get_extent(mention) for mention in annotation_set.mentions if mention.spans]
        self.tokens = Tokens(text, _WORD)
        self.sentences = _split_sentences(self.tokens, extents)
        exact = self._rebuilds(text) and all(map(self.tokens.is_aligned, extents))
        if not exact or DOCSTART in text:
            self.tokens = Tokens(text, _WORD_OR_MARK)
            self.sentences = _split_sentences(self.tokens, extents)

    def _rebuilds(self, text: str) -> bool:
        """Return whether the reader would rebuild the text from the sentences."""
        sentences = [self.tokens.get_words(sentence) for sentence in self.sentences]
        return join_tokens(sentences)[0] == text

    @property
    def white_space_losses(self) -> int:
        """1 if the text is read back with different white space, 0 otherwise."""
        return int(not self._rebuilds(self.tokens.text))


def _split_sentences(tokens: Tokens, extents: Iterable[Span]) -> list[range]:
    """Make each line with tokens a sentence, but do not split a mention that spans lines."""
    inside = {index for extent in extents for index in tokens.find_overlapping(extent)[1:]}
    starts = [
        index
        for index in range(len(tokens))
        if index == 0
        or (
            index not in inside
            and "\n" in tokens.text[tokens.ends[index - 1] : tokens.starts[index]]
        )
    ]
    return [range(*pair) for pair in pairwise([*starts, len(tokens)])]


def join_tokens(sentences: Iterable[Sequence[str]]) -> tuple[str, list[Span]]:
    """Return the text built from sentences of tokens, and the span of each token in it."""
    lines, spans, offset = [], [], 0
    for words in sentences:
        for word in words:
            spans.append(Span(offset, offset + len(word)))
            offset += len(word) + 1
        lines.append(" ".join(words))
    return "\n".join(lines), spans


def read_numbered_lines(tree: Tree, name: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file without their line ends, numbered from 1.

    Raises:
        InputError: A line is not UTF-8, or the file is damaged.
    """
    for number, line in enumerate(read_lines(tree, name), 1):
        try:
            yield number, decode(line, where=tree.where(name)).rstrip("\r\n")
        except InputError as error:
            raise error.at(error.where, number) from None


def split_complete_lines(head: bytes) -> list[str]:
    """Split the first bytes of a file into lines, without the last one, which may be cut off."""
    lines = head.decode("utf-8", "ignore").removeprefix("\ufeff").split("\n")
    return [line.rstrip("\r") for line in (lines[:-1] if len(lines) > 1 else lines)]
