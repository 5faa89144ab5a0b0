"""Which mentions of places mean the same place.

A body has one chest: places that are named by the same words, with the same side and part, are the
same place, whether or not the life of the patient knows them. A place without a side is the one
that was named before, unless several were. Words for sets and for parts of several organs name
nothing single, so they are the same only where the life says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from typing import Protocol

from goldsmith.core import Span
from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.life.catalogue import load_catalogue
from goldsmith_demo.life.spelling import americanise
from goldsmith_demo.writing.layers.mentions import read_words

_SEPARATOR = "; "
_LOOSE = "loose-"


class Places(DataFile, frozen=True):
    """Words that do not name a single place; further names of places, and parts of wholes."""

    collective: str
    tissues: str
    same: dict[str, str]
    pairs: dict[str, str]
    parts: dict[str, str]


class Row(Protocol):
    """An entity: its type, where it stands, and what it is about."""

    @property
    def kind(self) -> str: ...
    @property
    def spans(self) -> tuple[Span, ...]: ...
    @property
    def about(self) -> str: ...


_load = make_reader(__package__, "places", Places)


@cache
def _list_collective() -> frozenset[str]:
    return frozenset(_load().collective.split(_SEPARATOR))


def is_collective(words: str) -> bool:
    """Return whether words name no single place: "nodes", "margin"."""
    return words.lower() in _list_collective()


@cache
def is_tissue(word: str) -> bool:
    """Return whether a word names what places consist of or hold: "skin", "nodes"."""
    return word in _load().tissues.split(_SEPARATOR)


@cache
def _index_wholes() -> dict[str, tuple[str, str]]:
    """Return each name of a place with the place, and with what it is part of."""
    loci = (thing for thing in load_catalogue("us").values() if thing.kind == "Locus")
    index = {name.lower(): (thing.base, thing.whole) for thing in loci for name in thing.names}
    for whole, parts in _load().parts.items():
        index |= {americanise(name): (name, whole) for name in parts.split(_SEPARATOR)}
    for place, names in _load().same.items():
        index |= dict.fromkeys(names.split(_SEPARATOR), index.get(place, (place, "")))
    return index


@cache
def list_wholes(words: str) -> tuple[str, ...]:
    """Return the place that words name, what it is part of, what that is part of, and so on."""
    base, whole = _index_wholes().get(americanise(words.lower()), (words.lower(), ""))
    places = [base]
    while whole and whole not in places:
        places += [whole, *_load().pairs.get(whole, "").split()]
        entry = load_catalogue("us").get(whole)
        whole = entry.whole if entry else ""
    return tuple(places)


def identify_places(
    rows: Sequence[Row], modifiers: Iterable[tuple[Row, Row]], text: str
) -> dict[int, str]:
    """Return what each place among rows in the order of the text is, by the id of its row.

    Args:
        rows: entities of a page.
        modifiers: sides and parts, each with the place that it modifies.
        text: the text of the page.
    """
    parts: dict[int, set[str]] = defaultdict(set)
    for modifier, place in modifiers:
        between = text[modifier.spans[-1].end : place.spans[0].start]
        if " of " not in between:  # the quadrant of a breast is a part; the breast is the same
            parts[id(place)].add(read_words(modifier.spans, text).lower())
    names: dict[str, dict[Hashable, str]] = defaultdict(dict)
    same: dict[int, str] = {}
    for row in rows:
        if row.kind == "Locus":
            words = read_words(row.spans, text).lower()
            words = words if words in _list_collective() else list_wholes(words)[0]
            places, closer = names[words], frozenset(parts[id(row)])
            about = row.about
            match = "" if words in _list_collective() else _choose(places, closer)
            if match and _LOOSE in (about[: len(_LOOSE)], match[: len(_LOOSE)]):
                about = match
            places.setdefault(closer, about)
            same[id(row)] = about
    return same


def _choose(places: dict[Hashable, str], closer: frozenset[str]) -> str:
    """Return the place of the same words that is meant; empty if none or several fit."""
    if closer in places:
        return places[closer]
    fitting = set(places.values())
    return fitting.pop() if not closer and len(fitting) == 1 else ""
