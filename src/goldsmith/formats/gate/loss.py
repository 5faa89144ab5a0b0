"""Losses of a document that is written as GATE XML."""

from __future__ import annotations

from collections import Counter

from goldsmith.core import AnnotationSet, Document
from goldsmith.formats.gate.features import SECTIONS, is_reserved, is_reserved_metadata
from goldsmith.formats.shared.code_text import is_unwritable


def count_gate_losses(doc: Document) -> Counter[str]:
    """Count what the writer drops or changes, by the name of the loss."""
    losses: Counter[str] = Counter()
    losses["names-that-mean-something-else"] = sum(map(is_reserved_metadata, doc.metadata.extra))
    losses["names-that-mean-something-else"] += SECTIONS in doc.sets
    for annotation_set in doc.sets.values():
        codes = [code for mention in annotation_set.mentions for code in mention.codes]
        losses["codes-that-cannot-be-spelt"] += sum(map(is_unwritable, codes))
        losses["names-that-mean-something-else"] += _count_reserved_names(annotation_set)
        losses["note-kinds"] += sum(bool(note.kind) for note in annotation_set.notes)
        losses["empty-groups"] += sum(not group.members for group in annotation_set.groups)
    return +losses


def _count_reserved_names(annotation_set: AnnotationSet) -> int:
    return sum(
        is_reserved(item, name) for item in annotation_set.annotations for name in item.attributes
    )
