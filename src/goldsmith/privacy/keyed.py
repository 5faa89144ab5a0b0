"""Draws by a secret key: the same key gives the same surrogates, no key gives nothing back.

Every choice is an HMAC-SHA256 of what is replaced, under the key. Who has the pseudonymised text
but not the key cannot test a guess ("was this Mrs Tarrow?") by drawing again.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from goldsmith.errors import InputError

#: A key shorter than this could be found by trying.
SHORTEST = 16
T = TypeVar("T")


class Draw:
    """Draws for one owner: a patient, or the whole corpus where the owner is empty."""

    def __init__(self, key: bytes, owner: str = "") -> None:
        self._key, self._owner = key, owner

    def of(self, owner: str) -> Draw:
        """The draws of somebody else under the same key."""
        return Draw(self._key, owner)

    def number(self, below: int, *what: str) -> int:
        """A number from 0 that depends on the key, the owner and what it is for."""
        # 64 of 256 bits: the bias of the remainder is nothing for pools of some hundreds.
        return int.from_bytes(self._digest(what)[:8], "big") % below

    def choice(self, pool: Sequence[T], *what: str) -> T:
        """One of a pool."""
        return pool[self.number(len(pool), *what)]

    def hexadecimal(self, digits: int, *what: str) -> str:
        """Hexadecimal digits."""
        return self._digest(what).hex()[:digits]

    def _digest(self, what: Sequence[str]) -> bytes:
        # The unit separator keeps ("ab", "c") and ("a", "bc") apart.
        return hmac.new(self._key, "\x1f".join((self._owner, *what)).encode(), sha256).digest()


def key_from(path: Path | None, seed: str | None) -> bytes:
    """The key of a file or a seed; without either a fresh one that nobody keeps."""
    if path is not None and seed is not None:
        raise InputError(
            "a key and a seed were given", expected="one of them", remedy="Drop --seed"
        )
    if seed is not None:
        return b"seed:" + seed.encode()
    if path is None:
        return secrets.token_bytes(32)
    key = path.read_bytes().strip()
    if len(key) < SHORTEST:
        raise InputError(
            "the key is too short",
            where=str(path),
            expected=f"at least {SHORTEST} bytes that nobody can guess",
            remedy=f"Make one with: openssl rand -hex 32 > {path}",
        )
    return key
