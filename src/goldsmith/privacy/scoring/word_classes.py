"""The coarse class of a word, from its frequency and the lists that have it."""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from typing import Final

from wordfreq import get_frequency_dict, zipf_frequency

from goldsmith.privacy import words

#: The coarse class of a word, which is combined with the context.
COARSE: Final = (
    "pad", "number", "letter", "letters", "function", "common", "common name", "common first",
    "clinical", "clinical name", "clinical word", "eponym", "eponym name", "role", "first",
    "surname", "both", "town", "town name", "region", "rare", "unknown", "derived", "slashed",
    "place word", "term",
)  # fmt: skip
_COARSE_CODE: Final = {name: code for code, name in enumerate(COARSE)}
#: The classes of words that no list of names or words has.
_UNLISTED: Final = ("derived", "letters", "rare", "unknown")
_ZIPF: Final = 9
#: The Zipf frequencies from which a word is a function word, common, usual, or rare.
FUNCTION, _COMMON, USUAL, RARE = 5.3, 4.3, 3.3, 2.0
_VOWELS = re.compile(r"[aeiouyà-öø-ÿ]")
#: Words with Greek and Latin parts are clinical words, even if no list has them.
_MEDICAL = re.compile(
    r"(?:adeno|angio|arterio|arthro|broncho|cardio|cephal|cerebro|cervico|chole|chondro|colpo|cranio"
    r"|cysto|dermato|electro|encephal|entero|erythro|fibro|gastro|hepat|hetero|hydro|hyper|hypo"
    r"|hyster|immuno|infra|intra|ischio|jejun|kerato|laparo|laryngo|leuko|litho|lympho|macro|mammo"
    r"|mening|micro|musculo|myelo|necro|nephro|neuro|oesoph|esoph|ophthalm|ortho|osteo|patho|pharyng"
    r"|phlebo|pleuro|pneumo|procto|pseudo|psycho|pyelo|radio|retro|rhino|salping|sclero|sigmoid"
    r"|spondyl|sterno|supra|tachy|brady|thoraco|thrombo|thyro|tracheo|ultra|uretero|urethro"
    r"|ventriculo|vesico|viscero)[a-z]{4,}$"
    r"|[a-z]+(?:ically|ectomy|ectomies|ostomy|otomy|otomies|plasty|plasties|scopy|scopies|graphy"
    r"|itis|osis|oses|emia|aemia|pathy|pathies|ology|ologist|oscopic|genic|genesis|trophic|trophy"
    r"|plegia|plegic|paresis|algia|uria|noea|pnea|omata|azole|cillin|mycin|oxacin|statin"
    r"|sartan|prazole|olol|dipine|azepam|tidine|parin|caine|setron)$"
)
_MIN_MEDICAL = 7
_ENDINGS: Final = ("'s", "s", "es", "d", "ed", "ing", "ly", "er", "able", "ness")


@lru_cache(50_000)
def get_zipf(lower: str) -> float:
    """Return the Zipf frequency of a word in English: the logarithm per 10⁹ words."""
    if not (lower.isascii() and lower.isalpha()):
        return float(zipf_frequency(lower, "en"))
    frequency = get_frequency_dict("en").get(lower, 0.0)
    return round(math.log10(frequency) + _ZIPF, 2) if frequency else 0.0


def has_vowel(lower: str) -> bool:
    """Return whether a word in lower case has a vowel."""
    return _VOWELS.search(lower) is not None


def is_eponym_word(lower: str) -> bool:
    """Return whether a word in lower case is the name in an eponym, such as Crohn."""
    eponyms = words.load_folded("eponyms")
    return lower in eponyms or lower.removesuffix("s") in eponyms


def classify_word(
    lower: str,
    zipf: float,
    surname: float,
    first: float,
    town: int,
    clinical: bool,
    is_term: bool,
) -> int:
    """Return the coarse class of a word."""
    if "/" in lower:
        return _COARSE_CODE["slashed"]
    if len(lower) == 1:
        return _COARSE_CODE["letter"]
    if lower in words.load_folded("roles"):
        return _COARSE_CODE["role"]
    is_name = surname > 0 or first > 0
    if is_eponym_word(lower) and zipf < FUNCTION:
        return _COARSE_CODE["eponym name" if surname > 100 or first > 200 else "eponym"]
    if zipf >= FUNCTION:
        return _COARSE_CODE["common name" if _is_frequent_name(surname, first) else "function"]
    if clinical:
        return _COARSE_CODE[
            "clinical name" if _is_frequent_name(surname, first)
            else "clinical word" if zipf >= USUAL else "clinical"
        ]  # fmt: skip
    if town == 5:
        return _COARSE_CODE["region"]
    if lower in words.load_folded("generic") and not is_name:
        return _COARSE_CODE["place word"]
    coarse = _classify_by_frequency(lower, zipf, surname, first, town)
    return _COARSE_CODE["term" if is_term and coarse in _UNLISTED else coarse]


def _is_frequent_name(surname: float, first: float) -> bool:
    return surname > 20 or first > 30


def _classify_by_frequency(lower: str, zipf: float, surname: float, first: float, town: int) -> str:
    """Return the coarse class of a word that no list has."""
    ratio = max(surname, first) / 10 ** (zipf - 3)
    is_word = zipf >= _COMMON or lower in words.load_ordinary() or lower in words.load_ambiguous()
    if first > 0 and first >= 0.3 * surname and ratio > 0.5:
        return "common first" if is_word else "both" if surname > 60 else "first"
    if surname > 0 and (ratio > 2 or zipf < USUAL):
        return "common name" if is_word else "town name" if town else "surname"
    if is_word or zipf >= USUAL:
        if town in (1, 2, 3) and zipf < _COMMON:
            return "town"
        return "common name" if surname > 60 or first > 60 else "common"
    if town in (1, 2, 3):
        return "town"
    if is_derived(lower):
        return "derived"
    if len(lower) <= 3 or not has_vowel(lower):
        return "letters"
    return "rare" if zipf >= RARE else "unknown"


@cache
def is_derived(lower: str) -> bool:
    """Return whether a word is, or looks like, an inflected form of a common or clinical word."""
    if len(lower) >= _MIN_MEDICAL and _MEDICAL.match(lower):
        return True
    for ending in _ENDINGS:
        stem = lower.removesuffix(ending)
        if stem == lower or len(stem) < 3:
            continue
        for base in (stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem):
            if base in words.load_folded("clinical") or get_zipf(base) >= USUAL + 0.5:
                return True
    return False
