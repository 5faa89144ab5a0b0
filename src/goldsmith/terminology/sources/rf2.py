"""The files of SNOMED CT's Release Format 2: where they are, and their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.terminology.sources.base import lines

_START = ("id", "effectiveTime", "active", "moduleId")
_DESCRIPTION = ("conceptId", "languageCode", "typeId", "term", "caseSignificanceId")
#: The columns of each kind of file.
COLUMNS = {
    "Concept": (*_START, "definitionStatusId"),
    "Description": (*_START, *_DESCRIPTION),
    "TextDefinition": (*_START, *_DESCRIPTION),
    "Relationship": (
        *_START,
        "sourceId",
        "destinationId",
        "relationshipGroup",
        "typeId",
        "characteristicTypeId",
        "modifierId",
    ),
    "Language": (*_START, "refsetId", "referencedComponentId", "acceptabilityId"),
    "Association": (*_START, "refsetId", "referencedComponentId", "targetComponentId"),
}
#: Where each kind is below the folder Snapshot, LANG standing for the language.
_PLACES = {
    "Concept": "Terminology/sct2_Concept_Snapshot_*",
    "Description": "Terminology/sct2_Description_Snapshot-LANG_*",
    "TextDefinition": "Terminology/sct2_TextDefinition_Snapshot-LANG_*",
    "Relationship": "Terminology/sct2_Relationship_Snapshot_*",
    "Language": "Refset/Language/der2_cRefset_LanguageSnapshot-LANG_*",
    "Association": "Refset/Content/der2_cRefset_Association*Snapshot_*",
}
_REQUIRED = ("Concept", "Description", "Relationship")


def folder(path: Path) -> Path:
    """The folder Snapshot: the one given, or below it."""
    below = path / "Snapshot"
    return below if below.is_dir() else path


def has_concepts(path: Path) -> bool:
    """Whether there is a file of concepts in the snapshot."""
    return bool(_found(folder(path), "Concept", ("en",)))


def files(path: Path, languages: Iterable[str]) -> dict[str, tuple[Path, ...]]:
    """The files of each kind; raises when those for concepts, names or relations are missing."""
    home, wanted = folder(path), tuple(languages)
    found = {kind: _found(home, kind, wanted) for kind in _PLACES}
    missing = [
        _PLACES[kind].replace("LANG", wanted[0]) + ".txt" for kind in _REQUIRED if not found[kind]
    ]
    if missing:
        raise InputError(
            f"{' and '.join(missing)} missing here",
            where=str(home),
            expected="the folder of a SNOMED CT release in RF2, with Snapshot in it",
        )
    return found


def _found(home: Path, kind: str, languages: Iterable[str]) -> tuple[Path, ...]:
    patterns = dict.fromkeys(_PLACES[kind].replace("LANG", one) for one in languages)
    return tuple(
        place
        for pattern in patterns
        for place in sorted(home.glob(pattern))
        if place.name.removesuffix(".gz").endswith(".txt")
    )


def active(paths: Iterable[Path], kind: str) -> Iterator[list[str]]:
    """The rows that are in force, of all files of a kind."""
    return (row for path in paths for _, row in rows(path, kind) if row[2] == "1")


def rows(path: Path, kind: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a file with their line numbers, once its headings are found to be right."""
    columns = COLUMNS[kind]
    stream = lines(path)
    _, first = next(stream, (1, ""))
    if tuple(first.split("\t")) != columns:
        raise InputError(
            f"these are not the headings of a {kind} file",
            where=str(path),
            line=1,
            expected=", ".join(columns),
        )
    for number, line in stream:
        row = line.split("\t")
        if len(row) != len(columns):
            raise InputError(
                f"this line has {len(row)} columns",
                where=str(path),
                line=number,
                expected=f"{len(columns)}",
            )
        yield number, row
