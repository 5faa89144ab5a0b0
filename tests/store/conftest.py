"""A database with a project, two annotators and one document, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from goldsmith.store.database import Database
from goldsmith.store.tables import metadata
from tests.store.postgres import make_database_url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    url = "" if request.param == "sqlite" else make_database_url()
    database = Database(tmp_path, url)
    metadata.create_all(database.engine)
    yield database
    database.close()
