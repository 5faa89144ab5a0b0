"""People sign in through an OpenID Connect provider; forged answers are refused."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import OctKey
from litestar.testing import TestClient
from tests.web.conftest import Server
from tests.web.provider import CLIENT, SECRET, Claims, Provider, make_key, run_provider

from goldsmith.errors import InputError, MissingExtra
from goldsmith.store.people.accounts import NewPerson, PersonChange, change_person, create_person
from goldsmith.web.security import openid
from goldsmith.web.security.openid import OpenIdSettings
from goldsmith.web.security.openid.settings import check_address
from goldsmith.web.workbench import ServerSettings

START = "/api/openid/sign-in"


class Visit:
    """A browser on the way to the provider and back."""

    def __init__(self, server: Server, provider: Provider) -> None:
        self.server, self.provider = server, provider
        self.browser = TestClient(server.app)

    def begin(self, path: str = START) -> str:
        """Start to sign in, and return the address of the provider."""
        answer = self.browser.get(path, follow_redirects=False)
        assert answer.status_code == 302, answer.text
        return str(answer.headers["location"])

    def visit_provider(self, address: str) -> str:
        """Sign in at the provider, and return the path to which it redirects the browser."""
        answer = httpx.get(address, follow_redirects=False)
        return str(answer.headers["location"]).removeprefix("http://testserver.local")

    def end(self, path: str) -> httpx.Response:
        return self.browser.get(path, follow_redirects=False)

    def sign_in(self, path: str = START) -> httpx.Response:
        return self.end(self.visit_provider(self.begin(path)))

    def get_name(self) -> str:
        answer = self.browser.get("/api/session")
        return str(answer.json()["person"]["name"]) if answer.status_code == 200 else ""


@pytest.fixture(scope="module")
def running_provider() -> Iterator[Provider]:
    """Run one provider: servers with the same settings share an application."""
    with run_provider() as provider:
        yield provider


@pytest.fixture
def provider(running_provider: Provider) -> Provider:
    running_provider.reset()
    return running_provider


@pytest.fixture
def open_server(
    provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Server]]:
    servers: list[Server] = []
    monkeypatch.setenv("GOLDSMITH_OPENID_SECRET", SECRET)

    def open_server(*, create_accounts: bool = True, issuer: str = "") -> Server:
        settings = OpenIdSettings(
            issuer or provider.issuer, CLIENT, create_accounts=create_accounts
        )
        server = Server(
            tmp_path, ServerSettings(public_url="http://testserver.local", openid=settings)
        )
        server.http.__enter__()
        servers.append(server)
        return server

    yield open_server
    for server in servers:
        server.http.__exit__(None, None, None)


@pytest.fixture
def visit(open_server: Callable[..., Server], provider: Provider) -> Visit:
    return Visit(open_server(), provider)


def test_a_person_signs_in_and_keeps_the_account(visit: Visit) -> None:
    assert visit.browser.get("/api/openid").json() == {"enabled": True, "title": "OpenID Connect"}
    answer = visit.sign_in()
    assert (answer.status_code, answer.headers["location"]) == (302, "/")
    me = visit.browser.get("/api/session").json()["person"]
    assert (me["name"], me["full_name"]) == ("ann.annotator", "Ann A.")
    assert not me["is_owner"]
    visit.provider.claims["preferred_username"] = "renamed"
    again = Visit(visit.server, visit.provider)
    again.sign_in()
    assert again.browser.get("/api/session").json()["person"]["id"] == me["id"]


def test_the_request_contains_state_nonce_and_challenge(visit: Visit) -> None:
    first, second = (parse_qs(urlsplit(visit.begin()).query) for _ in range(2))
    for name in ("state", "nonce", "code_challenge"):
        assert len(first[name][0]) >= 43
        assert first[name] != second[name]
    assert first["code_challenge_method"] == ["S256"]


def test_an_account_of_the_same_name_is_not_taken_over(visit: Visit) -> None:
    visit.server.add_person("ann.annotator")
    visit.sign_in()
    assert visit.get_name() == "ann.annotator-2"
    visit.provider.claims.update(sub="4712", preferred_username="owner", email="owner@x.org")
    stranger = Visit(visit.server, visit.provider)
    stranger.sign_in()
    assert stranger.get_name() == "owner-2"


def test_an_unknown_person_is_refused_if_accounts_are_not_created(
    open_server: Callable[..., Server], provider: Provider
) -> None:
    visit = Visit(open_server(create_accounts=False), provider)
    answer = visit.sign_in()
    assert answer.status_code == 401
    assert "Ask the owner" in answer.json()["message"]
    assert visit.get_name() == ""


def test_an_invitation_links_an_account(
    open_server: Callable[..., Server], provider: Provider
) -> None:
    server = open_server(create_accounts=False)
    with server.workbench.database.write() as connection:
        invitation = create_person(connection, server.world.owner, NewPerson("ann"))
    visit = Visit(server, provider)
    path = f"{START}?invitation={invitation.secret}"
    refused = visit.browser.get(
        path, headers={"Sec-Fetch-Site": "cross-site"}, follow_redirects=False
    )
    assert refused.status_code == 403
    visit.sign_in(path)
    assert visit.get_name() == "ann"
    used = visit.browser.get(path, follow_redirects=False)
    assert used.status_code == 401
    again = Visit(server, provider)
    again.sign_in()
    assert again.get_name() == "ann"


def test_a_deactivated_account_is_refused(visit: Visit) -> None:
    visit.sign_in()
    person = visit.browser.get("/api/session").json()["person"]["id"]
    with visit.server.workbench.database.write() as connection:
        change_person(connection, visit.server.world.owner, person, PersonChange(is_active=False))
    assert Visit(visit.server, visit.provider).sign_in().status_code == 401


def sign_with_none(claims: Claims) -> str:
    parts = ({"alg": "none", "typ": "JWT"}, claims)
    coded = (base64.urlsafe_b64encode(json.dumps(part).encode()).decode() for part in parts)
    return ".".join(part.rstrip("=") for part in coded) + "."


def sign_with_secret(claims: Claims) -> str:
    return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(SECRET))


def replace(**changes: object) -> Callable[[Claims], Claims]:
    return lambda claims: {**claims, **changes}


def drop(name: str) -> Callable[[Claims], Claims]:
    return lambda claims: {key: value for key, value in claims.items() if key != name}


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (replace(nonce="another"), "nonce"),
        (drop("nonce"), "nonce"),
        (replace(exp=int(time.time()) - 120), "exp"),
        (drop("exp"), "exp"),
        (replace(iat=int(time.time()) + 3_600), "iat"),
        (replace(aud="somebody-else"), "aud"),
        (replace(aud=["somebody-else", CLIENT]), "azp"),
        (replace(aud=["somebody-else", CLIENT], azp="somebody-else"), "azp"),
        (replace(iss="https://evil.example"), "iss"),
        (drop("sub"), "sub"),
        (replace(sub=""), "sub"),
        (replace(sub=7), "sub"),
        (replace(at_hash="AAAA"), "at_hash"),
    ],
)
def test_an_id_token_with_wrong_claims_is_refused(
    visit: Visit, spoil: Callable[[Claims], Claims], reason: str
) -> None:
    visit.provider.spoil = spoil
    answer = visit.sign_in()
    assert answer.status_code == 401
    assert f"({reason})" in answer.json()["message"]
    assert visit.get_name() == ""


def test_an_id_token_that_the_provider_did_not_sign_is_refused(visit: Visit) -> None:
    stranger = make_key()

    def sign_as_stranger(claims: Claims) -> str:
        return jwt.encode({"alg": "RS256", "kid": visit.provider.key.kid}, claims, stranger)

    for sign in (sign_with_none, sign_with_secret, sign_as_stranger, lambda _: "x.y", lambda _: ""):
        visit.provider.sign = sign
        assert visit.sign_in().status_code == 401
        assert visit.get_name() == ""


def test_clocks_can_differ_by_half_a_minute(visit: Visit) -> None:
    visit.provider.spoil = replace(exp=int(time.time()) - 30, iat=int(time.time()) + 30)
    assert visit.sign_in().status_code == 302


def test_a_wrong_or_used_state_is_refused(visit: Visit) -> None:
    back = visit.visit_provider(visit.begin())
    code = parse_qs(urlsplit(back).query)["code"][0]
    for path in (f"/api/openid/callback?code={code}&state=guess", "/api/openid/callback?state="):
        assert visit.end(path).status_code == 401
    assert visit.end(back).status_code == 302
    assert visit.end(back).status_code == 401


def test_the_answer_to_another_browser_is_refused(visit: Visit) -> None:
    """Prevent an attacker from signing a victim in as the attacker by sending them a link."""
    back = visit.visit_provider(visit.begin())
    victim = Visit(visit.server, visit.provider)
    victim.begin()
    answer = victim.end(back)
    assert answer.status_code == 401
    assert "another browser" in answer.json()["message"]
    assert victim.get_name() == ""


def test_a_code_from_another_sign_in_is_refused(visit: Visit) -> None:
    stolen = parse_qs(urlsplit(visit.visit_provider(visit.begin())).query)["code"][0]
    other = Visit(visit.server, visit.provider)
    state = parse_qs(urlsplit(other.begin()).query)["state"][0]
    answer = other.end(f"/api/openid/callback?code={stolen}&state={state}")
    assert answer.status_code == 401  # the PKCE verifier belongs to another request


def test_a_refusal_by_the_provider_is_reported(visit: Visit) -> None:
    state = parse_qs(urlsplit(visit.begin()).query)["state"][0]
    answer = visit.end(f"/api/openid/callback?error=access_denied&state={state}")
    assert answer.status_code == 401
    assert "did not sign you in" in answer.json()["message"]


def test_new_keys_of_the_provider_are_fetched(visit: Visit) -> None:
    assert visit.sign_in().status_code == 302
    visit.provider.key = make_key()
    assert visit.sign_in().status_code == 302
    assert visit.sign_in().status_code == 302
    assert visit.provider.requests.count("/keys") == 2


def test_a_provider_with_another_issuer_is_refused(visit: Visit) -> None:
    visit.provider.described_issuer = "https://evil.example"
    answer = visit.browser.get(START, follow_redirects=False)
    assert answer.status_code == 401
    assert "differs from the settings" in answer.json()["message"]


def test_an_unreachable_provider_does_not_break_the_server(
    open_server: Callable[..., Server],
) -> None:
    with run_provider() as gone:
        pass
    server = open_server(issuer=gone.issuer)
    answer = server.http.get(START, follow_redirects=False)
    assert answer.status_code == 401
    assert "does not respond" in answer.json()["message"]
    assert server.http.get("/api/openid").status_code == 200


def test_without_settings_there_is_no_provider(server: Server) -> None:
    assert server.http.get("/api/openid").json() == {"enabled": False, "title": ""}
    assert server.http.get(START, follow_redirects=False).status_code == 404


def test_unusable_settings_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = OpenIdSettings("https://sso.example.org", CLIENT)
    with pytest.raises(InputError, match="public_url"):
        openid.open_provider(settings, "")
    with pytest.raises(InputError, match="not encrypted"):
        openid.open_provider(OpenIdSettings("http://sso.example.org", CLIENT), "https://x.org")
    assert check_address("http://localhost:1", "x") == "http://localhost:1"
    missing = OpenIdSettings(settings.issuer, CLIENT, secret_file=str(tmp_path / "none"))
    with pytest.raises(InputError, match="cannot be read"):
        openid.open_provider(missing, "https://x.org")
    (tmp_path / "secret").write_text("hush\n")
    filed = OpenIdSettings(settings.issuer, CLIENT, secret_file=str(tmp_path / "secret"))
    assert filed.read_secret() == "hush"
    monkeypatch.setitem(__import__("sys").modules, "goldsmith.web.security.openid.provider", None)
    with pytest.raises(MissingExtra, match="oidc"):
        openid.open_provider(settings, "https://x.org")
