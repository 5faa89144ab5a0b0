"""Word features: shape, lemma, affixes and part of speech.

Features are cached by word. The part-of-speech tagger looks at the context of ambiguous words only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

import simplemma

from goldsmith.text import tagging

#: Enough for nearly all occurrences of words in notes; a text whose words all differ fills it.
_CACHE_SIZE: Final = 1 << 15
#: Letters without a space that are longer are not a word; the dictionary takes quadratic time.
_LONGEST_WORD: Final = 64
_RUN: Final = re.compile(r"(.)\1+")
_AFFIXES: Final = (2, 3, 4)

#: Lemmas that the dictionary lacks, or has only in a sense that notes do not use.
_LEMMAS: Final = {
    "masses": "mass", "diagnoses": "diagnosis", "better": "better", "left": "left",
    "bases": "base", "lead": "lead", "leads": "lead", "felt": "feel", "found": "find",
    "saw": "see", "wound": "wound", "wounds": "wound", "lay": "lie", "data": "data",
    "'s": "'s", "’s": "'s", "glasses": "glasses", "pus": "pus", "lower": "lower",
    "upper": "upper", "bloods": "bloods", "meds": "medication", "med": "medication",
}  # fmt: skip

#: Words that are not lemmatised: units, and abbreviations that look like inflected forms.
_UNCHANGED: Final = frozenset(
    """
    mg mcg g kg ml l dl cm mm m mmhg meq mmol cc lbs lb oz hrs hr mins secs yrs yr wks bpm iu
    abd ed temp resp sats obs pts pt hx dx rx tx sx fx bid tid qid prn po iv im sc qd qhs vs cbc
    labs ros bs as us ms gas rbcs wbcs nos ttos das
    """.split()
)

#: Rules for words that the dictionary lacks: Latin and Greek plurals, then English endings.
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


@lru_cache(maxsize=_CACHE_SIZE)
def get_shape(word: str, *, full: bool = False) -> str:
    """Return the shape of a word: X for capitals, x for small letters, d for digits.

    Other characters stay as they are. Runs of one kind are shortened to one unless `full`.
    """
    kinds = "".join(map(_get_char_shape, word))
    return kinds if full else _RUN.sub(r"\1", kinds)


def _get_char_shape(char: str) -> str:
    if char.isdigit():
        return "d"
    if char.isupper() or char.istitle():
        return "X"
    return "x" if char.isalpha() else char


@lru_cache(maxsize=_CACHE_SIZE)
def lemmatise(word: str) -> str:
    """Return the lemma of a word in lower case; codes and abbreviations stay as they are."""
    small = word.lower()
    if small == word:
        small = word  # so that the cache stores one text, not two
    if small in _LEMMAS:
        return _LEMMAS[small]
    if _is_code(word):
        return word
    if not 2 <= len(small) <= _LONGEST_WORD or small in _UNCHANGED or not small.isalpha():
        return small
    lemma = _get_lemmatiser().lemmatize(small, lang="en")
    return lemma.lower() if lemma != small else _apply_rules(small)


@cache
def _get_lemmatiser() -> simplemma.Lemmatizer:
    """Return the lemmatiser, without a cache: `lemmatise` has one."""
    return simplemma.Lemmatizer(cache_max_size=0)


def _is_code(word: str) -> bool:
    """Return whether a word has a digit, or a capital after its first character: "MRI", "B12"."""
    return word[1:] != word[1:].lower() or any(map(str.isdigit, word))


def _apply_rules(word: str) -> str:
    if simplemma.is_known(word, lang="en"):
        return word
    for pattern, to in _RULES:
        changed = pattern.sub(to, word)
        if changed != word:
            return changed
    return word


@lru_cache(maxsize=_CACHE_SIZE)
def list_affixes(word: str) -> tuple[str, ...]:
    """Return the prefixes and suffixes of two to four letters, in lower case: "co-" … "-itis".

    An affix is shorter than the word.
    """
    small = word.lower()
    sizes = [size for size in _AFFIXES if size < len(small)]
    return (*(f"{small[:size]}-" for size in sizes), *(f"-{small[-size:]}" for size in sizes))


def tag_parts_of_speech(words: Sequence[str]) -> list[str]:
    """Return the probable part of speech of each word, one of `goldsmith.text.words.TAGS`."""
    return tagging.tag_words(words)


TAGS: Final = tagging.TAGS
