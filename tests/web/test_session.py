"""Signing in over HTTP: cookies, fixation, expiry, limits, and immediate refusals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from litestar.testing import TestClient
from sqlalchemy import update
from tests.web.conftest import ADDRESS, Server

from goldsmith.client import Client
from goldsmith.errors import Forbidden, InputError, NotSignedIn, TooManyRequests
from goldsmith.store.access import Actor
from goldsmith.store.people import passwords
from goldsmith.store.people.accounts import NewPerson, PersonChange, ProfileChange, create_person
from goldsmith.store.people.setup import make_setup_secret
from goldsmith.store.people.sign_in import accept_invitation
from goldsmith.store.tables import metadata, sessions
from goldsmith.web.app import create_app
from goldsmith.web.workbench import ServerSettings, Workbench

PASSWORD = "correct horse battery"
OTHER = "staple, said the horse"


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(1, 64, 1))
    passwords._make_decoy.cache_clear()
    yield
    passwords._make_decoy.cache_clear()


class Door:
    """A server on which Ann and the owner have passwords; each browser has its own cookies."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.ann = self.admit("ann")
        self.admit("boss", is_owner=True)

    def admit(self, name: str, *, is_owner: bool = False) -> Actor:
        database = self.server.workbench.database
        with database.write() as connection:
            data = NewPerson(name, is_owner=is_owner)
            invitation = create_person(connection, self.server.world.owner, data)
        accept_invitation(database, invitation.secret, PASSWORD)
        return Actor(invitation.person.id, name, is_owner)

    def open_browser(self) -> Client:
        return Client(ADDRESS, http=TestClient(self.server.app))

    def sign_in(self, name: str = "ann") -> Client:
        browser = self.open_browser()
        browser.session.sign_in(name, PASSWORD)
        return browser


@pytest.fixture
def door(server: Server) -> Door:
    return Door(server)


def read_secret(browser: Client) -> str:
    return str(browser.caller.http.cookies["session"])


def plant_secret(browser: Client, secret: str) -> None:
    browser.caller.http.cookies.set("session", secret, domain="testserver.local", path="/")


def test_a_person_signs_in_and_out(door: Door) -> None:
    browser = door.open_browser()
    with pytest.raises(NotSignedIn, match="sign in"):
        browser.session.show()
    assert browser.session.sign_in("ann", PASSWORD).name == "ann"
    assert browser.session.show().person.name == "ann"
    secret = read_secret(browser)
    browser.session.sign_out()
    assert "session" not in browser.caller.http.cookies
    plant_secret(browser, secret)
    with pytest.raises(NotSignedIn, match="ended"):
        browser.session.show()


def test_signing_out_everywhere_ends_every_session(door: Door) -> None:
    first, second = door.sign_in(), door.sign_in()
    second.session.show()
    assert first.session.sign_out_everywhere() == 2
    with pytest.raises(NotSignedIn):
        second.session.show()


def test_the_cookie_is_hidden_from_scripts_and_other_sites(door: Door) -> None:
    answer = door.server.http.post("/api/session", json={"name": "ann", "password": PASSWORD})
    name, *flags = answer.headers["set-cookie"].split("; ")
    assert name.startswith("session=")
    assert {flag.lower() for flag in flags} == {"httponly", "path=/", "samesite=lax"}
    assert "ann" not in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    ("base_path", "name", "path"),
    [("", "__Host-session", "/"), ("/gold", "__Secure-session", "/gold")],
)
def test_a_secure_cookie_has_a_prefix(tmp_path: Path, base_path: str, name: str, path: str) -> None:
    server = Server(tmp_path, ServerSettings(secure_cookies=True, base_path=base_path))
    with server.http:
        Door(server)
        answer = server.http.post("/api/session", json={"name": "ann", "password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{name}=")
    assert "; Secure" in cookie
    assert f"; Path={path}" in cookie
    assert "max-age=31536000" in answer.headers["strict-transport-security"]


def test_a_session_planted_by_an_attacker_is_not_used(door: Door) -> None:
    browser, attacker = door.open_browser(), door.sign_in("boss")
    plant_secret(browser, read_secret(attacker))
    browser.session.sign_in("ann", PASSWORD)
    assert read_secret(browser) != read_secret(attacker)
    assert browser.session.show().person.name == "ann"
    with pytest.raises(NotSignedIn):  # signing in ended the planted session
        attacker.session.show()


def test_every_sign_in_has_a_new_secret(door: Door) -> None:
    browser = door.sign_in()
    first = read_secret(browser)
    browser.session.sign_in("ann", PASSWORD)
    assert read_secret(browser) != first
    plant_secret(browser, first)
    door.server.workbench.identities.clear()
    with pytest.raises(NotSignedIn):
        browser.session.show()


def test_a_session_expires(door: Door) -> None:
    browser = door.sign_in()
    browser.session.show()
    with door.server.workbench.database.write() as connection:
        connection.execute(update(sessions).values(expires_at=1))
    door.server.workbench.identities.clear()
    with pytest.raises(NotSignedIn, match="ended"):
        browser.session.show()


def test_a_token_takes_precedence_over_a_session(door: Door) -> None:
    browser = door.sign_in("boss")
    token = door.server.make_token(door.ann)
    browser.caller.headers["Authorization"] = f"Bearer {token}"
    assert browser.session.show().person.name == "ann"
    browser.caller.headers["Authorization"] = "Bearer wrong"
    with pytest.raises(NotSignedIn, match="token"):
        browser.session.show()


def test_a_deactivated_account_is_refused_at_once(door: Door) -> None:
    browser, boss = door.sign_in(), door.sign_in("boss")
    script = door.server.connect(door.ann)
    browser.session.show()
    script.session.show()
    boss.people.deactivate(door.ann.person)
    for client in (browser, script):
        with pytest.raises(NotSignedIn):
            client.session.show()
    boss.people.change(door.ann.person, PersonChange(is_active=True))
    with pytest.raises(NotSignedIn):
        browser.session.show()
    door.sign_in()


def test_a_former_owner_is_refused_at_once(door: Door) -> None:
    door.admit("second", is_owner=True)
    boss, second = door.sign_in("boss"), door.sign_in("second")
    second.audit.list()
    boss.people.change(second.session.show().person.id, PersonChange(is_owner=False))
    with pytest.raises(Forbidden):
        second.audit.list()


def test_the_error_for_too_many_attempts_says_when_to_try_again(door: Door) -> None:
    browser = door.open_browser()
    for _ in range(10):
        with pytest.raises(NotSignedIn):
            browser.session.sign_in("ann", OTHER)
    with pytest.raises(TooManyRequests) as caught:
        browser.session.sign_in("ann", PASSWORD)
    assert 0 < caught.value.seconds <= 900


def test_an_unknown_name_and_a_wrong_password_get_the_same_answer(door: Door) -> None:
    answers = [
        door.server.http.post("/api/session", json={"name": name, "password": OTHER})
        for name in ("ann", "nobody")
    ]
    assert answers[0].content == answers[1].content
    assert {answer.status_code for answer in answers} == {401}


def test_a_person_changes_password_and_profile(door: Door) -> None:
    here, there = door.sign_in(), door.sign_in()
    there.session.show()
    with pytest.raises(InputError, match="present password"):
        here.session.change_password(OTHER, OTHER)
    here.session.change_password(PASSWORD, OTHER)
    with pytest.raises(NotSignedIn):
        there.session.show()
    assert here.session.change_profile(ProfileChange(background="nurse")).background == "nurse"
    door.open_browser().session.sign_in("ann", OTHER)


def test_a_token_cannot_do_what_needs_a_session(door: Door) -> None:
    script = door.server.connect(door.ann)
    for attempt in (
        lambda: script.session.change_password(PASSWORD, OTHER),
        lambda: script.session.change_profile(ProfileChange()),
        lambda: script.session.sign_out(),
        lambda: script.session.sign_out_everywhere(),
        lambda: script.tokens.list(),
        lambda: script.tokens.create("x", ["read"]),  # type: ignore[list-item]
        lambda: script.tokens.revoke("x"),
    ):
        with pytest.raises(Forbidden, match="a token cannot"):
            attempt()


def test_the_first_owner_sets_up_the_server_with_its_secret(tmp_path: Path) -> None:
    workbench = Workbench(tmp_path)
    metadata.create_all(workbench.database.engine)
    with workbench.database.write() as connection:
        secret = make_setup_secret(connection)
    with TestClient(create_app(workbench)) as http:
        client = Client(ADDRESS, http=http)
        assert client.session.needs_setup()
        with pytest.raises(NotSignedIn):
            client.session.set_up("guess", "root", PASSWORD)
        assert client.session.set_up(secret, "root", PASSWORD).is_owner
        assert not client.session.needs_setup()
        assert client.people.create(NewPerson("ann")).person.name == "ann"
        with pytest.raises(NotSignedIn):
            client.session.set_up(secret, "again", PASSWORD)


def test_every_answer_has_the_security_headers(door: Door) -> None:
    for path in ("/api/setup", "/api/session", "/api/nowhere", "/nowhere"):
        headers = door.server.http.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'; ")
        assert "unsafe" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in headers
