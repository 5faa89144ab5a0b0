"""Restriction and strata by the diagnosis of the document, or of its patient as in CLEF."""

import pytest

from goldsmith.sampling import (
    Card,
    DrawPlan,
    Part,
    Population,
    Restriction,
    build_population_from_cards,
    draw_samples,
)
from goldsmith.sampling.diagnoses import find_primary_diagnoses
from goldsmith.sampling.plan import DiagnosisOf


@pytest.fixture
def people() -> Population:
    """Return a patient with breast cancer, one with heart disease, and a note without a patient."""
    codes = {"A": ("C50.1", "C50.4", "C50.4", "I10", ""), "B": ("I21", "I10", "C18"), "": ("C34",)}
    return build_population_from_cards(
        Card(f"{patient}{number}", patient, diagnosis=code)
        for patient, own in codes.items()
        for number, code in enumerate(own)
    )


@pytest.mark.parametrize(
    ("diagnosis_of", "expected"),
    [("document", ("0", "A0", "A1", "A2", "B2")), ("patient", ("0", "A0", "A1", "A2", "A3", "A4"))],
)
def test_restriction_by_document_or_by_patient(
    people: Population, diagnosis_of: DiagnosisOf, expected: tuple[str, ...]
) -> None:
    only = Restriction(icd10=("II",))
    parts = (Part("all", len(expected)),)
    plan = DrawPlan(only=only, parts=parts, axes=("diagnosis",), diagnosis_of=diagnosis_of)
    result = draw_samples(people, plan)
    assert result.parts["all"] == expected
    assert result.restrictions[0].documents == len(expected)
    strata = {row.values["diagnosis"]: row.population for row in result.strata}
    if diagnosis_of == "patient":
        assert strata == {"breast": 5, "respiratory": 1}
    else:
        assert strata == {"breast": 3, "respiratory": 1, "digestive": 1}


def test_frequency_counts_all_documents_of_a_patient(people: Population) -> None:
    only = Restriction(icd10=("II",), frequent="diagnosis", min_share=0.5)
    plan = DrawPlan(only=only, parts=(Part("all", 5),), diagnosis_of="patient")
    assert draw_samples(people, plan).parts["all"] == ("A0", "A1", "A2", "A3", "A4")


def test_primary_diagnosis_is_the_most_frequent_of_the_most_frequent_category() -> None:
    codes = {"A": ("C50.1", "C50.4", "I10", "I10"), "B": ("", ""), "C": ("I10", "C50; I10", "C50")}
    cards = [
        Card(f"{patient}{number}", patient, diagnosis=code)
        for patient, own in codes.items()
        for number, code in enumerate(own)
    ]
    assert find_primary_diagnoses(cards) == {"A": "C50.1", "B": "", "C": "C50"}
