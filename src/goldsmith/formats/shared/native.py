"""Adds the text of each mention beside its offsets, as Goldsmith's own formats store it."""

from __future__ import annotations

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document


def fill_mention_texts(doc: Document) -> Document:
    """Return the document with the text of each mention, for people and for other programs."""
    return replace(
        doc,
        sets={name: _fill_set(annotation_set, doc) for name, annotation_set in doc.sets.items()},
    )


def _fill_set(annotation_set: AnnotationSet, doc: Document) -> AnnotationSet:
    mentions = [
        replace(mention, text=doc.get_covered_text(mention)) for mention in annotation_set.mentions
    ]
    return replace(annotation_set, mentions=tuple(mentions))
