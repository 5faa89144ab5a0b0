"""Validation of CLEF XML against `clef.xsd`, with messages that never quote the file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from lxml import etree

from goldsmith.formats.shared import xml

# The messages of libxml2 begin with names, which are safe to repeat; values follow.
_SUBJECT = re.compile(r"Element '(?:\{[^}']*\})?([^']*)'(?:, attribute '([^']*)')?")
_MISSING = re.compile(r"The attribute '([\w.-]+)' is required but missing\.$")
_KEYREF = re.compile(r": No match found .* of keyref '\{[^}']*\}[\w-]+\.(\w+)'\.$", re.DOTALL)
_MESSAGES = {
    "SCHEMAV_CVC_ELT_1": "is not the root of CLEF XML",
    "SCHEMAV_ELEMENT_CONTENT": "is not allowed here",
    "SCHEMAV_CVC_COMPLEX_TYPE_2_3": "contains text where only elements are allowed",
    "SCHEMAV_CVC_COMPLEX_TYPE_3_2_1": "is not an allowed attribute",
    "SCHEMAV_CVC_DATATYPE_VALID_1_2_1": "is not a whole number in the allowed range",
    "SCHEMAV_CVC_ENUMERATION_VALID": "is not one of the allowed values",
    "SCHEMAV_CVC_MINLENGTH_VALID": "is empty",
    "SCHEMAV_CVC_IDC": "has an id or name that is missing or not unique",
}


def find_schema_errors(content: bytes, *, where: str = "") -> list[tuple[int, str]]:
    """Find where a file violates the CLEF schema.

    Args:
        content: The XML of the file.
        where: The file, for error messages.

    Returns:
        The line and description of each violation; an empty list for a valid file.

    Raises:
        InputError: If the file is not well-formed XML, or defines entities.
    """
    schema = etree.XMLSchema(xml.parse(_read_schema(), where="clef.xsd"))
    if schema.validate(xml.parse(content, where=where)):
        return []
    log: Iterable[Any] = schema.error_log  # type: ignore[assignment]
    # Several keys cover the same ids, so libxml2 may report an error more than once.
    return list(
        dict.fromkeys(
            (error.line, _format_message(error.type_name, error.message)) for error in log
        )
    )


def _read_schema() -> bytes:
    return files(__package__).joinpath("clef.xsd").read_bytes()


def _format_message(kind: str, message: str) -> str:
    """Format an error of libxml2 without its values, which may quote the note."""
    subject = _SUBJECT.match(message)
    element, attribute = subject.groups() if subject else ("?", None)
    if kind == "SCHEMAV_CVC_COMPLEX_TYPE_4" and (missing := _MISSING.search(message)):
        return f"<{element}> has no {missing[1]!r}"
    if kind == "SCHEMAV_CVC_IDC" and (keyref := _KEYREF.search(message)):
        return f"<{element}>: its {keyref[1]} does not refer to an allowed element"
    if kind == "SCHEMAV_ELEMENT_CONTENT" and ": Missing child" in message:
        return f"<{element}> is incomplete"
    location = f"<{element}>: its {attribute}" if attribute else f"<{element}>"
    return f"{location} {_MESSAGES.get(kind, 'does not match the schema')}"
