"""Annotation sets: their annotations, and where each came from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from litestar import get
from litestar.params import Parameter

from goldsmith.store import audit
from goldsmith.store.access import Actor, Permission
from goldsmith.store.journal.history import FieldOrigin, Stacks, read_stacks
from goldsmith.store.sets import EntryPage, SetView, list_changes, read_origins, read_set
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench

_Revision = Annotated[int, Parameter(ge=0, le=2**31 - 1)]
_Limit = Annotated[int, Parameter(ge=1, le=1_000)]
_Id = Annotated[str, Parameter(max_length=200)]


@get("/api/sets/{set_id:str}", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_set(set_id: str, actor: Actor, workbench: Workbench) -> SetView:
    """Return a set with its annotations and missing values; the audit log records the reading."""
    with workbench.database.read() as connection:
        view = read_set(connection, actor, set_id)
    with workbench.database.write() as connection:
        audit.record(
            connection,
            actor,
            "set.read",
            project=view.project,
            document=view.document,
            set=set_id,
        )
    return view


@get("/api/sets/{set_id:str}/changes", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def list_set_changes(
    set_id: str,
    actor: Actor,
    workbench: Workbench,
    after: _Revision = 0,
    limit: _Limit = 500,
) -> EntryPage:
    """List the changes of a set after a revision, in order."""
    with workbench.database.read() as connection:
        return list_changes(connection, actor, set_id, after=after, limit=limit)


@get("/api/sets/{set_id:str}/history", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_history(set_id: str, actor: Actor, workbench: Workbench) -> Stacks:
    """Return which changes can be undone and redone, the next one last."""
    with workbench.database.read() as connection:
        return read_stacks(connection, actor, set_id)


@get("/api/sets/{set_id:str}/origins", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_origins(
    set_id: str, actor: Actor, workbench: Workbench, annotation: _Id = ""
) -> Mapping[str, Mapping[str, FieldOrigin]]:
    """Return the change that set each field, for all annotations or for one."""
    with workbench.database.read() as connection:
        return read_origins(connection, actor, set_id, annotation)


handlers = [show_set, list_set_changes, show_history, show_origins]
