"""Requests that another site makes a browser send are refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from tests.web.conftest import Server

from goldsmith.store.access import Role
from goldsmith.store.people.sessions import NewSession, start_session
from goldsmith.web.workbench import ServerSettings

ORIGIN = "http://testserver.local"


def begin(server: Server, name: str) -> NewSession:
    actor = server.add_person(name, Role.MANAGER)
    with server.workbench.database.write() as connection:
        return start_session(connection, actor.person, 12)


@pytest.fixture
def session(server: Server) -> Iterator[NewSession]:
    session = begin(server, "max")
    server.http.cookies["session"] = session.secret
    yield session
    server.http.cookies.clear()


def change_title(server: Server, headers: Mapping[str, str]) -> int:
    """Change the title of the project, and return the status of the answer."""
    path = f"/api/projects/{server.project}"
    return server.http.patch(path, json={"title": "x"}, headers=dict(headers)).status_code


def test_a_change_needs_the_csrf_token_of_the_session(server: Server, session: NewSession) -> None:
    other = begin(server, "other")
    tokens = {"": 403, "wrong": 403, session.secret: 403, other.csrf: 403}
    for token, status in {**tokens, session.csrf: 200}.items():
        assert change_title(server, {"X-CSRF-Token": token}) == status
    assert change_title(server, {}) == 403


def test_reading_needs_no_csrf_token(server: Server, session: NewSession) -> None:
    assert server.http.get(f"/api/projects/{server.project}").status_code == 200
    assert server.http.get("/api/session").json()["csrf"] == session.csrf


def test_a_request_with_a_bearer_token_needs_no_csrf_token(
    server: Server, session: NewSession
) -> None:
    token = server.make_token(server.world.owner)
    assert change_title(server, {"Authorization": f"Bearer {token}"}) == 200
    headers = {"Authorization": f"Bearer {token}", "Sec-Fetch-Site": "cross-site"}
    assert change_title(server, headers) == 200
    assert change_title(server, {"Authorization": "Basic eDp5"}) == 403
    assert session.csrf


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": ORIGIN}, 403),
        ({"Origin": ORIGIN}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://testserver.local.evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_requests_from_other_sites_are_refused_even_with_the_token(
    server: Server, session: NewSession, headers: dict[str, str], status: int
) -> None:
    assert change_title(server, {"X-CSRF-Token": session.csrf, **headers}) == status


def test_another_site_cannot_sign_somebody_in(server: Server) -> None:
    answer = server.http.post(
        "/api/session",
        json={"name": "owner", "password": "x"},
        headers={"Sec-Fetch-Site": "cross-site"},
    )
    assert answer.status_code == 403


def test_the_origin_is_compared_with_the_public_address_behind_a_proxy(tmp_path: Path) -> None:
    settings = ServerSettings(public_url="https://notes.example.org/gold")
    server = Server(tmp_path, settings)
    with server.http:
        for origin, status in ((ORIGIN, 403), ("https://notes.example.org", 401)):
            answer = server.http.post(
                "/api/session",
                json={"name": "owner", "password": "x"},
                headers={"Origin": origin},
            )
            assert answer.status_code == status


@pytest.mark.parametrize(
    ("headers", "is_shown"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "cross-site", "Referer": f"{ORIGIN}/account"}, False),
        ({"Sec-Fetch-Site": "none"}, False),
        ({"Referer": f"{ORIGIN}/account"}, True),
        ({"Referer": "http://elsewhere.example/"}, False),
        ({}, False),
    ],
)
def test_a_notice_is_shown_only_if_a_page_of_the_server_links_to_it(
    server: Server, session: NewSession, headers: Mapping[str, str], is_shown: bool
) -> None:
    page = server.http.get("/account?notice=Call+the+help+desk", headers=dict(headers)).text
    assert ("Call the help desk" in page) == is_shown
    assert session.csrf
