"""The fields by which a population can be restricted and stratified."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import attrgetter

from goldsmith.errors import UnknownName
from goldsmith.sampling import icd10
from goldsmith.sampling.allocation import Cell
from goldsmith.sampling.population import Card

_EXTRA = "extra."
_PLAIN: dict[str, Callable[[Card], str]] = {
    "type": attrgetter("type"),
    "subtype": attrgetter("subtype"),
    "diagnosis": lambda card: icd10.find_category(card.diagnosis),
    "code": attrgetter("diagnosis"),
    "chapter": lambda card: icd10.find_chapter(card.diagnosis),
    "patient": attrgetter("patient"),
    "institution": attrgetter("institution"),
    "date": attrgetter("date"),
    "year": lambda card: card.date[:4],
}


class Fields:
    """Readers of the fields of cards: metadata, values derived from them, and extra fields.

    `diagnosis` is the ICD-10 category and `code` the diagnosis as written. `length` is short,
    medium or long, for a third of the documents each. `extra.NAME` always means the extra field.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        self._cards = cards

    @cached_property
    def _extra(self) -> frozenset[str]:
        return frozenset(name for card in self._cards for name, _ in card.extra)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all fields; extra fields with the name of another field are `extra.NAME`."""
        built_in = (*_PLAIN, "length")
        return (*built_in, *sorted(_EXTRA * (name in built_in) + name for name in self._extra))

    def make_reader(self, name: str) -> Callable[[Card], str]:
        """Make a function that reads a field of a card; the value is empty if it is missing."""
        if name in _PLAIN:
            return _PLAIN[name]
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
    def _length_bounds(self) -> tuple[int, int]:
        words = sorted(card.words for card in self._cards)
        return words[(len(words) - 1) // 3], words[(2 * len(words) - 1) // 3]

    def _classify_length(self, card: Card) -> str:
        first, second = self._length_bounds
        return "short" if card.words <= first else "medium" if card.words <= second else "long"
