"""A document: an immutable text, its metadata and named annotation sets over it."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

import msgspec

from goldsmith.core.annotation_set import AnnotationSet
from goldsmith.core.mention import Mention
from goldsmith.core.offsets import Span, get_covered_text


class Section(msgspec.Struct, frozen=True, omit_defaults=True):
    """A section of a note: its span, its kind and the wording of its heading."""

    span: Span
    kind: str = ""
    title: str = ""


class Metadata(msgspec.Struct, frozen=True, omit_defaults=True):
    """Metadata of a document (requirement 1.1); `extra` holds any further fields."""

    patient: str = ""
    type: str = ""
    subtype: str = ""
    date: str = ""
    """An ISO 8601 date, in full or in part: 2008, 2008-03 or 2008-03-14."""
    diagnosis: str = ""
    institution: str = ""
    extra: Mapping[str, str] = {}


class Document(msgspec.Struct, frozen=True, omit_defaults=True):
    """A text plus named annotation sets.

    Example:
        >>> gold = AnnotationSet("gold", (Mention("T1", "Condition", (Span(0, 5),)),))
        >>> doc = Document("note-1", "Fever and cough.", sets={"gold": gold})
        >>> doc.get_covered_text(doc.sets["gold"].mentions[0])
        'Fever'
    """

    id: str
    text: str
    metadata: Metadata = Metadata()
    sections: tuple[Section, ...] = ()
    sets: Mapping[str, AnnotationSet] = {}

    @property
    def text_hash(self) -> str:
        """The SHA-256 of the text in UTF-8; annotations are only valid for this text."""
        return sha256(self.text.encode("utf-8")).hexdigest()

    def get_covered_text(self, mention: Mention) -> str:
        """Return the text that a mention covers, its fragments joined by spaces."""
        return get_covered_text(self.text, mention.spans)

    def with_set(self, annotation_set: AnnotationSet) -> Document:
        """Return the document with this set added; it replaces a set of the same name."""
        sets = {**self.sets, annotation_set.name: annotation_set}
        return msgspec.structs.replace(self, sets=sets)
