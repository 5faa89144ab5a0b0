"""Data without a spaCy field, stored as JSON in the user data of a spaCy document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Metadata,
    Note,
    Provenance,
    Relation,
    Section,
)

#: Key of the user data with the JSON.
USER_DATA_KEY = "goldsmith"


class StoredSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """An annotation set without the types and spans of its mentions, which form a span group."""

    attributes: Mapping[str, Mapping[str, str]] = {}
    codes: Mapping[str, tuple[Code, ...]] = {}
    unanchored: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    groups: tuple[Group, ...] = ()
    notes: tuple[Note, ...] = ()
    schema: str = ""
    provenance: Provenance = Provenance()


class StoredDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """A document without its text."""

    id: str
    metadata: Metadata = Metadata()
    sections: tuple[Section, ...] = ()
    sets: Mapping[str, StoredSet] = {}


def store_document(doc: Document) -> StoredDocument:
    """Return the data of a document that have no spaCy field."""
    sets = {name: _store_set(annotation_set) for name, annotation_set in doc.sets.items()}
    return StoredDocument(doc.id, doc.metadata, doc.sections, sets)


def _store_set(annotation_set: AnnotationSet) -> StoredSet:
    mentions = [mention for mention in annotation_set.mentions if mention.spans]
    return StoredSet(
        {mention.id: mention.attributes for mention in mentions if mention.attributes},
        {mention.id: mention.codes for mention in mentions if mention.codes},
        tuple(mention for mention in annotation_set.mentions if not mention.spans),
        annotation_set.relations,
        annotation_set.groups,
        annotation_set.notes,
        annotation_set.schema,
        annotation_set.provenance,
    )


def select_entities(spans: Iterable[Any]) -> list[Any]:
    """Select the spans that can be entities: labelled, trimmed and without overlap.

    Of spans that overlap, the longest is selected, then the first.

    Args:
        spans: Spans of spaCy, or unpacked ones.
    """
    candidates = list(spans)
    fragments = Counter(span.id_ for span in candidates)
    usable = [
        span
        for span in candidates
        if span.label_ and fragments[span.id_] == 1 and span.text == span.text.strip()
    ]
    covered: set[int] = set()
    selected = []
    for span in sorted(usable, key=lambda span: (span.start - span.end, span.start)):
        if covered.isdisjoint((span.start, span.end - 1)):
            covered.update(range(span.start, span.end))
            selected.append(span)
    return sorted(selected, key=lambda span: int(span.start))
