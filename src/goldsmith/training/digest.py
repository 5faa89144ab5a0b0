"""A digest of the training data, which anybody with the corpus can recompute."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from goldsmith.core import Document, Provenance, canonicalise
from goldsmith.pipeline import Example


def compute_digest(examples: Iterable[Example]) -> str:
    """Compute an order-independent SHA-256 over ids, texts and annotations."""
    total = sha256()
    for line in sorted(_encode_example(example) for example in examples):
        total.update(line)
    return total.hexdigest()


def _encode_example(example: Example) -> bytes:
    doc, gold = example.analysis.doc, example.gold
    plain = msgspec.structs.replace(gold, name="gold", provenance=Provenance(), notes=())
    content = canonicalise(Document(doc.id, doc.text, sets={"gold": plain}))["sets"]
    return msgspec.json.encode([doc.id, doc.text_hash, content]) + b"\n"
