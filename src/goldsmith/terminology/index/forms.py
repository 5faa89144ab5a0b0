"""The forms in which a name is looked for, and how much finding one means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from goldsmith.terminology.concept import NameKind
from goldsmith.terminology.index.words import STOP, folded, normal

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
_ABBREVIATION = re.compile(r"[A-Z][A-Z0-9/&-]{1,4}s?|[A-Z]{1,3}[a-z]?[A-Z]{1,3}[0-9]?[a-z]?")

#: Finding a name is worth this much of 100, by its kind.
_WORTH: dict[NameKind, int] = {
    "preferred": 100, "synonym": 95, "lay": 90, "abbreviation": 85, "related": 0, "retired": 0,
}  # fmt: skip
#: How common a word may be in general English (Zipf scale: 3 is one in a million words, 6 one in
#: a thousand) before finding it alone means little. Preferred names are worth a second look.
_COMMON, _COMMON_PREFERRED = 4.4, 5.6
#: And before finding another inflection of it means little: "will" for "Wills".
_COMMON_INFLECTED = 5.0
_STEEP = 80
LONGEST = 12


def variants(text: str) -> Iterator[str]:
    """Other ways to write the name that other words would be found by."""
    if _QUALIFIER.search(text):
        plain = _QUALIFIER.sub(" ", text).strip()
        if plain:
            yield plain
    if _HYPHEN.search(text):
        yield _HYPHEN.sub("", text)
    if _PREFIX.search(text):
        yield _PREFIX.sub(r"\1-", text)


def is_abbreviation(text: str) -> bool:
    """Whether the name is written in capitals because it is short for something."""
    return len(text) <= 6 and bool(_ABBREVIATION.fullmatch(text))


def worth(text: str, kind: NameKind, *, words: int, abbreviation: bool) -> int:
    """How much of 100 it means to find the name in a text, whatever stands around it."""
    base = _WORTH[kind]
    if words != 1:
        return base
    letters = sum(map(str.isalpha, text))
    shared = normal(folded(text))
    if letters <= 1 or shared.isdigit():
        return min(base, 10)
    if abbreviation:
        return min(base, 75 if letters > 2 else 60)
    if letters == 2:
        return min(base, 20)
    limit = _COMMON_PREFERRED if kind == "preferred" else _COMMON
    over = zipf(text.lower()) - limit
    if shared != folded(text):
        over = max(over, zipf(shared) - _COMMON_INFLECTED)
    return max(0, base - int(_STEEP * over)) if over > 0 else base


def may_be_reordered(text: str) -> bool:
    """Whether the words of a name say which it is in any order: not those of CM1, or left WAS."""
    mixed = not text.isupper()
    found = [word for word in _LONG.findall(text) if not (mixed and is_abbreviation(word))]
    return sum(word.lower() not in STOP for word in found) > 1


def is_word(text: str) -> bool:
    """Whether the name is also an ordinary English word, as ALL and MAY are."""
    return zipf(text.lower()) >= 4


@cache
def _frequencies() -> dict[str, float]:
    """Ordinary words with their frequency on the Zipf scale."""
    from wordfreq import get_frequency_dict, zipf_frequency

    return {word: zipf_frequency(word, "en") for word in get_frequency_dict("en", "small")}


def zipf(word: str) -> float:
    """How common a word is in general English; 0 when it is rare."""
    return _frequencies().get(word, 0.0)
