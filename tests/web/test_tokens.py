"""Tokens over the API: scopes, revocation, and refusals."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.web.conftest import Server, Team

from goldsmith.client import Client
from goldsmith.errors import Forbidden, NotSignedIn
from goldsmith.store.access import Role, Scope
from goldsmith.store.people.sessions import NewSession, start_session


class Browser:
    """A signed-in person who makes tokens."""

    def __init__(self, server: Server, name: str, *roles: Role) -> None:
        self.server = server
        actor = server.add_person(name, *roles)
        with server.workbench.database.write() as connection:
            self.session: NewSession = start_session(connection, actor.person, 12)

    def send(self, method: str, path: str, body: Any = None) -> httpx.Response:
        headers = {"Cookie": f"session={self.session.secret}", "X-CSRF-Token": self.session.csrf}
        return self.server.http.request(method, path, json=body, headers=headers)

    def make_token(self, *scopes: Scope) -> tuple[str, Client]:
        answer = self.send("POST", "/api/tokens", {"name": "script", "scopes": list(scopes)})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        client = Client("http://testserver.local", made["secret"], http=self.server.http)
        return made["token"]["id"], client


@pytest.fixture
def browser(server: Server) -> Browser:
    return Browser(server, "zoe", Role.MANAGER)


def test_a_token_works_until_it_is_revoked(browser: Browser) -> None:
    token, client = browser.make_token(Scope.READ)
    assert client.session.show().scopes == (Scope.READ,)
    assert [entry["id"] for entry in browser.send("GET", "/api/tokens").json()] == [token]
    assert "secret" not in browser.send("GET", "/api/tokens").text
    assert browser.send("DELETE", f"/api/tokens/{token}").status_code == 204
    with pytest.raises(NotSignedIn, match="not valid"):
        client.session.show()
    assert browser.send("DELETE", f"/api/tokens/{token}").status_code == 404


def test_a_token_does_only_what_its_scopes_allow(server: Server, browser: Browser) -> None:
    _, reader = browser.make_token(Scope.READ)
    assert reader.projects.get(server.project).name == "breast"
    for attempt in (
        lambda: reader.members.list(server.project),
        lambda: reader.members.set_roles(server.project, "zoe", Role.READER),
        lambda: reader.people.list(),
        lambda: reader.audit.list(),
    ):
        with pytest.raises(Forbidden, match="lacks the scope"):
            attempt()
    _, annotator = browser.make_token(Scope.ANNOTATE)
    with pytest.raises(Forbidden, match="lacks the scope read"):
        annotator.projects.get(server.project)


def test_scopes_do_not_grant_roles(server: Server, team: Team) -> None:
    assert team.ann.session.show().scopes == tuple(sorted(Scope))
    for attempt in (lambda: team.ann.audit.list(), lambda: team.ann.members.list(server.project)):
        with pytest.raises(Forbidden):
            attempt()


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "scopes": []},
        {"name": "", "scopes": ["read"]},
        {"name": "x", "scopes": ["everything"]},
        {"name": "x", "scopes": ["read"], "days": -1},
        {"name": "x", "scopes": ["read"], "days": 10**9},
        {"name": "x\x00", "scopes": ["read"]},
        {"name": "x", "scopes": ["read"], "person": "owner"},
    ],
)
def test_an_invalid_request_for_a_token_is_refused(browser: Browser, body: dict[str, Any]) -> None:
    assert browser.send("POST", "/api/tokens", body).status_code in (400, 422)


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer gs_wrong", "bearer x y", "Basic x"]
)
def test_a_malformed_header_is_refused(server: Server, header: str) -> None:
    answer = server.http.get("/api/session", headers={"Authorization": header})
    assert answer.status_code == 401
    assert answer.json()["code"] == "not-signed-in"
