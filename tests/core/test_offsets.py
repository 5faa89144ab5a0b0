"""Offsets survive conversion, and sorting and merging spans lose no character."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Offsets, Span
from goldsmith.core.offsets import get_covered_text, get_line_number, merge_spans, sort_spans
from goldsmith.errors import InputError

TEXTS = st.text(
    st.one_of(
        st.sampled_from("ab \né½日\u0301\u200d😀𝒳👩🏽"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=30,
)
SPANS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(1, 8)).map(
        lambda place: Span(place[0], place[0] + place[1])
    ),
    max_size=8,
)


def get_characters(spans: list[Span] | tuple[Span, ...]) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


@given(TEXTS)
def test_utf16_offsets_match_the_encoded_text(text: str) -> None:
    offsets = Offsets(text)
    for at in range(len(text) + 1):
        expected = len(text[:at].encode("utf-16-le")) // 2
        assert offsets.to_utf16(at) == expected
        assert offsets.from_utf16(expected) == at


@given(TEXTS)
def test_byte_offsets_match_the_encoded_text(text: str) -> None:
    offsets = Offsets(text)
    for at in range(len(text) + 1):
        expected = len(text[:at].encode("utf-8"))
        assert offsets.to_bytes(at) == expected
        assert offsets.from_bytes(expected) == at


@given(TEXTS)
def test_every_utf16_offset_is_between_characters_or_refused(text: str) -> None:
    offsets = Offsets(text)
    between = {offsets.to_utf16(at) for at in range(len(text) + 1)}
    for offset in range(offsets.to_utf16(len(text)) + 1):
        if offset in between:
            assert offsets.to_utf16(offsets.from_utf16(offset)) == offset
        else:
            with pytest.raises(InputError, match=f"UTF-16 offset {offset} points inside"):
                offsets.from_utf16(offset)


@given(TEXTS)
def test_every_byte_offset_is_between_characters_or_refused(text: str) -> None:
    offsets = Offsets(text)
    between = {offsets.to_bytes(at) for at in range(len(text) + 1)}
    for offset in range(offsets.to_bytes(len(text)) + 1):
        if offset in between:
            assert offsets.to_bytes(offsets.from_bytes(offset)) == offset
        else:
            with pytest.raises(InputError, match=f"byte offset {offset} points inside"):
                offsets.from_bytes(offset)


def test_offset_inside_a_surrogate_pair_is_refused_without_quoting_the_text() -> None:
    offsets = Offsets("pain 😀 relieved")
    assert offsets.from_utf16(5) == 5
    assert offsets.from_utf16(7) == 6
    with pytest.raises(InputError) as caught:
        offsets.from_utf16(6)
    assert "pain" not in str(caught.value) and "relieved" not in str(caught.value)
    assert "may count code points or bytes" in str(caught.value)


def test_byte_offset_past_the_end_is_refused() -> None:
    with pytest.raises(InputError, match="past the end"):
        Offsets("é").from_bytes(3)


@given(SPANS)
def test_merged_spans_cover_the_same_characters_in_order_and_with_gaps(spans: list[Span]) -> None:
    merged = merge_spans(spans)
    assert get_characters(merged) == get_characters(spans)
    assert all(first.end < second.start for first, second in pairwise(merged))
    assert merge_spans(merged) == merged


@given(SPANS, st.randoms())
def test_merging_does_not_depend_on_order(spans: list[Span], random: Random) -> None:
    shuffled = list(spans)
    random.shuffle(shuffled)
    assert merge_spans(shuffled) == merge_spans(spans)


@given(SPANS)
def test_sorted_spans_have_no_duplicates(spans: list[Span]) -> None:
    ordered = sort_spans((span.start, span.end) for span in spans)
    assert list(ordered) == sorted(set(spans))
    assert sort_spans((span.start, span.end) for span in ordered) == ordered


def test_adjacent_spans_are_merged_but_do_not_overlap() -> None:
    assert merge_spans([Span(0, 3), Span(3, 5)]) == (Span(0, 5),)
    assert not Span(0, 3).overlaps(Span(3, 5))
    assert Span(0, 3).overlaps(Span(2, 5)) and Span(2, 5).overlaps(Span(0, 3))
    assert merge_spans([]) == ()


def test_covered_text_joins_fragments_with_a_space() -> None:
    text = "black, tarry, bloody stools"
    assert get_covered_text(text, [Span(0, 5), Span(21, 27)]) == "black stools"


def test_lines_count_from_one() -> None:
    text = "one\ntwo\n"
    assert [get_line_number(text, at) for at in (0, 3, 4, 8)] == [1, 1, 2, 3]
