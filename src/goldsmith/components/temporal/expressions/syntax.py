"""Parses the pattern language into a tree.

`<month>` matches a token of the class `month`, or the part of that name; `<day=day_number>` also
gives it the role `day`. `( … | … )` encloses alternatives; a `?` after it makes them optional. A
blank matches blanks or one line break; `_` matches the same or nothing. Everything else matches
itself, ignoring case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from goldsmith.errors import InputError

ITEM: Final = re.compile(
    r"<(?:(?P<role>\w+)=)?(?P<name>[\w-]+)>|(?P<operator>[()|?])|(?P<blank>\s+)|(?P<maybe>_)"
    r"|(?P<literal>[^\W\d_]+|\d+|[\W_])"
)
LITERAL: Final = "literal:"


class Token(NamedTuple):
    """A token of a class, or a part; the role is optional."""

    name: str
    role: str = ""


class Gap(NamedTuple):
    """Blanks, possibly optional."""

    optional: bool


class Sequence(NamedTuple):
    """Nodes that follow each other."""

    nodes: tuple[Node, ...]


class Choice(NamedTuple):
    """Alternatives, possibly optional."""

    nodes: tuple[Node, ...]
    optional: bool


Node = Token | Gap | Sequence | Choice


def parse_pattern(source: str) -> Node:
    """Parse a pattern.

    Raises:
        InputError: Brackets do not match, or a ? does not follow a bracket.
    """
    items = list(ITEM.finditer(source))
    position, node = _parse_choice(items, 0)
    if position < len(items):
        raise InputError(f"the pattern {source!r} closes one bracket too many")
    return node


def _parse_choice(items: list[re.Match[str]], position: int) -> tuple[int, Node]:
    """Parse alternatives up to a closing bracket or the end."""
    alternatives: list[Node] = []
    nodes: list[Node] = []
    while position < len(items) and items[position]["operator"] != ")":
        if items[position]["operator"] == "|":
            alternatives.append(Sequence(tuple(nodes)))
            nodes, position = [], position + 1
        else:
            position, node = _parse_item(items, position)
            nodes.append(node)
    alternatives.append(Sequence(tuple(nodes)))
    return position, alternatives[0] if len(alternatives) == 1 else Choice(
        tuple(alternatives), False
    )


def _parse_item(items: list[re.Match[str]], position: int) -> tuple[int, Node]:
    match = items[position]
    if match["operator"] == "(":
        return _parse_group(items, position)
    if match["operator"]:
        raise InputError(f"the pattern {match.string!r} has a ? that does not follow a bracket")
    if match["name"]:
        return position + 1, Token(match["name"], match["role"] or "")
    if match["literal"]:
        return position + 1, Token(LITERAL + match["literal"].lower())
    return position + 1, Gap(optional=bool(match["maybe"]))


def _parse_group(items: list[re.Match[str]], position: int) -> tuple[int, Node]:
    end, node = _parse_choice(items, position + 1)
    if end == len(items):
        raise InputError(f"the pattern {items[position].string!r} has a bracket that is not closed")
    optional = end + 1 < len(items) and items[end + 1]["operator"] == "?"
    return end + 1 + optional, Choice((node,), optional)


def list_literals(node: Node) -> Iterator[str]:
    """Yield the literals of a pattern."""
    if isinstance(node, Token):
        if node.name.startswith(LITERAL):
            yield node.name.removeprefix(LITERAL)
    elif not isinstance(node, Gap):
        for child in node.nodes:
            yield from list_literals(child)
