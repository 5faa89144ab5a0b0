"""Documents as Goldsmith's own formats store them: with the text of each mention."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.core.packed import PackedSequence

#: Annotations that are encoded at once.
_BLOCK = 4096
_SEQUENCES = ("mentions", "relations", "groups")


def fill_mention_texts(doc: Document) -> Document:
    """Return the document with the text of each mention, for people and for other programs."""
    return replace(
        doc,
        sets={name: _fill_set(annotation_set, doc) for name, annotation_set in doc.sets.items()},
    )


def _fill_set(annotation_set: AnnotationSet, doc: Document) -> AnnotationSet:
    mentions: Sequence[Mention] = annotation_set.mentions
    if not isinstance(mentions, PackedSequence):
        return replace(annotation_set, mentions=tuple(iterate_filled(mentions, doc)))
    packed: Any = PackedSequence(Mention)
    for part in mentions.iterate_parts():
        packed.extend(iterate_filled(part, doc))
    return replace(annotation_set, mentions=packed)


def iterate_filled(mentions: Iterable[Mention], doc: Document) -> Iterator[Mention]:
    """Yield mentions of a document with their texts."""
    for mention in mentions:
        yield replace(mention, text=doc.get_covered_text(mention))


def encode_line(doc: Document) -> Iterator[bytes]:
    """Yield a document with the text of each mention as a line of JSON, in pieces if packed."""
    if not any(isinstance(set_.mentions, PackedSequence) for set_ in doc.sets.values()):
        yield msgspec.json.encode(fill_mention_texts(doc)) + b"\n"
        return
    yield msgspec.json.encode(replace(doc, sets={}))[:-1] + b',"sets":{'
    for number, (name, annotation_set) in enumerate(doc.sets.items()):
        yield b"," * (number > 0) + msgspec.json.encode(name) + b":"
        yield from _encode_set(annotation_set, doc)
    yield b"}}\n"


def _encode_set(annotation_set: AnnotationSet, doc: Document) -> Iterator[bytes]:
    """Yield a set; its sequences come after its name, and the other fields after them."""
    short = replace(annotation_set, mentions=(), relations=(), groups=())
    head = b'{"name":' + msgspec.json.encode(annotation_set.name)
    yield head
    for name in _SEQUENCES:
        sequence: Sequence[object] = getattr(annotation_set, name)
        if len(sequence):
            mentions = annotation_set.mentions
            rows = iterate_filled(mentions, doc) if name == "mentions" else iter(sequence)
            yield f',"{name}":['.encode()
            yield from _encode_rows(rows)
            yield b"]"
    yield msgspec.json.encode(short)[len(head) :]


def _encode_rows(rows: Iterator[object]) -> Iterator[bytes]:
    comma = b""
    while block := list(islice(rows, _BLOCK)):
        yield comma + msgspec.json.encode(block)[1:-1]
        comma = b","
