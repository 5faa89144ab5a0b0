"""Codes, chapters and blocks of ICD-10, and the terms that select them."""

from itertools import pairwise

import pytest

from goldsmith.errors import InputError
from goldsmith.sampling import icd10


@pytest.mark.parametrize(
    ("diagnosis", "category", "chapter"),
    [
        ("C15.9", "digestive", "II"),
        ("C26", "digestive", "II"),
        ("c269", "digestive", "II"),
        ("C50.4", "breast", "II"),
        ("C81", "haematological", "II"),
        ("C96.9", "haematological", "II"),
        ("C34.1 ; C79.3", "respiratory", "II"),
        ("C56", "female-genital", "II"),
        ("C61", "male-genital", "II"),
        ("D48.9", "uncertain", "II"),
        ("C42", "chapter II", "II"),
        ("I10", "chapter IX", "IX"),
        ("M14.0*", "chapter XIII", "XIII"),
        ("D49", "D49", ""),
        ("breast cancer", "breast cancer", ""),
        ("", "", ""),
    ],
)
def test_diagnosis_has_a_category_and_a_chapter(
    diagnosis: str, category: str, chapter: str
) -> None:
    assert icd10.find_category(diagnosis) == category
    assert icd10.find_chapter(diagnosis) == chapter


def test_blocks_are_consecutive_in_chapter_two() -> None:
    [chapter] = [chapter for chapter in icd10.CHAPTERS if chapter.name == "II"]
    ends = [end for block in icd10.BLOCKS for end in (block.first, block.last)]
    assert ends == sorted(ends)
    assert (ends[0], ends[-1]) == (chapter.first, chapter.last)
    assert len({block.name for block in icd10.BLOCKS}) == len(icd10.BLOCKS) == 18


def test_chapters_do_not_overlap() -> None:
    in_order = sorted(icd10.CHAPTERS, key=lambda chapter: chapter.first)
    assert all(first.last < second.first for first, second in pairwise(in_order))


@pytest.mark.parametrize(
    ("term", "inside", "outside"),
    [
        ("II", ["C00", "C509", "D489"], ["D50", "B99", ""]),
        ("ii", ["C00"], ["D50"]),
        ("breast", ["C50", "C504"], ["C51"]),
        ("C15-C26", ["C15", "C269"], ["C14", "C30"]),
        ("C15–C26", ["C20"], ["C30"]),
        ("C50.1-C50.4", ["C501", "C504"], ["C50", "C500", "C505"]),
        ("C50", ["C50", "C504"], ["C5", "C51"]),
        ("C50.4", ["C504"], ["C50", "C505"]),
        ("C", ["C00", "C97"], ["D00"]),
    ],
)
def test_term_selects_codes(term: str, inside: list[str], outside: list[str]) -> None:
    code_range = icd10.parse_range(term)
    assert all(code_range.contains(code) for code in inside)
    assert not any(code_range.contains(code) for code in outside)


@pytest.mark.parametrize("term", ["", "XXIII", "brest", "C26-C15", "C1-C2-C3", "50"])
def test_unknown_term_is_rejected(term: str) -> None:
    with pytest.raises(InputError, match="ICD-10"):
        icd10.parse_range(term)
