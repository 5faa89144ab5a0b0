"""The structure of Label Studio's tasks."""

from __future__ import annotations

from typing import Any

import msgspec

from goldsmith.core import Provenance, Span
from goldsmith.core.decoding import Offset

#: Key of `data` with the id of the document.
DOCUMENT_ID = "doc_id"
#: Key of `data` with the text.
TEXT = "text"
#: Names of the tags that the writer refers to: of the text, its labels and its codes.
TEXT_TAG, LABEL_TAG, CODE_TAG = "text", "label", "code"
#: Attribute with the tag of a region's labels if it is not `label`.
TAG_ATTRIBUTE = "label-studio:tag"
#: Attribute of a region that has choices but no label.
CHOICE = "choice"
#: Separates several choices in the value of an attribute.
SEPARATOR = "|"


class SetDetails(msgspec.Struct, omit_defaults=True):
    """Details of an annotation set that Label Studio does not store; other programs ignore them."""

    set: str
    schema: str = ""
    provenance: Provenance | None = None


class Item(msgspec.Struct, omit_defaults=True):
    """A result: labels, choices or a text area of a region, or a relation between two regions."""

    id: str = ""
    type: str = ""
    from_name: str = ""
    to_name: str = ""
    value: dict[str, Any] = {}
    meta: dict[str, Any] = {}
    from_id: str = ""
    to_id: str = ""
    direction: str = ""
    labels: list[str] | None = None


class Place(msgspec.Struct):
    """The offsets of a region in the text, and its wording."""

    start: Offset | None = None
    end: Offset | None = None
    text: Any = None

    @property
    def spans(self) -> tuple[Span, ...]:
        """The span of the region; empty if it is the whole text."""
        return () if self.start is None or self.end is None else (Span(self.start, self.end),)

    @property
    def wording(self) -> str:
        """The recorded wording, or ""."""
        return self.text if isinstance(self.text, str) and self.spans else ""


class Annotation(msgspec.Struct, omit_defaults=True):
    """The results of one annotator, or of a model (a prediction)."""

    result: list[Item]
    id: int | str | None = None
    completed_by: int | str | dict[str, Any] | None = None
    was_cancelled: bool = False
    created_at: str | None = None
    model_version: str | None = None
    goldsmith: SetDetails | None = None


class Task(msgspec.Struct):
    """A text and its annotations; the text comes last, so that the first bytes show the format."""

    id: int | str | None = None
    annotations: list[Annotation] = []
    predictions: list[Annotation] = []
    data: dict[str, Any] = {}
