"""Values in XML: that none is lost on the way in, and which it can hold on the way out."""

from __future__ import annotations

import re

from lxml import etree

from goldsmith.errors import InputError
from goldsmith.formats import _xml
from goldsmith.formats._loss import NOT_XML

_NAME = re.compile("[A-Za-z_À-ÖØ-öø-ÿ][A-Za-z0-9_.À-ÖØ-öø-ÿ-]*")
_NOT_IN_A_NAME = re.compile("[^A-Za-z0-9_.À-ÖØ-öø-ÿ-]")
_FOREIGN_ENTITY = re.compile(rb"&(?!#|amp;|lt;|gt;|quot;|apos;)[^\s;&<]+;")


def root_of(content: bytes, *, where: str) -> etree._Element:
    """The root element of an XML file that leaves nothing to a DTD.

    Where a file names a DTD the parser passes over entities that it would define: in attributes
    they would become nothing at all.
    """
    root = _xml.parse(content, where=where)
    entity = _FOREIGN_ENTITY.search(content) if b"<!DOCTYPE" in content else None
    if entity:
        raise InputError(
            "the file uses an entity of a DTD, which is not read",
            where=where,
            line=content.count(b"\n", 0, entity.start()) + 1,
            expected="characters as they are, or as &#...;",
            remedy="Expand the entities first, perhaps with: xmllint --noent",
        )
    return root


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
