"""The surface forms under which a name is looked up, and the worth of a match of each.

The worth of a match is a score from 0 to 100: how likely it is that the text means the concept
when it contains the name. Ordinary words ("cold", "all") have a low worth.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from goldsmith.terminology.concept import NameKind
from goldsmith.terminology.index.normalisation import STOP_WORDS, fold_text, normalise_word

_QUALIFIER = re.compile(
    r"\s*(?:\((?:disorder|disease|finding|morphologic abnormality|procedure|body structure|"
    r"substance|product|situation|qualifier value|observable entity|clinical|diagnosis|symptom|"
    r"medication|device|physical finding)\)|,?\s*\bunspecified\b|"
    r",?\s*\b(?:NOS|nos|NEC)\b(?=\s*(?:$|[,;(\[]))|"
    r"\[(?:X|D|V|M|EDTA|Ambiguous)\])\s*"
)
_HYPHEN = re.compile(r"(?<=[A-Za-z])[-‐‑](?=[A-Za-z])")
_PREFIX = re.compile(
    r"\b((?i:non|anti|post|pre|intra|extra|multi|micro|macro|gastro|broncho|musculo|cardio|cerebro|"
    r"naso|oro|peri|inter|hyper|hypo|uretero|ante|bi|semi|self|radio|auto|immuno|thrombo|ileo|"
    r"osteo|fibro|adeno|lympho|myelo|neuro|electro|pan|poly|retro|sub|supra|trans|tri|ultra))"
    r"(?=[a-z]{4})"
)
_LONG = re.compile(r"[^\W\d_]{3,}")
_CACHE_SIZE = 50_000
_ABBREVIATION = re.compile(r"[A-Z][A-Z0-9/&-]{1,4}s?|[A-Z]{1,3}[a-z]?[A-Z]{1,3}[0-9]?[a-z]?")

#: Worth of a match by the kind of the name.
_WORTH: dict[NameKind, int] = {
    "preferred": 100, "synonym": 95, "lay": 90, "abbreviation": 85, "related": 0, "retired": 0,
}  # fmt: skip
#: Frequency in general English (Zipf scale: 3 is one in a million words, 6 one in a thousand)
#: above which a single word loses worth. Preferred terms may be more common.
_COMMON, _COMMON_PREFERRED = 4.4, 5.6
#: The same for a match of another inflection: "will" for "Wills".
_COMMON_INFLECTED = 5.0
#: Worth lost per unit of the Zipf scale.
_LOSS_PER_UNIT = 80
#: Names with more words than this, without stop words, are not looked up.
MAX_WORDS = 12


def list_variants(text: str) -> Iterator[str]:
    """Yield spellings of a name that consist of other words: without qualifiers or hyphens."""
    if _QUALIFIER.search(text):
        plain = _QUALIFIER.sub(" ", text).strip()
        if plain:
            yield plain
    if _HYPHEN.search(text):
        yield _HYPHEN.sub("", text)
    if _PREFIX.search(text):
        yield _PREFIX.sub(r"\1-", text)


def is_abbreviation(text: str) -> bool:
    """Return whether a name looks like an abbreviation written in capitals."""
    return len(text) <= 6 and bool(_ABBREVIATION.fullmatch(text))


def score_name(text: str, kind: NameKind, *, words: int, abbreviation: bool) -> int:
    """Return the worth of a match of the name, from 0 to 100, regardless of its context.

    Args:
        text: The name.
        kind: The relation of the name to its concept.
        words: The number of words of the name.
        abbreviation: Whether the name is an abbreviation.
    """
    base = _WORTH[kind]
    if words != 1:
        return base
    letters = sum(map(str.isalpha, text))
    normal = normalise_word(fold_text(text))
    if letters <= 1 or normal.isdigit():
        return min(base, 10)
    if abbreviation:
        return min(base, 75 if letters > 2 else 60)
    if letters == 2:
        return min(base, 20)
    limit = _COMMON_PREFERRED if kind == "preferred" else _COMMON
    excess = get_zipf_frequency(text.lower()) - limit
    if normal != fold_text(text):
        excess = max(excess, get_zipf_frequency(normal) - _COMMON_INFLECTED)
    return max(0, base - int(_LOSS_PER_UNIT * excess)) if excess > 0 else base


def may_be_reordered(text: str) -> bool:
    """Return whether a name has two long words, unlike CM1 or left WAS."""
    mixed_case = not text.isupper()
    long_words = [
        word for word in _LONG.findall(text) if not (mixed_case and is_abbreviation(word))
    ]
    return sum(word.lower() not in STOP_WORDS for word in long_words) > 1


def is_word(text: str) -> bool:
    """Return whether the name is also an ordinary English word, as ALL and MAY are."""
    return get_zipf_frequency(text.lower()) >= 4


@lru_cache(maxsize=_CACHE_SIZE)
def get_zipf_frequency(word: str) -> float:
    """Return the frequency of a word in general English on the Zipf scale; 0 if it is rare."""
    from wordfreq import get_frequency_dict, zipf_frequency

    # The large list, wordfreq's default, has the same figures for the words of the small list but
    # takes 40 MB more.
    if word not in get_frequency_dict("en", "small"):
        return 0.0
    return zipf_frequency(word, "en", wordlist="small")
