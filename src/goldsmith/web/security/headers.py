"""The headers of every response, which restrict browsers to the scripts of the server."""

from __future__ import annotations

from litestar.types import BeforeMessageSendHookHandler, Message, Scope

from goldsmith.web.workbench import ServerSettings

_POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'"
)
_HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    # `no-referrer` would make browsers send our own forms with `Origin: null`
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
#: A year; sent only if the cookies require HTTPS too.
_HTTPS = (b"strict-transport-security", b"max-age=31536000")


def make_header_hook(settings: ServerSettings) -> BeforeMessageSendHookHandler:
    """Return a function that adds the headers to every response, including errors.

    A response that already has one of them keeps it: an asset may be cached.
    """
    headers = (*_HEADERS, _HTTPS) if settings.secure_cookies else _HEADERS

    async def add_headers(message: Message, scope: Scope) -> None:  # noqa: ARG001
        if message["type"] == "http.response.start":
            present = [*message.get("headers", ())]
            names = {name.lower() for name, _ in present}
            added = [header for header in headers if header[0] not in names]
            message["headers"] = [*present, *added]

    return add_headers
