"""A repeatable random order: items are sorted by a hash of a seed and their names.

The order does not depend on list positions or on the state of a generator. Equal names and seeds
give the same order regardless of how the documents were read, and an additional document does not
change the order of the others.
"""

from __future__ import annotations

from hashlib import blake2b


def order_key(seed: int, *names: str) -> bytes:
    """Return a pseudo-random sort key of 16 bytes, derived from the seed and the names."""
    content = "\0".join((str(seed), *names)).encode("utf-8", "surrogatepass")
    return blake2b(content, digest_size=16).digest()
