"""Write documents as Label Studio tasks and count what they cannot represent."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from goldsmith.core import AnnotationSet, Document, Mention, Provenance
from goldsmith.formats.label_studio.model import (
    CHOICE,
    CODE_TAG,
    DOCUMENT_ID,
    LABEL_TAG,
    SEPARATOR,
    TAG_ATTRIBUTE,
    TEXT,
    TEXT_TAG,
    Annotation,
    Item,
    SetDetails,
    Task,
)
from goldsmith.formats.shared.code_text import format_code, is_unwritable
from goldsmith.formats.shared.flat_metadata import count_taken_names, flatten_metadata

_RESERVED = (TEXT, DOCUMENT_ID)
_USER = re.compile(r"annotator-([0-9]{1,9})")


def count_losses(doc: Document) -> dict[str, int]:
    """Count what a task cannot represent, by name of the loss."""
    sets = doc.sets.values()
    notes = [
        (note, note.target in {mention.id for mention in anns.mentions})
        for anns in sets
        for note in anns.notes
    ]
    codes = [code for anns in sets for mention in anns.mentions for code in mention.codes]
    counts = {
        "metadata-names": count_taken_names(doc.metadata, reserved=_RESERVED),
        "notes-on-documents-or-relations": sum(not on_mention for _, on_mention in notes),
        "note-kinds": sum(bool(note.kind) and on_mention for note, on_mention in notes),
        "codes-that-cannot-be-spelt": sum(map(is_unwritable, codes)),
        "relations-without-type": sum(not rel.type for anns in sets for rel in anns.relations),
    }
    return {name: count for name, count in counts.items() if count}


def build_task(doc: Document, number: int) -> Task:
    """Return a document as a task: systems' sets as predictions, all others as annotations."""
    annotations, predictions = [], []
    for annotation_set in doc.sets.values():
        if annotation_set.provenance.kind == "system":
            predictions.append(_build_annotation(doc, annotation_set))
        else:
            annotations.append(_build_annotation(doc, annotation_set))
    metadata = flatten_metadata(doc.metadata, reserved=_RESERVED)
    data = {TEXT: doc.text, DOCUMENT_ID: doc.id, **metadata}
    return Task(number, annotations, predictions, data)


def _build_annotation(doc: Document, annotation_set: AnnotationSet) -> Annotation:
    provenance = annotation_set.provenance
    notes: dict[str, list[str]] = defaultdict(list)
    for note in annotation_set.notes:
        notes[note.target].append(note.text)
    items = [
        item
        for mention in annotation_set.mentions
        for item in _build_region(doc, mention, notes.get(mention.id, []))
    ]
    items += [
        Item(
            type="relation",
            from_id=rel.arg1,
            to_id=rel.arg2,
            direction="right",
            labels=[rel.type],
        )
        for rel in annotation_set.relations
    ]
    is_system = provenance.kind == "system"
    details = SetDetails(
        annotation_set.name,
        annotation_set.schema,
        None if provenance == Provenance() else provenance,
    )
    user = _USER.fullmatch(annotation_set.name)
    return Annotation(
        items,
        completed_by=int(user[1]) if user and not is_system else None,
        created_at=provenance.created or None,
        model_version=(provenance.agent or annotation_set.name) if is_system else None,
        goldsmith=details,
    )


def _build_region(doc: Document, mention: Mention, notes: list[str]) -> Iterator[Item]:
    """Yield the results of a mention: its label, its attributes and its codes."""
    attributes = dict(mention.attributes)
    place: dict[str, Any] = {}
    meta: dict[str, Any] = {"text": notes} if notes else {}
    if mention.spans:
        place = {"start": mention.start, "end": mention.end, "text": doc.get_covered_text(mention)}
        tag = attributes.pop(TAG_ATTRIBUTE, LABEL_TAG)
        value = {**place, "labels": [mention.type]}
        yield Item(mention.id, "labels", tag, TEXT_TAG, value, meta)
    else:
        value = {"choices": attributes.pop(CHOICE).split(SEPARATOR) if CHOICE in attributes else []}
        yield Item(mention.id, "choices", mention.type, TEXT_TAG, value, meta)
    for name, text in attributes.items():
        value = {**place, "choices": text.split(SEPARATOR)}
        yield Item(mention.id, "choices", name, TEXT_TAG, value)
    if mention.codes:
        value = {**place, "text": [format_code(code) for code in mention.codes]}
        yield Item(mention.id, "textarea", CODE_TAG, TEXT_TAG, value)
