"""The automaton finds the patterns that the regular expressions of the grammar match."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.components.temporal.expressions.compiler import compile_grammar, load_grammar
from goldsmith.components.temporal.expressions.grammar import parse_grammar

GRAMMAR = load_grammar((), shipped=True, candidates=True)
LINES = (Path(__file__).parent / "sentences.txt").read_text("utf-8").splitlines()
CODES = sorted({GRAMMAR.table[token] for token in list(GRAMMAR.table)})


def match_each(codes: str, first: int) -> list[int]:
    return [n for n, item in enumerate(GRAMMAR.patterns) if item.regex.match(codes, first)]


def test_automaton_agrees_with_each_pattern() -> None:
    shape = GRAMMAR.table.make_shape("\n".join(LINES[::12]))
    results = [GRAMMAR.automaton.find_patterns(shape.codes, n) for n in range(len(shape.codes))]
    assert sum(map(bool, results)) > 50
    assert results == [match_each(shape.codes, n) for n in range(len(shape.codes))]


@given(st.text(st.sampled_from([*CODES, " ", "\n", "\r", "w", "W", "."]), max_size=8))
def test_automaton_agrees_on_any_codes(codes: str) -> None:
    for first in range(len(codes)):
        assert GRAMMAR.automaton.find_patterns(codes, first) == match_each(codes, first)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("day", [0]), ("day 2", [0, 1]), ("2 day", []), ("day2", [0, 1]), ("day  ", [0])],
)
def test_automaton_lists_short_and_long_patterns(text: str, numbers: list[int]) -> None:
    grammar = compile_grammar(
        parse_grammar(
            """
            [classes.number]
            digits = [1, 9]
            [[pattern]]
            name = "short"
            match = "day"
            [[pattern]]
            name = "long"
            match = "day_<number>"
            """,
            where="own.toml",
        )
    )
    shape = grammar.table.make_shape(text)
    assert grammar.automaton.find_patterns(shape.codes, 0) == numbers
