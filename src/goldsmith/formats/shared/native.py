"""Encodes documents for Goldsmith's own formats, with the text of each mention."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.core.packed import PackedSequence

#: The number of annotations to encode at once.
_BLOCK = 4096
#: The number of characters to encode at once.
_CHARACTERS = 1_000_000
_SEQUENCES = ("mentions", "relations", "groups")


def fill_mention_texts(doc: Document) -> Document:
    """Return the document with the text of each mention, for people and for other programs."""
    return replace(
        doc,
        sets={name: _fill_set(annotation_set, doc) for name, annotation_set in doc.sets.items()},
    )


def _fill_set(annotation_set: AnnotationSet, doc: Document) -> AnnotationSet:
    mentions: Any = annotation_set.mentions
    if isinstance(mentions, PackedSequence):
        filled: Any = mentions.convert(partial(_fill_mention, doc))
    else:
        filled = tuple(iterate_filled(mentions, doc))
    return replace(annotation_set, mentions=filled)


def iterate_filled(mentions: Iterable[Mention], doc: Document) -> Iterator[Mention]:
    """Yield mentions of a document with their texts."""
    return map(partial(_fill_mention, doc), mentions)


def _fill_mention(doc: Document, mention: Mention) -> Mention:
    return replace(mention, text=doc.get_covered_text(mention))


def encode_line(doc: Document) -> Iterator[bytes]:
    """Yield a document with the text of each mention as a line of JSON, in pieces if packed."""
    if not any(isinstance(set_.mentions, PackedSequence) for set_ in doc.sets.values()):
        yield msgspec.json.encode(fill_mention_texts(doc)) + b"\n"
        return
    yield from _encode_head(doc)
    yield b',"sets":{'
    for number, (name, annotation_set) in enumerate(doc.sets.items()):
        yield b"," * (number > 0) + msgspec.json.encode(name) + b":"
        yield from _encode_set(annotation_set, doc)
    yield b"}}\n"


def _encode_head(doc: Document) -> Iterator[bytes]:
    """Yield the JSON of a document without its sets and closing brace, a long text in pieces."""
    head = b'{"id":' + msgspec.json.encode(doc.id) + b',"text":"'
    yield head
    for start in range(0, len(doc.text), _CHARACTERS):
        yield msgspec.json.encode(doc.text[start : start + _CHARACTERS])[1:-1]
    yield msgspec.json.encode(replace(doc, text="", sets={}))[len(head) : -1]


def _encode_set(annotation_set: AnnotationSet, doc: Document) -> Iterator[bytes]:
    """Yield a set: its name, then its sequences, then the other fields."""
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
