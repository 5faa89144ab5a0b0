"""Parse clauses into constituents with functions; cache the parse of each clause shape.

For most words the grammar needs only the tag and the kind of thing they name, so "pain in the left
hip" and "oedema in the left ankle" have the same shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from sys import intern

from goldsmith_demo.writing.clauses import NUMBERED, SIDES, Item, is_titled, parse
from goldsmith_demo.writing.functions import GROUPS, SINGLE_WORDS, assign_functions
from goldsmith_demo.writing.grammar import Token, list_words, settle_tags

_NAME = "dr "
"""The placeholder for a person's name with a title."""


@cache
def _choose_words() -> dict[str, str]:
    """Map each word that the grammar tests for to the first word that passes the same tests."""
    lists = map(list_words, ("plural", "adjectival", "ditransitive", "participles"))
    groups = (SIDES, NUMBERED, *GROUPS, *lists)
    tested = frozenset.union(SINGLE_WORDS, *groups[:-1])
    chosen: dict[tuple[str | bool, ...], str] = {}
    return {
        word: chosen.setdefault(
            (word in SINGLE_WORDS and word, *(word in group for group in groups)), word
        )
        for word in sorted(tested)
    }


def build_token(start: int, end: int, word: str, tag: str, kind: str = "") -> Token:
    """Build a token with its shape: its tag, its kind, and its word if the grammar tests for it."""
    tested = _choose_words().get(word, "")
    if kind == "Person" and not tested and is_titled(word):
        tested = _NAME
    return Token(start, end, word, tag, kind, intern(f"{tag}{kind}\t{tested}"))


def parse_clause(clause: Sequence[Token]) -> tuple[Item, ...]:
    """Parse a clause whose tags are unresolved; return its constituents with their functions."""
    return _parse_shape("\n".join([token.shape for token in clause]))


@lru_cache(maxsize=1 << 14)
def _parse_shape(shape: str) -> tuple[Item, ...]:
    return parse_whole([_read_shape(row) for row in shape.split("\n")])


@lru_cache(maxsize=1 << 12)
def _read_shape(shape: str) -> Token:
    """Return a token of a shape."""
    tag, word = shape.split("\t")
    return Token(0, 0, word, tag[0], tag[1:])


def parse_whole(clause: list[Token]) -> tuple[Item, ...]:
    """Parse a clause without using the cache."""
    tokens = settle_tags(clause)
    items = parse(tokens)
    assign_functions(items, tokens)
    return tuple(items)
