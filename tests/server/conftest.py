"""A database for a server process, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.postgres import make_database_url

from goldsmith.store.database import Database


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest) -> str:
    """Return the address of an empty PostgreSQL database, or an empty string for SQLite."""
    return "" if request.param == "sqlite" else make_database_url()


@pytest.fixture
def database(address: str, tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path, address)
    yield database
    database.close()
