"""What a model was trained on, as a number that anybody with the corpus can make again."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from goldsmith.core import Document, Provenance, canonical
from goldsmith.pipeline import Example


def digest(examples: Iterable[Example]) -> str:
    """A SHA-256 over ids, texts and annotations, whatever order and ids they came with."""
    total = sha256()
    for line in sorted(_line(one) for one in examples):
        total.update(line)
    return total.hexdigest()


def _line(example: Example) -> bytes:
    doc, gold = example.work.doc, example.gold
    said = msgspec.structs.replace(gold, name="gold", provenance=Provenance(), notes=())
    content = canonical(Document(doc.id, doc.text, sets={"gold": said}))["sets"]
    return msgspec.json.encode([doc.id, doc.text_hash, content]) + b"\n"
