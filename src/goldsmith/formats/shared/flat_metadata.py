"""Metadata as a flat object of names and values, as annotation tools attach it to a text."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from goldsmith.core import Metadata

_FIELDS = tuple(name for name in Metadata.__struct_fields__ if name != "extra")


def flatten_metadata(metadata: Metadata, *, reserved: Collection[str] = ()) -> dict[str, str]:
    """Return the metadata as an object, without extra fields whose names are taken."""
    values = {name: value for name in _FIELDS if (value := getattr(metadata, name))}
    taken = {*_FIELDS, *reserved}
    return values | {name: value for name, value in metadata.extra.items() if name not in taken}


def count_taken_names(metadata: Metadata, *, reserved: Collection[str] = ()) -> int:
    """Count the extra fields that `flatten_metadata` leaves out."""
    return sum(name in _FIELDS or name in reserved for name in metadata.extra)


def parse_metadata(values: Mapping[str, Any], *, reserved: Collection[str] = ()) -> Metadata:
    """Return the metadata in an object; values that are not strings become JSON text."""
    texts = {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in values.items()
        if name not in reserved and value is not None
    }
    fields = {name: texts.pop(name) for name in _FIELDS if name in texts}
    return Metadata(**fields, extra=texts)
