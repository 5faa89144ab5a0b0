"""Refusal of requests that contain a NUL character, for every route.

PostgreSQL cannot store it, and no path, name or note contains it. JSON can write it in only one
way; forms are checked as sent. Uploaded files are not checked here.
"""

from __future__ import annotations

import re
from typing import Any

from litestar import Request
from litestar.enums import RequestEncodingType

from goldsmith.errors import InputError

#: An escaped NUL in JSON: the backslash before `u0000` is not escaped itself.
_ESCAPED = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


async def refuse_nul(request: Request[Any, Any, Any]) -> None:
    """Check the path, the query and the body of a request.

    Raises:
        InputError: The request contains a NUL character.
    """
    if (
        "\0" in request.scope["path"]
        or b"%00" in request.scope["query_string"]
        or await _has_nul(request)
    ):
        raise InputError("the request contains a NUL character", expected="text without it")


async def _has_nul(request: Request[Any, Any, Any]) -> bool:
    """Check a body that the route decodes; streams are left to their routes."""
    if request.content_type[0] == RequestEncodingType.URL_ENCODED:
        return b"%00" in await request.body()
    if request.route_handler.parsed_data_field is None:
        return False
    body = await request.body()
    return b"\\u0000" in body and _ESCAPED.search(body) is not None
