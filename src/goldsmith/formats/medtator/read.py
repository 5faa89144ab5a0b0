"""Read a MedTator file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from goldsmith.core import AnnotationSet, Document, Group, Mention, Offsets, Relation, Span
from goldsmith.core.offsets import sort_spans
from goldsmith.errors import InputError, Remedy, shorten_id
from goldsmith.formats.shared.xml import (
    get_attribute,
    get_line,
    get_local_name,
    parse,
    parse_number,
    show_tag,
)
from goldsmith.formats.tree import Tree

#: Attributes of a relation with the names of its arguments if they are not arg0 and arg1.
ARGUMENT_NAMES = ("medtator:arg0", "medtator:arg1")
#: The usual names of the arguments of a link, and of the members of a group.
DEFAULT_NAMES = ("arg0", "arg1")
MEMBER = "member"
#: The offsets of a tag on the whole document.
NO_SPAN = "-1~-1"
#: Attributes of a tag that are not attributes of the annotation.
RESERVED = frozenset(("id", "spans", "text", "start", "end"))
_SPAN = re.compile(r"\s*(-?\d+)\s*~\s*(-?\d+)\s*")
_MEMBER = re.compile(rf"{MEMBER}\d+")
_DIGITS = re.compile(r"(\d+)")
#: The width to which numbers are padded, to sort arguments.
_NUMBER_WIDTH = 9


def read_text(tree: Tree, name: str) -> str:
    """Read the text of a file.

    Raises:
        InputError: The file is malformed or has no text.
    """
    return _get_text(parse(tree.read_bytes(name), where=tree.where(name)), tree.where(name))


def _get_text(root: etree._Element, where: str) -> str:
    element = root.find("TEXT")
    if element is None:
        raise InputError(
            f"{show_tag(root)} has no <TEXT>",
            where=where,
            line=get_line(root),
            expected="<TEXT> and <TAGS> in the root element",
            remedy=Remedy.NAME_FORMAT,
        )
    return "".join(str(part) for part in element.itertext())


def read_file(tree: Tree, name: str, doc_id: str, set_name: str) -> Document:
    """Read a file as a document with one annotation set.

    Raises:
        InputError: The file is malformed, or a tag does not match the text.
    """
    where = tree.where(name)
    root = parse(tree.read_bytes(name), where=where)
    text = _get_text(root, where)
    reader = _TagReader(text, doc_id, where)
    for tag in root.iterfind("TAGS/*"):
        reader.add(tag)
    return Document(doc_id, text, sets={set_name: reader.build_set(set_name)})


class _TagReader:
    """The tags of a file."""

    def __init__(self, text: str, doc_id: str, where: str) -> None:
        self._doc_id, self._where = doc_id, where
        self._offsets = Offsets(text)
        self._mentions: list[Mention] = []
        self._links: list[etree._Element] = []

    def add(self, tag: etree._Element) -> None:
        """Add a tag; links wait until all mentions are known."""
        if "spans" in tag.attrib or "start" in tag.attrib:
            self._mentions.append(self._read_mention(tag))
        else:
            self._links.append(tag)

    def build_set(self, name: str) -> AnnotationSet:
        """Build the annotation set of all tags."""
        ids = {mention.id for mention in self._mentions}
        relations, groups = [], []
        for tag in self._links:
            item = self._read_link(tag, ids)
            if isinstance(item, Relation):
                relations.append(item)
            else:
                groups.append(item)
        return AnnotationSet(name, tuple(self._mentions), tuple(relations), tuple(groups))

    def _read_mention(self, tag: etree._Element) -> Mention:
        spans = self._read_spans(tag)
        wording = tag.get("text", "") if spans else ""
        attributes = _read_attributes(tag, ())
        return Mention(self._get_id(tag), get_local_name(tag), spans, attributes, text=wording)

    def _get_id(self, tag: etree._Element) -> str:
        return get_attribute(tag, "id", where=self._where)

    def _name(self, tag: etree._Element) -> str:
        """Return the ids of the document and of a tag, for a message."""
        return f"{shorten_id(self._doc_id)}, {shorten_id(self._get_id(tag))}"

    def _read_spans(self, tag: etree._Element) -> tuple[Span, ...]:
        pairs = [
            (self._convert(start, tag), self._convert(end, tag))
            for start, end in self._split_spans(tag)
            if (start, end) != ("-1", "-1")
        ]
        return sort_spans(pairs)

    def _split_spans(self, tag: etree._Element) -> Iterator[tuple[str, str]]:
        """Yield the offsets in `spans`, or in `start` and `end` as MAE 0.9 writes them."""
        spans = tag.get("spans")
        if spans is None:
            spans = f"{tag.get('start')}~{tag.get('end')}"
        for part in spans.replace(";", ",").split(","):
            match = _SPAN.fullmatch(part)
            if match:
                yield match[1], match[2]
            elif part.strip():
                raise InputError(
                    f"{self._name(tag)}: the offsets are not of the form 0~5,7~9",
                    where=self._where,
                    line=get_line(tag),
                    expected=f"start~end for each fragment, or {NO_SPAN}",
                )

    def _convert(self, offset: str, tag: etree._Element) -> int:
        number = parse_number(offset, tag, where=self._where)
        try:
            return self._offsets.from_utf16(number)
        except InputError as error:
            raise error.at(self._where, get_line(tag)) from None

    def _read_link(self, tag: etree._Element, ids: set[str]) -> Relation | Group:
        """Read a tag without offsets: a relation if it has two arguments, otherwise a group."""
        link_id, kind = self._get_id(tag), get_local_name(tag)
        arguments = _find_arguments(tag, ids)
        if not arguments:
            raise InputError(
                f"{self._name(tag)}: the tag has neither offsets nor arguments",
                where=self._where,
                line=get_line(tag),
                expected="the attribute 'spans', or 'arg0ID' and 'arg0Text'",
            )
        names = sorted(arguments, key=_split_digits)
        members = tuple(arguments[name] for name in names)
        attributes = _read_attributes(tag, names)
        if len(names) != 2 or all(map(_MEMBER.fullmatch, names)):
            return Group(link_id, kind, members, attributes)
        if tuple(names) != DEFAULT_NAMES:
            attributes |= dict(zip(ARGUMENT_NAMES, names, strict=True))
        return Relation(link_id, kind, members[0], members[1], attributes)


def _find_arguments(tag: etree._Element, ids: set[str]) -> dict[str, str]:
    """Return the arguments of a link by name.

    An argument is an attribute `<name>ID` with a matching `<name>Text`, or one whose value is the
    id of a tag.
    """
    names = {str(name): str(value) for name, value in tag.attrib.items()}
    return {
        name.removesuffix("ID"): value
        for name, value in names.items()
        if name.endswith("ID")
        and value
        and (f"{name.removesuffix('ID')}Text" in names or value in ids)
    }


def _split_digits(name: str) -> list[str]:
    """Return a key that sorts arg2 before arg10."""
    parts = _DIGITS.split(name)
    return [part.zfill(_NUMBER_WIDTH) if part.isdecimal() else part for part in parts]


def _read_attributes(tag: etree._Element, arguments: list[str] | tuple[()]) -> dict[str, str]:
    """Return the attributes of an annotation, without the empty ones that MedTator writes."""
    skipped = RESERVED.union(*((f"{name}ID", f"{name}Text", name) for name in arguments))
    return {
        str(name): str(value) for name, value in tag.attrib.items() if name not in skipped and value
    }
