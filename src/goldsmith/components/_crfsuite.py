"""Reads from a model of crfsuite which features it knows.

The library tells it only by way of a text file with every weight. The layout is that of a model of
version 1 (crf1d): a head with the places of its parts, then, for the names of features, a table
from numbers to names (CQDB).
"""

from __future__ import annotations

import struct

_HEAD, _CHUNK, _NAME = struct.Struct("<4sI4s9I"), struct.Struct("<4s5I"), struct.Struct("<II")
_MAGIC, _TYPE, _TABLE = b"lCRF", b"FOMC", b"CQDB"


def attributes(model: bytes) -> list[str] | None:
    """The features that have a weight; None for a model of another layout."""
    try:
        return _attributes(model)
    except (struct.error, UnicodeDecodeError):
        return None


def _attributes(model: bytes) -> list[str] | None:
    magic, _, type_, _, _, _, count, _, _, start, *_ = _HEAD.unpack_from(model)
    if (magic, type_) != (_MAGIC, _TYPE):
        return None
    chunk, _, _, _, size, offset = _CHUNK.unpack_from(model, start)
    if chunk != _TABLE or size != count:
        return None
    found = []
    for place in struct.unpack_from(f"<{size}I", model, start + offset):
        _, length = _NAME.unpack_from(model, start + place)
        begin = start + place + _NAME.size
        # The name ends with a zero byte.
        found.append(model[begin : begin + length - 1].decode())
    return found
