"""Chooses whole patient records: a median number of documents, a mix of types and lengths.

CLEF (section 3.1.1) took two records "from two of the major diagnostic categories, to give median
numbers of documents, and a mix of document types and lengths". The rule here:

1. A patient belongs to the diagnosis category that most of the documents have.
2. In each category patients stand in this order: how near the number of their documents is to the
   category's median; then more document types; then more of short, medium and long; then chance.
3. With a number only, categories give one patient each in turn, the one with most documents first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from statistics import median

from goldsmith.errors import InputError, UnknownName
from goldsmith.sampling.card import Card
from goldsmith.sampling.fields import Fields
from goldsmith.sampling.order import key
from goldsmith.sampling.plan import Record, Size


def choose(
    cards: Sequence[Card], patients: Collection[str], fields: Fields, size: Size, *, seed: int
) -> list[Record]:
    """The records chosen among `patients`; `cards` holds whole records, so that they stay whole."""
    categories = _ranked(_records(cards, patients, fields), seed)
    sizes = size if isinstance(size, dict) else _in_turn(size, categories)
    for category, number in sizes.items():
        if category not in categories:
            raise UnknownName("diagnosis category", category, categories)
        if number > len(categories[category]):
            raise _too_few(number, len(categories[category]), f" with diagnosis {category}")
    return [one for category, number in sizes.items() for one in categories[category][:number]]


def _records(
    cards: Sequence[Card], patients: Collection[str], fields: Fields
) -> dict[str, list[Record]]:
    """Category -> the records in it, the category with the most documents first."""
    held: dict[str, list[Card]] = {}
    for card in cards:
        if card.patient in patients:
            held.setdefault(card.patient, []).append(card)
    found: dict[str, list[Record]] = {}
    for patient, own in held.items():
        record = _record(patient, own, fields)
        found.setdefault(record.category, []).append(record)
    order = sorted(found, key=lambda name: (-sum(one.documents for one in found[name]), name))
    return {category: found[category] for category in order}


def _record(patient: str, cards: list[Card], fields: Fields) -> Record:
    categories = _counts(cards, fields, "diagnosis")
    known = {name: count for name, count in categories.items() if name} or {"": 0}
    category = min(known, key=lambda name: (-known[name], name))
    types, lengths = _counts(cards, fields, "type"), _counts(cards, fields, "length")
    return Record(patient, category, len(cards), 0.0, types, lengths)


def _counts(cards: list[Card], fields: Fields, field: str) -> dict[str, int]:
    counts = Counter(map(fields.field(field), cards))
    return dict(sorted(counts.items()))


def _ranked(categories: dict[str, list[Record]], seed: int) -> dict[str, list[Record]]:
    found = {}
    for category, records in categories.items():
        middle = float(median(record.documents for record in records))

        def rank(record: Record, middle: float = middle) -> tuple[float, int, int, bytes]:
            off = abs(record.documents - middle)
            return (off, -len(record.types), -len(record.lengths), key(seed, record.patient))

        found[category] = [
            Record(one.patient, category, one.documents, middle, one.types, one.lengths)
            for one in sorted(records, key=rank)
        ]
    return found


def _in_turn(number: int, categories: dict[str, list[Record]]) -> dict[str, int]:
    total = sum(map(len, categories.values()))
    if number > total:
        raise _too_few(number, total)
    sizes = dict.fromkeys(categories, 0)
    while number:
        for category in [one for one in sizes if sizes[one] < len(categories[one])][:number]:
            sizes[category] += 1
            number -= 1
    return sizes


def _too_few(wanted: int, there: int, which: str = "") -> InputError:
    return InputError(
        f"{wanted:,} whole patient records{which} are wanted and there are {there:,}",
        remedy="Ask for fewer with --patients",
    )
