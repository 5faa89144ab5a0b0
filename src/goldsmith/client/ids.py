"""Ids that a client makes."""

from __future__ import annotations

import secrets
import time
import uuid


def make_uuid7() -> str:
    """Return a UUID of version 7 (RFC 9562): the time in milliseconds, then random bits."""
    milliseconds = time.time_ns() // 1_000_000
    number = (milliseconds & (1 << 48) - 1) << 80 | secrets.randbits(80)
    number = number & ~(0xF << 76) | 7 << 76  # the version
    number = number & ~(0b11 << 62) | 0b10 << 62  # the variant
    return str(uuid.UUID(int=number))
