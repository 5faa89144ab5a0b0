"""Abbreviations that a text explains, and where words stand."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.longforms import long_forms, occurrences


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("congestive heart failure (CHF)", [("CHF", "congestive heart failure")]),
        ("with ataxia-telangiectasia (A-T).", [("A-T", "ataxia-telangiectasia")]),
        ("APC (adenomatous polyposis coli)", [("APC", "adenomatous polyposis coli")]),
        ("seen by the GP (see letter)", []),
        ("the left (L) side and (12) cases", []),
        ("Heart failure. Renal failure (HF)", []),
        ("pain (P)", []),
        ("white blood cells (WBC; 12.1)", [("WBC", "white blood cells")]),
    ],
)
def test_explanations_are_found(text: str, pairs: list[tuple[str, str]]) -> None:
    assert [(text[slice(*f.short)], text[slice(*f.long)]) for f in long_forms(text)] == pairs


@given(st.text("ab (C).\n", max_size=60))
def test_any_text_gives_spans_inside_it(text: str) -> None:
    for short, long in long_forms(text):
        assert text[slice(*short)].strip() and text[slice(*long)].strip()


@given(st.text("abA_ -", max_size=30), st.text("abA", min_size=1, max_size=3))
def test_whole_words_are_found_as_a_pattern_would(text: str, word: str) -> None:
    pattern = rf"(?<!\w){re.escape(word)}(?!\w)"
    assert list(occurrences(text, word)) == [m.span() for m in re.finditer(pattern, text)]
