"""What ontologies share in whatever file they come: kinds of synonyms, codes merged away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from goldsmith.terminology.concept import Concept, Name, NameKind
from goldsmith.terminology.sources.base import Codes

# The numbers are those of the OBO Metadata Ontology for types of synonyms.
_ABBREVIATION = re.compile(r"abbrev|acronym|initialism|OMO[:_]00030(?:00|12)", re.IGNORECASE)
_LAY = re.compile(r"(?<![a-z])lay|OMO[:_]0003003", re.IGNORECASE)
_RETIRED = re.compile(r"obsolete|deprecated", re.IGNORECASE)


class Entry(NamedTuple):
    """A concept as it was read, with the codes of its system that were merged into it."""

    concept: Concept
    former: tuple[str, ...] = ()
    line: int = 0


def kind(*, exact: bool, described: str) -> NameKind:
    """What a synonym is to its concept, by its scope and the type that describes it."""
    if _RETIRED.search(described):
        return "retired"
    if _ABBREVIATION.search(described):
        return "abbreviation"
    if not exact:
        return "related"
    return "lay" if _LAY.search(described) else "synonym"


def settled(entries: Iterable[Entry], path: Path) -> Iterator[Concept]:
    """The concepts, then a retired one for every code merged away that is no concept itself."""
    codes, merged = Codes(path), dict[tuple[str, str], list[Concept]]()
    for entry in entries:
        codes.add(entry.concept.key, entry.concept.name, entry.line)
        for code in entry.former:
            merged.setdefault((entry.concept.system, code), []).append(entry.concept)
        yield entry.concept
    for (system, code), heirs in merged.items():
        if f"{system}:{code}" not in codes:
            yield Concept(
                code=code,
                system=system,
                names=(Name(heirs[0].name, "preferred"),),
                types=heirs[0].types,
                retired=True,
                replaced_by=tuple(heir.code for heir in heirs),
            )
