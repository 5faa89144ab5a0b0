"""The digest of training data, which anybody with the corpus can compute again."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from goldsmith.core import Document, Provenance, canonicalise
from goldsmith.pipeline import Example


def compute_digest(examples: Iterable[Example]) -> str:
    """Compute a SHA-256 over ids, texts and annotations, whatever their order."""
    total = sha256()
    for line in sorted(_encode_example(example) for example in examples):
        total.update(line)
    return total.hexdigest()


def _encode_example(example: Example) -> bytes:
    doc, gold = example.analysis.doc, example.gold
    plain = msgspec.structs.replace(gold, name="gold", provenance=Provenance(), notes=())
    content = canonicalise(Document(doc.id, doc.text, sets={"gold": plain}))["sets"]
    return msgspec.json.encode([doc.id, doc.text_hash, content]) + b"\n"
