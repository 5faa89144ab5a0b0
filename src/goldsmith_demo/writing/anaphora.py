"""The linguistic attributes of markables (ODIE), derived from their words and context."""

from __future__ import annotations

import re

from goldsmith.core.offsets import get_covered_text
from goldsmith_demo.writing.page import Mark

_PERSONAL = frozenset("i he she it they him them we us you herself himself".split())
_POSSESSIVE = frozenset("his her its their my our".split())
_DEMONSTRATIVE = frozenset("this that these those".split())
_RELATIVE = frozenset("which who whom whose".split())
_INDEFINITE = frozenset("a an some another several any".split())
_PREPOSITIONS = frozenset(
    "of in on at with from by for to into over under within through after before during without "
    "as between near towards".split()
)
_BE = frozenset("is are was were be been".split())
_WORD = re.compile(r"[\w'-]+")


def _split_words(mark: Mark, text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(get_covered_text(text, mark.spans))]


def get_semantic_class(mark: Mark) -> str:
    """Return the semantic class of a markable, or an empty string for what ODIE does not mark."""
    if mark.kind == "Condition":
        return "sign/symptom" if mark.thing.is_symptom else "disorders"
    return {
        "Person": "people",
        "Locus": "anatomy",
        "Intervention": "procedures",
        "Investigation": "procedures",
    }.get(mark.kind, "")


def find_category(mark: Mark, text: str) -> str:
    """Return the grammatical category of a markable."""
    words = _split_words(mark, text)
    if len(words) == 1:
        for kind, pronouns in (
            ("demonstrative pronoun", _DEMONSTRATIVE),
            ("possessive pronoun", _POSSESSIVE),
            ("personal pronoun", _PERSONAL),
            ("relative pronoun", _RELATIVE),
        ):
            if words[0] in pronouns:
                return kind
    return _classify_noun_phrase(mark, text, words)


def _classify_noun_phrase(mark: Mark, text: str, words: list[str]) -> str:
    first = words[0] if words else ""
    before = _WORD.findall(text[: mark.start])[-1:]
    outside = before[0].lower() if before else ""
    determiner = first if first in (*_DEMONSTRATIVE, *_INDEFINITE, "the") else outside
    if first in _DEMONSTRATIVE or (determiner in _DEMONSTRATIVE and outside == determiner):
        return "demonstrative noun phrase"
    if mark.kind == "Person" and first in ("mr", "mrs", "ms", "miss", "dr"):
        return "proper noun phrase"
    if determiner == "the" or outside in _POSSESSIVE:
        return "definite noun phrase"
    return "indefinite noun phrase" if determiner in _INDEFINITE else "bare noun phrase"


def find_function(mark: Mark, text: str) -> str:
    """Return the function of a markable in its sentence."""
    line = text[text.rfind("\n", 0, mark.start) + 1 : mark.start]
    sentence = re.split(r"(?<=[.;:?]) ", line)[-1]
    before = [word.lower() for word in _WORD.findall(sentence)]
    while before and before[-1] in (*_INDEFINITE, *_POSSESSIVE, *_DEMONSTRATIVE, "the"):
        before.pop()
    after = text[mark.spans[-1].end : mark.spans[-1].end + 1]
    if not before:
        return "section heading" if after == ":" else "surface subject"
    if before[-1] in _PREPOSITIONS:
        return "prepositional object"
    if before[-1] in _BE:
        return "predicate nominal"
    return "direct object" if len(before) > 1 else "modifier"


def classify_bagga(anaphor: Mark, antecedent: Mark, text: str) -> str:
    """Return the Bagga class of a pair: what it takes to see that the two belong together."""
    anaphor_words, antecedent_words = (
        _list_content_words(anaphor, text),
        _list_content_words(antecedent, text),
    )
    kind = find_category(anaphor, text)
    if kind == "demonstrative pronoun":
        return "demonstratives"
    if "pronoun" in kind:
        return "pronouns"
    if anaphor.kind == "Person":
        return "external world knowledge" if anaphor_words != antecedent_words else "exact matches"
    if anaphor_words == antecedent_words:
        return "exact matches"
    if set(anaphor_words) <= set(antecedent_words) or set(antecedent_words) <= set(anaphor_words):
        same_head = (
            bool(anaphor_words and antecedent_words) and anaphor_words[-1] == antecedent_words[-1]
        )
        return "identical lexical heads" if same_head else "substring matches"
    if anaphor_words and antecedent_words and anaphor_words[-1] == antecedent_words[-1]:
        return "identical lexical heads"
    spoken = " ".join(anaphor_words)
    named = {name.lower() for name in anaphor.thing.names}
    return "synonyms" if spoken in named else "ontology knowledge"


def _list_content_words(mark: Mark, text: str) -> list[str]:
    skipped = {*_INDEFINITE, *_DEMONSTRATIVE, *_POSSESSIVE, "the"}
    return [word for word in _split_words(mark, text) if word not in skipped]
