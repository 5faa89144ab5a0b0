"""Pseudo-random choices under a secret key: the same key gives the same surrogates.

Every choice is an HMAC-SHA256 of the text to replace, under the key. Without the key, a reader of
the pseudonymised text cannot test a guess ("was this Mrs Tarrow?") by repeating the choice.
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from goldsmith.errors import InputError, Remedy

#: Shorter keys could be found by brute force.
MIN_KEY_LENGTH = 16
#: The permissions of the group and of others.
_OTHERS = 0o077
T = TypeVar("T")


class KeyedGenerator:
    """Pseudo-random values for an owner: a patient, or the whole corpus if the owner is ""."""

    def __init__(self, key: bytes, owner: str = "") -> None:
        self._key, self._owner = key, owner

    def for_owner(self, owner: str) -> KeyedGenerator:
        """Return the generator of another owner under the same key."""
        return KeyedGenerator(self._key, owner)

    def draw_number(self, below: int, *purpose: str) -> int:
        """Draw a number from 0 up to but not including `below`, from key, owner and purpose."""
        # With 64 bits the bias of the remainder is negligible for pools of a few hundred.
        return int.from_bytes(self._digest(purpose)[:8], "big") % below

    def choose(self, pool: Sequence[T], *purpose: str) -> T:
        """Choose an item of a pool, determined by key, owner and purpose."""
        return pool[self.draw_number(len(pool), *purpose)]

    def draw_hex(self, digits: int, *purpose: str) -> str:
        """Draw hexadecimal digits, determined by key, owner and purpose."""
        return self._digest(purpose).hex()[:digits]

    def _digest(self, purpose: Sequence[str]) -> bytes:
        # The unit separator distinguishes ("ab", "c") from ("a", "bc").
        return hmac.digest(self._key, "\x1f".join((self._owner, *purpose)).encode(), "sha256")


def load_key(path: Path | None, seed: str | None) -> bytes:
    """Load the key from a file or derive it from a seed; by default make a random key.

    Raises:
        InputError: The key is too short, people other than its owner may read it, or both a file
            and a seed are given.
    """
    if path is not None and seed is not None:
        raise InputError(
            "a key and a seed were given", expected="one of them", remedy=Remedy.DROP_SEED
        )
    if seed is not None:
        return b"seed:" + seed.encode()
    if path is None:
        return secrets.token_bytes(32)
    if os.name == "posix" and path.stat().st_mode & _OTHERS:
        raise InputError(
            "the group or others may read or write the key",
            where=str(path),
            expected="a file that only its owner can read",
            remedy=Remedy.PROTECT_KEY,
        )
    key = path.read_bytes().strip()
    if len(key) < MIN_KEY_LENGTH:
        raise InputError(
            "the key is too short",
            where=str(path),
            expected=f"at least {MIN_KEY_LENGTH} bytes that nobody can guess",
            remedy=f"Make one with: (umask 077; openssl rand -hex 32 > {path})",
        )
    return key
