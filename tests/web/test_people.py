"""Accounts and roles over the API."""

from __future__ import annotations

import pytest
from tests.web.conftest import Server, Team

from goldsmith.errors import Conflict, Forbidden, InputError, NotFound
from goldsmith.store.access import Role, Scope
from goldsmith.store.people.accounts import NewPerson, PersonChange
from goldsmith.store.people.sessions import start_session


def test_the_owner_creates_accounts_that_managers_can_find(team: Team) -> None:
    person = team.owner.people.create(NewPerson("zoe", background="nurse")).person
    assert team.owner.people.get(person.id) == person
    assert team.owner.people.change(person.id, PersonChange(training_hours=3)).training_hours == 3
    assert [entry.name for entry in team.max.people.iterate("z")] == ["zoe"]
    assert len([*team.owner.people.iterate()]) == 9


def test_only_the_owner_administers_accounts(team: Team) -> None:
    owner = team.people["owner"].person
    for client in (team.ann, team.max, team.adele, team.edith, team.rita, team.stranger):
        with pytest.raises(Forbidden):
            client.people.create(NewPerson("eve"))
        with pytest.raises(Forbidden):
            client.people.get(owner)
        with pytest.raises(Forbidden):
            client.people.deactivate(owner)
        with pytest.raises(Forbidden):
            client.people.reset_password(owner)
    for client in (team.ann, team.adele, team.edith, team.rita, team.stranger):
        with pytest.raises(Forbidden):
            client.people.list()


def test_a_role_given_by_a_manager_takes_effect_at_once(server: Server, team: Team) -> None:
    with pytest.raises(NotFound):
        team.stranger.projects.get(server.project)
    member = team.max.members.set_roles(server.project, "stranger", Role.READER, Role.EDITOR)
    assert member.roles == (Role.EDITOR, Role.READER)
    assert team.stranger.projects.get(server.project).roles == (Role.EDITOR, Role.READER)
    team.max.members.set_roles(server.project, "stranger")
    with pytest.raises(NotFound):
        team.stranger.projects.get(server.project)


def test_the_last_manager_cannot_be_removed(server: Server, team: Team) -> None:
    team.max.members.set_roles(server.project, "owner")
    with pytest.raises(Conflict, match="no manager"):
        team.max.members.set_roles(server.project, "max")
    assert Role.MANAGER in team.max.projects.get(server.project).roles


def test_only_managers_list_and_change_members(server: Server, team: Team) -> None:
    names = [member.name for member in team.max.members.list(server.project).items]
    assert names == ["adele", "ann", "bob", "edith", "max", "owner", "rita"]
    for client in (team.ann, team.adele, team.edith, team.rita):
        with pytest.raises(Forbidden):
            client.members.list(server.project)
        with pytest.raises(Forbidden):
            client.members.set_roles(server.project, "stranger", Role.READER)


def test_bad_input_is_refused(server: Server, team: Team) -> None:
    with pytest.raises(InputError, match="lower-case"):
        team.owner.people.create(NewPerson("Not A Name"))
    with pytest.raises(Conflict):
        team.owner.people.create(NewPerson("ann"))
    with pytest.raises(NotFound):
        team.owner.people.get("nobody")
    headers = {"Authorization": f"Bearer {server.make_token(team.people['owner'])}"}
    bodies: list[object] = [{"name": "x\x00"}, {"name": "x", "email": "\x00"}, {"nom": "x"}, []]
    for body in bodies:
        answer = server.http.post("/api/people", json=body, headers=headers)
        assert answer.status_code in (400, 422)


def test_a_token_of_the_owner_cannot_create_an_owner(server: Server, team: Team) -> None:
    with pytest.raises(Forbidden, match="a token cannot"):
        team.owner.people.create(NewPerson("eve", is_owner=True))
    with pytest.raises(Forbidden, match="a token cannot"):
        team.owner.people.reset_password(team.people["ann"].person)
    reader = server.connect(team.people["owner"], Scope.READ)
    with pytest.raises(Forbidden, match="lacks the scope"):
        reader.people.create(NewPerson("eve"))


def test_a_reset_ends_the_sessions_of_a_person_at_once(server: Server, team: Team) -> None:
    database = server.workbench.database
    with database.write() as connection:
        ann = start_session(connection, team.people["ann"].person, 12)
        owner = start_session(connection, team.people["owner"].person, 12)
    cookies = {"Cookie": f"session={ann.secret}"}
    assert server.http.get("/api/session", headers=cookies).status_code == 200
    answer = server.http.post(
        f"/api/people/{ann.person}/invitation",
        headers={"Cookie": f"session={owner.secret}", "X-CSRF-Token": owner.csrf},
    )
    assert answer.status_code == 200
    assert server.http.get("/api/session", headers=cookies).status_code == 401
