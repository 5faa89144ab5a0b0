"""Move annotations to a text that differs from theirs only in white space."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Group, Mention
from goldsmith.project.agreement.whitespace import OffsetMap


class Realignment(msgspec.Struct, frozen=True):
    """A document with its annotations on another text, and those that could not be moved."""

    doc: Document
    unmapped: tuple[str, ...]
    """The annotations left out: mentions of white space, and annotations that refer to them."""


def realign_document(doc: Document, text: str) -> Realignment:
    """Move the annotations of a document to another text.

    Args:
        doc: The document; its sections are left out.
        text: The text to move the annotations to.

    Raises:
        ValueError: The texts differ in more than white space.
    """
    offsets = OffsetMap(doc.text, text)
    unmapped: list[str] = []
    sets = {
        name: _realign_set(annotation_set, offsets, unmapped)
        for name, annotation_set in doc.sets.items()
    }
    return Realignment(replace(doc, text=text, sections=(), sets=sets), tuple(unmapped))


def _realign_set(
    annotation_set: AnnotationSet, offsets: OffsetMap, unmapped: list[str]
) -> AnnotationSet:
    mentions = [_realign_mention(mention, offsets) for mention in annotation_set.mentions]
    removed = {
        mention.id
        for mention, moved in zip(annotation_set.mentions, mentions, strict=True)
        if moved is None
    }
    unmapped += sorted(removed)
    moved_set = replace(annotation_set, mentions=tuple(filter(None, mentions)))
    return _remove_references(moved_set, removed, unmapped) if removed else moved_set


def _realign_mention(mention: Mention, offsets: OffsetMap) -> Mention | None:
    spans = [offsets.map_span(span) for span in mention.spans]
    moved = tuple(span for span in spans if span is not None)
    return replace(mention, spans=moved) if len(moved) == len(spans) else None


def _remove_references(
    annotation_set: AnnotationSet, removed: set[str], unmapped: list[str]
) -> AnnotationSet:
    """Leave out the relations, notes and members of groups that refer to removed mentions."""
    lost = {
        rel.id for rel in annotation_set.relations if rel.arg1 in removed or rel.arg2 in removed
    }
    unmapped += sorted(lost)
    groups = (_remove_members(group, removed) for group in annotation_set.groups)
    return replace(
        annotation_set,
        relations=tuple(rel for rel in annotation_set.relations if rel.id not in lost),
        groups=tuple(group for group in groups if group.members),
        notes=tuple(note for note in annotation_set.notes if note.target not in removed | lost),
    )


def _remove_members(group: Group, removed: set[str]) -> Group:
    members = tuple(member for member in group.members if member not in removed)
    return replace(group, members=members)
