"""Passwords that are quick to hash, so that tests can sign in often."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher

from goldsmith.store.people import passwords


@pytest.fixture
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(1, 64, 1))
    passwords._make_decoy.cache_clear()
    yield
    passwords._make_decoy.cache_clear()
