r"""The notation of the patterns, and its parser.

    son {rel.first} [called|in to visit], K {3.1-5.2}, [seen by {dr} {doc.last}|] <DATE:{m}/{d}>

| notation               | meaning                                                              |
| ---------------------- | -------------------------------------------------------------------- |
| `[called\|visited\|]`  | a choice; choices nest; an empty option writes nothing               |
| `{neuro}`              | a pattern of the rule `neuro`                                        |
| `{doc.last}`           | a slot with a form: the surname of a doctor                          |
| `{70-110}` `{3.1-5.2}` | a random number in this range, with the same number of decimals      |
| `{neuro*2-4}`          | two to four different patterns of a rule as sentences                |
| `{neuro*2-4;\n}`       | the same, separated by line breaks                                   |
| `{neuro*2-4+seen%12}`  | the same; each is replaced by a pattern of `seen` with 12 % chance   |
| `<PLACE:…>`            | an identifier of this type; `#` is a digit, `%` a digit from 1 to 9  |
|                        | and `^` a capital letter                                             |
| `<PLACE/town:…>`       | the same, with a role; `<DATE/later:…>` is after the previous date   |
| `\n` `\t`              | a line break, a tab                                                  |
| `@3 ` at the beginning | the pattern is chosen three times as often                           |
"""

from __future__ import annotations

import re

import msgspec

_SPECIAL = re.compile(r"(\[|\]|\||\{[^{}]*\}|<[A-Z]+(?:/[a-z]+)?:|>)")
_MARK = re.compile(r"<([A-Z]+)(?:/([a-z]+))?:")
_CLOSING = {"[": "]", "<": ">"}
_RANGE = re.compile(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$")
_REPEAT = re.compile(r"(\w+)\*(\d+)-(\d+)(?:\+(\w+)%(\d+))?(?:;(.*))?$", re.DOTALL)
_WEIGHT = re.compile(r"@(\d+) ")


class Number(msgspec.Struct, frozen=True):
    """A number between two bounds, in units of its last decimal."""

    low: int
    high: int
    decimals: int


class Slot(msgspec.Struct, frozen=True):
    """A reference to a rule or to a source of words, with a form."""

    name: str
    form: str


class Repeat(msgspec.Struct, frozen=True):
    """Several patterns of a rule, a share of them replaced by patterns of the rule `besides`."""

    rule: str
    low: int
    high: int
    besides: str
    share: float
    separator: str


class Choice(msgspec.Struct, frozen=True):
    """A choice between sequences of nodes."""

    options: tuple[Nodes, ...]


class Mark(msgspec.Struct, frozen=True):
    """An identifier; its nodes produce the text."""

    type: str
    role: str
    nodes: Nodes


Node = str | Number | Slot | Repeat | Choice | Mark
"""Literal words, or a placeholder for words."""
Nodes = tuple[Node, ...]


def parse_rule(lines: str) -> tuple[Nodes, ...]:
    """Parse the patterns of a rule, one per line; a pattern of weight 3 occurs three times.

    Raises:
        ValueError: a bracket or an identifier is not closed, or a slot is malformed.
    """
    patterns: list[Nodes] = []
    for line in filter(None, lines.split("\n")):
        weight = _WEIGHT.match(line)
        nodes = parse_pattern(line[weight.end() :] if weight else line)
        patterns += [nodes] * (int(weight[1]) if weight else 1)
    return tuple(patterns)


def parse_pattern(line: str) -> Nodes:
    """Parse a pattern into its nodes."""
    source = line.replace("\\n", "\n").replace("\\t", "\t")
    opened: list[tuple[str, list[list[Node]]]] = [("", [[]])]
    """Open brackets with the options inside them so far."""
    for part in filter(None, _SPECIAL.split(source)):
        bracket, options = opened[-1]
        if part == "[" or _MARK.fullmatch(part):
            opened.append((part, [[]]))
        elif part == "|" and bracket == "[":
            options.append([])
        elif part == _CLOSING.get(bracket[:1]):
            opened.pop()
            opened[-1][1][-1].append(_close_bracket(bracket, options))
        elif part == "]":
            raise ValueError(f"unmatched ]: {line}")
        else:
            options[-1].append(_parse_slot(part[1:-1]) if part[0] == "{" else part)
    if len(opened) > 1:
        raise ValueError(f"not closed: {line}")
    return tuple(opened[0][1][0])


def _close_bracket(bracket: str, options: list[list[Node]]) -> Node:
    mark = _MARK.match(bracket)
    if mark:
        return Mark(mark[1], mark[2] or "", tuple(options[0]))
    return Choice(tuple(map(tuple, options)))


def _parse_slot(inside: str) -> Node:
    if match := _RANGE.match(inside):
        low, high = (int(bound.replace(".", "")) for bound in match.groups())
        return Number(low, high, decimals=len(match[1].partition(".")[2]))
    if match := _REPEAT.match(inside):
        rule, few, many, besides, share, separator = match.groups()
        percent = int(share or 0) / 100
        return Repeat(rule, int(few), int(many), besides or "", percent, separator or ". ")
    name, _, form = inside.partition(".")
    if not name.isidentifier():
        raise ValueError(f"not a slot: {{{inside}}}")
    return Slot(name, form)
