"""Sentences cut into the pieces a transformer reads, in windows that are short enough for it.

Pieces are made sentence by sentence. A word is judged by its first piece; a window holds whole
sentences as far as they fit, so that a model sees what stands around a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

#: A sentence as its text and where in it each of its words starts.
Sentence = tuple[str, Sequence[int]]


class Pieces(NamedTuple):
    """Numbers of pieces, and for each word the place of its first piece; -1 for one without."""

    ids: list[int]
    heads: list[int]


class Cutter:
    """Cuts with the tokeniser that belongs to a transformer."""

    def __init__(self, tokeniser: Any, *, width: int, most: int) -> None:
        tokeniser.no_truncation()
        tokeniser.no_padding()
        self._tokeniser = tokeniser
        self._before, self._after = _frame(tokeniser)
        frame = len(self._before) + len(self._after)
        self._room = max(1, most - frame)
        self._width = min(max(0, width - frame), self._room)

    def __call__(self, sentences: Sequence[Sentence]) -> list[Pieces]:
        """Windows that hold the words of one document's sentences, in order."""
        parts = [part for one in self._pieces(sentences) for part in _parts(one, self._room)]
        return [self._framed(group) for group in _grouped(parts, self._width)]

    def _pieces(self, sentences: Sequence[Sentence]) -> Iterator[Pieces]:
        texts = [text for text, _ in sentences]
        found = self._tokeniser.encode_batch(texts, add_special_tokens=False)
        for one, (_, starts) in zip(found, sentences, strict=True):
            yield Pieces(list(one.ids), _heads(one.offsets, starts))

    def _framed(self, group: Sequence[Pieces]) -> Pieces:
        """Parts as one window with the signs that the transformer expects around a text."""
        ids, heads = list(self._before), []
        for part in group:
            heads += [head + len(ids) if head >= 0 else -1 for head in part.heads]
            ids += part.ids
        return Pieces([*ids, *self._after], heads)


def _frame(tokeniser: Any) -> tuple[list[int], list[int]]:
    """What the tokeniser puts before and after a text."""
    bare = list(tokeniser.encode("a", add_special_tokens=False).ids)
    whole = list(tokeniser.encode("a").ids)
    for at in range(len(whole) - len(bare) + 1):
        if whole[at : at + len(bare)] == bare:
            return whole[:at], whole[at + len(bare) :]
    return [], []


def _heads(offsets: Sequence[tuple[int, int]], starts: Sequence[int]) -> list[int]:
    """For each word the piece that covers its first character."""
    heads, at = [], 0
    for start in starts:
        while at < len(offsets) and offsets[at][1] <= start:
            at += 1
        covers = at < len(offsets) and offsets[at][0] <= start
        heads.append(at if covers else -1)
    return heads


def _parts(sentence: Pieces, room: int) -> Iterator[Pieces]:
    """The sentence, cut between words where it is longer than there is room for."""
    while len(sentence.ids) > room:
        words = _fitting(sentence.heads, room)
        cut = next((head for head in sentence.heads[words:] if head >= 0), len(sentence.ids))
        yield Pieces(sentence.ids[: min(cut, room)], sentence.heads[:words])
        rest = [head - cut if head >= 0 else -1 for head in sentence.heads[words:]]
        sentence = Pieces(sentence.ids[cut:], rest)
    yield sentence


def _fitting(heads: Sequence[int], room: int) -> int:
    """How many words begin so that the one after them still begins within the room."""
    inside = [at for at, head in enumerate(heads) if 0 < head <= room]
    beyond = next((at for at, head in enumerate(heads) if head > room), len(heads))
    return (inside[-1] if beyond < len(heads) and inside else beyond) or 1


def _grouped(parts: Iterable[Pieces], width: int) -> Iterator[list[Pieces]]:
    """Neighbours put together while they fit."""
    group: list[Pieces] = []
    size = 0
    for part in parts:
        if group and size + len(part.ids) > width:
            yield group
            group, size = [], 0
        group.append(part)
        size += len(part.ids)
    if group:
        yield group
