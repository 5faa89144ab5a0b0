"""Tag words with their parts of speech.

A lexicon (`data/grammar.toml`) has the parts of speech. Tags are letters: d determiner, o
possessive, N negative, q pronoun, n noun, a adjective, # number, r adverb, p preposition, t "to"
before a verb, c conjunction, s subordinator, w relative, x existential "there", b be, h have,
m modal, v finite verb, e participle, g gerund, i infinitive, z genitive 's, "," comma or bracket,
"." end of a clause.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

import msgspec

from goldsmith_demo.data_files import make_reader

_DETERMINER = re.compile(
    r"(?:the|an?|this|that|these|those|his|her|its|their|my|our|your|some|any|both|all|no|each|"
    r"every)\s",
    re.IGNORECASE,
)
_FEATURES = {
    "determiners": "d",
    "demonstratives": "D",
    "possessives": "o",
    "negatives": "N",
    "pronouns": "q",
    "relatives": "w",
    "subordinators": "s",
    "conjunctions": "c",
    "adverbs": "r",
    "adjectives": "a",
    "base": "i",
    "gerunds": "g",
    "participles": "e",
    "adjectival": "e",
    "finite": "v",
    "copulas": "v",
    "prepositions": "p",
    "have": "h",
    "be": "b",
    "modals": "m",
    "existential": "x",
    "labels": ",",
}
_NOUNS = frozenset("na#eg")
_OPEN = frozenset("vbhmeg")


class Token(msgspec.Struct, frozen=True, gc=False):
    """A word, or the whole name of a thing, with its tag."""

    start: int
    end: int
    word: str
    tag: str
    kind: str = ""
    """The kind of thing that the token names; empty for other words."""
    shape: str = ""
    """All that the grammar needs to know of the token."""


_load_lexicon = make_reader(__package__, "grammar", dict[str, str])
"""Word lists by part of speech, ditransitive verbs, and other lists."""


@cache
def index_words() -> Mapping[str, str]:
    """Map each word of the lexicon to its tag."""
    return {word: tag for name, tag in _FEATURES.items() for word in list_words(name)}


@cache
def list_words(name: str) -> frozenset[str]:
    """Return the words of one of the lexicon's lists."""
    return frozenset(_load_lexicon()[name].split())


@lru_cache(maxsize=1 << 12)
def is_countable(name: str) -> bool:
    """Return whether a singular name needs an article in running prose: a cough, but anaemia."""
    words = name.split()
    return not list_words("countable").isdisjoint((words[0], words[-1]))


@cache
def list_verbs() -> frozenset[str]:
    """Return the words that are only verbs."""
    verbs = {word for word, tag in index_words().items() if tag in "veg"}
    return frozenset(verbs - list_words("adjectival"))


def skip_determiner(text: str, start: int, end: int) -> int:
    """Return the offset of a name after its determiner."""
    match = _DETERMINER.match(text, start, end)
    return match.end() if match and match.end() < end else start


def settle_tags(tokens: list[Token]) -> list[Token]:
    """Resolve the tags of words that can be several parts of speech."""
    settled = list(tokens)
    before = "."
    for number, token in enumerate(tokens):
        if (token.tag in "eiDg" and not token.kind) or token.word in ("to", "left"):
            tag = _settle(token, before, tokens[number + 1], settled[:number])
            if tag != token.tag:
                settled[number] = token = msgspec.structs.replace(token, tag=tag)
        before = token.tag
    return settled


def _settle(token: Token, before: str, after: Token, settled: list[Token]) -> str:
    word, tag = token.word, token.tag
    if tag == "e":
        return _settle_participle(word, before, after)
    if tag == "i":
        return "v" if _is_base_verb(word, before, after, settled) else "n"
    if tag == "D":
        return _settle_demonstrative(word, before, after)
    if tag == "g":
        return "n" if before in "doa" or (before == "N" and after.tag not in "don") else "g"
    if word == "to" and after.tag in "ib":
        return "t"
    is_left = word == "left" and (before in "hq" or (before == "w" and after.tag in "do"))
    return "e" if is_left else tag


def _is_base_verb(word: str, before: str, after: Token, settled: list[Token]) -> bool:
    """Return whether a word is a verb in the base form, not a noun: "show", "review"."""
    if before in "mtN" or (before == "q" and settled[-1].word not in ("her", "him")):
        return True
    if before == "n" and settled[0].tag == "m" and all(token.tag != "v" for token in settled):
        return True
    if before == "r" and (len(settled) == 1 or settled[-2].tag in "mtq,c"):
        return True
    if before == "n" and after.tag in "donaep#r" and word in list_words("plural"):
        return True
    begins = all(token.tag in ",." for token in settled)
    commanded = begins or (before == "c" and any(token.tag in "vbm" for token in settled))
    return commanded and after.tag in "donqp#,.cr"


def _settle_participle(word: str, before: str, after: Token) -> str:
    adjectival = word in list_words("adjectival")
    if before in "do" and after.tag == "i":  # a scheduled visit
        return "a"
    if before == "b" and after.word == "by":  # is infiltrated by tumour
        return "e"
    if after.tag in _NOUNS and (before in "doaN" or (adjectival and before in "#pr.,cvbhg")):
        return "a"
    return "a" if adjectival and word not in list_words("participles") else "e"


def _settle_demonstrative(word: str, before: str, after: Token) -> str:
    if word == "that":
        if before in "vaeqgr" and before != ".":
            return "s"
        if before in "n," and (after.tag in _OPEN or after.tag in "qdo"):
            return "w"
    return "d" if after.tag in _NOUNS or after.tag == "i" else "q"
