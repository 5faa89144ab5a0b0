"""The primary diagnosis of each patient, from the diagnoses of the patient's documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from goldsmith.sampling import icd10
from goldsmith.sampling.population import Card


def find_primary_diagnoses(cards: Iterable[Card]) -> dict[str, str]:
    """Map each patient to a diagnosis; "" if no document of the patient has one.

    The primary diagnosis is the most frequent diagnosis in the most frequent category of the
    patient's documents. Ties are broken alphabetically.
    """
    diagnoses: dict[str, Counter[str]] = {}
    for card in cards:
        if card.patient:
            counts = diagnoses.setdefault(card.patient, Counter())
            counts[card.diagnosis] += bool(card.diagnosis)
    return {patient: _choose_diagnosis(counts) for patient, counts in diagnoses.items()}


def _choose_diagnosis(counts: Counter[str]) -> str:
    categories: Counter[str] = Counter()
    for diagnosis, count in counts.items():
        categories[icd10.find_category(diagnosis)] += count

    def rank(diagnosis: str) -> tuple[int, str, int, str]:
        category = icd10.find_category(diagnosis)
        return -categories[category], category, -counts[diagnosis], diagnosis

    return min(filter(None, counts), key=rank, default="")
