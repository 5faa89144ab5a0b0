"""A database with empty tables, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.postgres import make_database_url

from goldsmith.store.database import Database
from goldsmith.store.tables import metadata


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    url = "" if request.param == "sqlite" else make_database_url(with_tables=True)
    database = Database(tmp_path, url)
    if database.is_sqlite:
        metadata.create_all(database.engine)
    yield database
    database.close()
