"""Catalogue of undated things for the lives of made-up patients, in two spellings."""

from __future__ import annotations

from functools import cache

import msgspec

from goldsmith_demo.data_files import DataFile, read_data
from goldsmith_demo.life.model import Thing
from goldsmith_demo.life.spelling import americanise

PAIRED_LOCI = frozenset(
    "breast axilla axillary_nodes sentinel_node lung upper_lobe middle_lobe lower_lobe "
    "main_bronchus lung_hilum hilar_nodes ovary testis kidney leg calf arm shoulder hip "
    "groin femur humerus inguinal_nodes supraclavicular_fossa supraclavicular_nodes "
    "chest_wall spermatic_cord neck cervical_nodes pleura scrotum adrenal hand foot loin".split()
)
"""Paired places, which have a left and a right side."""
_FILES = ("cancers", "conditions", "drugs", "interventions", "investigations", "loci")
_SEPARATOR = "; "


class Kind(msgspec.Struct, frozen=True):
    """The values that entries of a kind have in common."""

    kind: str
    """CLEF type."""
    generic: str = ""
    disorder: bool = False
    symptom: bool = False


class Entry(msgspec.Struct, frozen=True):
    """An entry of the catalogue."""

    like: str
    """Its kind."""
    names: str = ""
    """Names that clinicians use, the fullest first; if empty, the key itself."""
    generic: str | None = None
    """More general nouns; if None, those of the kind."""
    place: str = ""
    whole: str = ""


class Catalogue(DataFile, frozen=True):
    """A file of entries by key."""

    kinds: dict[str, Kind]
    entries: dict[str, Entry]


@cache
def load_catalogue(style: str) -> dict[str, Thing]:
    """Return the templates of all things by key, in the spelling of a style (uk or us)."""
    files = (read_data(__package__, name, Catalogue) for name in _FILES)
    return {
        base: _build_thing(base, entry, file.kinds[entry.like], style)
        for file in files
        for base, entry in file.entries.items()
    }


def _build_thing(base: str, entry: Entry, kind: Kind, style: str) -> Thing:
    names = entry.names or base.replace("_", " ")
    generic = kind.generic if entry.generic is None else entry.generic
    return Thing(
        key=base,
        base=base,
        kind=kind.kind,
        names=_split_names(names, style),
        generic=_split_names(generic, style) if generic else (),
        place=entry.place,
        whole=entry.whole,
        is_disorder=kind.disorder,
        is_symptom=kind.symptom,
    )


def _split_names(names: str, style: str) -> tuple[str, ...]:
    """Return the names in the spelling of a style, without duplicates."""
    words = americanise(names) if style == "us" else names
    return tuple(dict.fromkeys(words.split(_SEPARATOR)))
