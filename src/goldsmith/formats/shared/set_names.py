"""Names of annotation sets from the names that other tools give to annotators."""

from __future__ import annotations

import re

_UNSAFE = re.compile(r'[<>:"|?*\\/\x00-\x1f]')
_MAX_LENGTH = 200


def make_set_name(name: str, default: str) -> str:
    """Turn a name into that of an annotation set, which must be a safe folder name."""
    safe = _UNSAFE.sub("_", name).strip(" .")
    return safe.encode("utf-8")[:_MAX_LENGTH].decode("utf-8", "ignore").rstrip(" .") or default
