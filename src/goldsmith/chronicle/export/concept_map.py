"""Map codes to OMOP concepts with the user's CSV file: system, code, concept_id."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from goldsmith.core import Code
from goldsmith.errors import InputError
from goldsmith.terminology.sources.systems import normalise_system

_COLUMNS = ("system", "code", "concept_id")


class ConceptMap:
    """Maps codes to concept ids; a code that is not in the map has the concept id 0."""

    def __init__(self, concepts: dict[tuple[str, str], int]) -> None:
        self._concepts = concepts

    def find(self, codes: Iterable[Code]) -> int:
        """Return the concept id of the first code in the map, or 0 if none is."""
        keys = ((normalise_system(code.system), code.code) for code in codes)
        return next((self._concepts[key] for key in keys if key in self._concepts), 0)


def read_concept_map(path: Path) -> ConceptMap:
    """Read a concept map: a CSV file with the columns system, code and concept_id.

    Raises:
        InputError: The file cannot be read, a column is missing, or a concept_id is not a number.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return ConceptMap(_read_rows(csv.DictReader(file), str(path)))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"this file cannot be read ({type(error).__name__})",
            where=str(path),
            expected="a CSV file in UTF-8",
        ) from None


def _read_rows(rows: csv.DictReader[str], where: str) -> dict[tuple[str, str], int]:
    missing = [name for name in _COLUMNS if name not in (rows.fieldnames or ())]
    if missing:
        raise InputError(
            f"the column {', '.join(missing)} is missing",
            where=where,
            line=1,
            expected="the columns " + ", ".join(_COLUMNS),
        )
    concepts = {}
    for row in rows:
        number = row["concept_id"] or ""
        if not number.isdigit():
            raise InputError(
                "the concept_id is not a number",
                where=where,
                line=rows.line_num,
                expected="a whole number",
            )
        concepts[normalise_system(row["system"] or ""), row["code"] or ""] = int(number)
    return concepts
