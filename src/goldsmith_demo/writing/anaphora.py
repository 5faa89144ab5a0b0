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
_PRONOUNS = {
    **dict.fromkeys(_PERSONAL, "personal pronoun"),
    **dict.fromkeys(_POSSESSIVE, "possessive pronoun"),
    **dict.fromkeys(_DEMONSTRATIVE, "demonstrative pronoun"),
    **dict.fromkeys(_RELATIVE, "relative pronoun"),
}
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
#: Semantic classes by CLEF type; symptoms have a class of their own.
CLASSES = {
    "Condition": "disorders",
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

    __slots__ = ("mark", "phrase", "pronoun", "text")

    def __init__(self, mark: Mark, phrase: Phrase, text: str) -> None:
        self.mark, self.phrase, self.text = mark, phrase, text
        is_whole = phrase.start == mark.start and phrase.end == mark.end
        self.pronoun = self._find_pronoun() if is_whole else ""
        """The category if it is a single pronoun, or an empty string."""

    def _find_pronoun(self) -> str:
        mark = self.mark
        if "rel" in mark.flags and " " not in mark.words:
            return "relative pronoun"
        pronoun = _PRONOUNS.get(mark.words, "")
        if not pronoun or self.text[mark.start : mark.end] == "US":
            return ""
        is_object = pronoun == "possessive pronoun" and "hers" in mark.flags
        return "personal pronoun" if is_object else pronoun

    @property
    def content(self) -> tuple[str, ...]:
        """The words in lower case, without determiners."""
        return _read_words(self.text[self.phrase.start : self.phrase.end])[1]

    @property
    def lead(self) -> str:
        """The words of the phrase before the name."""
        return self.text[self.phrase.start : self.mark.start]

    @property
    def category(self) -> str:
        """The grammatical category."""
        if self.pronoun:
            return self.pronoun
        words, _ = _read_words(self.text[self.phrase.start : self.phrase.end])
        if self.mark.kind == "Person" and self._is_name(words):
            return "proper noun phrase"
        if words[0] in _DEMONSTRATIVE:
            return "demonstrative noun phrase"
        if words[0] in _DEFINITE or "'s" in self.lead:
            return "definite noun phrase"
        return "indefinite noun phrase" if words[0] in _INDEFINITE else "bare noun phrase"

    def _is_name(self, words: tuple[str, ...]) -> bool:
        key = self.mark.thing.key
        names = {
            name.lower() for name in (*key.split(), *self.mark.thing.names) if name != name.lower()
        }
        return words[0].rstrip(".") in _TITLES or not names.isdisjoint(words)

    @property
    def semantic_class(self) -> str:
        """The semantic class: "none" for pronouns for things, empty for kinds not in ODIE."""
        kind, thing = self.mark.kind, self.mark.thing
        if self.pronoun and kind in CLASSES and kind != "Person":
            return "none"
        return "sign/symptom" if thing.is_symptom and kind == "Condition" else CLASSES.get(kind, "")

    def find_head(self) -> str:
        """Return the head word: the last word before any complement, without a plural s."""
        own = self.mark.end
        words = self.text[self.phrase.head if self.phrase.head < own else self.mark.start : own]
        return str(_WORD.findall(_COMPLEMENT.split(words)[0] or words)[-1]).lower().rstrip("s")


@lru_cache(maxsize=1 << 14)
def _read_words(phrase: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    words = tuple(word.lower() for word in _WORD.findall(phrase))
    return words, tuple(word for word in words if word not in _DETERMINERS)


def classify_bagga(anaphor: Expression, antecedent: Expression) -> str:
    """Return the first Bagga class that fits an identity pair."""
    if anaphor.pronoun:
        return "demonstratives" if anaphor.pronoun.startswith("demonstrative") else "pronouns"
    between = anaphor.text[antecedent.phrase.end : anaphor.phrase.start]
    if (between in _ADJACENT and anaphor.mark.kind == "Person") or _APPOSED.fullmatch(between):
        return "appositives"
    if anaphor.phrase.function == "predicate nominal" and _is_one_clause(between):
        return "syntactic equatives"
    category = anaphor.category
    if category == "proper noun phrase":
        return "proper names"
    if category.startswith("demonstrative"):
        return "demonstratives"
    if antecedent.pronoun:  # its words carry no information
        return "external world knowledge"
    return _compare_words(anaphor, antecedent)


def _is_one_clause(between: str) -> bool:
    return len(between) < _REACH and not re.search(r"[.;:\n]", between)


def _compare_words(anaphor: Expression, antecedent: Expression) -> str:
    words, earlier, text = anaphor.content, antecedent.content, anaphor.text
    if words == earlier:
        return "exact matches"
    short, long = sorted((anaphor.find_head(), antecedent.find_head()), key=len)
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
    vague = _is_vague(anaphor) or _is_vague(antecedent)
    vague = vague and not (_is_kind(anaphor.mark, text) and _is_kind(antecedent.mark, text))
    vague = vague or _is_narrower(anaphor.mark, antecedent.mark, text)
    return "ontology knowledge" if vague else "synonyms"


def _are_synonyms(first: Mark, second: Mark, text: str) -> bool:
    """Return whether two names of a condition have the same code: "ca", "cancer"."""
    meaning = find_meaning(_read_name(first, text)) if first.kind == "Condition" else None
    return (
        meaning is not None
        and meaning.is_coded
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
    return len({row for row in meanings if row and (row.is_coded or is_cancer)}) > 1


def _is_kind(mark: Mark, text: str) -> bool:
    """Return whether a name is also a generic name of its kind: "LRTI", "chest infection"."""
    name = _read_name(mark, text).lower()
    names, generic = (map(str.lower, words) for words in (mark.thing.names, mark.thing.generic))
    return name in names and name in generic


def _read_name(mark: Mark, text: str) -> str:
    """Return the words of a mark without its determiner."""
    end = mark.end
    return text[skip_determiner(text, mark.start, end) : end]


def _is_vague(expression: Expression) -> bool:
    """Return whether an expression uses a generic name for a thing: "the lesion"."""
    thing, mark = expression.mark.thing, expression.mark
    generic = {name.lower() for name in thing.generic}
    names = {name.lower() for name in thing.names} - generic
    names |= {name.lower() for name in thing.names[:1]}
    words = _read_name(mark, expression.text)
    is_named = bool({words.lower(), " ".join(expression.content)} & names)
    is_short = words.isupper() and words.lower() not in generic and mark.kind != "Intervention"
    if mark.kind == "Locus" or is_short or is_named or not thing.names:
        return False
    meaning = find_meaning(words)
    return not (meaning and meaning.is_coded) or all(find_meaning(n) != meaning for n in names)
