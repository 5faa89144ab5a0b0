"""A mention: its type, the spans it covers, its attributes and its codes from a terminology."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from goldsmith.core.offsets import Span, merge_spans

#: The code of a mention that has no concept: a value, not a gap (requirement 7.4).
CUI_LESS: Final = "CUI-less"


class Code(msgspec.Struct, frozen=True, order=True, omit_defaults=True, gc=False):
    """A concept of a terminology; `system` is empty if the source did not name the terminology."""

    code: str
    system: str = ""
    name: str = ""

    @property
    def is_cui_less(self) -> bool:
        return self.code == CUI_LESS


class Mention(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An annotated stretch of text; a discontiguous mention has several spans.

    A mention without spans applies to the whole document (the date of a letter, a concept that a
    relation refers to). `text` is the wording that the source recorded, if any. The text of the
    document is authoritative, and validation reports where the two differ.

    Attributes named `<format>:<name>` belong to an exchange format. They are kept so that the
    document can be written in that format again.
    """

    id: str
    type: str
    spans: tuple[Span, ...]
    attributes: Mapping[str, str] = {}
    codes: tuple[Code, ...] = ()
    text: str = ""

    def __hash__(self) -> int:
        return hash((self.id, self.type, self.spans))

    @property
    def start(self) -> int:
        """The start of the first span; -1 if the mention applies to the whole document."""
        return self.spans[0].start if self.spans else -1

    @property
    def end(self) -> int:
        """The end of the last span; -1 if the mention applies to the whole document."""
        return self.spans[-1].end if self.spans else -1

    @property
    def is_discontiguous(self) -> bool:
        return len(self.spans) > 1 and len(merge_spans(self.spans)) > 1

    def overlaps(self, mention: Mention) -> bool:
        """Return whether the two mentions share a character."""
        return any(first.overlaps(second) for first in self.spans for second in mention.spans)
