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
from goldsmith.terminology.sources.base import Options, Release, distinct

_IS_A = "116680003"
_FULL_NAME, _SYNONYM = "900000000000003001", "900000000000013009"
_PREFERRED = "900000000000548007"
#: Only these say what to use instead; others name candidates among which a person must choose.
_REPLACED = frozenset({"900000000000526001", "900000000000527005"})
_DIALECTS = {"en-us": "900000000000509007", "en-gb": "900000000000508004"}
_USUAL = _DIALECTS["en-us"]
_TAG = re.compile(r"^(.*\S)\s+\(([^()]+)\)$", re.DOTALL)
_RELEASE = re.compile(r"_(\d{8})\.txt(?:\.gz)?$")


class Description(NamedTuple):
    """A name of a concept: its number, whether it is the fully specified one, its text."""

    id: str
    full: bool
    text: str


class Snomed:
    """A folder with the snapshot of a release: the release's own, or Snapshot itself."""

    title = "SNOMED CT (RF2 snapshot)"
    uses = frozenset({"languages"})

    def recognises(self, path: Path) -> bool:
        return path.is_dir() and rf2.has_concepts(path)

    def read(self, path: Path, options: Options) -> Release:
        tongues = [one.lower() for one in options.languages or ("en",)]
        files = rf2.files(path, [one.partition("-")[0] for one in tongues])
        found = _RELEASE.search(files["Concept"][0].name)
        dialect = next((_DIALECTS[one] for one in tongues if one in _DIALECTS), _USUAL)
        return Release(
            _concepts(files, dialect, options),
            title="SNOMED CT",
            version=found[1] if found else "",
            licence="SNOMED CT Affiliate License",
            files=tuple(place for places in files.values() for place in places),
        )


@dataclass(frozen=True)
class _Tables:
    """What is said of concepts, by their ids."""

    descriptions: Mapping[str, list[Description]]
    definitions: Mapping[str, str]
    parents: Mapping[str, list[str]]
    replaced: Mapping[str, list[str]]
    #: Descriptions that are preferred: 0 in the dialect that is wanted, 1 in another.
    preferred: Mapping[str, int]


def _tables(files: Mapping[str, tuple[Path, ...]], dialect: str) -> _Tables:
    return _Tables(
        _descriptions(files["Description"]),
        {row[4]: row[7].strip() for row in rf2.active(files["TextDefinition"], "TextDefinition")},
        _listed(
            (row[4], row[5])
            for row in rf2.active(files["Relationship"], "Relationship")
            if row[7] == _IS_A
        ),
        _listed(
            (row[5], row[6])
            for row in rf2.active(files["Association"], "Association")
            if row[4] in _REPLACED
        ),
        _preferred(files["Language"], dialect),
    )


def _listed(pairs: Iterable[tuple[str, str]]) -> Mapping[str, list[str]]:
    listed: dict[str, list[str]] = defaultdict(list)
    for key, value in pairs:
        listed[key].append(value)
    return listed


def _descriptions(paths: Iterable[Path]) -> Mapping[str, list[Description]]:
    listed: dict[str, list[Description]] = defaultdict(list)
    for row in rf2.active(paths, "Description"):
        if row[6] in (_FULL_NAME, _SYNONYM):
            listed[row[4]].append(Description(row[0], row[6] == _FULL_NAME, row[7].strip()))
    return listed


def _preferred(paths: Iterable[Path], dialect: str) -> Mapping[str, int]:
    chosen: dict[str, int] = {}
    for row in rf2.active(paths, "Language"):
        if row[6] == _PREFERRED:
            chosen[row[5]] = min(int(row[4] != dialect), chosen.get(row[5], 1))
    return chosen


def _concepts(
    files: Mapping[str, tuple[Path, ...]], dialect: str, options: Options
) -> Iterator[Concept]:
    tables = _tables(files, dialect)
    for code, retired in _codes(files["Concept"]):
        names, tag = _names(tables.descriptions.get(code, ()), tables.preferred)
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


def _codes(paths: Iterable[Path]) -> Iterator[tuple[str, bool]]:
    """Each concept's id and whether it is retired."""
    seen: dict[str, bool] = {}
    for path in paths:
        for number, row in rf2.rows(path, "Concept"):
            retired = row[2] != "1"
            if seen.setdefault(row[0], retired) != retired:
                raise InputError(
                    f"the concept {row[0]} is there twice, in force and not",
                    where=str(path),
                    line=number,
                    expected="a snapshot, which holds each concept once",
                )
    yield from seen.items()


def _names(
    descriptions: Iterable[Description], preferred: Mapping[str, int]
) -> tuple[tuple[Name, ...], str]:
    """The names, the preferred one first, and the semantic tag of the fully specified name."""
    full = next((one.text for one in descriptions if one.full), "")
    found = _TAG.match(full)
    stem, tag = (found[1], found[2]) if found else (full, "")
    # Without a language reference set, the full name says best which synonym is meant.
    others = sorted(
        (one for one in descriptions if not one.full),
        key=lambda one: (preferred.get(one.id, 2), one.text != stem),
    )
    texts = [one.text for one in others]
    if stem and not (others and (others[0].id in preferred or texts[0] == stem)):
        texts.insert(0, stem)
    names = [Name(text, "synonym" if number else "preferred") for number, text in enumerate(texts)]
    # The full name itself is written for people who choose among concepts, nobody notes it down.
    return distinct([*names, Name(full, "related")]), tag


provides = Snomed()
