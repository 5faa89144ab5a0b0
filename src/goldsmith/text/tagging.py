"""Parts of speech by rules: closed classes, endings, then the neighbours of what is open.

A word is first given what it is most of the time. Words that may be noun or verb, or verb or
adjective, carry a mark, and the words beside them decide. There is no trained model here.
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

#: Marks of words that the neighbours decide on.
_BASE: Final = "?base"  # a verb's base form that is also a noun: "cough", "show"
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
_LEFT_OF_NOUN: Final = frozenset({"DET", "ADJ", "NUM", "ADP"})


def tag(words: Sequence[str]) -> list[str]:
    """The part of speech of each word, one of `TAGS`."""
    tags = [_alone(word) for word in words]
    for at, mark in enumerate(tags):
        if mark[0] == "?":
            before = tags[at - 1] if at else ""
            after = tags[at + 1] if at + 1 < len(tags) else ""
            tags[at] = _decided(mark, before, after, words[at - 1].lower() if at else "")
    return tags


def _decided(mark: str, before: str, after: str, word_before: str) -> str:
    """The tag of an open word by the tag before it, the mark after it and the word before it."""
    if mark == _BASE:
        return _base(before, word_before)
    if mark == _THIRD:
        return _third("PRON" if word_before in lists.PEOPLE else before, after)
    noun_follows = after in {"NOUN", "ADJ", _BASE, _THIRD, _ING}
    if mark == _ING:
        if before in {"AUX", "PRON"}:
            return "VERB"
        return "VERB" if noun_follows and before not in {"DET", "ADJ"} else "NOUN"
    if before in {"DET", "ADP"} or (before == "ADJ" and noun_follows):
        return "ADJ"
    return "ADJ" if noun_follows and before not in {"AUX", "PRON", "NOUN"} else "VERB"


def _base(before: str, word_before: str) -> str:
    if word_before in lists.BEFORE_VERB or before == "PRON":
        return "VERB"
    return "NOUN"


def _third(before: str, after: str) -> str:
    if before == "PRON":
        return "VERB"
    if before in _LEFT_OF_NOUN or after in {"AUX", "VERB", _PAST}:
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


@lru_cache(maxsize=1 << 17)
def _alone(word: str) -> str:
    """The tag of a word by itself, or a mark."""
    small = word.lower()
    closed = lists.CLOSED.get(small)
    if closed:
        return closed
    if not word[:1].isalnum():
        return _sign(word)
    if _NUMBER.match(word):
        return "NUM"
    if word.isupper() or not word.isalpha():
        return "NOUN"  # abbreviations, codes and doses
    return _open(small)


def _sign(word: str) -> str:
    if word in {"'s", "’s"}:
        return "PART"
    return "SYM" if word in lists.SYMBOLS else "NUM" if _NUMBER.match(word[1:]) else "PUNCT"


def _open(word: str) -> str:
    if word.endswith("ly") and len(word) > 4:
        return "ADV"
    if word in lists.VERB_OR_NOUN:
        return _BASE
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return _in_s(word)
    if word.endswith("ed") and len(word) > 3:
        return _PAST
    if word.endswith("ing") and len(word) > 4:
        return _ING
    if word.endswith(_NOUN_ENDINGS):
        return "NOUN"
    return "ADJ" if word.endswith(_ADJ_ENDINGS) and len(word) > 4 else "NOUN"


def _in_s(word: str) -> str:
    """The tag or mark of a word in -s: a plural unless it is the third person of a known verb."""
    stems = (word[:-1], word[:-2], word[:-3] + "y")
    if any(lists.CLOSED.get(stem) == "VERB" for stem in stems):
        return "VERB"
    return _THIRD if any(stem in lists.VERB_OR_NOUN for stem in stems) else "NOUN"
