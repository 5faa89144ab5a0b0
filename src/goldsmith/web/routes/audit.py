"""The audit log: list and export it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from litestar import get
from litestar.params import Parameter
from litestar.response import Stream

from goldsmith.store import audit
from goldsmith.store.access import Actor, Permission, require_audit
from goldsmith.store.audit import AuditEntry, AuditFilter, export_entries, list_entries
from goldsmith.store.paging import MAX_PAGE, PAGE, Page
from goldsmith.web.needs import Gate, needs
from goldsmith.web.workbench import Workbench

_Limit = Annotated[int, Parameter(ge=1, le=MAX_PAGE)]
_Word = Annotated[str, Parameter(max_length=200)]
_Mark = Annotated[str, Parameter(max_length=500)]
_Time = Annotated[int, Parameter(ge=0, le=2**53)]


@get("/api/audit", opt=needs(Gate.OWNER), sync_to_thread=True)
def list_audit(
    actor: Actor,
    workbench: Workbench,
    person: _Word = "",
    action: _Word = "",
    document: _Word = "",
    since: _Time = 0,
    until: _Time = 2**53,
    limit: _Limit = PAGE,
    after: _Mark = "",
) -> Page[AuditEntry]:
    """List who did what on the whole server, the oldest first."""
    matching = AuditFilter("", person, action, document, since, until)
    with workbench.database.read() as connection:
        return list_entries(connection, actor, matching, limit=limit, after=after)


@get("/api/projects/{project_id:str}/audit", opt=needs(Permission.MANAGE), sync_to_thread=True)
def list_project_audit(
    project_id: str,
    actor: Actor,
    workbench: Workbench,
    person: _Word = "",
    action: _Word = "",
    document: _Word = "",
    since: _Time = 0,
    until: _Time = 2**53,
    limit: _Limit = PAGE,
    after: _Mark = "",
) -> Page[AuditEntry]:
    """List who did what in a project, the oldest first; the owner of the server may do so too."""
    matching = AuditFilter(project_id, person, action, document, since, until)
    with workbench.database.read() as connection:
        return list_entries(connection, actor, matching, limit=limit, after=after)


@get("/api/audit/export", opt=needs(Gate.OWNER), sync_to_thread=True)
def export_audit(
    actor: Actor, workbench: Workbench, since: _Time = 0, until: _Time = 2**53
) -> Stream:
    """Export the audit log of the whole server as JSON lines."""
    return _stream(workbench, actor, AuditFilter(since=since, until=until))


@get(
    "/api/projects/{project_id:str}/audit/export",
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def export_project_audit(
    project_id: str,
    actor: Actor,
    workbench: Workbench,
    since: _Time = 0,
    until: _Time = 2**53,
) -> Stream:
    """Export the audit log of a project as JSON lines; the owner of the server may do so too."""
    return _stream(workbench, actor, AuditFilter(project_id, since=since, until=until))


handlers = [list_audit, list_project_audit, export_audit, export_project_audit]


def _stream(workbench: Workbench, actor: Actor, matching: AuditFilter) -> Stream:
    with workbench.database.write() as connection:
        require_audit(connection, actor, matching.project)
        audit.record(connection, actor, "audit.export", project=matching.project or None)
    return Stream(
        _write_lines(workbench, actor, matching), media_type="application/jsonl; charset=utf-8"
    )


def _write_lines(workbench: Workbench, actor: Actor, matching: AuditFilter) -> Iterator[bytes]:
    for entry in export_entries(workbench.database, actor, matching):
        yield msgspec.json.encode(entry) + b"\n"
