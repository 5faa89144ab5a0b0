"""A project with people who annotate, on SQLite and on PostgreSQL."""

from __future__ import annotations

import pytest
from tests.store.workflow.crew import Crew

from goldsmith.store.database import Database


@pytest.fixture
def crew(database: Database) -> Crew:
    return Crew(database)
