"""A cache of the last two seconds' identities, which saves a query for every change."""

from __future__ import annotations

import threading
import time

import msgspec

from goldsmith.store.access import Actor

#: How long an identity is cached, in seconds; revocation in another process takes this long.
LIFETIME = 2.0
_CAPACITY = 10_000


class Identity(msgspec.Struct, frozen=True):
    """A person, with the token against forged requests if they have a session."""

    actor: Actor
    csrf: str = ""


class IdentityCache:
    """Identities by the hash of their secrets.

    `clear` removes all at once: anybody who is signed out, revoked or deactivated in this process
    is refused from then on, even if their identity was being read at that moment.
    """

    def __init__(self) -> None:
        self._entries: dict[str, tuple[float, Identity]] = {}
        self._generation = 0
        self._lock = threading.Lock()

    @property
    def generation(self) -> int:
        """The number of times that the cache was cleared; read it before reading an identity."""
        return self._generation

    def get(self, key: str) -> Identity | None:
        """Return an identity that has not expired."""
        entry = self._entries.get(key)
        if entry is None or entry[0] < time.monotonic():
            return None
        return entry[1]

    def put(self, key: str, identity: Identity, generation: int) -> None:
        """Cache an identity, unless the cache was cleared since it was read."""
        with self._lock:
            if generation == self._generation:
                if len(self._entries) >= _CAPACITY:
                    self._entries.clear()
                self._entries[key] = (time.monotonic() + LIFETIME, identity)

    def clear(self) -> None:
        """Remove all identities."""
        with self._lock:
            self._generation += 1
            self._entries.clear()
