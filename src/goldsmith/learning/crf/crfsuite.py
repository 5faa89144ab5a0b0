"""A reader for crfsuite model files: labels, features and weights.

The library itself exposes them only through a text dump. The file has the layout of version 1
(crf1d): a header with the offsets of the parts, the weights, and two tables (CQDB) with the names
of the labels and of the features.
"""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_HEAD, _TABLE, _NAME = struct.Struct("<4sI4s9I"), struct.Struct("<4s5I"), struct.Struct("<II")
_PART = struct.Struct("<4sII")
_WEIGHT = np.dtype([("kind", "<u4"), ("source", "<u4"), ("label", "<u4"), ("weight", "<f8")])
_STATE, _TRANSITION = 0, 1


class CrfsuiteModel(NamedTuple):
    """Labels, features and weights of a crfsuite model."""

    labels: list[str]
    features: list[str]
    states: NDArray[Any]
    """State weights; `source` is a feature number."""
    transitions: NDArray[Any]
    """Transition weights; `source` is the number of the previous label."""


def parse_model(model: bytes) -> CrfsuiteModel:
    """Parse a crfsuite model file.

    Raises:
        ValueError: The bytes are not a crfsuite model, or have a different layout.
    """
    try:
        magic, _, type_, _, _, _, _, part, labels, features, *_ = _HEAD.unpack_from(model)
        if (magic, type_) != (b"lCRF", b"FOMC"):
            raise ValueError("not a crfsuite model")
        chunk, _, count = _PART.unpack_from(model, part)
        if chunk != b"FEAT":
            raise ValueError("the weights are missing")
        weights = np.frombuffer(model, _WEIGHT, count, part + _PART.size)
        names = _read_names(model, labels), _read_names(model, features)
    except (struct.error, UnicodeDecodeError) as error:
        raise ValueError("the model is truncated or has a different layout") from error
    kinds = weights["kind"]
    return CrfsuiteModel(*names, weights[kinds == _STATE], weights[kinds == _TRANSITION])


def _read_names(model: bytes, start: int) -> list[str]:
    chunk, _, _, _, size, offset = _TABLE.unpack_from(model, start)
    if chunk != b"CQDB":
        raise ValueError("the names are missing")
    names = []
    for place in struct.unpack_from(f"<{size}I", model, start + offset):
        _, length = _NAME.unpack_from(model, start + place)
        begin = start + place + _NAME.size
        # The name ends with a zero byte.
        names.append(model[begin : begin + length - 1].decode())
    return names
