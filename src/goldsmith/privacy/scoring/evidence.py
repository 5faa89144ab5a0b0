"""Evidence about a word without its context: frequency, lists, shape; cached by word."""

from __future__ import annotations

import math
import re
import zlib
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from wordfreq import get_frequency_dict, zipf_frequency

from goldsmith.privacy import words
from goldsmith.privacy.people import normalise_name
from goldsmith.privacy.scoring import gazetteers

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
#: The frequency per million people at which a name is plausible without a title.
_FREQUENT_NAME = 20
#: Classes of cues that are often part of the name of a place.
_PLACE_CUES: Final = ("compass", "state", "head", "land", "street", "month")
_NAMED_DEMONYMS: Final = frozenset("black english french german irish welsh christian".split())
_PARTICLES: Final = frozenset("van von de der den del di da du la le ter al el bin dos".split())
_ZIPF: Final = 9
_FUNCTION, _COMMON, USUAL, _RARE = 5.3, 4.3, 3.3, 2.0
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
#: The number of context words with their own weight: listed words; other common words; and rare
#: words that no list has as a name, such as abbreviations. Words of the last two kinds share a
#: weight if their hashes are equal.
_CUES: Final = 1280
_HASHES: Final = 2816
_RARE_HASHES: Final = 4096
_ENDINGS: Final = ("'s", "s", "es", "d", "ed", "ing", "ly", "er", "able", "ness")


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


@cache
def load_contexts() -> tuple[str, ...]:
    """Load the names of the classes of context; the first ones are not in the list."""
    return (
        "pad", "plain", "capitalised", "upper", "number", "date", "contact", "letter", "time",
        *dict.fromkeys(line[0] for line in words.read_lines("context")),
    )  # fmt: skip


@cache
def load_cues() -> Mapping[str, tuple[int, ...]]:
    """Load the context words with the codes of their classes."""
    codes = {name: code for code, name in enumerate(load_contexts())}
    cues: dict[str, list[int]] = {}
    for name, *members in words.read_lines("context"):
        for word in members:
            classes = cues.setdefault(word, [])
            if codes[name] not in classes:
                classes.append(codes[name])
    return {word: tuple(classes) for word, classes in cues.items()}


@cache
def _number_cues() -> Mapping[str, int]:
    return {word: number for number, word in enumerate(sorted(load_cues()), 1)}


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
        _classify(lower, zipf, surname, first, town, clinical, is_term),
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
        0 if not _VOWELS.search(lower) else 1 + (len(lower) > 3),
        classes[0] if classes else 0,
        classes[1] if len(classes) > 1 else 0,
        _number_cues().get(lower) or _hash_word(lower, is_usual, is_unnamed),
    )


def _hash_word(lower: str, is_usual: bool, is_unnamed: bool) -> int:
    """Return the number of a word that is not a cue; 0 for rare words that are names."""
    if len(lower) < 2 or not (is_usual or is_unnamed):
        return 0
    number = zlib.crc32(lower.encode())
    return _CUES + (number % _HASHES if is_usual else _HASHES + number % _RARE_HASHES)


@lru_cache(50_000)
def get_zipf(lower: str) -> float:
    """Return the Zipf frequency of a word in English: the logarithm per 10⁹ words."""
    if not (lower.isascii() and lower.isalpha()):
        return float(zipf_frequency(lower, "en"))
    frequency = get_frequency_dict("en").get(lower, 0.0)
    return round(math.log10(frequency) + _ZIPF, 2) if frequency else 0.0


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


def is_eponym_word(lower: str) -> bool:
    """Return whether a word in lower case is the name in an eponym, such as Crohn."""
    eponyms = words.load_folded("eponyms")
    return lower in eponyms or lower.removesuffix("s") in eponyms


def _classify(
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
    if is_eponym_word(lower) and zipf < _FUNCTION:
        return _COARSE_CODE["eponym name" if surname > 100 or first > 200 else "eponym"]
    if zipf >= _FUNCTION:
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
    if len(lower) <= 3 or not _VOWELS.search(lower):
        return "letters"
    return "rare" if zipf >= _RARE else "unknown"


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


def is_cue(word: str, context: str) -> bool:
    """Return whether a lower-case word belongs to a class of context."""
    return word in _load_members(context)


@cache
def _load_members(context: str) -> frozenset[str]:
    """Load the words of a class of context."""
    code = load_contexts().index(context)
    return frozenset(word for word, classes in load_cues().items() if code in classes)


@lru_cache(50_000)
def is_safe(text: str) -> bool:
    """Return whether a word is not a name unless a title or relation precedes it.

    Very frequent words, inflected words, titles, roles and abbreviations with a slash are safe,
    unless many people have the name.
    """
    lower = text.lower()
    if len(text) == 2 and text.isupper():
        return False  # initials of staff
    if lower in words.load_folded("demonyms") and lower not in _NAMED_DEMONYMS:
        return True
    frequency = gazetteers.load_surnames().get(lower, 0.0)
    if max(frequency, gazetteers.load_first_names().get(lower, 0.0)) > _FREQUENT_NAME:
        return False
    if "/" in lower or "." in lower or lower in words.load_folded("roles"):
        return True
    is_described = lower in load_cues() and lower not in _PARTICLES
    if is_described or get_zipf(lower) >= _FUNCTION:
        return True
    is_inflected = not frequency and get_zipf(lower) >= _RARE and is_derived(lower)
    return is_inflected and text[0].isupper()  # Endorses pain


@lru_cache(50_000)
def is_safe_place(text: str) -> bool:
    """Return whether a safe word is not part of the name of a place either."""
    lower = text.lower()
    if text.islower() or "/" in text or lower in words.load_folded("demonyms"):
        return True
    return lower in load_cues() and not any(is_cue(lower, name) for name in _PLACE_CUES)
