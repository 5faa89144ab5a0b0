"""The fields by which a population can be restricted and stratified."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import attrgetter

from goldsmith.errors import UnknownName
from goldsmith.sampling import icd10
from goldsmith.sampling.diagnoses import find_primary_diagnoses
from goldsmith.sampling.plan import DiagnosisOf
from goldsmith.sampling.population import Card
from goldsmith.sampling.rounding import Cell

_EXTRA = "extra."
_PLAIN: dict[str, Callable[[Card], str]] = {
    "type": attrgetter("type"),
    "subtype": attrgetter("subtype"),
    "patient": attrgetter("patient"),
    "institution": attrgetter("institution"),
    "date": attrgetter("date"),
    "year": lambda card: card.date[:4],
}
#: Diagnosis field -> the function that derives it from the diagnosis.
_DIAGNOSES: dict[str, Callable[[str], str]] = {
    "diagnosis": icd10.find_category,
    "code": str,
    "chapter": icd10.find_chapter,
}
BUILT_IN = (*_PLAIN, *_DIAGNOSES, "length")


def check_fields(names: Iterable[str], cards: Iterable[Card]) -> None:
    """Raise UnknownName if a field is neither built in nor an extra field of the first cards.

    An extra field that none of these cards has can still be named as `extra.NAME`.
    """
    unsure = [name for name in names if name not in BUILT_IN and not name.startswith(_EXTRA)]
    if unsure:
        names = Fields(list(cards)).names
        for name in unsure:
            if name not in names:
                raise UnknownName("field", name, [*names, f"{_EXTRA}NAME"])


class Fields:
    """Readers of the fields of cards: metadata, values derived from them, and extra fields.

    `diagnosis` is the ICD-10 category and `code` the diagnosis as written. `length` is short,
    medium or long, each for a third of the documents. `extra.NAME` always means the extra field.

    Args:
        cards: All documents of the population.
        diagnosis_of: Read the diagnosis of the document itself, or the primary diagnosis of its
            patient.
    """

    def __init__(self, cards: Sequence[Card], *, diagnosis_of: DiagnosisOf = "document") -> None:
        self._cards, self._diagnosis_of = cards, diagnosis_of

    @cached_property
    def _extra(self) -> frozenset[str]:
        return frozenset(name for card in self._cards for name, _ in card.extra)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all fields; extra fields with the name of another field are `extra.NAME`."""
        return (*BUILT_IN, *sorted(_EXTRA * (name in BUILT_IN) + name for name in self._extra))

    def make_reader(self, name: str) -> Callable[[Card], str]:
        """Make a function that reads a field of a card; the value is empty if it is missing."""
        if name in _PLAIN:
            return _PLAIN[name]
        if name in _DIAGNOSES:
            derive = _DIAGNOSES[name]
            return lambda card: derive(self._find_diagnosis(card))
        if name == "length":
            return self._classify_length
        plain = name if name in self._extra else name.removeprefix(_EXTRA)
        if plain not in self._extra:
            raise UnknownName("field", name, self.names)
        return lambda card: next((value for key, value in card.extra if key == plain), "")

    def make_cell_reader(self, axes: Iterable[str]) -> Callable[[Card], Cell]:
        """Make a function that reads the values of a card along the axes."""
        readers = [self.make_reader(axis) for axis in axes]
        return lambda card: tuple(read(card) for read in readers)

    @cached_property
    def _primary_diagnoses(self) -> dict[str, str]:
        return find_primary_diagnoses(self._cards) if self._diagnosis_of == "patient" else {}

    def _find_diagnosis(self, card: Card) -> str:
        return self._primary_diagnoses.get(card.patient, card.diagnosis)

    @cached_property
    def _length_bounds(self) -> tuple[int, int]:
        words = sorted(card.words for card in self._cards)
        return words[(len(words) - 1) // 3], words[(2 * len(words) - 1) // 3]

    def _classify_length(self, card: Card) -> str:
        first, second = self._length_bounds
        return "short" if card.words <= first else "medium" if card.words <= second else "long"
