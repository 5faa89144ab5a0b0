"""A document: an immutable text, what is known about it, and named annotation sets over it."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

import msgspec

from goldsmith.core.annotation_set import AnnotationSet
from goldsmith.core.mention import Mention
from goldsmith.core.offsets import Span, covered


class Section(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a note: its heading's wording, the kind of section, and where it stands."""

    span: Span
    kind: str = ""
    title: str = ""


class Metadata(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known about a document (requirement 1.1); `extra` is for whatever else."""

    patient: str = ""
    type: str = ""
    subtype: str = ""
    date: str = ""
    """ISO 8601, as far as it is known: 2008, 2008-03 or 2008-03-14."""
    diagnosis: str = ""
    institution: str = ""
    extra: Mapping[str, str] = {}


class Document(msgspec.Struct, frozen=True, omit_defaults=True):
    """Text plus named annotation sets; everything else reads sets, compares sets or makes one."""

    id: str
    text: str
    metadata: Metadata = Metadata()
    sections: tuple[Section, ...] = ()
    sets: Mapping[str, AnnotationSet] = {}

    @property
    def text_hash(self) -> str:
        """The SHA-256 of the text in UTF-8: what annotations are pinned to."""
        return sha256(self.text.encode("utf-8")).hexdigest()

    def covered(self, mention: Mention) -> str:
        """The text a mention covers, fragments joined by a blank."""
        return covered(self.text, mention.spans)

    def with_set(self, annotation_set: AnnotationSet) -> Document:
        """The document with this set added, or put in place of the one with its name."""
        sets = {**self.sets, annotation_set.name: annotation_set}
        return msgspec.structs.replace(self, sets=sets)
