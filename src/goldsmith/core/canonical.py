"""A document's content without its accidents: no ids, no order, no recorded wording.

Two documents with the same canonical form say the same thing. Round trips are compared this way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from goldsmith.core.annotation_set import AnnotationSet
from goldsmith.core.document import Document
from goldsmith.core.mention import Mention
from goldsmith.core.offsets import merged


def canonical(doc: Document) -> dict[str, Any]:
    """A document's content, comparing equal whatever ids and order it came with."""
    return {
        "text": doc.text,
        "metadata": msgspec.to_builtins(doc.metadata),
        "sections": sorted(msgspec.to_builtins(doc.sections), key=repr),
        "sets": {name: content for name, one in sorted(doc.sets.items()) if (content := _set(one))},
    }


def _set(one: AnnotationSet) -> dict[str, Any]:
    mentions = {mention.id: _mention(mention) for mention in one.mentions}
    relations = {
        rel.id: (rel.type, mentions.get(rel.arg1), mentions.get(rel.arg2), _items(rel.attributes))
        for rel in one.relations
    }
    groups = {
        group.id: (
            group.type,
            sorted((mentions.get(member) for member in group.members), key=repr),
            _items(group.attributes),
        )
        for group in one.groups
    }
    everything = {**mentions, **relations, **groups}
    notes = [(note.text, note.kind, everything.get(note.target)) for note in one.notes]
    content = {
        "mentions": sorted(mentions.values(), key=repr),
        "relations": sorted(relations.values(), key=repr),
        "groups": sorted(groups.values(), key=repr),
        "notes": sorted(notes, key=repr),
        "provenance": msgspec.to_builtins(one.provenance),
    }
    return {key: value for key, value in content.items() if value}


def _mention(mention: Mention) -> tuple[Any, ...]:
    spans = tuple((span.start, span.end) for span in merged(mention.spans))
    codes = tuple(sorted((code.system, code.code, code.name) for code in mention.codes))
    return (mention.type, spans, _items(mention.attributes), codes)


def _items(attributes: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(attributes.items()))
