"""The two columns of a PubTator line that hold concepts: their codes, and a name for each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from goldsmith.core import CUI_LESS, Code

#: The column of codes, where it is spelled otherwise than we would.
CODES = "pubtator:codes"
#: The column of names, where there is not one for each code.
NAMES = "pubtator:names"

_NONE: Mapping[str, str] = {}
_NO_CONCEPT = ("-1", "-")
_SYSTEM = re.compile(r"([A-Za-z][\w.#-]*):(?!.*\+[A-Za-z][\w.#-]*:)(.+)")
_SEPARATOR = re.compile(r"[|,;]")
# A variant as tmVar spells it, p|SUB|V|600|E: the bars belong to the one code.
_VARIANT = re.compile(r"tmVar:|(?:\w+:)?[a-z]?\|[A-Za-z]+\|")
_BREAK = re.compile(r"[\t\r\n]")

Columns = tuple[tuple[Code, ...], Mapping[str, str]]


@lru_cache(maxsize=1 << 16)  # codes recur: a corpus has far fewer than it has mentions
def codes_of(column: str) -> Columns:
    """The codes that a column holds, and the attribute that keeps an unusual spelling."""
    column = column.strip()
    parts = [column] if _VARIANT.match(column) else _SEPARATOR.split(column)
    codes = tuple([_code(part.strip()) for part in parts if part.strip()])
    return codes, _NONE if spelled(codes) == column else {CODES: column}


def named(column: str, names: str) -> Columns:
    """The codes of two columns, with names where there is one for each code."""
    codes, attributes = codes_of(column)
    parts = names.split("|")
    if not names:
        return codes, attributes
    if len(parts) != len(codes):
        return codes, {**attributes, NAMES: names}
    pairs = zip(codes, parts, strict=True)
    return tuple([Code(code.code, code.system, name) for code, name in pairs]), attributes


def columns(codes: Sequence[Code], attributes: Mapping[str, str]) -> tuple[str, str]:
    """The column of codes and the column of names."""
    given = attributes.get(CODES)
    if given is None or codes_of(given)[0] != bare(codes):
        given = spelled(codes)
    names = "|".join([code.name for code in codes])
    if not any(code.name for code in codes):
        names = attributes.get(NAMES, "")
    return _BREAK.sub(" ", given).strip(), _BREAK.sub(" ", names)


def bare(codes: Sequence[Code]) -> tuple[Code, ...]:
    """The codes without their names."""
    return tuple([Code(code.code, code.system) if code.name else code for code in codes])


def spelled(codes: Sequence[Code]) -> str:
    """The codes as the column holds them."""
    return "|".join([_spelled(code) for code in codes])


def _spelled(code: Code) -> str:
    if code.system:
        return f"{code.system}:{code.code}"
    return _NO_CONCEPT[0] if code.is_cui_less else code.code


def _code(part: str) -> Code:
    if part in _NO_CONCEPT:
        return Code(CUI_LESS)
    found = _SYSTEM.fullmatch(part)
    return Code(found[2], found[1]) if found else Code(part)
