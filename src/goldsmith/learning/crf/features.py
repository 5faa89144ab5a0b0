"""What a sequence model sees of each token. Most of it depends on the word alone and is kept.

A feature is a short string. For a word there is a list of them about itself and a shorter one for
each place beside it, made once for each word of the language, not for each token: taking words
apart is what costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.words import pos, root, shape

_KEPT = 200_000
BEGIN, END = "<s>", "</s>"
Clusters = Mapping[str, Sequence[str]]
#: Labels laid over tokens: (first token, end, label).
Laid = Sequence[tuple[int, int, str]]


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which features a model uses."""

    affixes: int = 4
    roots: bool = True
    shapes: bool = True
    window: int = 2
    bigrams: bool = True
    parts_of_speech: bool = False
    sections: bool = True
    clusters: bool = True
    #: What terminologies of the pipeline find.
    dictionary: bool = True
    #: What the training data has mentions of, in other documents than the one at hand.
    lexicon: bool = True
    long_forms: bool = True


class Word(NamedTuple):
    """What is seen of a word: of itself, and by words so many places after and before it."""

    low: str
    own: list[str]
    before: list[list[str]]
    after: list[list[str]]


class Features:
    """Makes the features of a document's tokens, sentence by sentence."""

    def __init__(self, seen: Seen, clusters: Clusters | None = None) -> None:
        self.seen = seen
        self._clusters = clusters or {}
        self._word = lru_cache(maxsize=_KEPT)(self.of_word)

    def __call__(self, work: Analysis, laid: Laid = ()) -> list[list[list[str]]]:
        """For each sentence, for each of its tokens, what is seen."""
        words = work.tokens.words
        around: list[list[str]] = [[] for _ in words]
        for at, name in self.around(work, laid):
            around[at].append(name)
        return [
            self._sentence(words[first:end], around[first:end]) for first, end in work.sentences
        ]

    def _sentence(self, words: Sequence[str], around: Sequence[list[str]]) -> list[list[str]]:
        reach = self.seen.window
        known = [self._word(word) for word in words]
        padded = [self._word(BEGIN)] * reach + known + [self._word(END)] * reach
        low = [BEGIN, *[word.low for word in known], END]
        found = []
        for at, word in enumerate(known):
            row = [*word.own, *around[at]]
            for step in range(1, reach + 1):
                row += padded[at + reach - step].before[step]
                row += padded[at + reach + step].after[step]
            if self.seen.bigrams:
                row += [after_pair(low[at], word.low), before_pair(word.low, low[at + 2])]
            found.append(row)
        return found

    def of_word(self, word: str) -> Word:
        """What depends on a word alone."""
        steps = range(1, self.seen.window + 1)
        return Word(
            word.lower(),
            self._of_itself(word),
            [[], *[self._of_neighbour(word, -step) for step in steps]],
            [[], *[self._of_neighbour(word, step) for step in steps]],
        )

    def around(self, work: Analysis, laid: Laid) -> Iterator[tuple[int, str]]:
        """Tokens with what is seen of them because of the document they are in."""
        yield from _labelled(laid)
        if self.seen.long_forms:
            yield from self._abbreviations(work)
        if self.seen.sections:
            for (first, end), kind in zip(work.sentences, work.section_kinds, strict=True):
                if kind:
                    yield from ((at, f"sec={kind}") for at in range(first, end))
        if self.seen.parts_of_speech:
            yield from _parts_of_speech(work)

    def _of_itself(self, word: str) -> list[str]:
        low = word.lower()
        row = ["b", f"w={low}"]
        if self.seen.roots:
            row.append(f"r={root(word)}")
        if self.seen.shapes:
            full = shape(word)
            row += [f"s={full}", f"l={min(len(word), 9)}"]
            row += _signs(word)
        for size in range(2, min(self.seen.affixes, len(low) - 1) + 1):
            row += [f"<{low[:size]}", f">{low[-size:]}"]
        return row + self._grouped(word, "c")

    def _of_neighbour(self, word: str, step: int) -> list[str]:
        if word in (BEGIN, END):
            return [f"{step}:{word}"] if abs(step) == 1 else []
        low = word.lower()
        row = [f"{step}w={low}"]
        if abs(step) == 1:
            if self.seen.roots:
                row.append(f"{step}r={root(word)}")
            if self.seen.shapes:
                row.append(f"{step}s={shape(word)}")
            row.append(f"{step}>{low[-3:]}")
        return row + self._grouped(word, f"{step}c")

    def _grouped(self, word: str, mark: str) -> list[str]:
        """The clusters of a word, from coarse to fine."""
        if not self.seen.clusters:
            return []
        groups = self._clusters.get(word.lower(), ())
        return [f"{mark}{level}={group}" for level, group in enumerate(groups)]

    def _abbreviations(self, work: Analysis) -> Iterator[tuple[int, str]]:
        """An abbreviation is seen as what the text says it is short for."""
        meant: dict[str, list[str]] = {}
        for short, long in work.long_forms:
            text = work.text[slice(*short)]
            last = work.text[slice(*long)].split()[-1].lower()
            meant[text] = ["lf", f"lf={last}", f"lf>{last[-4:]}"]
            meant[text] += self._grouped(last, "lfc")
        if meant:
            for at, word in enumerate(work.tokens.words):
                yield from ((at, name) for name in meant.get(word, ()))


def after_pair(before: str, word: str) -> str:
    """A word and the one before it, as the word sees them."""
    return f"p {before} {word}"


def before_pair(word: str, after: str) -> str:
    """A word and the one after it, as the word sees them."""
    return f"n {word} {after}"


def _labelled(laid: Laid) -> Iterator[tuple[int, str]]:
    """Mark the tokens of each label: whole, beginning, inside, end."""
    for first, end, label in laid:
        if end - first == 1:
            yield first, f"d=U-{label}"
            continue
        yield first, f"d=B-{label}"
        yield end - 1, f"d=L-{label}"
        for at in range(first + 1, end - 1):
            yield at, f"d=I-{label}"


def _parts_of_speech(work: Analysis) -> Iterator[tuple[int, str]]:
    for first, end in work.sentences:
        before = BEGIN
        for at, tag in enumerate(pos(work.tokens.words[first:end]), first):
            yield at, f"t={tag}"
            yield at, f"-t={before}"
            before = tag


def _signs(word: str) -> list[str]:
    """What is striking about how a word is written."""
    found = []
    if word.isupper() and len(word) > 1:
        found.append("caps")
    elif word[:1].isupper():
        found.append("Cap")
    if any(map(str.isdigit, word)):
        found.append("digits" if word.isdigit() else "digit")
    if any("α" <= char <= "ω" for char in word):
        found.append("greek")
    return found
