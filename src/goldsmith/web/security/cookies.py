"""The cookies of the server: sent only to it, and unreadable for scripts."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import Cookie

from goldsmith.web.workbench import ServerSettings

SESSION = "session"
#: The cookie that ties a sign-in at a provider to the browser that began it.
SIGN_IN = "sign-in"


def name_cookie(settings: ServerSettings, name: str) -> str:
    """Return the full name of a cookie.

    The prefixes make browsers refuse a cookie that another host of the domain or an unencrypted
    page has set.
    """
    if not settings.secure_cookies:
        return name
    return f"__Secure-{name}" if settings.base_path else f"__Host-{name}"


def make_cookie(
    settings: ServerSettings, name: str, value: str, *, seconds: int | None = None
) -> Cookie:
    """Return a cookie to set; without `seconds` the browser forgets it when it is closed."""
    return Cookie(
        key=name_cookie(settings, name),
        value=value,
        path=settings.base_path or "/",
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookies,
        max_age=seconds,
    )


def drop_cookie(settings: ServerSettings, name: str) -> Cookie:
    """Return the cookie that makes a browser forget another."""
    return make_cookie(settings, name, "", seconds=0)


def read_cookie(request: Request[Any, Any, Any], settings: ServerSettings, name: str) -> str:
    """Return the value of a cookie of a request; "" if it is missing."""
    return request.cookies.get(name_cookie(settings, name), "")
