"""The parts of spaCy that the format uses."""

from __future__ import annotations

from goldsmith.errors import MissingExtra

try:
    from spacy.tokens import Doc, DocBin, Span
    from spacy.util import filter_spans
    from spacy.vocab import Vocab
    from srsly.msgpack.exceptions import UnpackException  # type: ignore[import-untyped]
except ImportError:
    raise MissingExtra("the format docbin", "spacy") from None

__all__ = ["Doc", "DocBin", "Span", "UnpackException", "Vocab", "filter_spans"]
