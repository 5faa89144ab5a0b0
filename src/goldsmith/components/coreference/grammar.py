"""Grammatical category and sentence function of an expression, as ODIE defines them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.components.coreference.phrases import Phrase

_MODIFIER, _SUBJECT, _OBJECT, _OTHER = "modifier", "surface subject", "direct object", "other"
NAME = "proper noun phrase"
_HER = "her"
_NOUN_PHRASE = frozenset(("NOUN", "ADJ", "NUM", "PROPN"))
_VERBS = frozenset(("VERB", "AUX"))
_GENITIVE = frozenset(("'s", "’s", "'", "’"))
_CATEGORIES = {
    "definite": "definite noun phrase",
    "possessive": "definite noun phrase",
    "indefinite": "indefinite noun phrase",
    "demonstrative": "demonstrative noun phrase",
}


class Place(NamedTuple):
    """An expression in its sentence: the lower-case words, their tags and its token range."""

    words: Sequence[str]
    tags: Sequence[str]
    first: int
    end: int

    @property
    def before(self) -> str:
        """The word before the expression; empty at the beginning."""
        return self.words[self.first - 1] if self.first else ""

    def list_before(self, count: int) -> Sequence[str]:
        """Return up to `count` words before the expression."""
        return self.words[max(0, self.first - count) : self.first]

    @property
    def after(self) -> str:
        """The word after the expression; empty at the end."""
        return self.words[self.end] if self.end < len(self.words) else ""

    @property
    def after_tag(self) -> str:
        """The tag of the word after the expression."""
        return self.tags[self.end] if self.end < len(self.tags) else ""


def find_category(phrase: Phrase, place: Place) -> str:
    """Return the grammatical category of an expression.

    The determiner is the word before the expression if the expression does not include it.
    """
    lexicon = load_lexicon()
    if phrase.pronoun:
        if is_possessive(phrase, place):
            return "possessive pronoun"
        return lexicon.pronoun_categories.get(phrase.pronoun, "personal pronoun")
    if phrase.is_name:
        return NAME
    determiner = phrase.determiner or lexicon.determiners.get(place.before, "")
    return _CATEGORIES.get(determiner, "bare noun phrase")


def is_possessive(phrase: Phrase, place: Place) -> bool:
    """Return whether an expression is a possessive pronoun; "her" is one before a noun phrase."""
    if phrase.low == _HER:
        return place.after_tag in _NOUN_PHRASE
    return phrase.low in load_lexicon().possessives


def find_function(phrase: Phrase, place: Place) -> str:
    """Return the function of an expression in its sentence."""
    lexicon = load_lexicon()
    at = place.first
    while at and place.words[at - 1] in lexicon.determiners:
        at -= 1
    form = lexicon.pronoun_functions.get(phrase.low, "")
    if form == _SUBJECT:
        return form
    if is_possessive(phrase, place) or place.after in _GENITIVE:
        return _MODIFIER
    if not at and place.after == ":":
        return "section heading"
    if at and place.tags[at - 1] == "ADP":
        return "prepositional object"
    if not phrase.pronoun and place.after_tag == "NOUN":
        return _MODIFIER
    if not _VERBS.intersection(place.tags):
        return _OTHER
    if form:
        return form
    return _choose_by_word_before(phrase, place, at) if at else _SUBJECT


def _choose_by_word_before(phrase: Phrase, place: Place, at: int) -> str:
    word, tag = place.words[at - 1], place.tags[at - 1]
    if phrase.pronoun and tag == "AUX":
        return _SUBJECT
    if word in load_lexicon().equative:
        return "predicate nominal"
    if tag in _VERBS or (phrase.determiner and word.endswith("ing")):
        return _OBJECT
    return _SUBJECT if tag in ("CONJ", "PUNCT", "ADV", "PRON") else _MODIFIER
