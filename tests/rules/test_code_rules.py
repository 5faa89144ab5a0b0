"""Rules about codes, with a small terminology."""

from pathlib import Path

import numpy as np
import pytest
from tests.builders import parse_sentence
from tests.terminology.builders import make_concept

from goldsmith.core import load_builtin_schema
from goldsmith.rules import ConceptChecker, check_rules
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.store import Terminology

CONCEPTS = [
    make_concept("1", "Diabetes mellitus", "diabetes"),
    make_concept("2", "Type 2 diabetes mellitus", "type 2 diabetes", parents=("1",)),
    make_concept("3", "Pain"),
    make_concept("4", "Old name", retired=True, replaced_by=("1",)),
]


@pytest.fixture
def terms(tmp_path: Path) -> Terminology:
    compile_concepts(CONCEPTS, tmp_path / "terms", name="terms")
    return Terminology(tmp_path / "terms")


def list_messages(terms: Terminology, code: str, words: str, subset: str = "124") -> list[str]:
    """Check a disorder with a code against a subset of the concepts."""
    mask = np.zeros(len(terms), bool)
    for member in subset:
        number = terms.get_number(member)
        assert number is not None
        mask[number] = True
    doc, annotation_set = parse_sentence(f"Known <m:disorder|code={code}>{words}</>.")
    checker = ConceptChecker([(terms, mask)])
    schema = load_builtin_schema("mayo-disorder")
    return [problem.message for problem in check_rules(doc, annotation_set, schema, checker)]


def test_most_specific_code_of_the_subset_passes(terms: Terminology) -> None:
    assert list_messages(terms, "2", "type 2 diabetes") == []
    assert list_messages(terms, "1", "diabetes") == []
    assert list_messages(terms, "CUI-less", "malaise") == []


def test_code_outside_the_subset(terms: Terminology) -> None:
    assert list_messages(terms, "3", "pain") == ["the code 3 is not in the subset"]


def test_unknown_code(terms: Terminology) -> None:
    assert list_messages(terms, "99", "gout") == ["the code 99 is in none of the terminologies"]


def test_retired_code(terms: Terminology) -> None:
    assert list_messages(terms, "4", "old name") == ["the code 4 is retired"]


def test_code_more_general_than_the_words(terms: Terminology) -> None:
    assert list_messages(terms, "1", "type 2 diabetes") == [
        "the words name 2, which is more specific than 1"
    ]


def test_words_that_name_no_concept_may_have_any_code(terms: Terminology) -> None:
    assert list_messages(terms, "1", "his sugar problem") == []


def test_rules_about_codes_are_skipped_without_a_terminology() -> None:
    doc, annotation_set = parse_sentence("Known <m:disorder|code=99>gout</>.")
    assert list(check_rules(doc, annotation_set, load_builtin_schema("mayo-disorder"))) == []
