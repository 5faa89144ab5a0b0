"""Errors as responses: a status, a code, a message and details that a front end can show."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from goldsmith.errors import (
    Conflict,
    Forbidden,
    GoldsmithError,
    InputError,
    MissingExtra,
    NotFound,
    NotSignedIn,
    TooManyRequests,
    Unavailable,
)

_log = logging.getLogger(__name__)
#: Code of an error -> status of the response.
_STATUS: Mapping[str, int] = {
    NotSignedIn.code: 401,
    Forbidden.code: 403,
    NotFound.code: 404,
    Conflict.code: 409,
    TooManyRequests.code: 429,
    MissingExtra.code: 501,
    Unavailable.code: 503,
    InputError.code: 422,
}


class ErrorAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every error response."""

    code: str
    message: str
    remedy: str = ""
    """The code of the remedy, for a button."""
    details: tuple[Any, ...] = ()


def find_status(error: GoldsmithError) -> int:
    """Return the status of the response to an error."""
    return _STATUS[error.code]


def answer_goldsmith_error(
    _request: Request[Any, Any, Any], error: GoldsmithError
) -> Response[Any]:
    """Turn a Goldsmith error into a response."""
    remedy = error.remedy_code if isinstance(error, InputError) else None
    details = error.details if isinstance(error, Conflict) else ()
    headers = {}
    if isinstance(error, TooManyRequests):
        headers["Retry-After"] = str(error.seconds)
    answer = ErrorAnswer(error.code, str(error), remedy or "", details)
    return Response(answer, status_code=find_status(error), headers=headers)


def answer_http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Turn an error of the framework (unknown path, malformed body) into a response.

    The details may quote the malformed body, which may contain note text, so they are left out.
    """
    code = {404: "not-found", 405: "method-not-allowed", 413: "too-large"}.get(
        error.status_code, "request"
    )
    message = _MESSAGES.get(error.status_code, "the request is malformed")
    if error.status_code == 400:
        message += _describe_fields(error)
    return Response(ErrorAnswer(code, message), status_code=error.status_code)


def answer_nested(_request: Request[Any, Any, Any], _error: RecursionError) -> Response[Any]:
    """Refuse a body whose lists or objects are nested too deeply to be parsed."""
    return Response(ErrorAnswer("request", "the request is nested too deeply"), status_code=400)


def answer_unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Log an unexpected error without note text, and respond without details."""
    frames = "".join(traceback.format_tb(error.__traceback__))  # the message may quote a note
    _log.error("%s %s: %s\n%s", request.method, request.scope["path"], type(error).__name__, frames)
    message = "the server failed; all work that it acknowledged is safe. Try again"
    return Response(ErrorAnswer("internal", message), status_code=500)


_MESSAGES = {
    404: "there is no such address",
    405: "the address does not accept this method",
    413: "the request is too large",
}


def _describe_fields(error: HTTPException) -> str:
    """Name the fields of a malformed body, without their values."""
    extra = error.extra if isinstance(error.extra, list) else []
    keys = sorted({str(entry.get("key", "")) for entry in extra if isinstance(entry, dict)} - {""})
    return f": {', '.join(keys)}" if keys else ""
