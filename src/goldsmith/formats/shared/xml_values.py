"""Values in XML: that none is lost on the way in, and which it can hold on the way out."""

from __future__ import annotations

import re

from goldsmith.formats.shared.control_characters import NOT_XML

_NAME = re.compile("[A-Za-z_À-ÖØ-öø-ÿ][A-Za-z0-9_.À-ÖØ-öø-ÿ-]*")
_NOT_IN_A_NAME = re.compile("[^A-Za-z0-9_.À-ÖØ-öø-ÿ-]")


def loosely(content: bytes) -> str:
    """A file's content good enough to find a line in, whatever its encoding."""
    return content.decode("utf-8", "replace")


def clean(value: str) -> str:
    """The value with every character that XML 1.0 cannot hold replaced."""
    return NOT_XML.sub("\ufffd", value)


def is_name(name: str) -> bool:
    """Whether a name can be that of an XML element or attribute, without a prefix."""
    return bool(_NAME.fullmatch(name))


def as_name(name: str) -> str:
    """The nearest name that XML can spell."""
    near = _NOT_IN_A_NAME.sub("_", name)
    return near if is_name(near) else f"_{near}"
