"""The base class of XML formats that are recognised by their root element."""

from __future__ import annotations

import re
from typing import ClassVar
from xml.sax.saxutils import escape

from lxml import etree

from goldsmith.core import Problem
from goldsmith.errors import InputError, Remedy
from goldsmith.formats.base import Format, Unit
from goldsmith.formats.shared.xml import get_line, get_local_name, parse, show_tag
from goldsmith.formats.shared.xml_values import decode_loosely
from goldsmith.formats.tree import Tree

_PROLOGUE = re.compile(
    rb"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.DOTALL
)
_ROOT = re.compile(rb"<(?:[\w.-]+:)?([\w.-]+)")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class XmlFormat(Format):
    """A format whose files have the root element `root` and ids in the attribute `id_attribute`."""

    root: ClassVar[str]
    id_attribute: ClassVar[str] = "id"

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and find_root_name(head) == self.root

    def parse_root(self, unit: Unit, tree: Tree) -> etree._Element:
        """Parse the main file of a unit and return its root element.

        Raises:
            InputError: The file is not well-formed or has a different root element.
        """
        where = tree.where(unit.main)
        root = parse(tree.read_bytes(unit.main), where=where)
        if get_local_name(root) != self.root:
            raise InputError(
                f"the root element is {show_tag(root)}",
                where=where,
                line=get_line(root),
                expected=f"<{self.root}>",
                remedy=Remedy.NAME_FORMAT,
            )
        return root

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        if not unit.main:
            return tree.where(unit.text), 0
        content = decode_loosely(tree.read_bytes(unit.main))
        return tree.where(unit.main), self.find_line(content, problem.annotation)

    def find_line(self, content: str, annotation: str) -> int:
        # The relations of a slot with several values are numbered: slot.1, slot.2
        for key in (annotation, annotation.rpartition(".")[0]):
            escaped = re.escape(escape(key, {'"': "&quot;"}))
            match = key and re.search(rf"\b{self.id_attribute}\s*=\s*([\"']){escaped}\1", content)
            if match:
                return content.count("\n", 0, match.start()) + 1
        return super().find_line(content, annotation)


def find_root_name(head: bytes) -> str:
    """Return the local name of the root element in the first bytes of a file, or ""."""
    if head[:2] in _UTF_16:
        head = head.decode("utf-16", "ignore").encode("utf-8")
    match = _ROOT.search(_PROLOGUE.sub(b"", head))
    return match[1].decode("utf-8", "replace") if match else ""
