"""Migrations create databases and bring them up to date."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from tests.store.postgres import make_database_url

from goldsmith.errors import InputError
from goldsmith.store.database import Database
from goldsmith.store.migrations import prepare
from goldsmith.store.tables import metadata
from goldsmith.store.tables.words import is_index_table


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path, "" if request.param == "sqlite" else make_database_url())
    yield database
    database.close()


def test_migrations_create_the_tables_that_the_code_defines(empty: Database) -> None:
    prepare(empty)
    prepare(empty)  # the second call changes nothing
    with empty.read() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "include_name": lambda name, kind, _: kind != "table" or not is_index_table(name),
            },
        )
        differences = compare_metadata(context, metadata)
    message = 'run: .venv/bin/python -m scripts.migration "What changed"'
    assert differences == [], message


def test_a_database_of_a_newer_version_is_refused(empty: Database) -> None:
    prepare(empty)
    with empty.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(InputError, match="a newer version of Goldsmith"):
        prepare(empty)
