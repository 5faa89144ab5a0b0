"""Frames, the annotations of Knowtator 1 and 2: each has a class, spans, values and links.

Knowtator has no separate kind for relations and groups. The links of a frame are relations; a frame
that has only links is itself a relation or a group. `frames_to_sets` has the rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from goldsmith.core import Code, Mention, Offsets, Span
from goldsmith.errors import InputError

#: The slot in which a chain lists its members (CRAFT).
CHAIN_SLOT = "Coreferring strings"
#: The slots of a relation that is a frame, unless the source names others.
ARGUMENT_SLOTS = ("Arg1", "Arg2")
#: Slots whose values are codes (SHARP); the writer uses the first.
CODE_SLOTS = ("associatedCode", "CUI")
#: The class of a frame that is a note on the document.
DOCUMENT_NOTE = "document note"
#: Separator between the values of a slot.
SEPARATOR = " | "

ROLE_ATTRIBUTES = ("knowtator:arg1", "knowtator:arg2")
ANCHOR_ATTRIBUTE = "knowtator:anchor"
SLOT_ATTRIBUTE = "knowtator:slot"
ANNOTATOR_ATTRIBUTE = "knowtator:annotator"

_CONCEPT = re.compile(r"([A-Za-z]\w*):(?=\S*\d)([\w.-]+)|(\w+_EXT):([\w.-]+)", re.IGNORECASE)


class Link(msgspec.Struct, frozen=True):
    """A slot that refers to another frame."""

    id: str
    slot: str
    target: str
    attributes: Mapping[str, str] = {}
    comment: str = ""


class Frame(msgspec.Struct, frozen=True):
    """A class mention with its class, annotator, spans and slots."""

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
        """The names of the slots that refer to other frames."""
        return {link.slot for link in self.links}


def parse_class(kind: str, label: str) -> tuple[str, tuple[Code, ...]]:
    """Return the mention type of a class, and its code if it is a concept (`CHEBI:36916`)."""
    match = _CONCEPT.fullmatch(kind)
    if not match:
        return kind, ()
    system, code = match[1] or match[3], match[2] or match[4]
    return system, (Code(code, system, label),)


def get_class(mention: Mention) -> tuple[str, str, tuple[Code, ...]]:
    """Return the class and label of a mention, and the codes that the class does not express."""
    for code in mention.codes:
        kind = f"{code.system}:{code.code}"
        if code.system == mention.type and parse_class(kind, code.name) == (code.system, (code,)):
            return (
                kind,
                code.name,
                tuple(remaining for remaining in mention.codes if remaining is not code),
            )
    return mention.type, mention.type, mention.codes


def make_spans(pairs: Sequence[tuple[int, int]], offsets: Offsets, line: int) -> tuple[Span, ...]:
    """Convert UTF-16 offsets to spans, sorted and without duplicates."""
    try:
        points = {(offsets.from_utf16(start), offsets.from_utf16(end)) for start, end in pairs}
    except InputError as error:
        raise InputError(
            error.what, line=line, expected=error.expected, remedy=error.remedy
        ) from None
    return tuple(Span(start, end) for start, end in sorted(points))
