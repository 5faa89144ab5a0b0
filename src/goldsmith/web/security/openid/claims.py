"""The check of an ID token: its signature, audience, time and nonce."""

from __future__ import annotations

from typing import Any

from authlib.oidc.core import CodeIDToken
from joserfc import jws, jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from goldsmith.errors import NotSignedIn
from goldsmith.store.people.external import ExternalIdentity
from goldsmith.web.security.openid.settings import OpenIdSettings

#: Only signatures with a key pair: `none` is unsigned, and HS256 could be made by us.
_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"]
_LONGEST_SUBJECT = 255


def check_id_token(
    value: str, keys: KeySet, settings: OpenIdSettings, *, nonce: str, access_token: str
) -> ExternalIdentity:
    """Return the person whom an ID token names.

    Args:
        value: The ID token.
        keys: The public keys of the provider.
        settings: The provider.
        nonce: The nonce that the server sent with its request.
        access_token: The access token that came with it.

    Raises:
        NotSignedIn: The token is not signed by the provider, or not meant for this sign-in.
    """
    try:
        token = jwt.decode(value, keys, algorithms=_ALGORITHMS)
        claims = _make_claims(token.claims, token.header, settings, nonce, access_token)
        claims.validate(leeway=settings.clock_skew)
    except (JoseError, ValueError, TypeError, KeyError) as error:
        reason = getattr(error, "claim", "") or type(error).__name__
        raise NotSignedIn(f"the response of the provider is not valid ({reason})") from None
    return _read_identity(claims, settings)


def has_key(value: str, keys: KeySet) -> bool:
    """Return whether the key that an ID token names is among the keys of the provider."""
    try:
        kid = jws.extract_compact(value.encode()).headers().get("kid")
    except (JoseError, ValueError, TypeError):
        return True  # `check_id_token` refuses it
    return kid is None or any(key.kid == kid for key in keys.keys)


def _make_claims(
    claims: dict[str, Any],
    header: dict[str, Any],
    settings: OpenIdSettings,
    nonce: str,
    access_token: str,
) -> CodeIDToken:
    options: dict[str, Any] = {
        "iss": {"essential": True, "value": settings.issuer},
        "aud": {"essential": True, "value": settings.client_id},
        "sub": {"essential": True},
        "exp": {"essential": True},
        "iat": {"essential": True},
    }
    params = {"nonce": nonce, "client_id": settings.client_id, "access_token": access_token}
    return CodeIDToken(claims, header, options, params)


def _read_identity(claims: dict[str, Any], settings: OpenIdSettings) -> ExternalIdentity:
    subject = claims["sub"]
    if not isinstance(subject, str) or not 0 < len(subject) <= _LONGEST_SUBJECT:
        raise NotSignedIn("the response of the provider is not valid (sub)")
    return ExternalIdentity(
        settings.issuer,
        subject.replace("\x00", ""),
        name=_read_text(claims, "preferred_username"),
        full_name=_read_text(claims, "name"),
        email=_read_text(claims, "email"),
    )


def _read_text(claims: dict[str, Any], name: str) -> str:
    value = claims.get(name, "")
    return value if isinstance(value, str) else ""
