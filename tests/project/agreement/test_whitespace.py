"""Offsets mapped between texts that differ only in white space."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Span
from goldsmith.project.agreement.whitespace import OffsetMap, is_equal_without_whitespace

SPACE = st.text(" \t\n\r\u00a0\u2003\ufeff\u200b", max_size=3)
WORD = st.text("abcäß🌡.,", min_size=1, max_size=4)


@st.composite
def draw_texts(draw: st.DrawFn) -> tuple[str, str]:
    """Draw two texts with the same words but independent white space."""
    words = draw(st.lists(WORD, max_size=6))
    first, second = ("".join(draw(SPACE) + word for word in words) + draw(SPACE) for _ in range(2))
    return first, second


@st.composite
def draw_span(draw: st.DrawFn) -> tuple[str, str, Span]:
    source, target = draw(draw_texts().filter(lambda texts: len(texts[0]) > 0))
    start = draw(st.integers(0, len(source) - 1))
    return source, target, Span(start, draw(st.integers(start + 1, len(source))))


def remove_space(text: str) -> str:
    return "".join(char for char in text if not char.isspace() and char not in "\ufeff\u200b")


@given(draw_span())
def test_span_keeps_its_visible_characters(drawn: tuple[str, str, Span]) -> None:
    source, target, span = drawn
    mapped = OffsetMap(source, target).map_span(span)
    visible = remove_space(source[span.start : span.end])
    if mapped is None:
        assert visible == ""
    else:
        assert 0 <= mapped.start < mapped.end <= len(target)
        assert remove_space(target[mapped.start : mapped.end]) == visible
        assert remove_space(target[: mapped.start]) == remove_space(source[: span.start])


@given(draw_span())
def test_equal_texts_keep_every_span_that_has_characters(drawn: tuple[str, str, Span]) -> None:
    source, _, span = drawn
    mapped = OffsetMap(source, source).map_span(span)
    assert mapped in (span, None)
    assert (mapped is None) == (remove_space(source[span.start : span.end]) == "")


@given(draw_span())
def test_spans_without_white_space_at_their_ends_survive_a_round_trip(
    drawn: tuple[str, str, Span],
) -> None:
    source, target, span = drawn
    covered = source[span.start : span.end]
    mapped = OffsetMap(source, target).map_span(span)
    if mapped is not None and remove_space(covered[0]) and remove_space(covered[-1]):
        assert OffsetMap(target, source).map_span(mapped) == span


@given(draw_texts())
def test_order_of_spans_is_kept(texts: tuple[str, str]) -> None:
    source, target = texts
    offsets = OffsetMap(source, target)
    mapped = [offsets.map_span(Span(at, at + 1)) for at in range(len(source))]
    starts = [span.start for span in mapped if span is not None]
    assert starts == sorted(set(starts)) and len(starts) == len(remove_space(source))


def test_line_ends_and_byte_order_marks_do_not_matter() -> None:
    offsets = OffsetMap("\ufeffNo chest\r\npain.", "No chest pain.")
    assert offsets.map_span(Span(4, 15)) == Span(3, 13)


def test_other_differences_are_refused() -> None:
    assert not is_equal_without_whitespace("fever 38", "fever 39")
    with pytest.raises(ValueError, match="more than white space"):
        OffsetMap("fever 38", "fever 39")
