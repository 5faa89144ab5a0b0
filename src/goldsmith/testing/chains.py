"""Small coreference examples in the notation of the literature: "abc de" are two chains."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from string import ascii_lowercase

from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Mention,
    Relation,
    Span,
    load_builtin_schema,
)
from goldsmith.metrics import SetPair


def build_chain_pair(key: str, response: str) -> SetPair:
    """Build two sets over one document; each word is a chain and each letter a mention.

    A letter has the same place in both sets. A word of a single letter is a singleton: a group with
    one member.

    Example:
        >>> pair = build_chain_pair("abc d", "ab cd")
    """
    text = " ".join(ascii_lowercase)
    doc = Document("letters", text)
    schema = load_builtin_schema("i2b2-2011")
    return SetPair(doc, _build_set("a", key), _build_set("b", response), schema)


def _build_set(name: str, words: str) -> AnnotationSet:
    mentions = [
        Mention(f"{name}-{letter}", "problem", (Span(2 * index, 2 * index + 1),))
        for index, letter in enumerate(ascii_lowercase)
        if letter in words
    ]
    pairs = [pair for word in words.split() for pair in pairwise(word)]
    relations = [
        Relation(f"{name}-{first}{second}", "coreference", f"{name}-{first}", f"{name}-{second}")
        for first, second in pairs
    ]
    groups = [
        Group(f"{name}-{word}", "coreference", (f"{name}-{word}",))
        for word in words.split()
        if len(word) == 1
    ]
    return AnnotationSet(name, tuple(mentions), tuple(relations), tuple(groups))


def draw_chains(random: Random, *, letters: int = 8) -> str:
    """Draw chains over the first letters of the alphabet; about four in five letters occur."""
    chains: dict[int, str] = {}
    chain_count = random.randint(1, letters)
    for letter in ascii_lowercase[:letters]:
        if random.random() < 0.8:
            number = random.randrange(chain_count)
            chains[number] = chains.get(number, "") + letter
    return " ".join(chains.values())
