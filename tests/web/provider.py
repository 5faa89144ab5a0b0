"""A small OpenID Connect provider on a port of this machine, which can be told to misbehave.

It does what the specification requires of a provider, over real HTTP: discovery, keys,
authorization codes that work once, PKCE, authentication of the client. The provider on PyPI that
runs locally (oidc-provider-mock) neither checks PKCE nor can send a bad token.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "goldsmith"
SECRET = "s3cret/with:colon"
REDIRECT = "http://testserver.local/api/openid/callback"
Claims = dict[str, Any]


class Provider:
    """A provider with one person, who is always signed in.

    Attributes:
        claims: The claims about the person.
        spoil: Changes the claims of ID tokens before they are signed.
        sign: Signs ID tokens.
        requests: The requested paths.
    """

    def __init__(self, port: int) -> None:
        self.issuer = f"http://127.0.0.1:{port}"
        self.reset()

    def reset(self) -> None:
        """Become like a provider that has just started."""
        self.key = make_first_key()
        self.claims: Claims = {
            "sub": "4711",
            "preferred_username": "Ann.Annotator",
            "name": "Ann A.",
            "email": "ann@example.org",
        }
        self.spoil: Callable[[Claims], Claims] = lambda claims: claims
        self.sign: Callable[[Claims], str] = self.sign_correctly
        self.codes: dict[str, dict[str, str]] = {}
        self.requests: list[str] = []
        self.described_issuer = self.issuer

    def sign_correctly(self, claims: Claims) -> str:
        return jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, self.key)

    def describe(self) -> Claims:
        return {
            "issuer": self.described_issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
        }

    def list_keys(self) -> Claims:
        return {"keys": [self.key.as_dict(private=False)]}

    def authorize(self, query: dict[str, str]) -> str:
        """Return the address to which the browser is redirected."""
        assert query["response_type"] == "code"
        assert query["client_id"] == CLIENT
        assert query["redirect_uri"] == REDIRECT
        assert query["code_challenge_method"] == "S256"
        assert "openid" in query["scope"].split()
        code = secrets.token_urlsafe()
        self.codes[code] = query
        return f"{REDIRECT}?{urlencode({'code': code, 'state': query['state']})}"

    def exchange(self, form: dict[str, str], authorization: str) -> Claims | None:
        """Return the tokens for a code; None if the request is invalid."""
        query = self.codes.pop(form["code"], None)
        client, _, secret = base64.b64decode(authorization[6:]).decode().partition(":")
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        is_valid = (
            query is not None
            and (unquote(client), unquote(secret)) == (CLIENT, SECRET)
            and form["grant_type"] == "authorization_code"
            and form["redirect_uri"] == REDIRECT
            and challenge == query["code_challenge"]
        )
        if not is_valid or query is None:
            return None
        access = secrets.token_urlsafe()
        half = hashlib.sha256(access.encode()).digest()[:16]
        claims = {
            **self.claims,
            "iss": self.issuer,
            "aud": CLIENT,
            "iat": int(time.time()),
            "exp": int(time.time()) + 300,
            "nonce": query["nonce"],
            "at_hash": base64.urlsafe_b64encode(half).decode().rstrip("="),
        }
        id_token = self.sign(self.spoil(claims))
        return {"access_token": access, "token_type": "Bearer", "id_token": id_token}


def make_key() -> RSAKey:
    return RSAKey.generate_key(2048, {"kid": secrets.token_hex(4), "use": "sig"})


make_first_key = cache(make_key)


def make_handler(get_provider: Callable[[], Provider]) -> type[BaseHTTPRequestHandler]:
    """Return the class that answers the requests to a provider."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            provider, parts = get_provider(), urlsplit(self.path)
            provider.requests.append(parts.path)
            if parts.path == "/.well-known/openid-configuration":
                self.answer(200, provider.describe())
            elif parts.path == "/keys":
                self.answer(200, provider.list_keys())
            else:
                location = provider.authorize(_flatten(parts.query))
                self.send_response(302)
                self.send_header("Location", location)
                self.end_headers()

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            authorization = self.headers.get("Authorization", "")
            tokens = get_provider().exchange(_flatten(body), authorization)
            self.answer(200 if tokens else 400, tokens or {"error": "invalid_grant"})

        def answer(self, status: int, content: Claims) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(content).encode())

        def log_message(self, format: str, *args: object) -> None:
            """Keep the output of the tests clean."""

    return Handler


@contextmanager
def run_provider() -> Iterator[Provider]:
    """Run a provider until the block ends."""
    providers: list[Provider] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), make_handler(lambda: providers[0]))
    providers.append(Provider(server.server_address[1]))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield providers[0]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _flatten(query: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(query).items()}
