"""XML read with a hardened parser: no entities, no network, no DTD."""

from __future__ import annotations

import re
from pathlib import Path

from lxml import etree

from goldsmith.errors import InputError

_ENTITY = re.compile(rb"<!\s*ENTITY", re.IGNORECASE)
_FOREIGN_ENTITY = re.compile(rb"&(?!#|amp;|lt;|gt;|quot;|apos;)[^\s;&<]+;")
_UTF_16 = {
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
    b"<\x00": "utf-16-le",
    b"\x00<": "utf-16-be",
}


def parse(content: bytes, *, where: str) -> etree._Element:
    """The root element of an XML file; malformed or dangerous files are refused with their line."""
    refuse_entities(content, where=where)
    _refuse_foreign_entities(_plain(content), where=where)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        line = error.position[0] if error.position else 0
        raise malformed(where, line) from None


def refuse_entities(content: bytes, *, where: str) -> None:
    """Refuses files that define entities: they can blow up memory or read other files."""
    plain = _plain(content)
    found = _ENTITY.search(plain)
    if found:
        raise InputError(
            "the file defines XML entities, which can read other files or exhaust the memory",
            where=where,
            line=plain.count(b"\n", 0, found.start()) + 1,
            expected="XML without <!ENTITY",
            remedy="Remove the DTD's entity declarations",
        )


def _plain(content: bytes) -> bytes:
    """The content in one byte a sign, so far as markup goes, to search it for declarations."""
    encoding = _UTF_16.get(content[:2])
    return content.decode(encoding, "replace").encode("utf-8", "replace") if encoding else content


def _refuse_foreign_entities(content: bytes, *, where: str) -> None:
    """Refuses entities that only a DTD elsewhere would define: they would silently be nothing."""
    found = _FOREIGN_ENTITY.search(content) if b"<!DOCTYPE" in content else None
    if found:
        raise InputError(
            "the file uses an entity of a DTD, which is not read",
            where=where,
            line=content.count(b"\n", 0, found.start()) + 1,
            expected="characters as they are, or as &#...;",
            remedy="Expand the entities first, perhaps with: xmllint --noent",
        )


def malformed(where: str, line: int) -> InputError:
    """The error for broken XML; the parser's own words are left out, they may quote the note."""
    return InputError(
        "this is not well-formed XML",
        where=where,
        line=line,
        expected="a complete XML file",
        remedy="It may be truncated; export it again",
    )


def write(root: etree._Element, path: Path) -> None:
    """Writes a tree as UTF-8 with a declaration; text is not re-indented."""
    path.write_bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8"))


def need(element: etree._Element, attribute: str, *, where: str) -> str:
    """An attribute's value, or an error with the element's line."""
    value = element.get(attribute)
    if value is None:
        raise InputError(
            f"<{local(element)}> has no {attribute!r}",
            where=where,
            line=line_of(element),
            expected=f"the attribute {attribute!r}",
        )
    return value


def number(value: str | None, element: etree._Element, *, where: str) -> int:
    """A whole number from an attribute or text, or an error with the element's line."""
    try:
        return int((value or "").strip())
    except ValueError:
        raise InputError(
            f"<{local(element)}> holds something that is not a number",
            where=where,
            line=line_of(element),
            expected="a whole number",
        ) from None


def line_of(element: etree._Element) -> int:
    """The line an element begins on, 0 when it is not known."""
    line: int | None = element.sourceline  # type: ignore[assignment]
    return line or 0


def local(element: etree._Element) -> str:
    """An element's name without its namespace."""
    return etree.QName(element).localname
