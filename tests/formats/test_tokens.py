"""Tokens: indices, positions by line, and mentions extended to whole tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import AnnotationSet, Group, Mention, Relation, Span
from goldsmith.formats.shared.tokens import (
    Tokens,
    count_broken_links,
    count_misaligned,
    snap_to_tokens,
)

TEXT = "a bc\r\n\n  d\u00a0e\tf\n"


def test_tokens_are_separated_by_ascii_white_space() -> None:
    tokens = Tokens(TEXT)
    assert tokens.get_words(range(len(tokens))) == ["a", "bc", "d\u00a0e", "f"]


def test_positions_count_lines_from_1_and_tokens_from_0() -> None:
    tokens = Tokens(TEXT)
    assert [tokens.get_position(number) for number in range(4)] == [(1, 0), (1, 1), (3, 0), (3, 1)]


@pytest.mark.parametrize("place", [(0, 0), (1, 2), (2, 0), (3, 2), (4, 0), (5, 0), (-1, 0)])
def test_no_token_at_other_positions(place: tuple[int, int]) -> None:
    assert Tokens(TEXT).find_index(*place) is None


@given(st.text("ab \n\r\t😀\u00a0", max_size=30))
def test_position_leads_back_to_the_token(text: str) -> None:
    tokens = Tokens(text)
    lines = [line.split() for line in text.replace("\u00a0", "x").split("\n")]
    positions = [tokens.get_position(number) for number in range(len(tokens))]
    assert positions == [(at, n) for at, line in enumerate(lines, 1) for n in range(len(line))]
    assert [tokens.find_index(*place) for place in positions] == list(range(len(tokens)))


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
def test_tokens_overlapping_a_span(span: Span, numbers: list[int], whole: bool) -> None:
    tokens = Tokens(TEXT)
    assert list(tokens.find_overlapping(span)) == numbers
    assert tokens.is_aligned(span) is whole


def test_snapping_extends_and_drops_mentions_and_counts_them() -> None:
    annotation_set = AnnotationSet(
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
    snapped = snap_to_tokens(annotation_set, tokens)
    assert [(m.id, m.spans) for m in snapped.mentions] == [
        ("w", (Span(2, 12),)),
        ("k", (Span(0, 1),)),
    ]
    assert snapped.relations == (Relation("q", "x", "w", "k"),)
    assert snapped.groups == (Group("g", "x", ("w",)), Group("i", "x", ("k",)))
    assert count_misaligned(annotation_set, tokens) == {
        "token-boundaries": 1,
        "white-space-only": 1,
    }
    assert count_broken_links(annotation_set, tokens) == {"relations": 1, "groups": 2}
