"""The semantic types of the UMLS: their numbers (TUI), names and groups."""

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
    """A semantic type. `former` ones are found only in releases of before 2013."""

    tui: str
    name: str
    group: str
    former: bool


@cache
def types() -> dict[str, SemanticType]:
    """The semantic types by their numbers: 127 that are in use and 6 former ones."""
    folder = files("goldsmith.terminology").joinpath("subset_files")
    rows = folder.joinpath("semantic-types.tsv").read_text("utf-8").splitlines()[1:]
    cells = (row.split("\t") for row in rows)
    return {tui: SemanticType(tui, name, group, bool(old)) for tui, name, group, old in cells}


@cache
def by_name() -> dict[str, str]:
    """The number of each semantic type by its name.

    Capitals count: `Finding` is a semantic type of the UMLS, `finding` a tag of SNOMED CT.
    """
    return {one.name: one.tui for one in types().values()}


def of_groups(groups: Iterable[str]) -> tuple[str, ...]:
    """The numbers of the semantic types in the groups."""
    wanted = set(groups)
    return tuple(one.tui for one in types().values() if one.group in wanted)
