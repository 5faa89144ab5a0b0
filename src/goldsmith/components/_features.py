"""What a sequence model sees of each token. Most of it depends on the word alone and is kept.

A feature is a short string. For a word there is a list of them about itself and a shorter one for
each place beside it, made once for each word of the language, not for each token: taking words
apart is what costs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.words import pos, root, shape

_KEPT = 200_000
_BEGIN, _END = "<s>", "</s>"
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


class _Word(NamedTuple):
    """What is seen of a word: of itself, and by words so many places after and before it."""

    low: str
    own: list[str]
    before: list[list[str]]
    after: list[list[str]]


class Features:
    """Makes the features of a document's tokens, sentence by sentence.

    With `known`, those of words that a model does not know may be left out: they count for nothing.
    """

    def __init__(
        self,
        seen: Seen,
        clusters: Clusters | None = None,
        *,
        known: Collection[str] | None = None,
    ) -> None:
        self.seen, self._known = seen, known
        self._clusters = clusters or {}
        self._word = lru_cache(maxsize=_KEPT)(self._all_of)

    def __call__(self, work: Analysis, laid: Laid = ()) -> list[list[list[str]]]:
        """For each sentence, for each of its tokens, what is seen."""
        words = work.tokens.words
        extra = self._extra(work, laid)
        kinds = work.section_kinds if self.seen.sections else [""] * len(work.sentences)
        return [
            self._sentence(words[first:end], extra[first:end], kind)
            for (first, end), kind in zip(work.sentences, kinds, strict=True)
        ]

    def _sentence(
        self, words: Sequence[str], extra: Sequence[list[str]], kind: str
    ) -> list[list[str]]:
        reach, bigrams = self.seen.window, self.seen.bigrams
        known = [self._word(word) for word in words]
        padded = [self._word(_BEGIN)] * reach + known + [self._word(_END)] * reach
        low = [_BEGIN, *[word.low for word in known], _END]
        tags = pos(words) if self.seen.parts_of_speech else ()
        found = []
        for at, word in enumerate(known):
            row = [*word.own, *extra[at]]
            for step in range(1, reach + 1):
                row += padded[at + reach - step].before[step]
                row += padded[at + reach + step].after[step]
            if bigrams:
                row += self._kept([f"p|{low[at]}|{word.low}", f"n|{word.low}|{low[at + 2]}"])
            if kind:
                row.append(f"sec={kind}")
            if tags:
                row += [f"t={tags[at]}", f"-t={tags[at - 1] if at else _BEGIN}"]
            found.append(row)
        return found

    def _all_of(self, word: str) -> _Word:
        steps = range(1, self.seen.window + 1)
        return _Word(
            word.lower(),
            self._kept(self._of_word(word)),
            [[], *[self._kept(self._of_neighbour(word, -step)) for step in steps]],
            [[], *[self._kept(self._of_neighbour(word, step)) for step in steps]],
        )

    def _kept(self, names: list[str]) -> list[str]:
        known = self._known
        return names if known is None else [name for name in names if name in known]

    def _of_word(self, word: str) -> list[str]:
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
        if word in (_BEGIN, _END):
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

    def _extra(self, work: Analysis, laid: Laid) -> list[list[str]]:
        """What is seen of a token because of the document it is in."""
        extra: list[list[str]] = [[] for _ in work.tokens.words]
        _lay(extra, laid)
        if self.seen.long_forms:
            self._abbreviations(work, extra)
        return extra

    def _abbreviations(self, work: Analysis, extra: list[list[str]]) -> None:
        """An abbreviation is seen as what the text says it is short for."""
        meant: dict[str, list[str]] = {}
        words = work.tokens.words
        for short, long in work.long_forms:
            text = work.text[slice(*short)]
            last = work.text[slice(*long)].split()[-1].lower()
            meant[text] = ["lf", f"lf={last}", f"lf>{last[-4:]}"]
            meant[text] += self._grouped(last, "lfc")
        for at, word in enumerate(words):
            if word in meant:
                extra[at] += meant[word]


def _lay(extra: list[list[str]], laid: Laid) -> None:
    """Mark the tokens of each label: whole, beginning, inside, end."""
    for first, end, label in laid:
        if end - first == 1:
            extra[first].append(f"d=U-{label}")
            continue
        extra[first].append(f"d=B-{label}")
        extra[end - 1].append(f"d=L-{label}")
        for at in range(first + 1, end - 1):
            extra[at].append(f"d=I-{label}")


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
