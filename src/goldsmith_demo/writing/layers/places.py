"""Resolve which mentions of places refer to the same place.

A body has one chest: mentions with the same words, side and part refer to the same place, whether
or not it is part of the patient's made-up life. A mention without a side refers to the place of
that name mentioned before, unless there are several. Words for sets, or for parts of several
organs, do not identify a single place, so they co-refer only if the made-up life says so.
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
    """Words that do not name a single place, additional names of places, and parts of wholes."""

    collective: str
    tissues: str
    same: dict[str, str]
    pairs: dict[str, str]
    parts: dict[str, str]


class Row(Protocol):
    """An entity: its type, its spans, and the key of its referent."""

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


def identify_places(
    rows: Sequence[Row], modifiers: Iterable[tuple[Row, Row]], text: str
) -> dict[Row, str]:
    """Return the key of each place among `rows`.

    Args:
        rows: the entities of a page, in text order.
        modifiers: pairs of a side or part and the place that it modifies.
        text: the text of the page.
    """
    parts: dict[Row, set[str]] = defaultdict(set)
    for modifier, place in modifiers:
        between = text[modifier.spans[-1].end : place.spans[0].start]
        if " of " not in between:  # "quadrant of the breast" does not change which breast it is
            parts[place].add(read_words(modifier.spans, text).lower())
    names: dict[str, dict[Hashable, str]] = defaultdict(dict)
    same: dict[Row, str] = {}
    for row in rows:
        if row.kind == "Locus":
            words = read_words(row.spans, text).lower()
            words = words if words in _list_collective() else list_wholes(words)[0]
            places, closer = names[words], frozenset(parts[row])
            about = row.about
            match = "" if words in _list_collective() else _choose(places, closer)
            if match and _LOOSE in (about[: len(_LOOSE)], match[: len(_LOOSE)]):
                about = match
            places.setdefault(closer, about)
            same[row] = about
    return same


def _choose(places: dict[Hashable, str], closer: frozenset[str]) -> str:
    """Return the matching place with the same name, or "" if none or several match."""
    if closer in places:
        return places[closer]
    fitting = set(places.values())
    return fitting.pop() if not closer and len(fitting) == 1 else ""
