"""Features of tokens for sequence models. Most depend on the word alone and are cached.

A feature is a short string. A word has a list of features for its own token, and a shorter list for
each neighbouring position. Both are computed once for each distinct word, not for each token,
because most of the time goes into analysing words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.words import get_shape, lemmatise, tag_parts_of_speech

_CACHE_SIZE = 200_000
BEGIN, END = "<s>", "</s>"
Clusters = Mapping[str, Sequence[str]]
#: Labels over token ranges, from terminologies or the lexicon: (first token, end, label).
TokenLabels = Sequence[tuple[int, int, str]]


class FeatureTemplate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The feature template of a model: which features it extracts.

    Attributes:
        affixes: The longest prefix and suffix, in characters.
        roots: Lemmas.
        shapes: Word shape, length, capitals, digits.
        window: The number of neighbours on either side.
        bigrams: The word with its previous and with its next word.
        parts_of_speech: Part-of-speech tags.
        sections: The kind of section.
        clusters: Word clusters from unlabelled text.
        dictionary: Names from the terminologies of the pipeline.
        lexicon: Strings that are mentions in other training documents.
        long_forms: The long form of an abbreviation that the text defines.
    """

    affixes: int = 4
    roots: bool = True
    shapes: bool = True
    window: int = 2
    bigrams: bool = True
    parts_of_speech: bool = False
    sections: bool = True
    clusters: bool = True
    dictionary: bool = True
    lexicon: bool = True
    long_forms: bool = True


class WordFeatures(NamedTuple):
    """Features of a word for its own token and for the tokens after and before it."""

    low: str
    own: list[str]
    before: list[list[str]]
    after: list[list[str]]


class FeatureExtractor:
    """Extracts the features of a document's tokens, sentence by sentence."""

    def __init__(self, template: FeatureTemplate, clusters: Clusters | None = None) -> None:
        self.template = template
        self._clusters = clusters or {}
        self._extract_cached = lru_cache(maxsize=_CACHE_SIZE)(self.extract_word)

    def __call__(self, analysis: Analysis, labels: TokenLabels = ()) -> list[list[list[str]]]:
        """Return the features of each token of each sentence."""
        words = analysis.tokens.words
        context: list[list[str]] = [[] for _ in words]
        for index, name in self.extract_context(analysis, labels):
            context[index].append(name)
        return [
            self._extract_sentence(words[first:end], context[first:end])
            for first, end in analysis.sentences
        ]

    def _extract_sentence(
        self, words: Sequence[str], context: Sequence[list[str]]
    ) -> list[list[str]]:
        reach = self.template.window
        features = [self._extract_cached(word) for word in words]
        begin, end = self._extract_cached(BEGIN), self._extract_cached(END)
        padded = [begin] * reach + features + [end] * reach
        low = [BEGIN, *[word.low for word in features], END]
        rows = []
        for index, word in enumerate(features):
            row = [*word.own, *context[index]]
            for step in range(1, reach + 1):
                row += padded[index + reach - step].before[step]
                row += padded[index + reach + step].after[step]
            if self.template.bigrams:
                row += [
                    name_previous_bigram(low[index], word.low),
                    name_next_bigram(word.low, low[index + 2]),
                ]
            rows.append(row)
        return rows

    def extract_word(self, word: str) -> WordFeatures:
        """Extract the features that depend on a word alone."""
        steps = range(1, self.template.window + 1)
        return WordFeatures(
            word.lower(),
            self._extract_own(word),
            [[], *[self._extract_neighbour(word, -step) for step in steps]],
            [[], *[self._extract_neighbour(word, step) for step in steps]],
        )

    def extract_context(self, analysis: Analysis, labels: TokenLabels) -> Iterator[tuple[int, str]]:
        """Yield tokens with the features that depend on the document."""
        yield from _mark_labels(labels)
        if self.template.long_forms:
            yield from self._mark_abbreviations(analysis)
        if self.template.sections:
            for (first, end), kind in zip(analysis.sentences, analysis.section_kinds, strict=True):
                if kind:
                    yield from ((index, f"sec={kind}") for index in range(first, end))
        if self.template.parts_of_speech:
            yield from _mark_parts_of_speech(analysis)

    def _extract_own(self, word: str) -> list[str]:
        low = word.lower()
        row = ["b", f"w={low}"]
        if self.template.roots:
            row.append(f"r={lemmatise(word)}")
        if self.template.shapes:
            full = get_shape(word)
            row += [f"s={full}", f"l={min(len(word), 9)}"]
            row += _describe_spelling(word)
        for size in range(2, min(self.template.affixes, len(low) - 1) + 1):
            row += [f"<{low[:size]}", f">{low[-size:]}"]
        return row + self._list_clusters(word, "c")

    def _extract_neighbour(self, word: str, step: int) -> list[str]:
        if word in (BEGIN, END):
            return [f"{step}:{word}"] if abs(step) == 1 else []
        low = word.lower()
        row = [f"{step}w={low}"]
        if abs(step) == 1:
            if self.template.roots:
                row.append(f"{step}r={lemmatise(word)}")
            if self.template.shapes:
                row.append(f"{step}s={get_shape(word)}")
            row.append(f"{step}>{low[-3:]}")
        return row + self._list_clusters(word, f"{step}c")

    def _list_clusters(self, word: str, mark: str) -> list[str]:
        """List the clusters of a word, coarse to fine."""
        if not self.template.clusters:
            return []
        groups = self._clusters.get(word.lower(), ())
        return [f"{mark}{level}={group}" for level, group in enumerate(groups)]

    def _mark_abbreviations(self, analysis: Analysis) -> Iterator[tuple[int, str]]:
        """Give each abbreviation the features of the long form that the text defines."""
        features: dict[str, list[str]] = {}
        for short, long in analysis.long_forms:
            text = analysis.text[slice(*short)]
            last = analysis.text[slice(*long)].split()[-1].lower()
            features[text] = ["lf", f"lf={last}", f"lf>{last[-4:]}"]
            features[text] += self._list_clusters(last, "lfc")
        if features:
            for index, word in enumerate(analysis.tokens.words):
                yield from ((index, name) for name in features.get(word, ()))


def name_previous_bigram(before: str, word: str) -> str:
    """Name the feature of a word for its bigram with the previous word."""
    return f"p {before} {word}"


def name_next_bigram(word: str, after: str) -> str:
    """Name the feature of a word for its bigram with the next word."""
    return f"n {word} {after}"


def _mark_labels(labels: TokenLabels) -> Iterator[tuple[int, str]]:
    """Mark the tokens of each label as whole (U), first (B), inside (I) or last (L)."""
    for first, end, label in labels:
        if end - first == 1:
            yield first, f"d=U-{label}"
            continue
        yield first, f"d=B-{label}"
        yield end - 1, f"d=L-{label}"
        for index in range(first + 1, end - 1):
            yield index, f"d=I-{label}"


def _mark_parts_of_speech(analysis: Analysis) -> Iterator[tuple[int, str]]:
    for first, end in analysis.sentences:
        before = BEGIN
        for index, tag in enumerate(tag_parts_of_speech(analysis.tokens.words[first:end]), first):
            yield index, f"t={tag}"
            yield index, f"-t={before}"
            before = tag


def _describe_spelling(word: str) -> list[str]:
    """Describe capitals, digits and Greek letters in a word."""
    marks = []
    if word.isupper() and len(word) > 1:
        marks.append("caps")
    elif word[:1].isupper():
        marks.append("Cap")
    if any(map(str.isdigit, word)):
        marks.append("digits" if word.isdigit() else "digit")
    if any("α" <= char <= "ω" for char in word):
        marks.append("greek")
    return marks
