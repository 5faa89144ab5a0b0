"""The headers of every answer: browsers run nothing but the scripts of the server."""

from __future__ import annotations

from litestar.types import BeforeMessageSendHookHandler, Message, Scope

from goldsmith.web.workbench import ServerSettings

_POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'"
)
_ALWAYS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_API = (*_ALWAYS, (b"cache-control", b"no-store"))
#: A year; only if the cookies ask for HTTPS too.
_HTTPS = (b"strict-transport-security", b"max-age=31536000")


def make_header_hook(settings: ServerSettings) -> BeforeMessageSendHookHandler:
    """Return a function that adds the headers to every answer, errors included."""
    https = (_HTTPS,) if settings.secure_cookies else ()
    api, always = (*_API, *https), (*_ALWAYS, *https)
    prefix = f"{settings.base_path}/api/"

    async def add_headers(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            is_api = scope["path"].startswith(("/api/", prefix))
            present = [*message.get("headers", ())]
            names = {name.lower() for name, _ in present}
            added = [header for header in (api if is_api else always) if header[0] not in names]
            message["headers"] = [*present, *added]

    return add_headers
