"""Choose whole patient records: a median number of documents, a mix of types and lengths.

CLEF (section 3.1.1) took two records "from two of the major diagnostic categories, to give median
numbers of documents, and a mix of document types and lengths". This module proceeds as follows:

1. A patient belongs to the category of the patient's primary diagnosis.
2. The candidates are the third of a category's patients whose number of documents is nearest the
   category's median, and all others who are equally near.
3. A candidate is suitable if the number of document types plus the number of lengths (short, medium
   and long) in the record is at least the median of the candidates.
4. Suitable patients are drawn at random. If more are needed, the others follow: first the nearest
   to the median, then those with more types, then those with more lengths.
5. If only a number of patients is requested, the categories give one patient each in turn, the
   category with the most documents first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction
from math import ceil
from statistics import median

import msgspec

from goldsmith.errors import InputError, UnknownName
from goldsmith.sampling import icd10
from goldsmith.sampling.diagnoses import find_primary_diagnoses
from goldsmith.sampling.fields import Fields
from goldsmith.sampling.ordering import order_key
from goldsmith.sampling.plan import Record, Size
from goldsmith.sampling.population import Card

#: The share of a category's patients who are candidates.
_CANDIDATES = Fraction(1, 3)


def choose_records(
    cards: Sequence[Card], patients: Collection[str], fields: Fields, size: Size, *, seed: int
) -> list[Record]:
    """Choose the records of some of the patients.

    Args:
        cards: All documents of the population, so that the records are whole.
        patients: The patients to choose from.
        fields: Reads the fields of the cards.
        size: The number of records in total, or for each diagnosis category.
        seed: Decides which of the suitable records are chosen.

    Raises:
        InputError: A category is unknown or has too few patients.
    """
    groups = _group_records(cards, patients, fields)
    categories = {category: _rank_records(records, seed) for category, records in groups.items()}
    sizes = size if isinstance(size, dict) else _share_in_turn(size, categories)
    for category, count in sizes.items():
        if category not in categories:
            raise UnknownName("diagnosis category", category, categories)
        if count > len(categories[category]):
            raise _make_size_error(count, len(categories[category]), f" with diagnosis {category}")
    return [record for category, count in sizes.items() for record in categories[category][:count]]


def _group_records(
    cards: Sequence[Card], patients: Collection[str], fields: Fields
) -> dict[str, list[Record]]:
    """Group records by category, the category with the most documents first."""
    by_patient: dict[str, list[Card]] = {}
    for card in cards:
        if card.patient in patients:
            by_patient.setdefault(card.patient, []).append(card)
    diagnoses = find_primary_diagnoses(cards)
    by_category: dict[str, list[Record]] = {}
    for patient, patient_cards in by_patient.items():
        category = icd10.find_category(diagnoses[patient])
        record = _make_record(patient, category, patient_cards, fields)
        by_category.setdefault(record.category, []).append(record)

    def rank(category: str) -> tuple[int, str]:
        return -sum(record.documents for record in by_category[category]), category

    return {category: by_category[category] for category in sorted(by_category, key=rank)}


def _make_record(patient: str, category: str, cards: list[Card], fields: Fields) -> Record:
    """Make the record of a patient; the median is filled in once all records are known."""
    types, lengths = _count_values(cards, fields, "type"), _count_values(cards, fields, "length")
    return Record(patient, category, len(cards), 0.0, types, lengths)


def _count_values(cards: list[Card], fields: Fields, field: str) -> dict[str, int]:
    counts = Counter(map(fields.make_reader(field), cards))
    return dict(sorted(counts.items()))


def _rank_records(records: list[Record], seed: int) -> list[Record]:
    """Rank the records of a category: suitable ones in random order, then the others."""
    middle = float(median(record.documents for record in records))
    records = [msgspec.structs.replace(record, median=middle) for record in records]
    distances = sorted(map(_measure_distance, records))
    limit = distances[ceil(len(records) * _CANDIDATES) - 1]
    candidates = [record for record in records if _measure_distance(record) <= limit]
    mix = median(map(_measure_mix, candidates))
    suitable = {record.patient for record in candidates if _measure_mix(record) >= mix}

    def rank(record: Record) -> tuple[float, int, int, bytes]:
        tie_breaker = order_key(seed, record.patient)
        if record.patient in suitable:
            return -1, 0, 0, tie_breaker
        return _measure_distance(record), -len(record.types), -len(record.lengths), tie_breaker

    return sorted(records, key=rank)


def _measure_distance(record: Record) -> float:
    return abs(record.documents - record.median)


def _measure_mix(record: Record) -> int:
    return len(record.types) + len(record.lengths)


def _share_in_turn(count: int, categories: dict[str, list[Record]]) -> dict[str, int]:
    """Give each category one record in turn until `count` records are assigned."""
    total = sum(map(len, categories.values()))
    if count > total:
        raise _make_size_error(count, total)
    sizes = dict.fromkeys(categories, 0)
    while count:
        unfinished = [name for name in sizes if sizes[name] < len(categories[name])]
        for category in unfinished[:count]:
            sizes[category] += 1
            count -= 1
    return sizes


def _make_size_error(requested: int, available: int, condition: str = "") -> InputError:
    return InputError(
        f"{requested:,} whole patient records{condition} are requested, but only {available:,} "
        "exist",
        remedy="Ask for fewer with --patients",
    )
