"""The description of this API."""

from __future__ import annotations

from typing import Any

from litestar import Request, get

from goldsmith.web.needs import Gate, needs
from goldsmith.web.openapi import describe_api


@get("/api/schema/openapi.json", opt=needs(Gate.PUBLIC), sync_to_thread=True)
def show_description(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Return the description of the API as OpenAPI 3.1."""
    return describe_api(request.app)


handlers = [show_description]
