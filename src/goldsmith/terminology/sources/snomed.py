"""SNOMED CT: the snapshot of a release in Release Format 2."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources import rf2
from goldsmith.terminology.sources.base import Options, Release, drop_duplicates

_IS_A = "116680003"
_FULL_NAME, _SYNONYM = "900000000000003001", "900000000000013009"
_PREFERRED = "900000000000548007"
#: Associations with a definite replacement; others list candidates for a person to choose from.
_REPLACED = frozenset({"900000000000526001", "900000000000527005"})
_DIALECTS = {"en-us": "900000000000509007", "en-gb": "900000000000508004"}
_DEFAULT_DIALECT = _DIALECTS["en-us"]
_TAG = re.compile(r"^(.*\S)\s+\(([^()]+)\)$", re.DOTALL)
_RELEASE = re.compile(r"_(\d{8})\.txt(?:\.gz)?$")


class Description(NamedTuple):
    """A name of a concept; `full` marks the fully specified name."""

    id: str
    full: bool
    text: str


class Snomed:
    """The folder of a release, or its folder Snapshot."""

    title = "SNOMED CT (RF2 snapshot)"
    uses = frozenset({"languages"})

    def recognises(self, path: Path) -> bool:
        return path.is_dir() and rf2.has_concepts(path)

    def read(self, path: Path, options: Options) -> Release:
        languages = [language.lower() for language in options.languages or ("en",)]
        files = rf2.find_files(path, [language.partition("-")[0] for language in languages])
        match = _RELEASE.search(files["Concept"][0].name)
        dialect = next(
            (_DIALECTS[name] for name in languages if name in _DIALECTS), _DEFAULT_DIALECT
        )
        return Release(
            _read_concepts(files, dialect, options),
            title="SNOMED CT",
            version=match[1] if match else "",
            licence="SNOMED CT Affiliate License",
            files=tuple(file for paths in files.values() for file in paths),
        )


@dataclass(frozen=True)
class _Tables:
    """The properties of concepts by their ids."""

    descriptions: Mapping[str, list[Description]]
    definitions: Mapping[str, str]
    parents: Mapping[str, list[str]]
    replaced: Mapping[str, list[str]]
    #: Preferred descriptions: 0 in the requested dialect, 1 in another.
    preferred: Mapping[str, int]


def _read_tables(files: Mapping[str, tuple[Path, ...]], dialect: str) -> _Tables:
    return _Tables(
        _read_descriptions(files["Description"]),
        {
            row[4]: row[7].strip()
            for row in rf2.read_active_rows(files["TextDefinition"], "TextDefinition")
        },
        _group_pairs(
            (row[4], row[5])
            for row in rf2.read_active_rows(files["Relationship"], "Relationship")
            if row[7] == _IS_A
        ),
        _group_pairs(
            (row[5], row[6])
            for row in rf2.read_active_rows(files["Association"], "Association")
            if row[4] in _REPLACED
        ),
        _read_preferred(files["Language"], dialect),
    )


def _group_pairs(pairs: Iterable[tuple[str, str]]) -> Mapping[str, list[str]]:
    groups: dict[str, list[str]] = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return groups


def _read_descriptions(paths: Iterable[Path]) -> Mapping[str, list[Description]]:
    groups: dict[str, list[Description]] = defaultdict(list)
    for row in rf2.read_active_rows(paths, "Description"):
        if row[6] in (_FULL_NAME, _SYNONYM):
            groups[row[4]].append(Description(row[0], row[6] == _FULL_NAME, row[7].strip()))
    return groups


def _read_preferred(paths: Iterable[Path], dialect: str) -> Mapping[str, int]:
    preferred: dict[str, int] = {}
    for row in rf2.read_active_rows(paths, "Language"):
        if row[6] == _PREFERRED:
            preferred[row[5]] = min(int(row[4] != dialect), preferred.get(row[5], 1))
    return preferred


def _read_concepts(
    files: Mapping[str, tuple[Path, ...]], dialect: str, options: Options
) -> Iterator[Concept]:
    tables = _read_tables(files, dialect)
    for code, retired in _read_codes(files["Concept"]):
        names, tag = _sort_names(tables.descriptions.get(code, ()), tables.preferred)
        if names:
            yield Concept(
                code=code,
                system=options.system or "SNOMEDCT",
                names=names,
                types=(tag,) if tag else options.types,
                definition=tables.definitions.get(code, ""),
                parents=tuple(dict.fromkeys(tables.parents.get(code, ()))),
                retired=retired,
                replaced_by=tuple(dict.fromkeys(tables.replaced.get(code, ()))) if retired else (),
            )


def _read_codes(paths: Iterable[Path]) -> Iterator[tuple[str, bool]]:
    """Yield the id of each concept and whether it is retired."""
    codes: dict[str, bool] = {}
    for path in paths:
        for number, row in rf2.read_rows(path, "Concept"):
            retired = row[2] != "1"
            if codes.setdefault(row[0], retired) != retired:
                raise InputError(
                    f"the concept {row[0]} occurs twice, active and inactive",
                    where=str(path),
                    line=number,
                    expected="a snapshot, which has each concept once",
                )
    yield from codes.items()


def _sort_names(
    descriptions: Iterable[Description], preferred: Mapping[str, int]
) -> tuple[tuple[Name, ...], str]:
    """Return the names, the preferred term first, and the semantic tag."""
    full = next((item.text for item in descriptions if item.full), "")
    match = _TAG.match(full)
    stem, tag = (match[1], match[2]) if match else (full, "")
    # Without a language reference set, the fully specified name identifies the preferred term.
    synonyms = sorted(
        (item for item in descriptions if not item.full),
        key=lambda item: (preferred.get(item.id, 2), item.text != stem),
    )
    texts = [item.text for item in synonyms]
    if stem and not (synonyms and (synonyms[0].id in preferred or texts[0] == stem)):
        texts.insert(0, stem)
    names = [Name(text, "synonym" if number else "preferred") for number, text in enumerate(texts)]
    # The fully specified name is for people who choose among concepts; notes do not use it.
    return drop_duplicates([*names, Name(full, "related")]), tag


provides = Snomed()
