"""Chance that can be repeated: things stand in the order of a hash of their names and the seed.

No place in a list and no state of a generator goes in. The same names and the same seed give the
same order however the documents were read, and one more document moves none of the others.
"""

from __future__ import annotations

from hashlib import blake2b


def key(seed: int, *names: str) -> bytes:
    """What to sort by: 16 bytes that look random and follow from the seed and the names."""
    content = "\0".join((str(seed), *names)).encode("utf-8", "surrogatepass")
    return blake2b(content, digest_size=16).digest()
