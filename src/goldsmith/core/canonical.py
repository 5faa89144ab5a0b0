"""The canonical form of a document: its content without ids, order or recorded wording.

Documents with the same canonical form have the same content. Tests compare round trips this way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from goldsmith.core.annotation_set import AnnotationSet
from goldsmith.core.document import Document
from goldsmith.core.mention import Mention
from goldsmith.core.offsets import merge_spans


def canonicalise(doc: Document) -> dict[str, Any]:
    """Return the content of a document in a form that is independent of ids and order."""
    return {
        "text": doc.text,
        "metadata": msgspec.to_builtins(doc.metadata),
        "sections": sorted(msgspec.to_builtins(doc.sections), key=repr),
        "sets": {
            name: content
            for name, annotation_set in sorted(doc.sets.items())
            if (content := _canonicalise_set(annotation_set))
        },
    }


def _canonicalise_set(annotation_set: AnnotationSet) -> dict[str, Any]:
    mentions = {mention.id: _canonicalise_mention(mention) for mention in annotation_set.mentions}
    relations = {
        rel.id: (
            rel.type,
            mentions.get(rel.arg1),
            mentions.get(rel.arg2),
            _sort_items(rel.attributes),
        )
        for rel in annotation_set.relations
    }
    groups = {
        group.id: (
            group.type,
            sorted((mentions.get(member) for member in group.members), key=repr),
            _sort_items(group.attributes),
        )
        for group in annotation_set.groups
    }
    targets = {**mentions, **relations, **groups}
    notes = [(note.text, note.kind, targets.get(note.target)) for note in annotation_set.notes]
    content = {
        "mentions": sorted(mentions.values(), key=repr),
        "relations": sorted(relations.values(), key=repr),
        "groups": sorted(groups.values(), key=repr),
        "notes": sorted(notes, key=repr),
        "provenance": msgspec.to_builtins(annotation_set.provenance),
    }
    return {key: value for key, value in content.items() if value}


def _canonicalise_mention(mention: Mention) -> tuple[Any, ...]:
    spans = tuple((span.start, span.end) for span in merge_spans(mention.spans))
    codes = tuple(sorted((code.system, code.code, code.name) for code in mention.codes))
    return (mention.type, spans, _sort_items(mention.attributes), codes)


def _sort_items(attributes: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(attributes.items()))
