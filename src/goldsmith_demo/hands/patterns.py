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

_SPECIAL = re.compile(r"\[|\]|\||\{[^{}]*\}|<[A-Z]+(?:/[a-z]+)?:|>")
_RANGE = re.compile(r"(\d+)(?:\.(\d+))?-(\d+)(?:\.\d+)?$")
_REPEAT = re.compile(r"(\w+)\*(\d+)-(\d+)(?:\+(\w+)%(\d+))?(?:;(.*))?$", re.DOTALL)
_WEIGHT = re.compile(r"@(\d+) ")


class Text(msgspec.Struct, frozen=True):
    """Literal words."""

    text: str


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

    options: tuple[tuple[Node, ...], ...]


class Mark(msgspec.Struct, frozen=True):
    """An identifier; its nodes produce the text."""

    type: str
    role: str
    nodes: tuple[Node, ...]


Node = Text | Number | Slot | Repeat | Choice | Mark


def parse_rule(lines: str) -> tuple[tuple[Node, ...], ...]:
    """Parse the patterns of a rule, one per line; a pattern of weight 3 occurs three times.

    Raises:
        ValueError: a bracket or an identifier is not closed, or a slot is malformed.
    """
    patterns: list[tuple[Node, ...]] = []
    for line in filter(None, lines.split("\n")):
        weight = _WEIGHT.match(line)
        nodes = parse_pattern(line[weight.end() :] if weight else line)
        patterns += [nodes] * (int(weight[1]) if weight else 1)
    return tuple(patterns)


def parse_pattern(line: str) -> tuple[Node, ...]:
    """Parse a pattern into its nodes."""
    source = line.replace("\\n", "\n").replace("\\t", "\t")
    options, end = _parse_options(source, 0, "")
    if end != len(source) or len(options) != 1:
        raise ValueError(f"unmatched bracket: {line}")
    return options[0]


def _parse_options(source: str, at: int, closing: str) -> tuple[list[tuple[Node, ...]], int]:
    """Parse up to the closing bracket; return the options and the offset of the bracket."""
    options: list[list[Node]] = [[]]
    while match := _SPECIAL.search(source, at):
        if match.start() > at:
            options[-1].append(Text(source[at : match.start()]))
        at, sign = match.end(), match[0]
        if sign == closing:
            return [tuple(nodes) for nodes in options], match.start()
        if sign == "|" and closing == "]":
            options.append([])
        elif node := _parse_node(sign, source, at):
            options[-1].append(node[0])
            at = node[1]
        else:  # a literal bar or angle bracket
            options[-1].append(Text(sign))
    if closing:
        raise ValueError(f"missing {closing}: {source}")
    if at < len(source):
        options[-1].append(Text(source[at:]))
    return [tuple(nodes) for nodes in options], len(source)


def _parse_node(sign: str, source: str, at: int) -> tuple[Node, int] | None:
    if sign == "[":
        options, end = _parse_options(source, at, "]")
        return Choice(tuple(options)), end + 1
    if sign[0] == "{":
        return _parse_slot(sign[1:-1]), at
    if sign[0] == "<":
        options, end = _parse_options(source, at, ">")
        kind, _, role = sign[1:-1].partition("/")
        return Mark(kind, role, options[0]), end + 1
    if sign == "]":
        raise ValueError(f"unmatched ]: {source}")
    return None


def _parse_slot(inside: str) -> Node:
    if match := _RANGE.match(inside):
        low, fraction, high = match.groups()
        decimals = len(fraction or "")
        return Number(
            int(low + (fraction or "")),
            int(high + inside.rpartition(".")[2] * bool(fraction)),
            decimals,
        )
    if match := _REPEAT.match(inside):
        rule, few, many, besides, share, separator = match.groups()
        percent = int(share or 0) / 100
        return Repeat(rule, int(few), int(many), besides or "", percent, separator or ". ")
    name, _, form = inside.partition(".")
    if not name.isidentifier():
        raise ValueError(f"not a slot: {{{inside}}}")
    return Slot(name, form)
