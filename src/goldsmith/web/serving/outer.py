"""Layers that handle a request before the application."""

from __future__ import annotations

import logging
import time
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

_log = logging.getLogger("goldsmith.access")


def serve_under(app: ASGIApp, base_path: str) -> ASGIApp:
    """Return an application that answers both under a path and without it.

    A reverse proxy may pass the path on or take it off; both work.
    """
    if not base_path:
        return app
    prefix = base_path.encode()

    async def strip(scope: Scope, receive: Receive, send: Send) -> None:
        path = str(scope.get("path", ""))
        if path == base_path or path.startswith(base_path + "/"):
            inner: Any = {**scope, "path": path.removeprefix(base_path) or "/"}
            raw = scope.get("raw_path") or b""
            inner["raw_path"] = raw.removeprefix(prefix) or b"/"
            scope = inner
        await app(scope, receive, send)

    return strip


def log_accesses(app: ASGIApp) -> ASGIApp:
    """Return an application that logs method, path, status and time of every request.

    The path contains only ids. The query may contain words of a note, so it is left out.
    """

    async def log(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        request: Any = scope
        start, status = time.perf_counter(), 0

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await app(scope, receive, note_status)
        finally:
            taken = (time.perf_counter() - start) * 1_000
            client = scope.get("client")
            place = client[0] if client else "-"
            method, path = request["method"], request["path"]
            _log.info("%s %s %s %d %.1fms", place, method, path, status, taken)

    return log
