"""Requests that hold a NUL character are refused, in one place for every route.

PostgreSQL stores none, and no path, name or note has one. JSON can write it in one way only; forms
are checked as they are sent. What is uploaded as a file is not looked at here.
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
        InputError: There is a NUL character.
    """
    if (
        "\0" in request.scope["path"]
        or b"%00" in request.scope["query_string"]
        or await _has_nul(request)
    ):
        raise InputError("the request holds a NUL character", expected="text without it")


async def _has_nul(request: Request[Any, Any, Any]) -> bool:
    """Look into a body that the route decodes; streams are left to their routes."""
    if request.content_type[0] == RequestEncodingType.URL_ENCODED:
        return b"%00" in await request.body()
    if request.route_handler.parsed_data_field is None:
        return False
    body = await request.body()
    return b"\\u0000" in body and _ESCAPED.search(body) is not None
