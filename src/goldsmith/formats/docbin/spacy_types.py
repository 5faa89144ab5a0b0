"""The parts of spaCy that the format uses."""

from __future__ import annotations

from enum import IntEnum

from goldsmith.errors import MissingExtra

try:
    from spacy import attrs
    from spacy.strings import StringStore
    from spacy.tokens import Doc, DocBin, Span
    from spacy.vocab import Vocab
except ImportError:
    raise MissingExtra("the format docbin", "spacy") from None

__all__ = ["Attribute", "Doc", "DocBin", "Span", "StringStore", "Vocab"]


class Attribute(IntEnum):
    """The attributes of tokens that the reader uses."""

    ORTH = attrs.ORTH
    ENT_IOB = attrs.ENT_IOB
    ENT_TYPE = attrs.ENT_TYPE
    ENT_KB_ID = attrs.ENT_KB_ID
    ENT_ID = attrs.ENT_ID
