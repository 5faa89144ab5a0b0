"""Small coreference examples in the notation of the literature: "abc de" is two chains."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from string import ascii_lowercase

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Span, builtin
from goldsmith.metrics import Compared


def chained(key: str, response: str) -> Compared:
    """Two sets over one document: each word is a chain, each letter a mention at its own place.

    A letter that both have is one mention of the text; a word of one letter is a singleton.
    """
    text = " ".join(ascii_lowercase)
    doc = Document("letters", text)
    return Compared(doc, _linked("a", key), _linked("b", response), builtin("i2b2-2011"))


def _linked(name: str, words: str) -> AnnotationSet:
    mentions = [
        Mention(f"{name}-{letter}", "problem", (Span(2 * at, 2 * at + 1),))
        for at, letter in enumerate(ascii_lowercase)
        if letter in words
    ]
    pairs = [pair for word in words.split() for pair in pairwise(word)]
    relations = [
        Relation(f"{name}-{one}{other}", "coreference", f"{name}-{one}", f"{name}-{other}")
        for one, other in pairs
    ]
    return AnnotationSet(name, tuple(mentions), tuple(relations))


def random_chains(random: Random, *, letters: int = 8) -> str:
    """Chains over some of the first letters; every letter has mostly a chance of being there."""
    chains: dict[int, str] = {}
    most = random.randint(1, letters)
    for letter in ascii_lowercase[:letters]:
        if random.random() < 0.8:
            number = random.randrange(most)
            chains[number] = chains.get(number, "") + letter
    return " ".join(chains.values())
