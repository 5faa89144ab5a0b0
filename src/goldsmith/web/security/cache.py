"""Who was identified within the last two seconds, so that a change costs no query for it."""

from __future__ import annotations

import threading
import time

import msgspec

from goldsmith.store.access import Actor

#: How long an identity is believed, in seconds: what another process revokes works so much longer.
LIFETIME = 2.0
_CAPACITY = 10_000


class Identity(msgspec.Struct, frozen=True):
    """A person, with the token against forged requests if they have a session."""

    actor: Actor
    csrf: str = ""


class IdentityCache:
    """Identities by the hash of their secrets.

    `clear` forgets all at once: whoever is signed out, revoked or deactivated in this process is
    refused from then on, even if their identity was being read at that moment.
    """

    def __init__(self) -> None:
        self._entries: dict[str, tuple[float, Identity]] = {}
        self._generation = 0
        self._lock = threading.Lock()

    @property
    def generation(self) -> int:
        """The number of times that the cache was cleared; taken before an identity is read."""
        return self._generation

    def get(self, key: str) -> Identity | None:
        """Return an identity that is still believed."""
        entry = self._entries.get(key)
        if entry is None or entry[0] < time.monotonic():
            return None
        return entry[1]

    def put(self, key: str, identity: Identity, generation: int) -> None:
        """Keep an identity, unless the cache was cleared since it was read."""
        with self._lock:
            if generation == self._generation:
                if len(self._entries) >= _CAPACITY:
                    self._entries.clear()
                self._entries[key] = (time.monotonic() + LIFETIME, identity)

    def clear(self) -> None:
        """Forget all identities."""
        with self._lock:
            self._generation += 1
            self._entries.clear()
