"""Choose whole patient records: a median number of documents, a mix of types and lengths.

CLEF (section 3.1.1) took two records "from two of the major diagnostic categories, to give median
numbers of documents, and a mix of document types and lengths". This module does it as follows:

1. A patient belongs to the diagnosis category of most of the patient's documents.
2. The patients of a category are ranked by the distance of their number of documents from the
   category's median; then by more document types; then by more of the lengths short, medium and
   long; then by a hash.
3. If only a number of patients is requested, the categories give one patient each in turn, the
   category with the most documents first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from statistics import median

import msgspec

from goldsmith.errors import InputError, UnknownName
from goldsmith.sampling.fields import Fields
from goldsmith.sampling.ordering import order_key
from goldsmith.sampling.plan import Record, Size
from goldsmith.sampling.population import Card


def choose_records(
    cards: Sequence[Card], patients: Collection[str], fields: Fields, size: Size, *, seed: int
) -> list[Record]:
    """Choose the records of some of the patients.

    Args:
        cards: All documents of the population, so that the records are whole.
        patients: The patients to choose from.
        fields: Reads the fields of the cards.
        size: The number of records in all, or for each diagnosis category.
        seed: Decides between records of equal rank.

    Raises:
        InputError: A category is unknown or has too few patients.
    """
    categories = _rank_records(_group_records(cards, patients, fields), seed)
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
    by_category: dict[str, list[Record]] = {}
    for patient, patient_cards in by_patient.items():
        record = _make_record(patient, patient_cards, fields)
        by_category.setdefault(record.category, []).append(record)

    def rank(category: str) -> tuple[int, str]:
        return -sum(record.documents for record in by_category[category]), category

    return {category: by_category[category] for category in sorted(by_category, key=rank)}


def _make_record(patient: str, cards: list[Card], fields: Fields) -> Record:
    """Make the record of a patient; the median is filled in when all records are there."""
    categories = _count_values(cards, fields, "diagnosis")
    counts = {name: count for name, count in categories.items() if name} or {"": 0}
    category = min(counts, key=lambda name: (-counts[name], name))
    types, lengths = _count_values(cards, fields, "type"), _count_values(cards, fields, "length")
    return Record(patient, category, len(cards), 0.0, types, lengths)


def _count_values(cards: list[Card], fields: Fields, field: str) -> dict[str, int]:
    counts = Counter(map(fields.make_reader(field), cards))
    return dict(sorted(counts.items()))


def _rank_records(categories: dict[str, list[Record]], seed: int) -> dict[str, list[Record]]:
    ranked = {}
    for category, records in categories.items():
        middle = float(median(record.documents for record in records))

        def rank(record: Record, middle: float = middle) -> tuple[float, int, int, bytes]:
            distance = abs(record.documents - middle)
            tie_breaker = order_key(seed, record.patient)
            return (distance, -len(record.types), -len(record.lengths), tie_breaker)

        ranked[category] = [
            msgspec.structs.replace(record, median=middle) for record in sorted(records, key=rank)
        ]
    return ranked


def _share_in_turn(count: int, categories: dict[str, list[Record]]) -> dict[str, int]:
    """Give each category one record in turn until `count` records are shared out."""
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
