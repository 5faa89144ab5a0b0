"""What a word's form tells: its shape, its root, its affixes and its probable part of speech.

Everything is worked out once per word and remembered, as a text says the same words again and
again. `pos` then looks at the neighbours of those words only that could be several things.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import simplemma

from goldsmith.text import tagging

_REMEMBERED: Final = 1 << 17
_RUN: Final = re.compile(r"(.)\1+")
_AFFIXES: Final = (2, 3, 4)

#: Where the dictionary's answer is another word than a note means, or none.
_ROOTS: Final = {
    "masses": "mass", "diagnoses": "diagnosis", "better": "better", "left": "left",
    "bases": "base", "lead": "lead", "leads": "lead", "felt": "feel", "found": "find",
    "saw": "see", "wound": "wound", "wounds": "wound", "lay": "lie", "data": "data",
    "'s": "'s", "’s": "'s", "glasses": "glasses", "pus": "pus", "lower": "lower",
    "upper": "upper", "bloods": "bloods", "meds": "medication", "med": "medication",
}  # fmt: skip

#: Not lemmatised: units, and abbreviations that look like plurals or past tenses.
_KEPT: Final = frozenset(
    """
    mg mcg g kg ml l dl cm mm m mmhg meq mmol cc lbs lb oz hrs hr mins secs yrs yr wks bpm iu
    abd ed temp resp sats obs pts pt hx dx rx tx sx fx bid tid qid prn po iv im sc qd qhs vs cbc
    labs ros bs as us ms gas rbcs wbcs nos ttos das
    """.split()
)

#: For words the dictionary lacks: Latin and Greek plurals first, then the English endings.
_RULES: Final = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
        (r"(?<=...)omata$", "oma"),
        (r"(?<=...)(o|y|a)ses$", r"\1sis"),
        (r"(?<=...)ices$", "ix"),
        (r"(?<=...)ae$", "a"),
        (r"(?<=...)ies$", "y"),
        (r"(?<=..)(ss|x|ch|sh)es$", r"\1"),
        (r"(?<=...[^sui])s$", ""),
    )
)


@lru_cache(maxsize=_REMEMBERED)
def shape(word: str, *, full: bool = False) -> str:
    """The kinds of its characters: X, x, d, and others as they are; runs once unless `full`."""
    kinds = "".join(map(_kind, word))
    return kinds if full else _RUN.sub(r"\1", kinds)


def _kind(char: str) -> str:
    if char.isdigit():
        return "d"
    if char.isupper() or char.istitle():
        return "X"
    return "x" if char.isalpha() else char


@lru_cache(maxsize=_REMEMBERED)
def root(word: str) -> str:
    """The word's dictionary form in lower case; codes and abbreviations stay as they are."""
    small = word.lower()
    if small in _ROOTS:
        return _ROOTS[small]
    if _is_code(word):
        return word
    if len(small) < 2 or small in _KEPT or not small.isalpha():
        return small
    found = simplemma.lemmatize(small, lang="en")
    return found.lower() if found != small else _ruled(small)


def _is_code(word: str) -> bool:
    """Whether a word has a digit, or a capital after its first character: "B12", "MRI", "HbA1c"."""
    return word[1:] != word[1:].lower() or any(map(str.isdigit, word))


def _ruled(word: str) -> str:
    if simplemma.is_known(word, lang="en"):
        return word
    for pattern, to in _RULES:
        changed = pattern.sub(to, word)
        if changed != word:
            return changed
    return word


@lru_cache(maxsize=_REMEMBERED)
def affixes(word: str) -> tuple[str, ...]:
    """Its beginnings and endings of two to four letters, in lower case: "co-" … "-itis".

    An affix is shorter than the word.
    """
    small = word.lower()
    sizes = [size for size in _AFFIXES if size < len(small)]
    return (*(f"{small[:size]}-" for size in sizes), *(f"-{small[-size:]}" for size in sizes))


def pos(words: Sequence[str]) -> list[str]:
    """The part of speech of each word, a guess: one of `goldsmith.text.words.TAGS`."""
    return tagging.tag(words)


TAGS: Final = tagging.TAGS
