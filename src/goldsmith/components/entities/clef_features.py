"""The token features of the CLEF system, as its paper lists them (Roberts et al. 2009, §8.1).

A token has these features, its own and those of the token on either side (`-1`, `0`, `+1`):

| feature | value |
| --- | --- |
| root | the morphological root of a word |
| affix | its inflectional affix: s, ed, ing, en; "other" if the root differs in another way |
| pos | the part of speech, generalised (NOUN, VERB, ADJ …) |
| kind | the type of token: word, number, punctuation, symbol |
| orth | the orthographic type of a word: lowercase, upperInitial, allCaps, mixedCaps |
| termino | the type of the term that the token is part of, "null" if it is part of none |

The string itself is not among them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from goldsmith.learning.crf.features import TokenLabels
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.words import lemmatise, tag_parts_of_speech

NULL = "null"
_AFFIXES = ("ing", "ed", "en", "s")


def extract_clef_features(analysis: Analysis, labels: TokenLabels) -> list[list[list[str]]]:
    """Return the features of each token of each sentence.

    Args:
        analysis: The document.
        labels: The terms of the dictionary, each with its type.
    """
    types: list[list[str]] = [[] for _ in analysis.tokens.words]
    for first, end, label in labels:
        for index in range(first, end):
            types[index].append(label)
    rows = []
    for first, end in analysis.sentences:
        words = analysis.tokens.words[first:end]
        own = [
            list(_describe(word, tag, terms))
            for word, tag, terms in zip(
                words, tag_parts_of_speech(words), types[first:end], strict=True
            )
        ]
        rows.append([list(_list_window(own, index)) for index in range(len(own))])
    return rows


def _list_window(own: Sequence[Sequence[str]], index: int) -> Iterator[str]:
    """Yield the features of a token and its neighbours, each with its position."""
    for position in (-1, 0, 1):
        if 0 <= index + position < len(own):
            yield from (f"{position:+d}.{name}" for name in own[index + position])
        else:
            yield f"{position:+d}.{NULL}"


def _describe(word: str, tag: str, types: Sequence[str]) -> Iterator[str]:
    """Yield the features of a token without its neighbours."""
    kind = classify_token(word)
    if kind == "word":
        root = lemmatise(word).lower()
        yield f"root={root}"
        yield f"affix={find_affix(word.lower(), root)}"
        yield f"orth={classify_spelling(word)}"
    yield f"pos={tag}"
    yield f"kind={kind}"
    for name in dict.fromkeys(types) or (NULL,):
        yield f"termino={name}"


def classify_token(word: str) -> str:
    """Return the type of a token: word, number, punctuation or symbol."""
    if any(map(str.isalpha, word)):
        return "word"
    if any(map(str.isdigit, word)):
        return "number"
    return "punctuation" if unicodedata.category(word[:1] or " ")[0] == "P" else "symbol"


def classify_spelling(word: str) -> str:
    """Return the orthographic type of a word, as GATE names it."""
    if word.islower():
        return "lowercase"
    if word.isupper():
        return "allCaps" if len(word) > 1 else "upperInitial"
    return "upperInitial" if word[:1].isupper() and word[1:].islower() else "mixedCaps"


def find_affix(word: str, root: str) -> str:
    """Return the inflectional affix of a word in lower case, "null" if it is its own root."""
    if word == root:
        return NULL
    return next((affix for affix in _AFFIXES if word.endswith(affix)), "other")
