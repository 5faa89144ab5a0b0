"""Evidence about a word without its context: frequency, lists, shape; cached by word."""

from __future__ import annotations

import math
import re
import zlib
from bisect import bisect_right
from functools import cache, lru_cache
from typing import Final, NamedTuple

from goldsmith.privacy import words
from goldsmith.privacy.people import normalise_name
from goldsmith.privacy.scoring import gazetteers
from goldsmith.privacy.scoring.cues import load_contexts, load_cues, number_cues
from goldsmith.privacy.scoring.word_classes import (
    COARSE,
    USUAL,
    classify_word,
    get_zipf,
    has_vowel,
    is_eponym_word,
)

_LOWER, _CAPITAL, _UPPER, _MIXED, _LETTER = range(5)
_SUFFIXES: Final = (
    "itis", "osis", "emia", "aemia", "ectomy", "otomy", "ostomy", "oma", "opathy", "ology",
    "ologist", "scopy", "gram", "graphy", "plasty", "pril", "olol", "sartan", "statin", "azole",
    "cillin", "mycin", "oxacin", "ine", "ide", "ate", "ium", "one", "uria", "algia", "plegia",
    "paresis", "tic", "ic", "al", "ous", "ing", "ed", "ly", "tion", "ness", "ment", "able", "ive",
    "ity", "er", "ez", "son", "sen", "ski", "sky", "wicz", "ova", "ton", "ley", "man", "berg",
    "stein", "ford", "field", "ham", "bury", "ville", "burg", "wood", "well", "worth", "dale",
    "brook", "mouth", "wick", "by", "ia", "a", "o", "i", "y", "s", "",
)  # fmt: skip
_SUFFIX_CODE: Final = {suffix: code for code, suffix in enumerate(_SUFFIXES)}
_MAX_SUFFIX = max(map(len, _SUFFIXES))
#: The number of context words with their own weight: listed words; other common words; and rare
#: words that no list has as a name, such as abbreviations. Words of the last two kinds share a
#: weight if their hashes are equal.
_CUES: Final = 1280
_HASHES: Final = 2816
_RARE_HASHES: Final = 4096


class Evidence(NamedTuple):
    """The groups of evidence about a word; each is a small number."""

    coarse: int
    case: int
    zipf: int
    surname: int
    first: int
    surname_ratio: int
    first_ratio: int
    town: int
    lists: int
    suffix: int
    length: int
    vowels: int
    context: int
    second_context: int
    cue: int


class Sizes(NamedTuple):
    """The number of values of each group of evidence."""

    coarse: int = len(COARSE)
    case: int = 5
    zipf: int = 13
    surname: int = 7
    first: int = 7
    surname_ratio: int = 16
    first_ratio: int = 16
    town: int = 6
    lists: int = 128
    suffix: int = len(_SUFFIXES) + 1
    length: int = 10
    vowels: int = 3
    context: int = 48
    second_context: int = 48
    cue: int = _CUES + _HASHES + _RARE_HASHES


def describe_word(text: str, *, hide_names: bool = False, hide_words: bool = False) -> Evidence:
    """Describe a word.

    Args:
        text: The word.
        hide_names: Ignore the gazetteers, to train for names that they lack.
        hide_words: Ignore the vocabulary, to train for words that it lacks.
    """
    case = _classify_case(text)
    lower = text.lower().replace("’", "'")
    evidence = _describe_lower(lower, hide_names=hide_names, hide_words=hide_words)
    context = evidence.context or _get_plain_context(case)
    return evidence._replace(case=case, context=context)


@lru_cache(50_000)
def _describe_lower(lower: str, *, hide_names: bool, hide_words: bool) -> Evidence:
    """Describe a lower-case word; its case, and the context of a word that is not a cue, are 0."""
    if "." in lower:
        lower = lower.replace(".", "") + "/"  # p.o. and M.D. are not names
    zipf = get_zipf(lower) if len(lower) > 1 else 0.0
    surname = 0.0 if hide_names else gazetteers.load_surnames().get(normalise_name(lower), 0.0)
    first = 0.0 if hide_names else _get_first_frequency(lower)
    town = 0 if hide_names else _classify_town(lower)
    clinical = not hide_words and lower in words.load_folded("clinical")
    is_term = not hide_words and words.is_term(lower)
    if hide_words and lower not in load_cues():
        zipf = min(zipf, 1.5)
    is_usual = zipf >= USUAL or clinical
    is_unnamed = not (hide_words or surname or first)
    lists = _collect_lists(lower, clinical=clinical)
    classes = load_cues().get(lower.rstrip("/") or lower, ())
    return Evidence(
        classify_word(lower, zipf, surname, first, town, clinical, is_term),
        0,
        _bucket(zipf, 0.01, 1.2, 1.6, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6),
        _bucket(surname, 0.01, 6, 20, 60, 200, 1000),
        _bucket(first, 0.01, 30, 60, 200, 1000, 4000),
        _compute_ratio(surname, zipf),
        _compute_ratio(first, zipf),
        town,
        lists,
        _get_suffix(lower),
        min(len(lower), 9),
        1 + (len(lower) > 3) if has_vowel(lower) else 0,
        classes[0] if classes else 0,
        classes[1] if len(classes) > 1 else 0,
        number_cues().get(lower) or _hash_word(lower, is_usual, is_unnamed),
    )


def _hash_word(lower: str, is_usual: bool, is_unnamed: bool) -> int:
    """Return the number of a word that is not a cue; 0 for rare words that are names."""
    if len(lower) < 2 or not (is_usual or is_unnamed):
        return 0
    number = zlib.crc32(lower.encode())
    return _CUES + (number % _HASHES if is_usual else _HASHES + number % _RARE_HASHES)


def _classify_case(text: str) -> int:
    if len(text) == 1:
        return _LETTER if text.isupper() else _LOWER
    if text.islower():
        return _LOWER
    if text.isupper():
        return _UPPER
    letters = re.sub(r"^(?:Mc|Mac|O['’]|D['’]|De|La|Van)(?=[A-Z])", "", text)
    return _CAPITAL if letters[0].isupper() and letters[1:].islower() else _MIXED


@cache
def _get_plain_context(case: int) -> int:
    """Return the context class of a word that is not a cue, which depends only on its case."""
    contexts = load_contexts()
    return contexts.index(
        {_LOWER: "plain", _UPPER: "upper", _LETTER: "letter"}.get(case, "capitalised")
    )


def _get_first_frequency(lower: str) -> float:
    frequency = gazetteers.load_first_names().get(normalise_name(lower), 0.0)
    return frequency or (50.0 if words.fold_name(lower) in words.load_sexes() else 0.0)


def _classify_town(lower: str) -> int:
    towns, parts = gazetteers.load_towns()
    if lower in words.load_folded("demonyms"):
        return 0
    if lower in gazetteers.load_regions() or lower in words.load_folded("countries"):
        return 5
    if lower in towns:
        return _bucket(towns[lower], 1, 30_000, 200_000)
    return 4 if lower in parts else 0


def _collect_lists(lower: str, *, clinical: bool) -> int:
    """Collect the lists that have a word, as bits."""
    members = (
        clinical,
        is_eponym_word(lower),
        lower in words.load_folded("roles"),
        lower in words.load_folded("generic"),
        lower in words.load_ambiguous(),
        lower in words.load_ordinary(),
        lower in words.load_folded("heads"),
    )
    return sum(1 << index for index, member in enumerate(members) if member)


def _compute_ratio(frequency: float, zipf: float) -> int:
    """Compute how much more frequent a name is among people than the word is in texts."""
    if frequency <= 0:
        return 0
    ratio = math.log10(frequency) - (max(zipf, 1.0) - 3)
    return 1 + min(14, max(0, round(2 * ratio) + 5))


def _get_suffix(lower: str) -> int:
    for length in range(min(_MAX_SUFFIX, len(lower) - 2), -1, -1):
        code = _SUFFIX_CODE.get(lower[len(lower) - length :] if length else "")
        if code is not None:
            return code
    return len(_SUFFIXES)


def _bucket(value: float, *limits: float) -> int:
    return bisect_right(limits, value)
