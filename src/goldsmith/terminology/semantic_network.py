"""The semantic types of the UMLS: their identifiers (TUI), names and groups."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

#: The fifteen semantic groups of Bodenreider and McCray 2003.
GROUPS = {
    "ACTI": "Activities & Behaviors",
    "ANAT": "Anatomy",
    "CHEM": "Chemicals & Drugs",
    "CONC": "Concepts & Ideas",
    "DEVI": "Devices",
    "DISO": "Disorders",
    "GENE": "Genes & Molecular Sequences",
    "GEOG": "Geographic Areas",
    "LIVB": "Living Beings",
    "OBJC": "Objects",
    "OCCU": "Occupations",
    "ORGA": "Organizations",
    "PHEN": "Phenomena",
    "PHYS": "Physiology",
    "PROC": "Procedures",
}


class SemanticType(NamedTuple):
    """A semantic type; `former` ones occur only in releases before 2013."""

    tui: str
    name: str
    group: str
    former: bool


@cache
def load_types() -> dict[str, SemanticType]:
    """Load the semantic types by TUI: 127 in use and 6 former ones."""
    folder = files("goldsmith.terminology").joinpath("subset_files")
    rows = folder.joinpath("semantic-types.tsv").read_text("utf-8").splitlines()[1:]
    cells = (row.split("\t") for row in rows)
    return {tui: SemanticType(tui, name, group, bool(old)) for tui, name, group, old in cells}


@cache
def map_names() -> dict[str, str]:
    """Return the TUI of each semantic type by its name.

    Names are case-sensitive: `Finding` is a semantic type of the UMLS, `finding` a semantic tag of
    SNOMED CT.
    """
    return {entry.name: entry.tui for entry in load_types().values()}


def list_group_types(groups: Iterable[str]) -> tuple[str, ...]:
    """Return the TUIs of the semantic types in the groups."""
    selected = set(groups)
    return tuple(entry.tui for entry in load_types().values() if entry.group in selected)
