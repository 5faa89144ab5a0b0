"""Takes a model of crfsuite apart: its labels, its features and their weights.

The library tells them only by way of a text file with every weight. The layout is that of a model
of version 1 (crf1d): a head with the places of its parts; the weights; and for the names of labels
and of features a table each, from numbers to names (CQDB).
"""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_HEAD, _TABLE, _NAME = struct.Struct("<4sI4s9I"), struct.Struct("<4s5I"), struct.Struct("<II")
_PART = struct.Struct("<4sII")
_WEIGHT = np.dtype([("kind", "<u4"), ("source", "<u4"), ("label", "<u4"), ("weight", "<f8")])
_OF_FEATURE, _OF_LABEL = 0, 1


class Weights(NamedTuple):
    """What a model learned, as numbers."""

    labels: list[str]
    features: list[str]
    states: NDArray[Any]
    """Weights of features for labels: source is the number of a feature."""
    transitions: NDArray[Any]
    """Weights of a label after another one: source is the number of the one before."""


def weights(model: bytes) -> Weights:
    """Labels, features and weights of a model; ValueError if it is none, or of another layout."""
    try:
        magic, _, type_, _, _, _, _, part, labels, features, *_ = _HEAD.unpack_from(model)
        if (magic, type_) != (b"lCRF", b"FOMC"):
            raise ValueError("no model of crfsuite")
        chunk, _, count = _PART.unpack_from(model, part)
        if chunk != b"FEAT":
            raise ValueError("no weights")
        every = np.frombuffer(model, _WEIGHT, count, part + _PART.size)
        names = _names(model, labels), _names(model, features)
    except (struct.error, UnicodeDecodeError) as error:
        raise ValueError("cut off or of another layout") from error
    kinds = every["kind"]
    return Weights(*names, every[kinds == _OF_FEATURE], every[kinds == _OF_LABEL])


def _names(model: bytes, start: int) -> list[str]:
    chunk, _, _, _, size, offset = _TABLE.unpack_from(model, start)
    if chunk != b"CQDB":
        raise ValueError("no names")
    found = []
    for place in struct.unpack_from(f"<{size}I", model, start + offset):
        _, length = _NAME.unpack_from(model, start + place)
        begin = start + place + _NAME.size
        # The name ends with a zero byte.
        found.append(model[begin : begin + length - 1].decode())
    return found
