"""Compiles a grammar: patterns over word classes become regular expressions over shapes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

import msgspec

from goldsmith.components.temporal.expressions.automaton import Automaton
from goldsmith.components.temporal.expressions.grammar import (
    Grammar,
    Pattern,
    WordClass,
    make_unknown_class_error,
    merge_grammars,
)
from goldsmith.components.temporal.expressions.shapes import CAPITALISED, GAPS, ShapeTable
from goldsmith.components.temporal.expressions.syntax import (
    LITERAL,
    Choice,
    Gap,
    Node,
    Sequence,
    Token,
    list_literals,
    parse_pattern,
)
from goldsmith.errors import InputError

_NEVER: Final = "(?!)"
#: The class of capitalised words in no other class, which are mostly names.
_CAPITALISED: Final = "capitalised"


class Role(NamedTuple):
    """The role, and the class or part, that a group of a regular expression captures."""

    name: str
    source: str


class CompiledPattern(NamedTuple):
    """A pattern with its regular expressions over shapes.

    Attributes:
        pattern: The pattern.
        regex: Matches its alternatives.
        roles: Number of a group of `regex` -> its role.
        first: The codes that a match may begin with.
        before, not_before: Contexts that must and must not end where the match begins.
        after, not_after: Contexts that must and must not begin where the match ends.
    """

    pattern: Pattern
    regex: re.Pattern[str]
    roles: Mapping[int, Role]
    first: frozenset[str]
    before: re.Pattern[str] | None
    not_before: re.Pattern[str] | None
    after: re.Pattern[str] | None
    not_after: re.Pattern[str] | None


class CompiledGrammar(NamedTuple):
    """A grammar ready for use.

    Attributes:
        grammar: The grammar, with a class for each literal of its patterns.
        table: Codes of tokens.
        patterns: The patterns that are not off, in the order of the grammar.
        starter: Matches a token that a pattern may begin with.
        automaton: Finds the patterns that match at a token.
    """

    grammar: Grammar
    table: ShapeTable
    patterns: tuple[CompiledPattern, ...]
    starter: re.Pattern[str]
    automaton: Automaton


@lru_cache(maxsize=8)
def load_grammar(
    paths: tuple[str, ...], *, shipped: bool, candidates: bool = False
) -> CompiledGrammar:
    """Load and compile the built-in grammar and grammar files.

    Args:
        paths: Grammar files.
        shipped: Use the built-in grammar.
        candidates: Add its patterns for trained extents, which the rules alone do not use.
    """
    return compile_grammar(merge_grammars(paths, shipped=shipped, candidates=candidates))


def compile_grammar(grammar: Grammar) -> CompiledGrammar:
    """Compile a grammar.

    Raises:
        InputError: A pattern uses an unknown class, may be empty, or its brackets do not match.
    """
    patterns = [pattern for pattern in grammar.pattern if not pattern.off]
    complete = msgspec.structs.replace(
        grammar, classes={**grammar.classes, **_make_literal_classes(grammar, patterns)}
    )
    table = ShapeTable(complete.classes)
    translator = _Translator(complete, table)
    compiled = tuple(translator.compile(pattern) for pattern in patterns)
    codes = frozenset[str]().union(*(item.first for item in compiled))
    starter = re.compile(f"[{''.join(sorted(codes))}]" if codes else _NEVER)
    automaton = Automaton([_parse_alternatives(item) for item in patterns], translator.expand)
    return CompiledGrammar(complete, table, compiled, starter, automaton)


def _parse_alternatives(pattern: Pattern) -> Node:
    """Parse the alternatives of a pattern."""
    return Choice(tuple(parse_pattern(source) for source in pattern.alternatives), False)


def _make_literal_classes(grammar: Grammar, patterns: Iterable[Pattern]) -> dict[str, WordClass]:
    """Make a class for each literal of the patterns."""
    sources = [*grammar.parts.values()]
    for pattern in patterns:
        sources += [*pattern.alternatives, pattern.preceded_by, pattern.followed_by]
        sources += [pattern.not_preceded_by, pattern.not_followed_by]
    literals = {word for source in sources for word in list_literals(parse_pattern(source))}
    return {LITERAL + word: WordClass(members=word) for word in sorted(literals)}


class _Translator:
    """Translates the patterns of a grammar to regular expressions over the codes of a table."""

    def __init__(self, grammar: Grammar, table: ShapeTable) -> None:
        self._grammar, self._table = grammar, table
        self._codes = {name: table.list_codes(name) for name in grammar.classes}
        self._codes[_CAPITALISED] = CAPITALISED
        self._parts: dict[str, Node] = {}

    def compile(self, pattern: Pattern) -> CompiledPattern:
        """Compile a pattern."""
        node = _parse_alternatives(pattern)
        roles: dict[int, Role] = {}
        try:
            source = self._translate(node, roles, count(1))
            first, is_empty = self._find_first(node)
        except RecursionError:
            raise InputError(f"a part of the pattern {pattern.name} contains itself") from None
        if is_empty or " " in first:
            raise InputError(f"the pattern {pattern.name} may be empty or begins with a blank")
        return CompiledPattern(
            pattern,
            re.compile(source),
            roles,
            frozenset(first),
            self._compile_context(pattern.preceded_by, r"(?:{})\Z"),
            self._compile_context(pattern.not_preceded_by, r"(?:{})\Z"),
            self._compile_context(pattern.followed_by, "{}"),
            self._compile_context(pattern.not_followed_by, "{}"),
        )

    def expand(self, name: str) -> str | Node:
        """Return the codes of a class, or the node of a part."""
        return self._codes[name] if name in self._codes else self._get_part(name)

    def _compile_context(self, source: str, frame: str) -> re.Pattern[str] | None:
        if not source:
            return None
        return re.compile(frame.format(self._translate(parse_pattern(source), None, count(1))))

    def _translate(self, node: Node, roles: dict[int, Role] | None, groups: count[int]) -> str:
        """Translate a node; with `roles`, tokens with a role become groups and are added to it."""
        if isinstance(node, Gap):
            return f"[{GAPS}]" + "?" * node.optional
        if isinstance(node, Sequence):
            return "".join(self._translate(child, roles, groups) for child in node.nodes)
        if isinstance(node, Choice):
            inner = "|".join(self._translate(child, roles, groups) for child in node.nodes)
            return f"(?:{inner})" + "?" * node.optional
        if node.role and roles is not None:
            roles[next(groups)] = Role(node.role, node.name)
            return f"({self._translate_name(node.name, roles, groups)})"
        return self._translate_name(node.name, roles, groups)

    def _translate_name(self, name: str, roles: dict[int, Role] | None, groups: count[int]) -> str:
        if name in self._codes:
            return f"[{self._codes[name]}]" if self._codes[name] else _NEVER
        return f"(?:{self._translate(self._get_part(name), roles, groups)})"

    def _get_part(self, name: str) -> Node:
        if name not in self._grammar.parts:
            raise make_unknown_class_error(name, self._grammar)
        if name not in self._parts:
            self._parts[name] = parse_pattern(self._grammar.parts[name])
        return self._parts[name]

    def _find_first(self, node: Node) -> tuple[set[str], bool]:
        """Find the codes that a match of a node may begin with, and whether it may be empty."""
        if isinstance(node, Gap):
            return set(GAPS), node.optional
        if isinstance(node, Token):
            codes = self._codes.get(node.name)
            if codes is None:
                return self._find_first(self._get_part(node.name))
            return set(codes), False
        results = [self._find_first(child) for child in node.nodes]
        if isinstance(node, Choice):
            first = set[str]().union(*(result[0] for result in results))
            return first, node.optional or any(is_empty for _, is_empty in results)
        return _join_first(results)


def _join_first(results: Iterable[tuple[set[str], bool]]) -> tuple[set[str], bool]:
    """Return the codes that a sequence may begin with, and whether it may be empty."""
    first: set[str] = set()
    for codes, is_empty in results:
        first |= codes
        if not is_empty:
            return first, False
    return first, True
