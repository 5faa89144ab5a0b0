"""The files of SNOMED CT's Release Format 2: their locations and rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.terminology.sources.base import read_lines

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
#: The pattern of each kind of file below the folder Snapshot; LANG is the language.
_PATTERNS = {
    "Concept": "Terminology/sct2_Concept_Snapshot_*",
    "Description": "Terminology/sct2_Description_Snapshot-LANG_*",
    "TextDefinition": "Terminology/sct2_TextDefinition_Snapshot-LANG_*",
    "Relationship": "Terminology/sct2_Relationship_Snapshot_*",
    "Language": "Refset/Language/der2_cRefset_LanguageSnapshot-LANG_*",
    "Association": "Refset/Content/der2_cRefset_Association*Snapshot_*",
}
_REQUIRED = ("Concept", "Description", "Relationship")


def find_snapshot(path: Path) -> Path:
    """Return the folder Snapshot below a path, or the path itself."""
    below = path / "Snapshot"
    return below if below.is_dir() else path


def has_concepts(path: Path) -> bool:
    """Return whether the snapshot has a file of concepts."""
    return bool(_match_files(find_snapshot(path), "Concept", ("en",)))


def find_files(path: Path, languages: Iterable[str]) -> dict[str, tuple[Path, ...]]:
    """Return the files of each kind.

    Raises:
        InputError: The files of concepts, descriptions or relationships are missing.
    """
    home, codes = find_snapshot(path), tuple(languages)
    files = {kind: _match_files(home, kind, codes) for kind in _PATTERNS}
    missing = [
        _PATTERNS[kind].replace("LANG", codes[0]) + ".txt" for kind in _REQUIRED if not files[kind]
    ]
    if missing:
        raise InputError(
            f"{' and '.join(missing)} missing",
            where=str(home),
            expected="the folder of a SNOMED CT release in RF2, with Snapshot in it",
        )
    return files


def _match_files(home: Path, kind: str, languages: Iterable[str]) -> tuple[Path, ...]:
    patterns = dict.fromkeys(_PATTERNS[kind].replace("LANG", language) for language in languages)
    return tuple(
        file
        for pattern in patterns
        for file in sorted(home.glob(pattern))
        if file.name.removesuffix(".gz").endswith(".txt")
    )


def read_active_rows(paths: Iterable[Path], kind: str) -> Iterator[list[str]]:
    """Yield the active rows of all files of a kind."""
    return (row for path in paths for _, row in read_rows(path, kind) if row[2] == "1")


def read_rows(path: Path, kind: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a file with their line numbers.

    Raises:
        InputError: The headings are wrong, or a row has the wrong number of columns.
    """
    columns = COLUMNS[kind]
    stream = read_lines(path)
    _, first = next(stream, (1, ""))
    if tuple(first.split("\t")) != columns:
        raise InputError(
            f"the headings do not match a {kind} file",
            where=str(path),
            line=1,
            expected=", ".join(columns),
        )
    for number, line in stream:
        row = line.split("\t")
        if len(row) != len(columns):
            raise InputError(
                f"the line has {len(row)} columns",
                where=str(path),
                line=number,
                expected=f"{len(columns)} columns",
            )
        yield number, row
