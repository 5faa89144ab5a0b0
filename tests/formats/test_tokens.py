"""Tokens: numbered through, found by line and place on it, and fitted to by mentions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import AnnotationSet, Group, Mention, Relation, Span
from goldsmith.formats.shared.tokens import Tokens, fitted, misfits, torn

TEXT = "a bc\r\n\n  d\u00a0e\tf\n"


def test_tokens_stand_between_ascii_white_space() -> None:
    tokens = Tokens(TEXT)
    assert tokens.words(range(len(tokens))) == ["a", "bc", "d\u00a0e", "f"]


def test_places_are_lines_from_1_and_tokens_from_0() -> None:
    tokens = Tokens(TEXT)
    assert [tokens.place(number) for number in range(4)] == [(1, 0), (1, 1), (3, 0), (3, 1)]


@pytest.mark.parametrize("place", [(0, 0), (1, 2), (2, 0), (3, 2), (4, 0), (5, 0), (-1, 0)])
def test_there_is_no_token_elsewhere(place: tuple[int, int]) -> None:
    assert Tokens(TEXT).number(*place) is None


@given(st.text("ab \n\r\t😀\u00a0", max_size=30))
def test_a_token_is_found_again_at_its_place(text: str) -> None:
    tokens = Tokens(text)
    lines = [line.split() for line in text.replace("\u00a0", "x").split("\n")]
    found = [tokens.place(number) for number in range(len(tokens))]
    assert found == [(at, n) for at, line in enumerate(lines, 1) for n in range(len(line))]
    assert [tokens.number(*place) for place in found] == list(range(len(tokens)))


@pytest.mark.parametrize(
    ("span", "numbers", "whole"),
    [
        (Span(0, 1), [0], True),
        (Span(0, 4), [0, 1], True),
        (Span(3, 4), [1], False),
        (Span(1, 4), [1], False),
        (Span(1, 2), [], False),
        (Span(2, 12), [1, 2], True),
        (Span(4, 9), [], False),
    ],
)
def test_what_a_span_touches(span: Span, numbers: list[int], whole: bool) -> None:
    tokens = Tokens(TEXT)
    assert list(tokens.touched(span)) == numbers
    assert tokens.holds(span) is whole


def test_fitting_widens_and_drops_and_says_so() -> None:
    one = AnnotationSet(
        "gold",
        (
            Mention("w", "x", (Span(3, 4), Span(9, 10))),
            Mention("s", "x", (Span(4, 6),)),
            Mention("k", "x", (Span(0, 1),)),
        ),
        (Relation("r", "x", "w", "s"), Relation("q", "x", "w", "k")),
        (Group("g", "x", ("w", "s")), Group("h", "x", ("s",)), Group("i", "x", ("k",))),
    )
    tokens = Tokens(TEXT)
    fit = fitted(one, tokens)
    assert [(m.id, m.spans) for m in fit.mentions] == [
        ("w", (Span(2, 12),)),
        ("k", (Span(0, 1),)),
    ]
    assert fit.relations == (Relation("q", "x", "w", "k"),)
    assert fit.groups == (Group("g", "x", ("w",)), Group("i", "x", ("k",)))
    assert misfits(one, tokens) == {"token-boundaries": 1, "white-space-only": 1}
    assert torn(one, tokens) == {"relations": 1, "groups": 2}
