"""Checks CLEF XML against its schema, `clef.xsd`, in words that never quote the file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from lxml import etree

from goldsmith.formats.shared import xml

# libxml2 begins every message with names, which are safe to repeat; values come after them.
_SUBJECT = re.compile(r"Element '(?:\{[^}']*\})?([^']*)'(?:, attribute '([^']*)')?")
_MISSING = re.compile(r"The attribute '([\w.-]+)' is required but missing\.$")
_KEYREF = re.compile(r": No match found .* of keyref '\{[^}']*\}[\w-]+\.(\w+)'\.$", re.DOTALL)
_SAYS = {
    "SCHEMAV_CVC_ELT_1": "is not the root of CLEF XML",
    "SCHEMAV_ELEMENT_CONTENT": "does not belong here",
    "SCHEMAV_CVC_COMPLEX_TYPE_2_3": "holds text where only elements may stand",
    "SCHEMAV_CVC_COMPLEX_TYPE_3_2_1": "is not an attribute that it may have",
    "SCHEMAV_CVC_DATATYPE_VALID_1_2_1": "is not a whole number in the range allowed",
    "SCHEMAV_CVC_ENUMERATION_VALID": "is not one of the values allowed",
    "SCHEMAV_CVC_MINLENGTH_VALID": "is empty",
    "SCHEMAV_CVC_IDC": "has an id or name that is missing or used twice",
}


def schema_errors(content: bytes, *, where: str = "") -> list[tuple[int, str]]:
    """Where a file breaks the CLEF schema, as (line, what is wrong); nothing when it is valid.

    A file that is not XML at all, or that defines entities, raises `InputError`.
    """
    schema = etree.XMLSchema(xml.parse(_xsd(), where="clef.xsd"))
    if schema.validate(xml.parse(content, where=where)):
        return []
    log: Iterable[Any] = schema.error_log  # type: ignore[assignment]
    # Several keys hold the same ids, so one slip may be told more than once.
    return list(dict.fromkeys((one.line, _message(one.type_name, one.message)) for one in log))


def _xsd() -> bytes:
    return files(__package__).joinpath("clef.xsd").read_bytes()


def _message(kind: str, message: str) -> str:
    """What one of the parser's errors says, without its values: they may hold the note's words."""
    subject = _SUBJECT.match(message)
    element, attribute = subject.groups() if subject else ("?", None)
    if kind == "SCHEMAV_CVC_COMPLEX_TYPE_4" and (missing := _MISSING.search(message)):
        return f"<{element}> has no {missing[1]!r}"
    if kind == "SCHEMAV_CVC_IDC" and (keyref := _KEYREF.search(message)):
        return f"<{element}>: its {keyref[1]} points at nothing that may stand there"
    if kind == "SCHEMAV_ELEMENT_CONTENT" and ": Missing child" in message:
        return f"<{element}> is not complete"
    place = f"<{element}>: its {attribute}" if attribute else f"<{element}>"
    return f"{place} {_SAYS.get(kind, 'does not fit the schema')}"
