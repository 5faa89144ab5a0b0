"""Codes in .ann files: `N` lines, and annotator notes that consist of codes only.

The name of a terminology on a brat line cannot contain blanks or colons. They are percent-encoded,
as in URLs (`SNOMED%20CT`, `http%3A//snomed.info/sct`), and decoded on reading.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from goldsmith.core import Code

_CODE = re.compile(r"(?:([A-Za-z][\w.-]*):)?(C\d{7}|CUI-less|(?<=:)[\w.-]+)")
_SEPARATOR = re.compile(r"\s*[|,;]\s*")
_NO_SYSTEM = "-"
_NOT_IN_A_SYSTEM = re.compile(r"[\s:%]|^-$")
_NOT_IN_A_CODE = re.compile(r"[\t\r\n]")


def parse_codes(text: str) -> list[Code]:
    """Return the codes that a note consists of; none if it has any other text."""
    matches = [_CODE.fullmatch(part) for part in _SEPARATOR.split(text.strip())]
    return [Code(match[2], match[1] or "") for match in matches if match] if all(matches) else []


def parse_system(text: str) -> str:
    """Return the terminology of an `N` line; keep text that `format_system` would not write."""
    if text == _NO_SYSTEM:
        return ""
    system = unquote(text) if "%" in text else text
    return system if system == text or format_system(system) == text else text


def format_system(system: str) -> str:
    """Return the name of a terminology in a form that an `N` line can contain."""
    return _NOT_IN_A_SYSTEM.sub(_escape, system) or _NO_SYSTEM


def _escape(match: re.Match[str]) -> str:
    return "%2D" if match[0] == _NO_SYSTEM else quote(match[0], safe="")


def format_reference(code: Code) -> str:
    """Return the terminology and the code of an `N` line."""
    return f"{format_system(code.system)}:{_NOT_IN_A_CODE.sub(' ', code.code)}"


def is_unwritable(code: Code) -> bool:
    """Return whether the code itself, without its name, cannot be written on an `N` line."""
    return bool(_NOT_IN_A_CODE.search(code.code))
