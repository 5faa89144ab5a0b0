"""Values and names that XML can represent."""

from __future__ import annotations

import re

from goldsmith.formats.shared.control_characters import NOT_XML

_NAME = re.compile("[A-Za-z_À-ÖØ-öø-ÿ][A-Za-z0-9_.À-ÖØ-öø-ÿ-]*")
_NOT_IN_A_NAME = re.compile("[^A-Za-z0-9_.À-ÖØ-öø-ÿ-]")


def decode_loosely(content: bytes) -> str:
    """Decode a file of any encoding well enough to find a line in it."""
    return content.decode("utf-8", "replace")


def clean(value: str) -> str:
    """Replace every character that XML 1.0 does not allow."""
    return NOT_XML.sub("\ufffd", value)


def is_xml_name(name: str) -> bool:
    """Return whether a name is valid for an XML element or attribute without a prefix."""
    return bool(_NAME.fullmatch(name))


def make_xml_name(name: str) -> str:
    """Return the most similar name that is valid in XML."""
    valid = _NOT_IN_A_NAME.sub("_", name)
    return valid if is_xml_name(valid) else f"_{valid}"
