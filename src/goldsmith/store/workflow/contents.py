"""The set of a task: made on start, complete when done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, select

from goldsmith.core import Problem, Schema
from goldsmith.store.access import Actor, Exposure
from goldsmith.store.journal.checker import Checker
from goldsmith.store.journal.reading import SET_COLUMNS, SetRow, read_document
from goldsmith.store.journal.state import make_set
from goldsmith.store.projects import parse_stored_schema
from goldsmith.store.sets import create_set, read_state
from goldsmith.store.tables import annotation_sets, projects
from goldsmith.store.workflow.recipe import RecipeStep


class Obstacle(msgspec.Struct, frozen=True):
    """Something missing that keeps a task from being done."""

    annotation: str
    message: str


def make_task_set(connection: Connection, actor: Actor, row: Row[Any]) -> SetRow:
    """Make the set of a row of `tasks`; a correction begins as a copy of the senior's set."""
    query = select(annotation_sets.c.name).where(
        annotation_sets.c.document == row.document,
        annotation_sets.c.name.startswith(actor.name, autoescape=True),
    )
    taken = set(connection.execute(query).scalars())
    # no account has a # in its name, so the number reveals nothing about others' sets
    numbered = (f"{actor.name}#{number}" for number in range(2, len(taken) + 3))
    name = next(name for name in (actor.name, *numbered) if name not in taken)
    copied = None
    if row.source is not None:
        query = select(*SET_COLUMNS).where(annotation_sets.c.id == row.source)
        source = connection.execute(query).one()
        copied = make_set(read_state(connection, SetRow(*source)).export(), name)
    return create_set(
        connection,
        actor,
        row.project,
        row.document,
        name,
        owner=actor.person,
        exposure=Exposure.PRIVATE,
        annotation_set=copied,
        check=False,
    )


def list_lacks(connection: Connection, row: SetRow, steps: Sequence[RecipeStep]) -> list[Obstacle]:
    """Return the missing parts of a set and its recipe; the caller checks the permission.

    Args:
        connection: An open transaction.
        row: The set.
        steps: The steps of the task; those that are required must be ticked off.
    """
    unticked = [step for step in steps if step.is_required and not step.is_ticked]
    return [
        *(Obstacle("", f"not ticked off: {step.title}") for step in unticked),
        *(Obstacle(each.annotation, each.message) for each in _find_incomplete(connection, row)),
    ]


def _find_incomplete(connection: Connection, row: SetRow) -> list[Problem]:
    schema = read_project_schema(connection, row.project)
    checker = Checker(read_document(connection, row.document), schema)
    return checker.find_incomplete(read_state(connection, row))


def read_project_schema(connection: Connection, project: str) -> Schema:
    """Return the schema of a project; the caller checks that the person is a member."""
    query = select(projects.c.schema).where(projects.c.id == project)
    return parse_stored_schema(connection.execute(query).scalar_one())
