"""What our own formats share: the wording of every mention is written beside its offsets."""

from __future__ import annotations

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document


def recorded(doc: Document) -> Document:
    """The document with each mention's wording filled in, for people and for other programs."""
    return replace(doc, sets={name: _worded(one, doc) for name, one in doc.sets.items()})


def _worded(one: AnnotationSet, doc: Document) -> AnnotationSet:
    mentions = tuple([replace(mention, text=doc.covered(mention)) for mention in one.mentions])
    return replace(one, mentions=mentions)
