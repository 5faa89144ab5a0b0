"""The fields of a population that it can be restricted by and stratified along."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import attrgetter

from goldsmith.errors import UnknownName
from goldsmith.sampling import icd10
from goldsmith.sampling.card import Card
from goldsmith.sampling.rounding import Cell

_EXTRA = "extra."
_PLAIN: dict[str, Callable[[Card], str]] = {
    "type": attrgetter("type"),
    "subtype": attrgetter("subtype"),
    "diagnosis": lambda card: icd10.category(card.diagnosis),
    "code": attrgetter("diagnosis"),
    "chapter": lambda card: icd10.chapter(card.diagnosis),
    "patient": attrgetter("patient"),
    "institution": attrgetter("institution"),
    "date": attrgetter("date"),
    "year": lambda card: card.date[:4],
}


class Fields:
    """Reads fields off cards, by name: metadata, what follows from it, and whatever `extra` has.

    `diagnosis` is the ICD-10 category and `code` the diagnosis as it stands; `length` is short,
    medium or long, a third of the documents each. `extra.NAME` is an extra field in any case.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        self._cards = cards

    @cached_property
    def _extra(self) -> frozenset[str]:
        return frozenset(name for card in self._cards for name, _ in card.extra)

    @cached_property
    def known(self) -> tuple[str, ...]:
        """The names of all fields; an extra one that has a name of ours is `extra.NAME`."""
        ours = (*_PLAIN, "length")
        return (*ours, *sorted(_EXTRA * (name in ours) + name for name in self._extra))

    def field(self, name: str) -> Callable[[Card], str]:
        """A function that gives a card's value; empty where the document has none."""
        if name in _PLAIN:
            return _PLAIN[name]
        if name == "length":
            return self._length
        plain = name if name in self._extra else name.removeprefix(_EXTRA)
        if plain not in self._extra:
            raise UnknownName("field", name, self.known)
        return lambda card: next((value for key, value in card.extra if key == plain), "")

    def cell(self, axes: Iterable[str]) -> Callable[[Card], Cell]:
        """A function that gives a card's values along the axes."""
        readers = [self.field(axis) for axis in axes]
        return lambda card: tuple(read(card) for read in readers)

    @cached_property
    def _bounds(self) -> tuple[int, int]:
        words = sorted(card.words for card in self._cards)
        return words[(len(words) - 1) // 3], words[(2 * len(words) - 1) // 3]

    def _length(self, card: Card) -> str:
        first, second = self._bounds
        return "short" if card.words <= first else "medium" if card.words <= second else "long"
