"""Losses of a document that is written as TimeML."""

from __future__ import annotations

from goldsmith.core import Document, Mention, Relation
from goldsmith.formats.base import get_only_set
from goldsmith.formats.shared.control_characters import NOT_XML
from goldsmith.formats.timeml.plan import Plan
from goldsmith.formats.timeml.terms import (
    DOCID,
    EXTRAINFO,
    IDS,
    LINKS,
    TITLE,
    find_creation_time,
    get_date,
)


def count_timeml_losses(doc: Document) -> dict[str, int]:
    """Count what TimeML cannot represent, by the name of the loss."""
    annotation_set = get_only_set(doc)
    plan = Plan(annotation_set)
    items: list[Mention | Relation] = [*plan.mentions.values(), *plan.relations]
    losses = {
        "other-types": sum(mention.type not in IDS for mention in annotation_set.mentions),
        "crossing": plan.crossing,
        "other-relation-types": sum(rel.type not in LINKS for rel in annotation_set.relations),
        "links-of-what-is-lost-or-a-signal": len(plan.links) - len(plan.relations),
        "names-not-for-timeml": sum(
            not plan.can_write(name, item.id) for item in items for name in item.attributes
        ),
        "notes-beyond-one-comment": len(annotation_set.notes)
        - len(plan.comments)
        + sum(bool(note.kind) for note in annotation_set.notes if note.target in plan.comments),
        "metadata-but-date-and-title": _count_unsupported_metadata(doc),
        "date-unlike-the-document-time": _count_conflicting_dates(doc),
    }
    return {name: count for name, count in losses.items() if count}


def _count_unsupported_metadata(doc: Document) -> int:
    """Count the metadata that TimeML cannot represent."""
    metadata = doc.metadata
    unsupported = (
        metadata.patient,
        metadata.type,
        metadata.subtype,
        metadata.diagnosis,
        metadata.institution,
    )
    count = sum(map(bool, unsupported)) + bool(NOT_XML.search(metadata.date))
    for key, value in metadata.extra.items():
        if key == DOCID:
            count += value != value.strip() or value in ("", doc.id.rpartition("/")[2])
        else:
            count += key not in (TITLE, EXTRAINFO) or not value.strip()
    return count


def _count_conflicting_dates(doc: Document) -> int:
    """Return 1 if the document's date differs from its document creation time, otherwise 0."""
    creation_time = find_creation_time(get_only_set(doc).mentions)
    return int(creation_time is not None and get_date(creation_time) != doc.metadata.date)
