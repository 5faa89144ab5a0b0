"""Derive the linguistic attributes of ODIE markables from their words and their clause."""

from __future__ import annotations

import re
from functools import lru_cache

from goldsmith_demo.life.concepts import find_meaning
from goldsmith_demo.writing.grammar import skip_determiner
from goldsmith_demo.writing.phrases import Phrase
from goldsmith_demo.writing.sheet import Mark

_PERSONAL = frozenset(
    "i me myself he she it they him them we us you herself himself yourself itself".split()
)
_POSSESSIVE = frozenset("his her its their my our your".split())
_DEMONSTRATIVE = frozenset("this that these those".split())
_RELATIVE = frozenset("which who whom whose".split())
_INDEFINITE = frozenset("a an some another several any either each every".split())
_DEFINITE = frozenset((*_POSSESSIVE, "the", "both", "all", "whose"))
_DETERMINERS = _INDEFINITE | _DEFINITE | _DEMONSTRATIVE
_TITLES = frozenset("mr mrs ms miss dr prof professor".split())
_WORD = re.compile(r"[\w'-]+")
_COMPLEMENT = re.compile(
    r" (?:of|in|at|to|on|with|from|over|within|around) | mellitus\b| and (?:BSO|bilateral)\b"
    r"| (?=chest, abdomen)",
    re.IGNORECASE,
)
#: Text between a person's name and post: her GP Dr Ray, A Ray (SpR).
_ADJACENT = (" ", " (")
_APPOSED = re.compile(r"(?: \w+ly)?,[ \n]|\n")
_CLASSES = {
    "Person": "people",
    "Locus": "anatomy",
    "Intervention": "procedures",
    "Investigation": "procedures",
}
_CANCER = "malignancy"
"""A generic name that every cancer has."""
_CLIPPED = 4
"""The minimum length of a clipped word."""
_REACH = 80
"""The maximum number of characters between the two sides of an equative."""


class Expression:
    """A markable: a mark with its phrase and its linguistic attributes."""

    def __init__(self, mark: Mark, phrase: Phrase, text: str) -> None:
        self.mark, self.phrase = mark, phrase
        self.words, self.content = _read_words(text[phrase.start : phrase.end])
        """All words in lower case, and those that are not determiners."""
        self.category = self._find_category(text)
        self.is_pronoun = self.category.endswith("pronoun")
        """Whether it is a single pronoun."""

    def _find_category(self, text: str) -> str:
        first = self.words[0]
        if len(self.words) == 1 and text[self.phrase.start : self.phrase.end] != "US":
            pronoun = self._find_pronoun(first)
            if pronoun:
                return pronoun
        if self.mark.kind == "Person" and self._is_name():
            return "proper noun phrase"
        if first in _DEMONSTRATIVE:
            return "demonstrative noun phrase"
        if first in _DEFINITE or "'s" in text[self.phrase.start : self.mark.start]:
            return "definite noun phrase"
        return "indefinite noun phrase" if first in _INDEFINITE else "bare noun phrase"

    def _find_pronoun(self, word: str) -> str:
        if word in _RELATIVE or "rel" in self.mark.flags:
            return "relative pronoun"
        if word in _DEMONSTRATIVE:
            return "demonstrative pronoun"
        if word in _POSSESSIVE and "hers" not in self.mark.flags:
            return "possessive pronoun"
        return "personal pronoun" if word in _PERSONAL or word == "her" else ""

    def _is_name(self) -> bool:
        key = self.mark.thing.key
        names = {
            name.lower() for name in (*key.split(), *self.mark.thing.names) if name != name.lower()
        }
        return self.words[0].rstrip(".") in _TITLES or bool(names & set(self.words))

    @property
    def semantic_class(self) -> str:
        """The semantic class: "none" for pronouns for things, empty for kinds not in ODIE."""
        kind, thing = self.mark.kind, self.mark.thing
        if kind == "Condition":
            found_class = "sign/symptom" if thing.is_symptom else "disorders"
        else:
            found_class = _CLASSES.get(kind, "")
        return "none" if self.is_pronoun and found_class not in ("people", "") else found_class

    def find_head(self, text: str) -> str:
        """Return the head word: the last word before any complement, without a plural s."""
        own = self.mark.end
        words = text[self.phrase.head if self.phrase.head < own else self.mark.start : own]
        return str(_WORD.findall(_COMPLEMENT.split(words)[0] or words)[-1]).lower().rstrip("s")


@lru_cache(maxsize=1 << 14)
def _read_words(phrase: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    words = tuple(word.lower() for word in _WORD.findall(phrase))
    return words, tuple(word for word in words if word not in _DETERMINERS)


def classify_bagga(anaphor: Expression, antecedent: Expression, text: str) -> str:
    """Return the first Bagga class that fits an identity pair."""
    between = text[antecedent.phrase.end : anaphor.phrase.start]
    category = anaphor.category
    is_adjacent = between in _ADJACENT and anaphor.mark.kind == "Person"
    if (is_adjacent or _APPOSED.fullmatch(between)) and not anaphor.is_pronoun:
        return "appositives"
    equated = anaphor.phrase.function == "predicate nominal" and not anaphor.is_pronoun
    if equated and _is_one_clause(between):
        return "syntactic equatives"
    if category == "proper noun phrase":
        return "proper names"
    if category.startswith("demonstrative"):
        return "demonstratives"
    if anaphor.is_pronoun:
        return "pronouns"
    if antecedent.is_pronoun:  # its words carry no information
        return "external world knowledge"
    return _compare_words(anaphor, antecedent, text)


def _is_one_clause(between: str) -> bool:
    return len(between) < _REACH and not re.search(r"[.;:\n]", between)


def _compare_words(anaphor: Expression, antecedent: Expression, text: str) -> str:
    words, earlier = anaphor.content, antecedent.content
    if words == earlier:
        return "exact matches"
    short, long = sorted((anaphor.find_head(text), antecedent.find_head(text)), key=len)
    if short == long or set(words) == set(earlier):  # bleeding PR, PR bleeding
        return "identical lexical heads"
    if len(short) >= _CLIPPED and long.startswith(short):  # chemo, chemotherapy
        return "synonyms"
    if set(words) <= set(earlier) or set(earlier) <= set(words):
        return "substring matches"
    if anaphor.mark.kind == "Person":
        return "external world knowledge"
    if _are_synonyms(anaphor.mark, antecedent.mark, text):
        return "synonyms"
    vague = _is_vague(anaphor, text) or _is_vague(antecedent, text)
    vague = vague and not (_is_kind(anaphor.mark, text) and _is_kind(antecedent.mark, text))
    vague = vague or _is_narrower(anaphor.mark, antecedent.mark, text)
    return "ontology knowledge" if vague else "synonyms"


def _are_synonyms(first: Mark, second: Mark, text: str) -> bool:
    """Return whether two names of a condition have the same code: "ca", "cancer"."""
    meaning = find_meaning(_read_name(first, text)) if first.kind == "Condition" else None
    return (
        meaning is not None
        and bool(meaning.cui)
        and meaning == find_meaning(_read_name(second, text))
    )


def _is_narrower(first: Mark, second: Mark, text: str) -> bool:
    """Return whether one of two names of a condition is more specific: "IDC", "breast cancer".

    The names must have different codes; for cancers, one name with a code and one without suffice.
    """
    if first.kind != "Condition":
        return False
    meanings = {find_meaning(_read_name(mark, text)) for mark in (first, second)}
    if not any(row and row.is_disorder for row in meanings):  # tiredness, lethargy
        return False
    is_cancer = _CANCER in first.thing.generic
    return len({row for row in meanings if row and (row.cui or is_cancer)}) > 1


def _is_kind(mark: Mark, text: str) -> bool:
    """Return whether a name is also a generic name of its kind: "LRTI", "chest infection"."""
    name = _read_name(mark, text).lower()
    names, generic = (map(str.lower, words) for words in (mark.thing.names, mark.thing.generic))
    return name in names and name in generic


def _read_name(mark: Mark, text: str) -> str:
    """Return the words of a mark without its determiner."""
    end = mark.end
    return text[skip_determiner(text, mark.start, end) : end]


def _is_vague(expression: Expression, text: str) -> bool:
    """Return whether an expression uses a generic name for a thing: "the lesion"."""
    thing, mark = expression.mark.thing, expression.mark
    generic = {name.lower() for name in thing.generic}
    names = {name.lower() for name in thing.names} - generic
    names |= {name.lower() for name in thing.names[:1]}
    words = _read_name(mark, text)
    is_named = bool({words.lower(), " ".join(expression.content)} & names)
    is_short = words.isupper() and words.lower() not in generic and mark.kind != "Intervention"
    if mark.kind == "Locus" or is_short or is_named or not thing.names:
        return False
    meaning = find_meaning(words)
    return not (meaning and meaning.is_coded) or all(find_meaning(n) != meaning for n in names)
