"""The Bagga class of a pair: the knowledge needed to resolve it (ODIE)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from goldsmith.components.coreference.comparison import is_abbreviation
from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.components.coreference.markables import Markable

_Test = Callable[[Markable, Markable], bool]


def _is_demonstrative(anaphor: Markable, _antecedent: Markable) -> bool:
    return anaphor.category in ("demonstrative pronoun", "demonstrative noun phrase")


def _is_quoted_pronoun(anaphor: Markable, _antecedent: Markable) -> bool:
    return bool(anaphor.phrase.pronoun) and anaphor.is_quoted


def _is_pronoun(anaphor: Markable, _antecedent: Markable) -> bool:
    return bool(anaphor.phrase.pronoun)


def _is_equative(anaphor: Markable, antecedent: Markable) -> bool:
    return anaphor.before in load_lexicon().equative and 1 <= anaphor.first - antecedent.end <= 2


def _is_exact(anaphor: Markable, antecedent: Markable) -> bool:
    return anaphor.phrase.key == antecedent.phrase.key


def _is_apposition(anaphor: Markable, antecedent: Markable) -> bool:
    gap = anaphor.first - antecedent.end
    is_signed = gap == 0 and antecedent.phrase.is_name
    is_renamed = gap == 1 and anaphor.before in load_lexicon().apposition
    return (is_signed or is_renamed) and not _is_short(anaphor, antecedent)


def _is_short(anaphor: Markable, antecedent: Markable) -> bool:
    return anaphor.phrase.is_short or antecedent.phrase.is_short


def _is_name(anaphor: Markable, _antecedent: Markable) -> bool:
    return anaphor.category == "proper noun phrase"


def _is_person(anaphor: Markable, antecedent: Markable) -> bool:
    return bool(anaphor.phrase.gender or antecedent.phrase.gender)


def _has_same_head(anaphor: Markable, antecedent: Markable) -> bool:
    return anaphor.phrase.head == antecedent.phrase.head


def _is_substring(anaphor: Markable, antecedent: Markable) -> bool:
    first, second = anaphor.phrase.content, antecedent.phrase.content
    return bool(first and second) and (first <= second or second <= first)


def _is_synonym(anaphor: Markable, antecedent: Markable) -> bool:
    first, second = antecedent.phrase, anaphor.phrase
    if anaphor.codes & antecedent.codes or first.concepts & second.concepts:
        return True
    if first.expanded == second.expanded or is_abbreviation(first, second):
        return True
    return second.head not in load_lexicon().generic


#: The classes with their tests; the first test that a pair passes decides.
_TESTS: Final[dict[str, _Test]] = {
    "quoted speech pronouns": _is_quoted_pronoun,
    "demonstratives": _is_demonstrative,
    "pronouns": _is_pronoun,
    "syntactic equatives": _is_equative,
    "proper names": _is_name,
    "exact matches": _is_exact,
    "appositives": _is_apposition,
    "external world knowledge": _is_person,
    "identical lexical heads": _has_same_head,
    "substring matches": _is_substring,
    "synonyms": _is_synonym,
}
_OTHERWISE = "ontology knowledge"
#: The class of pairs other than identity.
BRIDGING_CLASS = _OTHERWISE


def classify_pair(anaphor: Markable, antecedent: Markable) -> str:
    """Return the Bagga class of an anaphor with its antecedent."""
    return next((name for name, test in _TESTS.items() if test(anaphor, antecedent)), _OTHERWISE)
