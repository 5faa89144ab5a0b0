"""Find names of concepts in text, and describe the concepts."""

from __future__ import annotations

import msgspec

from goldsmith.components.lookup import places
from goldsmith.components.lookup.places import Place


class NamedConcept(msgspec.Struct, frozen=True):
    """A name found in a text, with its concept; `text` is the name as written in the text."""

    start: int
    end: int
    text: str
    terms: str
    system: str
    code: str
    title: str
    name: str
    how: str
    worth: int


class Finder(places.Finder):
    """Finds names of terminologies in texts, and describes their concepts."""

    def find_names(self, text: str) -> list[NamedConcept]:
        """Return the names in a text, with their concepts."""
        return [self._describe(text, place) for place in self(text)]

    def _describe(self, text: str, place: Place) -> NamedConcept:
        terms = self.parts[place.terms].terms
        return NamedConcept(
            place.start,
            place.end,
            text[place.start : place.end],
            terms.name,
            terms.system(place.concept),
            terms.code(place.concept),
            terms.title(place.concept),
            terms.name_text(place.name),
            place.how,
            place.worth,
        )
