"""Words of a text with exact offsets, and the breaks between them."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from goldsmith.terminology.index.scan import scan


def list_words(text: str) -> list[str]:
    tokens = scan(text)
    return [text[s:e] for s, e in zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("...", []),
        ("Chest pain.", ["Chest", "pain"]),
        ("HER2-positive", ["HER", "2", "positive"]),
        ("Crohn's and Crohn’s", ["Crohn", "and", "Crohn"]),
        ("s's", ["s"]),
        ("his' s", ["his", "s"]),
        ("α-fetoprotein", ["α", "fetoprotein"]),
        ("β2", ["β", "2"]),
        ("\U0001f600pain\U0001f600", ["pain"]),
        ("pain→left", ["pain", "left"]),
        ("hyper\u00adtension", ["hyper\u00adtension"]),
        ("日本語 pain", ["日本語", "pain"]),
        ("cafe\u0301.", ["cafe\u0301"]),
        ("under_score", ["under", "score"]),
    ],
)
def test_words_are_runs_of_one_class(text: str, expected: list[str]) -> None:
    assert list_words(text) == expected


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Pain", "PAIN", True),
        ("café", "cafe\u0301", True),
        ("hyper\u00adtension", "hypertension", True),
        ("Ménière", "meniere", True),
        ("pain", "pains", False),
        ("ab", "ba", False),
        ("日本", "日木", False),
    ],
)
def test_words_that_fold_alike_have_the_same_hash(first: str, second: str, same: bool) -> None:
    assert (scan(first).hash[0] == scan(second).hash[0]) == same


@pytest.mark.parametrize(
    ("text", "capital"),
    [("PE", True), ("Pe", False), ("pe", False), ("PEs", True), ("As", False), ("Is", False)],
)
def test_word_in_capitals_can_end_in_a_small_s(text: str, capital: bool) -> None:
    assert scan(text).capital.tolist() == [capital]


@pytest.mark.parametrize(
    ("text", "glued"),
    [
        ("T2", [False, True]),
        ("T 2", [False, False]),
        ("T-2", [False, False]),
        ("grade 1.5", [False, False, True]),
        ("grade 1. 5", [False, False, False]),
        ("v.1", [False, False]),
    ],
)
def test_parts_of_a_token_or_number_are_glued(text: str, glued: list[bool]) -> None:
    assert scan(text).glued.tolist() == glued


@pytest.mark.parametrize(
    ("text", "medium", "hard"),
    [
        ("one two", 0, 0),
        ("one, two", 1, 0),
        ("one (two", 1, 0),
        ("one. Two", 1, 0),
        ("one.Two", 1, 0),
        ("one.two", 0, 0),
        ("1.5", 0, 0),
        ("one; two", 0, 1),
        ("one\ntwo", 0, 0),
        ("one\r\ntwo", 0, 0),
        ("one\n\ntwo", 0, 1),
        ("one\r\n\r\ntwo", 0, 1),
        ("one\n  \ntwo", 0, 1),
        ("one\x00two", 0, 1),
    ],
)
def test_breaks_between_two_words(text: str, medium: int, hard: int) -> None:
    tokens = scan(text)
    assert (tokens.medium[-1] - tokens.medium[0], tokens.hard[-1] - tokens.hard[0]) == (
        medium,
        hard,
    )


@given(st.text())
@example("\u0301")
@example("a\u0301\u0301b")
@example("\ud800")
@example(".")
@example("'s")
def test_words_of_any_text_are_ordered_and_do_not_overlap(text: str) -> None:
    tokens = scan(text)
    assert (tokens.start < tokens.end).all()
    assert (tokens.end[:-1] <= tokens.start[1:]).all()
    assert len({len(column) for column in tokens}) == 1
    if len(tokens.end):
        assert tokens.end[-1] <= len(text)


@example("2's\u0301")
@given(st.text(alphabet="aé e\u0301öñ.,'s2"))
def test_composed_and_combining_accents_give_the_same_words(text: str) -> None:
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert scan(composed).hash.tolist() == scan(decomposed).hash.tolist()
    assert [unicodedata.normalize("NFC", word) for word in list_words(decomposed)] == list_words(
        composed
    )


@given(st.lists(st.text(alphabet="ab c.\n,1é", min_size=1), min_size=2, max_size=5))
def test_texts_joined_by_null_are_scanned_separately(texts: list[str]) -> None:
    whole = scan("\x00".join(texts))
    assert whole.hash.tolist() == [value for text in texts for value in scan(text).hash.tolist()]
    assert whole.glued.tolist() == [flag for text in texts for flag in scan(text).glued.tolist()]
