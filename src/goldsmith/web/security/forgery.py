"""Protection against forged requests that another site makes a browser send.

A request that changes something with a session must repeat the token of the session in the header
`X-CSRF-Token`. In addition, the browser states the origin of a request, which protects the
sign-in. Requests with a token in `Authorization` need neither: no browser sends it by itself.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from litestar import Request

from goldsmith.errors import Forbidden
from goldsmith.web.security.cache import Identity
from goldsmith.web.workbench import ServerSettings

#: The header that repeats the token of the session.
HEADER = "X-CSRF-Token"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def make_guard(
    settings: ServerSettings,
) -> Callable[[Request[Any, Any, Any]], Awaitable[None]]:
    """Return a function that refuses requests from other sites; it is called before each."""

    async def refuse_forged(request: Request[Any, Any, Any]) -> None:
        if request.method not in _SAFE and "authorization" not in request.headers:
            refuse_cross_site(request, settings)

    return refuse_forged


def refuse_cross_site(request: Request[Any, Any, Any], settings: ServerSettings) -> None:
    """Check that a request does not come from a page of another site.

    Raises:
        Forbidden: The browser reports another site as the origin.
    """
    site = request.headers.get("sec-fetch-site", "")
    origin = request.headers.get("origin", "")
    foreign = (
        site not in ("same-origin", "none") if site else _is_foreign(request, origin, settings)
    )
    if foreign:
        raise Forbidden("the request comes from another site. Use the pages of this server")


def is_from_own_page(request: Request[Any, Any, Any], settings: ServerSettings) -> bool:
    """Return whether a page of this server caused a request, directly or through redirects.

    Browsers leave out Sec-Fetch-Site if the address is neither https nor this machine.
    """
    site = request.headers.get("sec-fetch-site", "")
    if site:
        return site == "same-origin"
    parts = urlsplit(request.headers.get("referer", ""))
    origin = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
    return bool(origin) and not _is_foreign(request, origin, settings)


def check_csrf(request: Request[Any, Any, Any], identity: Identity) -> None:
    """Check the token of a request that changes something with a session.

    Raises:
        Forbidden: The token is missing or wrong.
    """
    if request.method in _SAFE:
        return
    if not is_csrf_right(request.headers.get(HEADER, ""), identity):
        raise Forbidden(f"the header {HEADER} is missing or wrong. Load the page again")


def is_csrf_right(token: str, identity: Identity) -> bool:
    """Return whether a request or form repeats the token of the session; in constant time."""
    return hmac.compare_digest(token.encode(), identity.csrf.encode())


def _is_foreign(request: Request[Any, Any, Any], origin: str, settings: ServerSettings) -> bool:
    if not origin:
        return False
    host = urlsplit(settings.public_url).netloc or request.headers.get("host", "")
    return urlsplit(origin).netloc != host
