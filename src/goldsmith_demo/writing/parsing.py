"""Parse clauses into constituents with functions; cache the parse of each clause shape.

For most words the grammar needs only the tag and the kind of thing they name, so "pain in the left
hip" and "oedema in the left ankle" have the same shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from goldsmith_demo.writing.clauses import NUMBERED, SIDES, Item, is_named, parse
from goldsmith_demo.writing.functions import READ, assign_functions
from goldsmith_demo.writing.grammar import Token, list_telling, settle_tags

_NAME = "dr "
"""The placeholder for a person's name with a title."""
Shape = tuple[str, str, str]
"""The word if the grammar tests for it, else empty; the tag; and the kind of thing."""


@cache
def _list_telling() -> frozenset[str]:
    """Return the words that the grammar tests for."""
    return SIDES | NUMBERED | READ | list_telling()


def parse_clause(clause: Sequence[Token]) -> tuple[Item, ...]:
    """Parse a clause whose tags are unresolved; return its constituents with their functions."""
    telling = _list_telling()
    return _parse_shape(
        tuple(
            [
                (token.word, token.tag, token.kind)
                if token.word in telling
                else (
                    _NAME if token.kind == "Person" and is_named(token) else "",
                    token.tag,
                    token.kind,
                )
                for token in clause
            ]
        )
    )


@lru_cache(maxsize=1 << 14)
def _parse_shape(shape: tuple[Shape, ...]) -> tuple[Item, ...]:
    return parse_whole([Token(at, at, *row) for at, row in enumerate(shape)])


def parse_whole(clause: list[Token]) -> tuple[Item, ...]:
    """Parse a clause without using the cache."""
    tokens = settle_tags(clause)
    items = parse(tokens)
    assign_functions(items, tokens)
    return tuple(items)
