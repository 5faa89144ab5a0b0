"""Read XML with a hardened parser: no entities, no network, no DTD."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.shared.xml_entities import refuse_dtd_entities, refuse_entities

_MAX_DIGITS = 15


def parse(content: bytes, *, where: str) -> etree._Element:
    """Parse an XML file and return its root element.

    Raises:
        InputError: The file is malformed, defines entities, or uses entities of a DTD.
    """
    refuse_entities(content, where=where)
    refuse_dtd_entities(content, where=where)
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
        raise make_syntax_error(where, line) from None


def make_syntax_error(where: str, line: int) -> InputError:
    """Return the error for malformed XML; the parser's message may quote the note."""
    return InputError(
        "this is not well-formed XML",
        where=where,
        line=line,
        expected="a complete XML file",
        remedy="It may be truncated; export it again",
    )


def write(root: etree._Element, path: Path) -> None:
    """Write an element tree as UTF-8 with an XML declaration and without indentation."""
    path.write_bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8"))


def get_attribute(element: etree._Element, attribute: str, *, where: str) -> str:
    """Return the value of an attribute.

    Raises:
        InputError: The element does not have the attribute.
    """
    value = element.get(attribute)
    if value is None:
        raise InputError(
            f"{show_tag(element)} has no {attribute!r}",
            where=where,
            line=get_line(element),
            expected=f"the attribute {attribute!r}",
        )
    return value


def parse_number(value: str | None, element: etree._Element, *, where: str) -> int:
    """Parse an integer from an attribute or the text of an element.

    Raises:
        InputError: The value is not an integer, or cannot be an offset.
    """
    digits = (value or "").strip()
    try:
        if len(digits) <= _MAX_DIGITS:
            return int(digits)
    except ValueError:
        pass
    raise InputError(
        f"{show_tag(element)} has a value that is not a number",
        where=where,
        line=get_line(element),
        expected=f"a whole number of at most {_MAX_DIGITS} digits",
    )


def show_tag(element: etree._Element) -> str:
    """Return the name of an element for a message, in angle brackets."""
    return f"<{shorten_id(get_local_name(element))}>"


def get_line(element: etree._Element) -> int:
    """Return the line on which an element starts, or 0 if it is unknown."""
    line: int | None = element.sourceline  # type: ignore[assignment]
    return line or 0


def get_local_name(element: etree._Element) -> str:
    """Return the name of an element without its namespace."""
    return etree.QName(element).localname
