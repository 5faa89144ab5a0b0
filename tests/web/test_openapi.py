"""The description of the API is complete and exact, and the docs are up to date."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from scripts.server_api import make_page
from tests.web.conftest import Server

from goldsmith.store.access import Permission
from goldsmith.web.needs import Gate
from goldsmith.web.openapi import describe_api, list_routes

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def description(server: Server) -> dict[str, Any]:
    answer = server.http.get("/api/schema/openapi.json")
    assert answer.status_code == 200
    described: dict[str, Any] = answer.json()
    return described


def list_operations(description: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for path in description["paths"].values() for entry in path.values()]


def find_references(value: object) -> set[str]:
    if isinstance(value, dict):
        own = {str(value["$ref"])} if "$ref" in value else set()
        return own.union(*(find_references(entry) for entry in value.values()))
    if isinstance(value, list):
        return set().union(*(find_references(entry) for entry in value))
    return set()


def test_every_operation_has_a_summary_a_tag_and_a_unique_id(
    description: dict[str, Any],
) -> None:
    operations = list_operations(description)
    ids = Counter(entry["operationId"] for entry in operations)
    assert [name for name, count in ids.items() if count > 1] == []
    assert [entry["operationId"] for entry in operations if not entry["summary"]] == []
    tags = {tag["name"] for tag in description["tags"]}
    assert {tag for entry in operations for tag in entry["tags"]} == tags
    assert [tag["name"] for tag in description["tags"] if not tag["description"]] == []


def test_every_reference_can_be_resolved(description: dict[str, Any]) -> None:
    names = {f"#/components/schemas/{name}" for name in description["components"]["schemas"]}
    assert find_references(description) <= names


def test_parameters_of_the_path_are_described(description: dict[str, Any]) -> None:
    for path, methods in description["paths"].items():
        names = {part[1:-1] for part in path.split("/") if part.startswith("{")}
        for operation in methods.values():
            described = {
                entry["name"] for entry in operation["parameters"] if entry["in"] == "path"
            }
            assert described == names, path


def test_schemas_state_the_limits_that_are_checked(description: dict[str, Any]) -> None:
    steps = description["components"]["schemas"]["Change"]["properties"]["steps"]
    assert steps["maxItems"] == 20_000
    parameters = description["paths"]["/api/projects/{project_id}/documents"]["get"]["parameters"]
    limit = next(entry for entry in parameters if entry["name"] == "limit")
    assert (limit["schema"]["minimum"], limit["schema"]["maximum"]) == (1, 500)


def test_every_route_declares_what_it_needs(server: Server) -> None:
    gates = {entry.needs for entry in list_routes(server.app)}
    assert gates <= {*Permission, *Gate}
    undeclared = [
        (route.path, handler)
        for route in server.app.routes
        for handler in getattr(route, "route_handlers", [])
        if "needs" not in handler.opt and handler.http_methods != {"OPTIONS"}
    ]
    assert undeclared == []


def test_no_other_routes_are_public(server: Server) -> None:
    public = {entry.path for entry in list_routes(server.app) if entry.needs == Gate.PUBLIC}
    assert public == {
        "/api/invitation",
        "/api/openid",
        "/api/openid/callback",
        "/api/openid/sign-in",
        "/api/schema/openapi.json",
        "/api/session",
        "/api/setup",
        "/health",
        "/ready",
    }


def test_the_page_in_the_docs_is_up_to_date(server: Server) -> None:
    page = (ROOT / "docs/server/api.md").read_text("utf-8")
    assert page == make_page(server.app), "run: .venv/bin/python -m scripts.server_api"


def test_the_description_is_made_without_a_request(server: Server) -> None:
    assert describe_api(server.app)["openapi"] == "3.1.0"
