"""The audit log."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from goldsmith.client.base import Resource
from goldsmith.store.audit import AuditEntry, AuditFilter
from goldsmith.store.paging import Page


class Audit(Resource):
    """The audit log: of a project for its managers, of the whole server for the owner."""

    def list(
        self, matching: AuditFilter | None = None, *, limit: int = 50, after: str = ""
    ) -> Page[AuditEntry]:
        """Return a page of the entries, the oldest first."""
        matching = matching or AuditFilter()
        fields = msgspec.structs.asdict(matching)
        path = _find_path(str(fields.pop("project")))
        return self._caller.get(path, Page[AuditEntry], **fields, limit=limit, after=after)

    def export(self, project: str = "", *, since: int = 0) -> Iterator[AuditEntry]:
        """Yield all entries since a time in milliseconds."""
        path = f"{_find_path(project)}/export"
        with self._caller.stream(path, since=since) as response:
            for line in response.iter_lines():
                yield msgspec.json.decode(line, type=AuditEntry)


def _find_path(project: str) -> str:
    return f"/api/projects/{project}/audit" if project else "/api/audit"
