"""Sentences as word pieces, in windows short enough for a transformer.

Sentences are tokenised one by one. A word is represented by its first word piece. A window contains
as many whole sentences as fit, so that the model sees the context of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

#: The text of a sentence, and the offset of each of its words.
Sentence = tuple[str, Sequence[int]]


class Window(NamedTuple):
    """Word-piece ids, and for each word the position of its first piece; -1 for none."""

    ids: list[int]
    heads: list[int]


class WindowBuilder:
    """Builds windows with the tokeniser of a transformer.

    Args:
        tokeniser: The tokeniser.
        width: The length up to which sentences share a window, in word pieces.
        limit: The longest window the transformer accepts.
    """

    def __init__(self, tokeniser: Any, *, width: int, limit: int) -> None:
        tokeniser.no_truncation()
        tokeniser.no_padding()
        self._tokeniser = tokeniser
        self._before, self._after = _find_special_tokens(tokeniser)
        special = len(self._before) + len(self._after)
        self._limit = max(1, limit - special)
        self._width = min(max(0, width - special), self._limit)

    def __call__(self, sentences: Sequence[Sentence]) -> list[Window]:
        """Build the windows over the sentences of a document, in order."""
        parts = [
            part for window in self._tokenise(sentences) for part in _split(window, self._limit)
        ]
        return [self._join(group) for group in _group_parts(parts, self._width)]

    def _tokenise(self, sentences: Sequence[Sentence]) -> Iterator[Window]:
        texts = [text for text, _ in sentences]
        encodings = self._tokeniser.encode_batch(texts, add_special_tokens=False)
        for encoding, (_, starts) in zip(encodings, sentences, strict=True):
            yield Window(list(encoding.ids), _find_heads(encoding.offsets, starts))

    def _join(self, group: Sequence[Window]) -> Window:
        """Join parts into one window and add the special tokens."""
        ids, heads = list(self._before), []
        for part in group:
            heads += [head + len(ids) if head >= 0 else -1 for head in part.heads]
            ids += part.ids
        return Window([*ids, *self._after], heads)


def _find_special_tokens(tokeniser: Any) -> tuple[list[int], list[int]]:
    """Find the special tokens that the tokeniser puts before and after a text."""
    bare = list(tokeniser.encode("a", add_special_tokens=False).ids)
    full = list(tokeniser.encode("a").ids)
    for start in range(len(full) - len(bare) + 1):
        if full[start : start + len(bare)] == bare:
            return full[:start], full[start + len(bare) :]
    return [], []


def _find_heads(offsets: Sequence[tuple[int, int]], starts: Sequence[int]) -> list[int]:
    """Find for each word the piece that covers its first character."""
    heads, piece = [], 0
    for start in starts:
        while piece < len(offsets) and offsets[piece][1] <= start:
            piece += 1
        covers = piece < len(offsets) and offsets[piece][0] <= start
        heads.append(piece if covers else -1)
    return heads


def _split(sentence: Window, limit: int) -> Iterator[Window]:
    """Split a sentence between words where it is longer than the limit."""
    while len(sentence.ids) > limit:
        words = _count_fitting(sentence.heads, limit)
        cut = next((head for head in sentence.heads[words:] if head >= 0), len(sentence.ids))
        yield Window(sentence.ids[: min(cut, limit)], sentence.heads[:words])
        rest = [head - cut if head >= 0 else -1 for head in sentence.heads[words:]]
        sentence = Window(sentence.ids[cut:], rest)
    yield sentence


def _count_fitting(heads: Sequence[int], limit: int) -> int:
    """Count the words up to the last one that starts within the limit; at least one."""
    inside = [word for word, head in enumerate(heads) if 0 < head <= limit]
    beyond = next((word for word, head in enumerate(heads) if head > limit), len(heads))
    return (inside[-1] if beyond < len(heads) and inside else beyond) or 1


def _group_parts(parts: Iterable[Window], width: int) -> Iterator[list[Window]]:
    """Group neighbouring parts up to the width."""
    group: list[Window] = []
    size = 0
    for part in parts:
        if group and size + len(part.ids) > width:
            yield group
            group, size = [], 0
        group.append(part)
        size += len(part.ids)
    if group:
        yield group
