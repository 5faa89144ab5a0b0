"""Names of annotation sets, derived from the names of annotators in other tools."""

from __future__ import annotations

import re

_UNSAFE = re.compile(r'[<>:"|?*\\/\x00-\x1f]')
_MAX_LENGTH = 200


def make_set_name(name: str, default: str) -> str:
    """Turn a name into the name of an annotation set, which must be a safe folder name."""
    safe = _UNSAFE.sub("_", name).strip(" .")
    return safe.encode("utf-8")[:_MAX_LENGTH].decode("utf-8", "ignore").rstrip(" .") or default
