"""Blinding: letters instead of annotators' names, and unit names that reveal nothing.

The engine's name of a unit is a hash of its content with the names of the annotators: anybody who
guesses the names could find out who made what. The API therefore uses a keyed hash of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from random import Random
from string import ascii_uppercase

import msgspec

from goldsmith.adjudication import Unit
from goldsmith.errors import NotFound
from goldsmith.project.curation.adjudication.cases import Case
from goldsmith.store.access import Actor
from goldsmith.store.curation.seeds import hide_name


class Blinder(msgspec.Struct, frozen=True):
    """Hides annotators from an adjudicator.

    Attributes:
        seed: The secret of the project.
        person: The adjudicator; each adjudicator sees different letters.
    """

    seed: str
    person: str

    def assign_letters(self, unit: Unit) -> dict[str, str]:
        """Return annotator -> letter for a unit; always the same for one adjudicator."""
        names = sorted(unit.annotators)
        digest = hashlib.sha256(f"{self.seed} {self.person} {unit.id}".encode()).digest()
        Random(digest).shuffle(names)
        return dict(zip(names, _make_letters(len(names)), strict=True))

    def hide_unit(self, unit_id: str) -> str:
        """Return the name of a unit in the API."""
        return hide_name(self.seed, "unit", unit_id)

    def find_unit(self, case: Case, name: str) -> str:
        """Return the engine's name of a unit.

        Raises:
            NotFound: The document has no such unit; the sets may have changed.
        """
        for unit in case.units:
            if self.hide_unit(unit.id) == name:
                return unit.id
        raise NotFound("there is no such unit in this document. Load the document again")


def make_blinder(seed: str, actor: Actor) -> Blinder:
    """Return the blinder for the acting person."""
    return Blinder(seed, actor.person)


def hide_makers(letters: Mapping[str, str], makers: Iterable[str]) -> tuple[str, ...]:
    """Return the letters of annotators, sorted."""
    return tuple(sorted(letters[name] for name in makers))


def _make_letters(count: int) -> list[str]:
    """Return A, B, …; numbers follow after Z."""
    letters = list(ascii_uppercase[:count])
    return letters + [str(number) for number in range(len(letters) + 1, count + 1)]
