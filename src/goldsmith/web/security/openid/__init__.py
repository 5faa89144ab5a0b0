"""Sign-in through an OpenID Connect provider: authorization code flow with PKCE, state, nonce.

settings    the provider and how the server is registered with it
provider    the requests to the provider
claims      the check of the provider's ID token
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldsmith.errors import InputError, MissingExtra
from goldsmith.web.security.openid.settings import OpenIdSettings

if TYPE_CHECKING:
    from goldsmith.web.security.openid.provider import Provider

__all__ = ["OpenIdSettings", "open_provider"]


def open_provider(settings: OpenIdSettings | None, public_url: str) -> Provider | None:
    """Return the provider of the settings; None if there is none. This sends no request yet.

    Args:
        settings: The provider.
        public_url: The address of the server as browsers see it.

    Raises:
        InputError: The settings cannot be used.
        MissingExtra: Authlib is not installed.
    """
    if settings is None:
        return None
    if not public_url:
        raise InputError(
            "OpenID Connect needs the address of the server as browsers see it",
            where="public_url",
            expected="an address such as https://notes.example.org",
        )
    try:
        from goldsmith.web.security.openid.provider import Provider
    except ImportError:
        raise MissingExtra("OpenID Connect", "oidc") from None
    return Provider(settings, f"{public_url.rstrip('/')}/api/openid/callback")
