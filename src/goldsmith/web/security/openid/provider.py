"""The requests to an OpenID Connect provider."""

from __future__ import annotations

import threading
import time
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from goldsmith.errors import InputError, NotSignedIn
from goldsmith.store.people.external import ExternalIdentity
from goldsmith.web.security.openid.claims import check_id_token, has_key
from goldsmith.web.security.openid.settings import OpenIdSettings, check_address

_TIMEOUT = 10.0
#: How long the description and the keys of the provider are cached, in seconds.
_LIFETIME = 600.0


class _Description(msgspec.Struct, frozen=True):
    """The metadata of a provider."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)


class _Tokens(msgspec.Struct, frozen=True):
    """The response to a code."""

    id_token: str
    access_token: str = ""


class Provider:
    """An OpenID Connect provider.

    Args:
        settings: The provider.
        redirect: The address to which the provider sends browsers back.
    """

    def __init__(self, settings: OpenIdSettings, redirect: str) -> None:
        check_address(settings.issuer, "issuer")
        self.settings, self._redirect = settings, redirect
        self._secret = settings.read_secret()
        self._lock = threading.Lock()
        self._expires = 0.0
        self._description: _Description | None = None
        self._keys: KeySet | None = None

    def make_address(self, *, state: str, nonce: str, verifier: str) -> str:
        """Return the address at which a person signs in.

        Args:
            state: The value that the provider repeats in its response.
            nonce: The value that the ID token repeats.
            verifier: The secret that only the server knows (PKCE).

        Raises:
            NotSignedIn: The provider does not respond.
        """
        description, _ = self.discover()
        return str(
            prepare_grant_uri(
                description.authorization_endpoint,
                client_id=self.settings.client_id,
                response_type="code",
                redirect_uri=self._redirect,
                scope=self.settings.scopes,
                state=state,
                nonce=nonce,
                code_challenge=create_s256_code_challenge(verifier),
                code_challenge_method="S256",
            )
        )

    def identify(self, code: str, *, nonce: str, verifier: str) -> ExternalIdentity:
        """Return the person who signed in at the provider.

        Args:
            code: The code from the provider's response.
            nonce: The nonce of the request.
            verifier: The secret of the request.

        Raises:
            NotSignedIn: The provider does not respond, or its response is not valid.
        """
        description, keys = self.discover()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._redirect,
            "code_verifier": verifier,
            "client_id": self.settings.client_id,
        }
        tokens = _decode(self._send(description, form), _Tokens)
        if not has_key(tokens.id_token, keys):  # the provider has changed its keys
            self._expires = 0.0
            description, keys = self.discover()
        return check_id_token(
            tokens.id_token,
            keys,
            self.settings,
            nonce=nonce,
            access_token=tokens.access_token,
        )

    def _send(self, description: _Description, form: dict[str, str]) -> bytes:
        auth: tuple[str, str] | None = None
        if self._secret:
            if "client_secret_basic" in description.token_endpoint_auth_methods_supported:
                auth = (quote(self.settings.client_id, safe=""), quote(self._secret, safe=""))
            else:
                form = {**form, "client_secret": self._secret}
        return _request("POST", description.token_endpoint, data=form, auth=auth)

    def discover(self) -> tuple[_Description, KeySet]:
        """Return the description and the keys of the provider, read again after a while.

        Raises:
            NotSignedIn: The provider does not respond, or not as expected.
        """
        with self._lock:
            if self._description and self._keys and time.monotonic() < self._expires:
                return self._description, self._keys
            address = f"{self.settings.issuer.rstrip('/')}/.well-known/openid-configuration"
            self._description = _check(_decode(_request("GET", address), _Description), self)
            self._keys = _decode_keys(_request("GET", self._description.jwks_uri))
            self._expires = time.monotonic() + _LIFETIME
            return self._description, self._keys


def _check(description: _Description, provider: Provider) -> _Description:
    """Check that a description belongs to the provider, and that its addresses are encrypted."""
    if description.issuer != provider.settings.issuer:
        raise NotSignedIn("the issuer that the provider reports differs from the settings")
    try:
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
            check_address(getattr(description, name), name)
    except InputError as error:
        raise NotSignedIn(f"the description of the provider is not valid: {error}") from None
    return description


def _request(method: str, address: str, **options: Any) -> bytes:
    try:
        answer = httpx.request(method, address, timeout=_TIMEOUT, **options)
        answer.raise_for_status()
    except (httpx.HTTPError, httpx.InvalidURL):
        raise NotSignedIn(
            "the provider does not respond as expected. Try again, or sign in with a password"
        ) from None
    return answer.content


def _decode(content: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.DecodeError:
        raise NotSignedIn("the response of the provider is not valid") from None


def _decode_keys(content: bytes) -> KeySet:
    try:
        return KeySet.import_key_set(_decode(content, dict[str, Any]))
    except (JoseError, ValueError, KeyError, TypeError):
        raise NotSignedIn("the keys of the provider are not valid") from None
