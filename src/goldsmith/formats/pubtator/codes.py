"""Parse and format the two columns of a PubTator line with codes and their names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from goldsmith.core import CUI_LESS, Code

#: Attribute with the original column of codes if Goldsmith would write it differently.
CODES = "pubtator:codes"
#: Attribute with the original column of names if not every code has a name.
NAMES = "pubtator:names"

_NO_ATTRIBUTES: Mapping[str, str] = {}
_NO_CONCEPT = ("-1", "-")
_SYSTEM = re.compile(r"([A-Za-z][\w.#-]*):(?!.*\+[A-Za-z][\w.#-]*:)(.+)")
_SEPARATOR = re.compile(r"[|,;]")
# A variant as tmVar writes it, p|SUB|V|600|E, is a single code with bars.
_VARIANT = re.compile(r"tmVar:|(?:\w+:)?[a-z]?\|[A-Za-z]+\|")
_BREAK = re.compile(r"[\t\r\n]")

#: Codes, and the attributes that preserve the original columns.
ParsedColumns = tuple[tuple[Code, ...], Mapping[str, str]]


@lru_cache(maxsize=1 << 16)  # a corpus has far fewer codes than mentions
def parse_codes(column: str) -> ParsedColumns:
    """Parse the column of codes."""
    column = column.strip()
    parts = [column] if _VARIANT.match(column) else _SEPARATOR.split(column)
    codes = tuple([_parse_code(part.strip()) for part in parts if part.strip()])
    return codes, _NO_ATTRIBUTES if format_codes(codes) == column else {CODES: column}


def parse_columns(column: str, names: str) -> ParsedColumns:
    """Parse the columns of codes and names; codes get names if there is one for each code."""
    codes, attributes = parse_codes(column)
    parts = names.split("|")
    if not names:
        return codes, attributes
    if len(parts) != len(codes):
        return codes, {**attributes, NAMES: names}
    pairs = zip(codes, parts, strict=True)
    return tuple([Code(code.code, code.system, name) for code, name in pairs]), attributes


def format_columns(codes: Sequence[Code], attributes: Mapping[str, str]) -> tuple[str, str]:
    """Return the column of codes and the column of names."""
    column = attributes.get(CODES)
    if column is None or parse_codes(column)[0] != remove_names(codes):
        column = format_codes(codes)
    names = "|".join([code.name for code in codes])
    if not any(code.name for code in codes):
        names = attributes.get(NAMES, "")
    return _BREAK.sub(" ", column).strip(), _BREAK.sub(" ", names)


def remove_names(codes: Sequence[Code]) -> tuple[Code, ...]:
    """Return the codes without their names."""
    return tuple([Code(code.code, code.system) if code.name else code for code in codes])


def format_codes(codes: Sequence[Code]) -> str:
    """Return the column of codes."""
    return "|".join([_format_code(code) for code in codes])


def _format_code(code: Code) -> str:
    if code.system:
        return f"{code.system}:{code.code}"
    return _NO_CONCEPT[0] if code.is_cui_less else code.code


def _parse_code(part: str) -> Code:
    if part in _NO_CONCEPT:
        return Code(CUI_LESS)
    match = _SYSTEM.fullmatch(part)
    return Code(match[2], match[1]) if match else Code(part)
