"""Helpers for ontologies in any file format: kinds of synonyms, merged codes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from goldsmith.terminology.concept import Concept, Name, NameKind
from goldsmith.terminology.sources.base import CodeRegister

# The numbers are synonym types of the OBO Metadata Ontology.
_ABBREVIATION = re.compile(r"abbrev|acronym|initialism|OMO[:_]00030(?:00|12)", re.IGNORECASE)
_LAY = re.compile(r"(?<![a-z])lay|OMO[:_]0003003", re.IGNORECASE)
_RETIRED = re.compile(r"obsolete|deprecated", re.IGNORECASE)


class Entry(NamedTuple):
    """A concept with the codes of its system that were merged into it."""

    concept: Concept
    former: tuple[str, ...] = ()
    line: int = 0


def classify_synonym(*, exact: bool, described: str) -> NameKind:
    """Return the kind of a synonym.

    Args:
        exact: Whether the scope of the synonym is exact.
        described: The text that describes its type.
    """
    if _RETIRED.search(described):
        return "retired"
    if _ABBREVIATION.search(described):
        return "abbreviation"
    if not exact:
        return "related"
    return "lay" if _LAY.search(described) else "synonym"


def add_merged_codes(entries: Iterable[Entry], path: Path) -> Iterator[Concept]:
    """Yield the concepts, then a retired concept for each merged code without its own concept."""
    codes, merged = CodeRegister(path), dict[tuple[str, str], list[Concept]]()
    for entry in entries:
        codes.add(entry.concept.key, entry.concept.name, entry.line)
        for code in entry.former:
            merged.setdefault((entry.concept.system, code), []).append(entry.concept)
        yield entry.concept
    for (system, code), successors in merged.items():
        if f"{system}:{code}" not in codes:
            yield Concept(
                code=code,
                system=system,
                names=(Name(successors[0].name, "preferred"),),
                types=successors[0].types,
                retired=True,
                replaced_by=tuple(concept.code for concept in successors),
            )
