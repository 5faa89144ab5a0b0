"""Write conditions on event details as SQL: stage 2, value above 5."""

from __future__ import annotations

import re

from goldsmith.chronicle.query.model import Detail
from goldsmith.chronicle.query.periods import Parameters

_OPERATORS = {"above": ">", "below": "<", "at least": ">=", "at most": "<="}
#: Details whose number may be Roman and followed by a letter: IIA is stage 2.
_STAGED = ("stage", "grade")
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5"}
_NUMERAL = re.compile(r"(?:stage|grade)?\s*([ivx]+|\d+)\s*([a-c]?\d?)", re.IGNORECASE)


def compare_detail(detail: Detail, parameters: Parameters) -> str:
    """Return the SQL condition for a detail."""
    column = f"e.{detail.key}"
    if detail.comparison != "is":
        number = f"TRY_CAST(regexp_extract({column}, '-?[0-9]+([.][0-9]+)?') AS DOUBLE)"
        value = parameters.add(float(detail.value))
        return f"{number} {_OPERATORS[detail.comparison]} {value}"
    if detail.key in _STAGED and (spellings := list_spellings(detail.value)):
        plain = f"regexp_replace(lower({column}), '^(stage|grade)|[^a-z0-9]', '', 'g')"
        return f"list_contains({parameters.add(spellings)}, {plain})"
    return f"lower({column}) = lower({parameters.add(detail.value)})"


def list_spellings(value: str) -> list[str]:
    """Return the spellings of a stage and its substages: 2 is II, 2a, IIB; 2a is IIA.

    The list is empty for a value that is not a number.
    """
    match = _NUMERAL.fullmatch(value.strip())
    if match is None:
        return []
    numeral, letter = match.group(1).lower(), match.group(2).lower()
    arabic = _ROMAN.get(numeral, numeral)
    romans = [roman for roman, number in _ROMAN.items() if number == arabic]
    parts = [letter] if letter else ["", *"abc"]
    subparts = [part + number for part in parts for number in ("", *("123" if part else ""))]
    return [base + part for base in (arabic, *romans) for part in dict.fromkeys(subparts)]
