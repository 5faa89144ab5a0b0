"""A mention: a type, the spans it covers, attributes, and codes from a terminology."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from goldsmith.core.offsets import Span, merged

#: The code of a mention that has no concept: a value, not a gap (requirement 7.4).
CUI_LESS: Final = "CUI-less"


class Code(msgspec.Struct, frozen=True, order=True, omit_defaults=True, gc=False):
    """A concept of a terminology. `system` is empty where the source did not name it."""

    code: str
    system: str = ""
    name: str = ""

    @property
    def is_cui_less(self) -> bool:
        return self.code == CUI_LESS


class Mention(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An annotated stretch of text; fragments make it discontiguous.

    No spans at all means that it holds for the whole document (the date a letter was written,
    a concept a relation speaks of). `text` is the wording that the source recorded, where it
    recorded one; the document decides, and validation reports where they differ.

    Attributes named `<format>:<name>` are an exchange format's own and are kept for the way back.
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
        """Where it begins; -1 when it holds for the whole document."""
        return self.spans[0].start if self.spans else -1

    @property
    def end(self) -> int:
        """Where it ends; -1 when it holds for the whole document."""
        return self.spans[-1].end if self.spans else -1

    @property
    def is_discontiguous(self) -> bool:
        return len(self.spans) > 1 and len(merged(self.spans)) > 1

    def overlaps(self, other: Mention) -> bool:
        """Whether any fragment of one shares a character with any fragment of the other."""
        return any(mine.overlaps(theirs) for mine in self.spans for theirs in other.spans)
