"""Write documents as Prodigy tasks and count what they cannot represent."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.formats.prodigy.read import BARE_TOKEN, DOCUMENT_ID, SPAN_KEYS, TOKEN
from goldsmith.formats.shared.flat_metadata import count_taken_names, flatten_metadata
from goldsmith.formats.shared.words import Words


def count_losses(doc: Document) -> dict[str, int]:
    """Count what tasks cannot represent, by name of the loss."""
    mentions = [mention for anns in doc.sets.values() for mention in anns.mentions]
    counts = {
        "metadata-names": count_taken_names(doc.metadata, reserved=[DOCUMENT_ID]),
        "attribute-names": sum(
            name in SPAN_KEYS for mention in mentions for name in mention.attributes
        ),
        "repeated-relations": sum(map(_count_repeated_relations, doc.sets.values())),
    }
    return {name: count for name, count in counts.items() if count}


def _count_repeated_relations(annotation_set: AnnotationSet) -> int:
    keys = [(rel.type, rel.arg1, rel.arg2) for rel in annotation_set.relations]
    return len(keys) - len(set(keys))


def build_lines(doc: Document) -> Iterator[dict[str, Any]]:
    """Yield a task for each annotation set, or one without an answer if there are no sets."""
    metadata = flatten_metadata(doc.metadata, reserved=[DOCUMENT_ID])
    common = {
        "_input_hash": _hash(doc.id, doc.text),
        "text": doc.text,
        "meta": {DOCUMENT_ID: doc.id, **metadata},
    }
    for name, annotation_set in doc.sets.items():
        yield {
            **common,
            "_task_hash": _hash(doc.id, doc.text, name),
            **_build_annotations(doc, annotation_set),
            "_is_binary": False,
            "_view_id": "relations" if annotation_set.relations else "spans_manual",
            "answer": "accept",
            "_annotator_id": name,
            "_session_id": name,
        }
    if not doc.sets:
        yield common


def _hash(*parts: str) -> int:
    """Return a signed 32-bit number, as Prodigy's hashes are."""
    digest = sha256("\n".join(parts).encode("utf-8")).digest()
    return int.from_bytes(digest[:4], "big", signed=True)


def _build_annotations(doc: Document, annotation_set: AnnotationSet) -> dict[str, Any]:
    mentions = annotation_set.mentions_by_id()
    words = Words(doc.text, (mention.spans[0] for mention in mentions.values() if mention.spans))
    spans = {key: _build_span(mention, words) for key, mention in mentions.items() if mention.spans}
    relations = [
        {
            "head": spans[rel.arg1]["token_end"],
            "child": spans[rel.arg2]["token_end"],
            "head_span": spans[rel.arg1],
            "child_span": spans[rel.arg2],
            "label": rel.type,
        }
        for rel in annotation_set.relations
    ]
    tokens = [
        {
            "text": doc.text[word.start : word.end],
            "start": word.start,
            "end": word.end,
            "id": index,
            "ws": word.space,
        }
        for index, word in enumerate(words.words)
    ]
    listed = [
        {**spans[key], **_select_attributes(mention)}
        for key, mention in mentions.items()
        if mention.spans and TOKEN not in mention.attributes
    ]
    return {"tokens": tokens, "spans": listed} | ({"relations": relations} if relations else {})


def _build_span(mention: Mention, words: Words) -> dict[str, Any]:
    indices = words.find_words(mention.spans[0])
    return {
        "start": mention.start,
        "end": mention.end,
        "token_start": indices[0],
        "token_end": indices[-1],
        "label": None if _is_bare_token(mention) else mention.type,
    }


def _is_bare_token(mention: Mention) -> bool:
    return TOKEN in mention.attributes and mention.type == BARE_TOKEN


def _select_attributes(mention: Mention) -> dict[str, str]:
    return {name: value for name, value in mention.attributes.items() if name not in SPAN_KEYS}
