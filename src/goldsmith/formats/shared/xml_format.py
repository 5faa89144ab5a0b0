"""What XML formats share that are known by their root element."""

from __future__ import annotations

import re
from typing import ClassVar
from xml.sax.saxutils import escape

from lxml import etree

from goldsmith.core import Problem
from goldsmith.errors import InputError
from goldsmith.formats.base import Format, Unit
from goldsmith.formats.shared.xml import line_of, local, parse
from goldsmith.formats.shared.xml_values import loosely
from goldsmith.formats.tree import Tree

_BEFORE = re.compile(
    rb"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.DOTALL
)
_ROOT = re.compile(rb"<(?:[\w.-]+:)?([\w.-]+)")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_UNSAFE = re.compile(r'[<>:"|?*\\/\x00-\x1f]')
_LONGEST = 200


class XmlFormat(Format):
    """A format whose files have the root element `root` and ids in attributes `id_attribute`."""

    root: ClassVar[str]
    id_attribute: ClassVar[str] = "id"

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and root_name(head) == self.root

    def parsed(self, unit: Unit, tree: Tree) -> etree._Element:
        """The root element of a unit's main file; another root is refused."""
        where = tree.where(unit.main)
        root = parse(tree.content(unit.main), where=where)
        if local(root) != self.root:
            raise InputError(
                f"the root element is <{local(root)}>",
                where=where,
                line=line_of(root),
                expected=f"<{self.root}>",
                remedy="This file is of another format; name that one with --from",
            )
        return root

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        if not unit.main:
            return tree.where(unit.text), 0
        content = loosely(tree.content(unit.main))
        return tree.where(unit.main), self.line_of(content, problem.annotation)

    def line_of(self, content: str, annotation: str) -> int:
        # The relations of one slot with several values are numbered: slot.1, slot.2
        for key in (annotation, annotation.rpartition(".")[0]):
            written = re.escape(escape(key, {'"': "&quot;"}))
            found = key and re.search(rf"\b{self.id_attribute}\s*=\s*([\"']){written}\1", content)
            if found:
                return content.count("\n", 0, found.start()) + 1
        return super().line_of(content, annotation)


def root_name(head: bytes) -> str:
    """The local name of the root element in the first bytes of a file, "" if there is none."""
    if head[:2] in _UTF_16:
        head = head.decode("utf-16", "ignore").encode("utf-8")
    found = _ROOT.search(_BEFORE.sub(b"", head))
    return found[1].decode("utf-8", "replace") if found else ""


def set_name_of(name: str, otherwise: str) -> str:
    """A name from a file as that of an annotation set, which must be able to name a folder."""
    safe = _UNSAFE.sub("_", name).strip(" .")
    return safe.encode("utf-8")[:_LONGEST].decode("utf-8", "ignore").rstrip(" .") or otherwise
