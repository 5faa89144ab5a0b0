"""Grammatical category and sentence function of an expression, as ODIE defines them."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.components.coreference.phrases import Phrase
from goldsmith.text.words import tag_parts_of_speech

MODIFIER = "modifier"
#: Words before an expression that decide its function.
_CONTEXT = 4
_CATEGORIES = {
    "definite": "definite noun phrase",
    "possessive": "definite noun phrase",
    "indefinite": "indefinite noun phrase",
    "demonstrative": "demonstrative noun phrase",
}


def find_category(phrase: Phrase, before: str) -> str:
    """Return the grammatical category of an expression.

    Args:
        phrase: Its words.
        before: The word before it: the determiner, if the expression was marked without it.
    """
    lexicon = load_lexicon()
    if phrase.pronoun:
        if phrase.low in lexicon.possessives:
            return "possessive pronoun"
        return lexicon.pronoun_categories.get(phrase.pronoun, "personal pronoun")
    if phrase.is_name:
        return "proper noun phrase"
    determiner = phrase.determiner or lexicon.determiners.get(before, "")
    return _CATEGORIES.get(determiner, "bare noun phrase")


def find_function(phrase: Phrase, before: Sequence[str], after: str) -> str:
    """Return the function of an expression in its sentence.

    Args:
        phrase: Its words.
        before: The words of the sentence before it, in lower case.
        after: The word after it.
    """
    lexicon = load_lexicon()
    words = list(before)
    while words and words[-1] in lexicon.determiners:
        words.pop()
    if phrase.low in lexicon.possessives:
        return MODIFIER
    if not words:
        return "section heading" if after == ":" else "surface subject"
    tag = tag_parts_of_speech(words[-_CONTEXT:])[-1]
    if tag == "ADP":
        return "prepositional object"
    if function := lexicon.pronoun_functions.get(phrase.low):
        return function
    if words[-1] in lexicon.equative:
        return "predicate nominal"
    if tag == "VERB":
        return "direct object"
    return "surface subject" if tag in ("CONJ", "PUNCT", "ADV", "PRON") else MODIFIER
