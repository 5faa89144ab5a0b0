"""The description of the API: OpenAPI, and the table of every route and who may call it.

Each route is described where it is written, by its docstring, its types and `opt=needs(…)`. The
schemas come from msgspec, which decodes the requests and encodes the responses, so that the
description matches the checks.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Sequence
from typing import Any, get_args, get_origin

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.response import File, Redirect, ServerSentEvent, Stream
from litestar.typing import FieldDefinition

from goldsmith.store.access import ROLES_BY_PERMISSION, SCOPE_BY_PERMISSION, Permission
from goldsmith.version import __version__
from goldsmith.web.errors import ErrorAnswer
from goldsmith.web.needs import Gate

#: Gate -> what a caller needs.
GATES = {
    Gate.PUBLIC: "nothing",
    Gate.SIGNED_IN: "a session or a token",
    Gate.SESSION: "a session; tokens are not accepted",
    Gate.OWNER: "the owner of the server",
}
#: Status -> when a route returns it.
_ERRORS = {
    400: "The request is malformed.",
    401: "Nobody is signed in, or the token is not valid.",
    403: "The roles of the person or the scopes of the token do not allow it.",
    404: "The resource does not exist, or the person may not know that it does.",
    409: "The request contradicts the present state; the details list the intervening changes.",
    413: "The request is too large.",
    422: "The values cannot be used; the message says what was expected.",
    429: "There were too many attempts; `Retry-After` says how long to wait.",
}
#: The errors of a route that anybody may call.
_PUBLIC_ERRORS = (400, 413, 422, 429)
_REFERENCE = "#/components/schemas/{name}"
_BOUNDS = {
    "ge": "minimum",
    "le": "maximum",
    "gt": "exclusiveMinimum",
    "lt": "exclusiveMaximum",
    "min_length": "minLength",
    "max_length": "maxLength",
    "pattern": "pattern",
}


class RouteEntry(msgspec.Struct, frozen=True):
    """A route and who may call it.

    Attributes:
        tag: The resource.
        method: GET, POST, …
        path: Its path, with the names of its parameters.
        summary: What it does.
        needs: A permission, or a gate.
        roles: The roles that have the permission; empty for a gate.
        scope: The scope that a token needs for the permission; empty for a gate.
    """

    tag: str
    method: str
    path: str
    summary: str
    needs: str
    roles: tuple[str, ...]
    scope: str


class _Route(msgspec.Struct, frozen=True):
    """A method of a path with its handler."""

    method: str
    path: str
    handler: HTTPRouteHandler
    path_parameters: frozenset[str]

    @property
    def function(self) -> Any:
        """The original function of the handler; Litestar wraps functions that run in a thread."""
        function: Any = self.handler.fn
        while not inspect.isfunction(function):
            function = function.func
        return function

    @property
    def tag(self) -> str:
        """The resource: the name of the file."""
        return str(self.function.__module__).rpartition(".")[2]

    @property
    def gate(self) -> Permission | Gate:
        gate: Permission | Gate = self.handler.opt["needs"]
        return gate


def list_routes(app: Litestar) -> list[RouteEntry]:
    """Return every route of the API, by resource and path."""
    entries = []
    for route in _list_routes(app):
        gate = route.gate
        roles: Sequence[str] = ()
        scope = ""
        if isinstance(gate, Permission):
            roles, scope = sorted(ROLES_BY_PERMISSION[gate]), SCOPE_BY_PERMISSION[gate]
        summary = _split_docstring(route)[0]
        entries.append(
            RouteEntry(route.tag, route.method, route.path, summary, gate, tuple(roles), scope)
        )
    return entries


def describe_api(app: Litestar) -> dict[str, Any]:
    """Return the description of the API as OpenAPI 3.1."""
    routes = _list_routes(app)
    types = [ErrorAnswer, *(kind for route in routes for kind in _list_types(route))]
    unique = list({repr(kind): kind for kind in types}.values())
    schemas, components = msgspec.json.schema_components(unique, ref_template=_REFERENCE)
    by_type = {repr(kind): schema for kind, schema in zip(unique, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        operation = _describe_operation(route, by_type)
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    tags = {route.tag: sys.modules[route.function.__module__].__doc__ or "" for route in routes}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Goldsmith",
            "version": __version__,
            "description": "The team's server: scripts can do everything that its pages do.",
        },
        "tags": [
            {"name": name, "description": doc.partition("\n")[0]} for name, doc in tags.items()
        ],
        "security": [{"token": []}, {"session": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": "goldsmith_session"},
            },
        },
    }


def _list_routes(app: Litestar) -> list[_Route]:
    routes = [
        _Route(method, str(route.path_format), handler, frozenset(route.path_parameters))
        for route in app.routes
        for handler in getattr(route, "route_handlers", [])
        if isinstance(handler, HTTPRouteHandler) and _is_described(handler)
        for method in sorted(handler.http_methods)
        if method not in ("HEAD", "OPTIONS")
    ]
    return sorted(routes, key=lambda route: (route.tag, route.path, route.method))


def _is_described(handler: HTTPRouteHandler) -> bool:
    return "needs" in handler.opt and handler.resolve_include_in_schema() is not False


def _describe_operation(route: _Route, by_type: dict[str, Any]) -> dict[str, Any]:
    summary, rest = _split_docstring(route)
    operation: dict[str, Any] = {
        "tags": [route.tag],
        "operationId": route.function.__name__,
        "summary": summary,
        "description": f"{rest}\n\n{_describe_needs(route.gate)}".strip(),
        "parameters": list(_describe_parameters(route, by_type)),
        "responses": _describe_responses(route, by_type),
    }
    data = route.handler.parsed_fn_signature.parameters.get("data")
    if data is not None:
        schema = by_type[repr(data.annotation)]
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema}},
        }
    if route.gate == Gate.PUBLIC:
        operation["security"] = []
    return operation


def _describe_parameters(route: _Route, by_type: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name, field in _list_fields(route):
        schema = dict(by_type[repr(field.annotation)])
        kwarg = field.kwarg_definition
        for bound, word in _BOUNDS.items():
            value = getattr(kwarg, bound, None)
            if value is not None:
                schema[word] = value
        is_path = name in route.path_parameters
        if not is_path and field.has_default:
            schema["default"] = msgspec.to_builtins(field.default)
        yield {
            "name": getattr(kwarg, "name", None) or getattr(kwarg, "query", None) or name,
            "in": "path" if is_path else "query",
            "required": is_path or not field.has_default,
            "schema": schema,
        }


def _describe_responses(route: _Route, by_type: dict[str, Any]) -> dict[str, Any]:
    answer = _find_answer(route)
    status = str(route.handler.status_code)
    described: dict[str, Any] = {"description": "Done."}
    if answer is not None:
        described = {
            "description": "The answer.",
            "content": {"application/json": {"schema": by_type[repr(answer)]}},
        }
    codes = _PUBLIC_ERRORS if route.gate == Gate.PUBLIC else tuple(_ERRORS)
    content = {"application/json": {"schema": by_type[repr(ErrorAnswer)]}}
    errors = {str(code): {"description": _ERRORS[code], "content": content} for code in codes}
    return {status: described, **errors}


def _list_types(route: _Route) -> Iterator[Any]:
    """Yield the types of a route that need a schema."""
    answer = _find_answer(route)
    if answer is not None:
        yield answer
    data = route.handler.parsed_fn_signature.parameters.get("data")
    if data is not None:
        yield data.annotation
    for _, field in _list_fields(route):
        yield field.annotation


def _list_fields(route: _Route) -> Iterator[tuple[str, FieldDefinition]]:
    """Yield the parameters of the path and of the query."""
    provided = {"actor", "workbench", "request", "data", "visitor", "identity"}
    for name, field in route.handler.parsed_fn_signature.parameters.items():
        if name not in provided:
            yield name, field


def _find_answer(route: _Route) -> Any:
    """Return the type of the JSON that a route returns; None if it is not JSON."""
    answer = route.handler.parsed_fn_signature.return_type.annotation
    if get_origin(answer) is Response:
        [answer] = get_args(answer)
    origin = get_origin(answer) or answer
    is_bare = answer in (None, Any, bytes, str) or answer is type(None)
    if is_bare or (
        isinstance(origin, type) and issubclass(origin, File | Redirect | ServerSentEvent | Stream)
    ):
        return None
    return answer


def _split_docstring(route: _Route) -> tuple[str, str]:
    summary, _, rest = (inspect.getdoc(route.function) or "").partition("\n")
    return summary.rstrip("."), rest.strip()


def _describe_needs(gate: Permission | Gate) -> str:
    if isinstance(gate, Permission):
        roles = ", ".join(sorted(ROLES_BY_PERMISSION[gate]))
        return f"Needs the permission `{gate}` in the project: {roles}."
    return f"Needs {GATES[gate]}."
