"""A crawler for the API: it requests every route with every id that a person can see."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from litestar import Litestar
from tests.server.site import Site

from goldsmith.web.openapi import describe_api, list_routes

_ID = re.compile(r"\b[0-9a-hjkmnp-tv-z]{20}\b")
_TIME = re.compile(r"\b1[6-9]\d{11}\b")
#: The CSRF token differs between sessions.
_CSRF = re.compile(r'"csrf":"[^"]*"')
_PARAMETER = re.compile(r"\{(\w+)\}")
#: Values for parameters that are not ids.
_WORDS: Mapping[str, tuple[str, ...]] = {
    "name": ("ann", "bob", "nobody"),
    "type_name": ("Condition", "Nothing"),
    "unit_id": ("u1", "1"),
    "action_id": ("a1",),
}
#: Event streams do not end on their own.
_ENDLESS = ("/api/jobs/{job_id}/events",)


class Operation(NamedTuple):
    """A method of a path, with the permission that it needs and the schema of its body."""

    method: str
    path: str
    needs: str
    roles: frozenset[str]
    body: Mapping[str, Any] | None
    query: tuple[Mapping[str, Any], ...]

    @property
    def parameters(self) -> list[str]:
        return _PARAMETER.findall(self.path)

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the path with values for its parameters."""
        return _PARAMETER.sub(lambda match: values[match[1]], self.path)


def list_operations(app: Litestar) -> list[Operation]:
    """Return every operation of the API."""
    description = describe_api(app)
    operations = []
    for route in list_routes(app):
        described = description["paths"][route.path][route.method.lower()]
        content = described.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        query = tuple(entry for entry in described["parameters"] if entry["in"] == "query")
        operations.append(
            Operation(route.method, route.path, route.needs, frozenset(route.roles), schema, query)
        )
    return operations


class Crawler:
    """Reads everything that a person can reach, starting with the routes without parameters.

    Args:
        site: The server.
        name: The person.
    """

    def __init__(self, site: Site, name: str) -> None:
        self._site, self._name = site, name
        self._operations = [
            operation
            for operation in list_operations(site.app)
            if operation.method == "GET" and operation.path not in _ENDLESS
        ]
        self.ids: dict[str, None] = {}
        self.pages: dict[str, tuple[int, str]] = {}
        """The path of each request -> status and body of the answer."""

    def crawl(self) -> None:
        """Request every route with every id, until there are no new paths."""
        while True:
            fresh = [path for path in self._list_paths() if path not in self.pages]
            if not fresh:
                return
            for path in fresh:
                self._read(path)

    def _list_paths(self) -> Iterator[str]:
        for operation in self._operations:
            choices = [_WORDS.get(name) or tuple(self.ids) for name in operation.parameters]
            choices[1:] = [choice[:4] for choice in choices[1:]]
            for values in itertools.product(*choices):
                path = operation.fill(dict(zip(operation.parameters, values, strict=True)))
                yield path + make_query(operation)

    def _read(self, path: str) -> None:
        answer = self._site.call(self._name, "GET", path)
        body = answer.text if "zip" not in answer.headers.get("content-type", "") else ""
        self.pages[path] = (answer.status_code, body)
        if answer.status_code == 200:
            self.ids |= dict.fromkeys(_ID.findall(body))


def normalise(pages: Mapping[str, tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """Replace ids with numbers in order of appearance, and all times with the same word."""
    numbers: dict[str, str] = {}

    def name(match: re.Match[str]) -> str:
        return numbers.setdefault(match[0], f"id-{len(numbers)}")

    return {
        _ID.sub(name, path): (status, _CSRF.sub("", _TIME.sub("time", _ID.sub(name, body))))
        for path, (status, body) in pages.items()
    }


def find_differences(
    first: Mapping[str, tuple[int, str]], second: Mapping[str, tuple[int, str]]
) -> list[str]:
    """Return the paths for which two crawls have different answers."""
    return [
        f"{path}: {first.get(path)} != {second.get(path)}"
        for path in sorted({*first, *second})
        if first.get(path) != second.get(path)
    ]


def make_body(
    schema: Mapping[str, Any], components: Mapping[str, Any], *, whole: bool = False
) -> Any:
    """Return a small value that fits a schema: its required properties, or all if `whole`."""
    if "$ref" in schema:
        return make_body(components[schema["$ref"].rpartition("/")[2]], components, whole=whole)
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return make_body(schema[word][0], components, whole=whole)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    return _make_plain(schema, components, whole)


def _make_plain(schema: Mapping[str, Any], components: Mapping[str, Any], whole: bool) -> Any:
    match schema.get("type"):
        case "object":
            properties = schema.get("properties", {})
            names = properties if whole else schema.get("required", ())
            return {name: make_body(properties[name], components, whole=whole) for name in names}
        case "array":
            items = schema.get("items", schema.get("prefixItems", [{}]))
            item = items[0] if isinstance(items, list) else items
            count = max(schema.get("minItems", 0), int(whole))
            return [make_body(item, components, whole=whole) for _ in range(count)]
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
        case "null":
            return None
        case _:
            return _make_word(schema)


def _make_word(schema: Mapping[str, Any]) -> str:
    words = ("x" * max(schema.get("minLength", 1), 8), "1", "x")
    pattern = re.compile(schema.get("pattern", ""))
    return next(word for word in words if pattern.search(word))


def make_query(operation: Operation) -> str:
    """Return a query with a value for each required parameter."""
    required = {
        entry["name"]: make_body(entry["schema"], {})
        for entry in operation.query
        if entry.get("required")
    }
    return f"?{urlencode(required)}" if required else ""


def dump(values: Iterable[Any]) -> str:
    """Return values as JSON, for messages of failed tests."""
    return "\n" + "\n".join(json.dumps(value, default=str) for value in values)
