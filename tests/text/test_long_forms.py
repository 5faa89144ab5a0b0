"""Abbreviation expansion, and occurrences of whole words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.long_forms import find_long_forms, find_occurrences


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
def test_long_forms_are_found(text: str, pairs: list[tuple[str, str]]) -> None:
    assert [(text[slice(*f.short)], text[slice(*f.long)]) for f in find_long_forms(text)] == pairs


@given(st.text("ab (C).\n", max_size=60))
def test_any_text_gives_spans_inside_it(text: str) -> None:
    for short, long in find_long_forms(text):
        assert text[slice(*short)].strip() and text[slice(*long)].strip()


@given(st.text("abA_ -", max_size=30), st.text("abA", min_size=1, max_size=3))
def test_occurrences_agree_with_a_regular_expression(text: str, word: str) -> None:
    pattern = rf"(?<!\w){re.escape(word)}(?!\w)"
    assert list(find_occurrences(text, word)) == [m.span() for m in re.finditer(pattern, text)]
