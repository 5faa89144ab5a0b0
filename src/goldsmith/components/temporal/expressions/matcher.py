"""Finds time expressions: the longest match at each token, from left to right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from goldsmith.components.temporal.expressions.compiler import CompiledGrammar, CompiledPattern
from goldsmith.components.temporal.expressions.grammar import Pattern
from goldsmith.components.temporal.expressions.shapes import Shape

#: The most tokens before a match to use as its context.
_CONTEXT: Final = 16
#: Punctuation that joins the tokens on either side of it.
_TIMES: Final = "x"
_JOINTS: Final = "-‐‑/.,:'’_@+&\\"


class RoleText(NamedTuple):
    """The tokens of a role in a match, and the class or part that they match."""

    source: str
    tokens: tuple[str, ...]


class Match(NamedTuple):
    """A time expression in a shape: its token range, its pattern and its roles."""

    first: int
    end: int
    pattern: Pattern
    roles: Mapping[str, RoleText]


class Matcher:
    """Finds matches of a compiled grammar."""

    def __init__(self, grammar: CompiledGrammar) -> None:
        self._patterns, self._starter = grammar.patterns, grammar.starter
        self._find_patterns = grammar.automaton.find_patterns

    def find(self, shape: Shape) -> Iterator[Match]:
        """Yield the matches, except those of patterns with `make = "none"`."""
        position = 0
        codes, search, find_patterns = shape.codes, self._starter.search, self._find_patterns
        while start := search(codes, position):
            first = start.start()
            numbers = find_patterns(codes, first)
            match = self._match_longest(shape, first, numbers) if numbers else None
            position = first + 1 if match is None else match.end
            if match is not None and match.pattern.make != "none":
                yield match

    def _match_longest(self, shape: Shape, first: int, numbers: Iterable[int]) -> Match | None:
        """Return the longest match at a token; between equal lengths, the later pattern wins.

        Args:
            shape: The shape of the text.
            first: The first token.
            numbers: The patterns that match there, before their context is checked.
        """
        best_end, best, best_groups = first, None, None
        for number in numbers:
            item = self._patterns[number]
            hit = item.regex.match(shape.codes, first)
            if hit is not None and hit.end() >= best_end and _fits(item, shape, first, hit.end()):
                best_end, best, best_groups = hit.end(), item, hit
        if best is None or best_groups is None:
            return None
        roles = {
            role.name: RoleText(role.source, tuple(shape.tokens[slice(*best_groups.span(number))]))
            for number, role in best.roles.items()
            if best_groups.start(number) >= 0
        }
        return Match(first, best_end, best.pattern, roles)


def _fits(item: CompiledPattern, shape: Shape, first: int, end: int) -> bool:
    """Return whether the context of a match meets the conditions of its pattern."""
    codes, lowest = shape.codes, max(0, first - _CONTEXT)
    if _is_joined(shape, first, -1, item.pattern.beside):
        return False
    if _is_joined(shape, end - 1, 1, item.pattern.beside):
        return False
    if item.before is not None and not item.before.search(codes, lowest, first):
        return False
    if item.not_before is not None and item.not_before.search(codes, lowest, first):
        return False
    if item.after is not None and not item.after.match(codes, end):
        return False
    return item.not_after is None or not item.not_after.match(codes, end)


def _is_joined(shape: Shape, index: int, step: int, beside: str) -> bool:
    """Return whether a word or number continues beyond the edge of a match without a blank."""
    tokens = shape.tokens
    near = index + step
    if not 0 <= near < len(tokens) or not tokens[index][0].isalnum():
        return False
    mark = tokens[near]
    if mark[0].isalnum():
        return not (step < 0 and mark.lower() == _TIMES and tokens[index][0].isdigit())
    if mark not in _JOINTS or mark in beside:
        return False
    far = near + step
    return 0 <= far < len(tokens) and _joins(tokens[index], mark, tokens[far], step)


def _joins(token: str, mark: str, far: str, step: int) -> bool:
    """Return whether a punctuation mark joins two tokens into one word or number."""
    if not far[0].isalnum():
        return False
    if mark in "-‐‑":
        return True
    if mark in "'’":
        return step < 0 or far != "s"
    if mark in ".,:+":
        return token[0].isdigit() and far[0].isdigit()
    return True
