"""Passwords: argon2id hashes, and a required length as the only rule."""

from __future__ import annotations

import threading
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from goldsmith.errors import InputError

MIN_LENGTH = 12
MAX_LENGTH = 1_000
#: 46 MiB and two passes: 78 ms on one core of the machine used for the measurements.
_HASHER = PasswordHasher(time_cost=2, memory_cost=47_104, parallelism=1)
#: How many passwords are hashed at once; each takes 46 MiB, and anybody can trigger it.
_SLOTS = threading.BoundedSemaphore(4)


def check_password(password: str) -> None:
    """Check that a new password has a permitted length.

    Raises:
        InputError: It is too short or too long.
    """
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise InputError(
            f"the password has {len(password)} characters",
            where="password",
            expected=f"{MIN_LENGTH} to {MAX_LENGTH:,} characters",
        )


def hash_password(password: str) -> str:
    """Return the hash of a new password; this is slow, so call it outside transactions.

    Raises:
        InputError: The password is too short or too long.
    """
    check_password(password)
    with _SLOTS:
        return _HASHER.hash(password)


def verify_password(password: str, password_hash: str) -> bool:
    """Return whether a password matches a hash.

    For an account that does not exist or has no password, pass "": the check takes the same time,
    because a decoy is verified.
    """
    decoy = _make_decoy()
    try:
        with _SLOTS:
            _HASHER.verify(password_hash or decoy, password[: MAX_LENGTH + 1])
    except (Argon2Error, InvalidHashError, UnicodeEncodeError):
        return False
    return bool(password_hash)


def renew_hash(password: str, password_hash: str) -> str:
    """Return a new hash if the old one was made with different parameters; else the same."""
    if not _HASHER.check_needs_rehash(password_hash):
        return password_hash
    with _SLOTS:
        return _HASHER.hash(password)


@cache
def _make_decoy() -> str:
    """Return a hash that no password matches; made once, before the first verification."""
    return _HASHER.hash("\x00" * MIN_LENGTH)
