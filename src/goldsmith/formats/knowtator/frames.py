"""What both Knowtators say about a text: frames, each a class with a place, values and links.

Knowtator has no kind of its own for relations and groups. A frame's links are relations; a frame
that is nothing but links is a relation itself, or a group. The rules are in `_knowtator_read`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from goldsmith.core import Code, Mention, Span

#: The slot by which a chain lists its members (CRAFT).
CHAIN_SLOT = "Coreferring strings"
#: The slots of a relation that is a frame of its own, where the source gives no others.
ARGUMENTS = ("Arg1", "Arg2")
#: Slots whose values are codes; the first one is written (SHARP).
CODE_SLOTS = ("associatedCode", "CUI")
#: The class of a frame that is only a remark on the document.
DOCUMENT_NOTE = "document note"
#: Between the values of a slot that has several.
SEPARATOR = " | "

ROLES = ("knowtator:arg1", "knowtator:arg2")
ANCHOR = "knowtator:anchor"
SLOT = "knowtator:slot"
ANNOTATOR = "knowtator:annotator"

_CONCEPT = re.compile(r"([A-Za-z]\w*):(?=\S*\d)([\w.-]+)|(\w+_EXT):([\w.-]+)", re.IGNORECASE)


class Link(msgspec.Struct, frozen=True):
    """A slot that points at another frame."""

    id: str
    slot: str
    target: str
    attributes: Mapping[str, str] = {}
    comment: str = ""


class Frame(msgspec.Struct, frozen=True):
    """A class mention: its class, who made it, where it stands, what its slots hold."""

    id: str
    kind: str
    label: str = ""
    annotator: str = ""
    spans: tuple[Span, ...] = ()
    text: str = ""
    values: Mapping[str, tuple[str, ...]] = {}
    links: tuple[Link, ...] = ()
    comments: tuple[str, ...] = ()

    @property
    def slots(self) -> set[str]:
        """The names of the slots that point at other frames."""
        return {link.slot for link in self.links}


def type_of(kind: str, label: str) -> tuple[str, tuple[Code, ...]]:
    """The mention type of a class, and its code where the class is a concept (`CHEBI:36916`)."""
    found = _CONCEPT.fullmatch(kind)
    if not found:
        return kind, ()
    system, code = found[1] or found[3], found[2] or found[4]
    return system, (Code(code, system, label),)


def class_of(mention: Mention) -> tuple[str, str, tuple[Code, ...]]:
    """The class and label of a mention, and the codes that the class does not say."""
    for code in mention.codes:
        kind = f"{code.system}:{code.code}"
        if code.system == mention.type and type_of(kind, code.name) == (code.system, (code,)):
            return kind, code.name, tuple(one for one in mention.codes if one is not code)
    return mention.type, mention.type, mention.codes
