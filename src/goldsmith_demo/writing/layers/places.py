"""Know the names of places: which are the same, which contain others, and which are sets."""

from __future__ import annotations

from functools import cache

from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.life.catalogue import load_catalogue
from goldsmith_demo.life.spelling import americanise

_SEPARATOR = "; "


class Places(DataFile, frozen=True):
    """Words that do not name a single place, additional names of places, and parts of wholes."""

    collective: str
    tissues: str
    same: dict[str, str]
    pairs: dict[str, str]
    parts: dict[str, str]


_load = make_reader(__package__, "places", Places)


@cache
def _list_collective() -> frozenset[str]:
    return frozenset(_load().collective.split(_SEPARATOR))


def is_collective(words: str) -> bool:
    """Return whether words do not name a single place: "nodes", "margin"."""
    return words.lower() in _list_collective()


@cache
def is_tissue(word: str) -> bool:
    """Return whether a word names a tissue that occurs in many places: "skin", "nodes"."""
    return word in _load().tissues.split(_SEPARATOR)


@cache
def _index_wholes() -> dict[str, tuple[str, str]]:
    """Map each name of a place to the place and its whole."""
    loci = (thing for thing in load_catalogue("us").values() if thing.kind == "Locus")
    index = {name.lower(): (thing.base, thing.whole) for thing in loci for name in thing.names}
    for whole, parts in _load().parts.items():
        index |= {americanise(name): (name, whole) for name in parts.split(_SEPARATOR)}
    for place, names in _load().same.items():
        index |= dict.fromkeys(names.split(_SEPARATOR), index.get(place, (place, "")))
    return index


@cache
def list_wholes(words: str) -> tuple[str, ...]:
    """Return the place that words name, then its whole, the whole of that, and so on."""
    base, whole = _index_wholes().get(americanise(words.lower()), (words.lower(), ""))
    places = [base]
    while whole and whole not in places:
        places += [whole, *_load().pairs.get(whole, "").split()]
        entry = load_catalogue("us").get(whole)
        whole = entry.whole if entry else ""
    return tuple(places)
