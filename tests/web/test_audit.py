"""The audit log over the API."""

from __future__ import annotations

import pytest
from tests.web.conftest import Desk, Server, Team

from goldsmith.errors import Forbidden, NotFound
from goldsmith.store.access import Role
from goldsmith.store.audit import AuditFilter


def test_reading_and_changing_a_document_is_recorded(
    server: Server, team: Team, desk: Desk
) -> None:
    annotator = team.ann.annotate(desk.set)
    assert annotator.text
    annotator.mark("Condition", "fever")
    listed = team.max.audit.list(AuditFilter(project=server.project, document=desk.document))
    actions = [(entry.action, entry.name) for entry in listed.items]
    assert ("document.read", "ann") in actions
    assert actions[-1] == ("change", "ann")
    assert "fever" not in repr(listed)


def test_administration_is_recorded(server: Server, team: Team) -> None:
    team.max.members.set_roles(server.project, "stranger", Role.READER)
    page = team.max.audit.list(AuditFilter(project=server.project, action="member"))
    assert [(entry.action, entry.detail) for entry in page.items] == [
        ("member.change", "stranger: reader")
    ]


def test_the_log_is_listed_in_pages_and_exported(server: Server, team: Team) -> None:
    for number in range(5):
        team.max.members.set_roles(server.project, "stranger", list(Role)[number])
    first = team.max.audit.list(AuditFilter(project=server.project), limit=3)
    second = team.max.audit.list(AuditFilter(project=server.project), limit=3, after=first.after)
    entries = [*first.items, *second.items]
    assert len(entries) == 5
    exported = list(team.max.audit.export(server.project))
    assert exported[:5] == entries
    assert [entry.action for entry in exported[5:]] == ["audit.export"]


def test_people_without_permission_get_an_error_instead_of_part_of_the_log(
    server: Server, team: Team
) -> None:
    for client, error in ((team.ann, Forbidden), (team.rita, Forbidden), (team.stranger, NotFound)):
        with pytest.raises(error):
            next(client.audit.export(server.project))
        with pytest.raises(error):
            client.audit.list(AuditFilter(project=server.project))
        with pytest.raises(Forbidden):
            client.audit.list()
    assert next(team.owner.audit.export()).action
