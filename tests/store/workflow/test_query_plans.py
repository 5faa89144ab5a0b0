"""Lists and boards read only the rows they show: no query scans a table that grows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event
from tests.store.workflow.crew import Crew

from goldsmith.project.workflow.agreement import measure_batch
from goldsmith.store.database import Database
from goldsmith.store.tables import metadata
from goldsmith.store.workflow.batches import list_batches
from goldsmith.store.workflow.choice import NextDocuments, choose_documents
from goldsmith.store.workflow.comments import list_comments
from goldsmith.store.workflow.progress import read_progress, read_times
from goldsmith.store.workflow.returning import list_batch_tasks
from goldsmith.store.workflow.tasks import get_next_task, list_my_tasks

GROWING = ("tasks", "documents", "batches", "batch_documents", "comparisons", "comments", "beats")
QUERIES: dict[str, Callable[[Connection, Crew], object]] = {
    "batches": lambda c, crew: list_batches(c, crew.manager, crew.project),
    "open batches": lambda c, crew: list_batches(c, crew.manager, crew.project, state="open"),
    "my tasks": lambda c, crew: list_my_tasks(c, crew.ann, crew.project),
    "next task": lambda c, crew: get_next_task(c, crew.ann, crew.project),
    "progress": lambda c, crew: read_progress(c, crew.manager, crew.project),
    "times": lambda c, crew: read_times(c, crew.manager, crew.project),
    "comments": lambda c, crew: list_comments(c, crew.ann, crew.project),
    "next documents": lambda c, crew: choose_documents(
        c, crew.manager, crew.project, NextDocuments(), 5
    ),
}


@pytest.fixture
def crew(tmp_path: Path) -> Crew:
    database = Database(tmp_path)
    metadata.create_all(database.engine)
    return Crew(database)


@pytest.mark.parametrize("name", QUERIES)
def test_no_query_scans_a_growing_table(crew: Crew, name: str) -> None:
    batch = crew.make_batch(["ann", "bob"], size=2)
    crew.annotate_all(crew.ann)
    crew.annotate_all(crew.bob)
    measure_batch(crew.database, crew.manager, batch.id)
    open_batch = crew.make_batch(["ann", "bob"], size=2)
    statements: list[tuple[str, Any]] = []

    def keep(_c: object, _cursor: object, sql: str, values: Any, *_: object) -> None:
        statements.append((sql, values))

    with crew.database.read() as connection:
        event.listen(connection, "before_cursor_execute", keep)
        QUERIES[name](connection, crew)
        list_batch_tasks(connection, crew.manager, open_batch.id)
        event.remove(connection, "before_cursor_execute", keep)
        plans = [
            row[3]
            for sql, values in statements
            if sql.startswith("SELECT")
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values)
        ]
    assert plans
    scans = [plan for plan in plans if plan.startswith("SCAN") and plan.split()[1] in GROWING]
    assert scans == []
