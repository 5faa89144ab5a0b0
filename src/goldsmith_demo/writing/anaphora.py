"""The linguistic attributes of markables (ODIE), read off their words and the words around."""

from __future__ import annotations

import re

from goldsmith.core.offsets import covered
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


def _words(mark: Mark, text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(covered(text, mark.spans))]


def semantic_class(mark: Mark) -> str:
    """The markable's semantic class; nothing for what ODIE does not mark."""
    if mark.kind == "Condition":
        return "sign/symptom" if mark.thing.is_symptom else "disorders"
    return {
        "Person": "people",
        "Locus": "anatomy",
        "Intervention": "procedures",
        "Investigation": "procedures",
    }.get(mark.kind, "")


def category(mark: Mark, text: str) -> str:
    """The grammatical category of a markable."""
    words = _words(mark, text)
    if len(words) == 1:
        for kind, known in (
            ("demonstrative pronoun", _DEMONSTRATIVE),
            ("possessive pronoun", _POSSESSIVE),
            ("personal pronoun", _PERSONAL),
            ("relative pronoun", _RELATIVE),
        ):
            if words[0] in known:
                return kind
    return _noun_phrase(mark, text, words)


def _noun_phrase(mark: Mark, text: str, words: list[str]) -> str:
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


def function(mark: Mark, text: str) -> str:
    """The function of a markable in its sentence."""
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


def bagga(anaphor: Mark, antecedent: Mark, text: str) -> str:
    """The Bagga class of a pair: what it takes to see that the two belong together."""
    here, there = _content(anaphor, text), _content(antecedent, text)
    kind = category(anaphor, text)
    if kind == "demonstrative pronoun":
        return "demonstratives"
    if "pronoun" in kind:
        return "pronouns"
    if anaphor.kind == "Person":
        return "external world knowledge" if here != there else "exact matches"
    if here == there:
        return "exact matches"
    if set(here) <= set(there) or set(there) <= set(here):
        same_head = bool(here and there) and here[-1] == there[-1]
        return "identical lexical heads" if same_head else "substring matches"
    if here and there and here[-1] == there[-1]:
        return "identical lexical heads"
    spoken = " ".join(here)
    named = {name.lower() for name in anaphor.thing.names}
    return "synonyms" if spoken in named else "ontology knowledge"


def _content(mark: Mark, text: str) -> list[str]:
    skipped = {*_INDEFINITE, *_DEMONSTRATIVE, *_POSSESSIVE, "the"}
    return [word for word in _words(mark, text) if word not in skipped]
