"""Iterations: guideline development, training and production."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from goldsmith.errors import Conflict, NotFound
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.audit import record
from goldsmith.store.tables import iterations, new_id, now
from goldsmith.store.workflow.terms import IterationKind, Line, Name, Phase


class NewIteration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An iteration to begin.

    Attributes:
        name: Its name, such as "production 1".
        kind: Guideline development, training of annotators, or production.
        phase: Whether annotators may talk about their documents.
        guideline: The version of the guideline that they follow.
    """

    name: Name
    kind: IterationKind = "production"
    phase: Phase = "closed"
    guideline: Line = ""


class IterationChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to an iteration; absent fields are left unchanged."""

    name: Name | msgspec.UnsetType = msgspec.UNSET
    phase: Phase | msgspec.UnsetType = msgspec.UNSET
    guideline: Line | msgspec.UnsetType = msgspec.UNSET


class Iteration(msgspec.Struct, frozen=True):
    """An iteration of a project."""

    id: str
    project: str
    name: str
    kind: str
    phase: str
    guideline: str
    position: int
    created_at: int


_COLUMNS = [iterations.c[name] for name in Iteration.__struct_fields__]


def create_iteration(
    connection: Connection, actor: Actor, project: str, data: NewIteration
) -> Iteration:
    """Begin an iteration.

    Raises:
        Forbidden: The person is not a manager of the project.
        Conflict: There is an iteration of that name.
    """
    require(connection, actor, project, Permission.MANAGE)
    last = select(func.max(iterations.c.position)).where(iterations.c.project == project)
    iteration = Iteration(
        new_id(),
        project,
        data.name,
        data.kind,
        data.phase,
        data.guideline,
        (connection.execute(last).scalar() or 0) + 1,
        now(),
    )
    try:
        with connection.begin_nested():
            connection.execute(insert(iterations).values(**msgspec.structs.asdict(iteration)))
    except IntegrityError:
        raise _make_taken() from None
    record(connection, actor, "iteration.create", project=project, detail=iteration.id)
    return iteration


def list_iterations(connection: Connection, actor: Actor, project: str) -> tuple[Iteration, ...]:
    """Return the iterations of a project in their order.

    Raises:
        Forbidden: The person may not see progress. (An annotator's tasks name their iteration.)
    """
    require(connection, actor, project, Permission.SEE_AGREEMENT)
    query = select(*_COLUMNS).where(iterations.c.project == project)
    rows = connection.execute(query.order_by(iterations.c.position, iterations.c.id))
    return tuple(Iteration(*row) for row in rows)


def get_iteration(
    connection: Connection,
    actor: Actor,
    iteration: str,
    permission: Permission = Permission.SEE_AGREEMENT,
) -> Iteration:
    """Return an iteration.

    Raises:
        NotFound: There is no such iteration, or the person is not a member of its project.
        Forbidden: The person lacks the permission.
    """
    row = connection.execute(select(*_COLUMNS).where(iterations.c.id == iteration)).first()
    if row is None:
        raise _make_unknown()
    try:
        require(connection, actor, row.project, permission)
    except NotFound:
        raise _make_unknown() from None
    return Iteration(*row)


def change_iteration(
    connection: Connection, actor: Actor, iteration: str, data: IterationChange
) -> Iteration:
    """Change the name, phase or guideline of an iteration.

    Raises:
        NotFound: There is no such iteration, or the person is not a member of its project.
        Forbidden: The person is not a manager of the project.
        Conflict: There is an iteration of that name.
    """
    project = get_iteration(connection, actor, iteration, Permission.MANAGE).project
    values = {
        name: value
        for name, value in msgspec.structs.asdict(data).items()
        if value is not msgspec.UNSET
    }
    if values:
        try:
            with connection.begin_nested():
                connection.execute(
                    update(iterations).where(iterations.c.id == iteration).values(**values)
                )
        except IntegrityError:
            raise _make_taken() from None
        record(connection, actor, "iteration.change", project=project, detail=iteration)
    return get_iteration(connection, actor, iteration, Permission.MANAGE)


def _make_unknown() -> NotFound:
    return NotFound("there is no such iteration, or you may not see it")


def _make_taken() -> Conflict:
    return Conflict("the project has an iteration of that name. Choose another name")
