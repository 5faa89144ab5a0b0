"""Patterns in the text that are known causes of differences (Ogren et al. 2008 §4, CLEF §4.3).

Each pattern recognises a construction, regardless of which annotator is right: a condition, a
history, coordinated modifiers, a heading, a set and its member.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from goldsmith.core import Mention, Span
from goldsmith.core.offsets import merge_spans
from goldsmith.differences.sentences import Sentences
from goldsmith.differences.words import CONDITIONS, HISTORIES, PREPOSITIONS, QUANTIFIERS


def _compile(phrases: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, phrases))})(?!\w)", re.IGNORECASE)


_CONDITION: Final = _compile(CONDITIONS)
_HISTORY: Final = _compile(HISTORIES)
_COORDINATOR: Final = re.compile(r",|/|&|\band\b|\bor\b", re.IGNORECASE)
_HEADING: Final = re.compile(r"[^\S\n]*:")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_MAX_HISTORY = 60


def is_conditional(sentences: Sentences, places: Collection[int]) -> bool:
    """Return whether conditional words precede a mention in its sentence."""
    if not places:
        return False
    before = sentences.get_beginning(min(places))
    return _CONDITION.search(before) is not None


def is_history(sentences: Sentences, places: Collection[int]) -> bool:
    """Return whether words for a history closely precede a mention in its sentence."""
    if not places:
        return False
    return _HISTORY.search(sentences.get_beginning(min(places))[-_MAX_HISTORY:]) is not None


def is_coordinated(text: str, mentions: Sequence[Mention]) -> bool:
    """Return whether mentions with the same end differ in coordinated words before it.

    In "black, tarry, bloody stools" a span may cover one modifier or several.
    """
    anchored = [mention for mention in mentions if mention.spans]
    if len(anchored) < 2 or len({mention.end for mention in anchored}) > 1:
        return False
    head = max(merge_spans(mention.spans)[-1].start for mention in anchored)
    start = min(mention.start for mention in anchored)
    return _COORDINATOR.search(text[start:head]) is not None


def has_heading(text: str, first: Sequence[Mention], second: Sequence[Mention]) -> bool:
    """Return whether one side includes a heading, such as "Lymph:", that the other leaves out."""
    return any(
        _is_heading(text, span)
        for side, opposite in ((first, second), (second, first))
        for mention in side
        for span in _subtract(mention.spans, [s for m in opposite for s in m.spans])
    )


def _subtract(spans: Iterable[Span], removed: Collection[Span]) -> list[tuple[int, int]]:
    """Return the parts of `spans` that `removed` does not cover."""
    parts = [(span.start, span.end) for span in spans]
    for gone in removed:
        parts = [
            part
            for start, end in parts
            for part in ((start, min(end, gone.start)), (max(start, gone.end), end))
            if part[0] < part[1]
        ]
    return parts


def _is_heading(text: str, part: tuple[int, int]) -> bool:
    """Return whether a part of a text is at the start of a line or sentence and ends in a colon."""
    words = text[slice(*part)]
    start = part[0] + len(words) - len(words.lstrip())
    before = text[:start].rstrip(" \t")
    is_first = not before or before[-1] in "\n.!?;"
    has_colon = ":" in words or _HEADING.match(text, part[0] + len(words.rstrip())) is not None
    return bool(words.strip(" \t\n:")) and is_first and has_colon


def is_set_and_member(texts: Sequence[str]) -> bool:
    """Return whether a mention is the plural of another: "all of the hand nails", "the nail"."""
    heads = [head for head in map(_find_head, texts) if head]
    return any(
        plural != singular and _make_singular(plural) == singular
        for plural in heads
        for singular in heads
    )


def _find_head(text: str) -> str:
    """Return the head of a noun phrase: the last word before a preposition."""
    words = [word.casefold() for word in _WORD.findall(text)]
    while words and words[0] in QUANTIFIERS:
        words = words[1:]
    end = next((n for n, word in enumerate(words) if word in PREPOSITIONS), len(words))
    return words[end - 1] if end else ""


def _make_singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
