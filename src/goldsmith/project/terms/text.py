"""Names found in text, written out for people."""

from __future__ import annotations

import msgspec

from goldsmith.components.lookup import places
from goldsmith.components.lookup.places import Place


class Named(msgspec.Struct, frozen=True):
    """A name found in a text, with its concept written out. `text` is as the text has it."""

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
    """Finds names of several terminologies in texts, and writes them out."""

    def named(self, text: str) -> list[Named]:
        """The names in a text, written out."""
        return [self._named(text, place) for place in self(text)]

    def _named(self, text: str, place: Place) -> Named:
        terms = self.parts[place.terms].terms
        return Named(
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
