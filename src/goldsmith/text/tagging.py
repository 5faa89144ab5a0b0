"""Rule-based part-of-speech tagger: closed classes, then endings, then context.

Each word first gets its most frequent tag. A word that may be a noun or a verb, for example, gets a
mark of its ambiguity, which the neighbouring words resolve. There is no trained model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from goldsmith.text import word_lists as lists

TAGS: Final = (
    "ADJ", "ADP", "ADV", "AUX", "CONJ", "DET", "NOUN", "NUM", "PART", "PRON", "PUNCT", "SYM", "VERB"
)  # fmt: skip

#: Marks of ambiguous words.
_BASE: Final = "?base"  # base form of a verb that is also a noun: "cough", "show"
_THIRD: Final = "?third"  # -s: "reports", "shows"
_PAST: Final = "?past"  # -ed: "increased", "admitted"
_ING: Final = "?ing"  # -ing: "bleeding"

_NUMBER: Final = re.compile(r"[+-]?\d[\d.,/:-]*$")
_NOUN_ENDINGS: Final = tuple(
    """tion sion ment ness ity ism itis osis oma emia aemia uria algia opathy ology ectomy otomy
    ostomy plasty oscopy graphy gram ance ence ship hood ician ist dom ure rhea rhoea plegia trophy
    plasia penia megaly cele lysis asis esis stasis cyte ase ine ide ole cin mab nib pril sartan
    statin olol ancy ency age tor ter xis""".split()
)
_ADJ_ENDINGS: Final = tuple(
    """al ous ic ive able ible ary ory less ful ish ular oid genic tropic ent ant lar iform
    ic ile otic itic emic ward""".split()
)
_BEFORE_NOUN: Final = frozenset({"DET", "ADJ", "NUM", "ADP"})


def tag_words(words: Sequence[str]) -> list[str]:
    """Return the part of speech of each word, one of `TAGS`."""
    tags = [_tag_word(word) for word in words]
    for at, mark in enumerate(tags):
        if mark[0] == "?":
            before = tags[at - 1] if at else ""
            after = tags[at + 1] if at + 1 < len(tags) else ""
            tags[at] = _resolve(mark, before, after, words[at - 1].lower() if at else "")
    return tags


def _resolve(mark: str, before: str, after: str, word_before: str) -> str:
    """Return the tag of an ambiguous word by its neighbours."""
    if mark == _BASE:
        return _resolve_base(before, word_before)
    if mark == _THIRD:
        return _resolve_third("PRON" if word_before in lists.PEOPLE else before, after)
    noun_follows = after in {"NOUN", "ADJ", _BASE, _THIRD, _ING}
    if mark == _ING:
        if before in {"AUX", "PRON"}:
            return "VERB"
        return "VERB" if noun_follows and before not in {"DET", "ADJ"} else "NOUN"
    if before in {"DET", "ADP"} or (before == "ADJ" and noun_follows):
        return "ADJ"
    return "ADJ" if noun_follows and before not in {"AUX", "PRON", "NOUN"} else "VERB"


def _resolve_base(before: str, word_before: str) -> str:
    if word_before in lists.BEFORE_VERB or before == "PRON":
        return "VERB"
    return "NOUN"


def _resolve_third(before: str, after: str) -> str:
    if before == "PRON":
        return "VERB"
    if before in _BEFORE_NOUN or after in {"AUX", "VERB", _PAST}:
        return "NOUN"
    takes_object = after in {
        "DET",
        "PRON",
        "PART",
        "ADV",
        "CONJ",
        "ADJ",
        "NUM",
        "NOUN",
        _PAST,
        _ING,
    }
    return "VERB" if before in {"", "PUNCT", "ADV"} or takes_object else "NOUN"


@lru_cache(maxsize=1 << 15)
def _tag_word(word: str) -> str:
    """Return the tag of a word without context, or a mark."""
    small = word.lower()
    closed = lists.CLOSED.get(small)
    if closed:
        return closed
    if not word[:1].isalnum():
        return _tag_symbol(word)
    if _NUMBER.match(word):
        return "NUM"
    if word.isupper() or not word.isalpha():
        return "NOUN"  # abbreviations, codes and doses
    return _tag_by_ending(small)


def _tag_symbol(word: str) -> str:
    if word in {"'s", "’s"}:
        return "PART"
    return "SYM" if word in lists.SYMBOLS else "NUM" if _NUMBER.match(word[1:]) else "PUNCT"


def _tag_by_ending(word: str) -> str:
    if word.endswith("ly") and len(word) > 4:
        return "ADV"
    if word in lists.VERB_OR_NOUN:
        return _BASE
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return _tag_plural(word)
    if word.endswith("ed") and len(word) > 3:
        return _PAST
    if word.endswith("ing") and len(word) > 4:
        return _ING
    if word.endswith(_NOUN_ENDINGS):
        return "NOUN"
    return "ADJ" if word.endswith(_ADJ_ENDINGS) and len(word) > 4 else "NOUN"


def _tag_plural(word: str) -> str:
    """Return the tag or mark of a word in -s: a plural or the third person of a known verb."""
    stems = (word[:-1], word[:-2], word[:-3] + "y")
    if any(lists.CLOSED.get(stem) == "VERB" for stem in stems):
        return "VERB"
    return _THIRD if any(stem in lists.VERB_OR_NOUN for stem in stems) else "NOUN"
