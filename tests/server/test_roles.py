"""Every route is called as every person: the store enforces what `needs` declares."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.server.crawl import Operation, dump, list_operations, make_body, make_query
from tests.server.site import PEOPLE, Site, fill_site

from goldsmith.store.access import Scope
from goldsmith.store.tables import metadata, new_id
from goldsmith.web.needs import Gate
from goldsmith.web.openapi import describe_api

NOBODY = ""
#: Bodies for routes that check the body before they check the person's permission.
BODIES = {
    ("POST", "/api/jobs"): {"id": "a-new-job-1", "kind": "backup"},
    ("POST", "/api/projects/{project_id}/jobs"): {"id": "a-new-job-2", "kind": "agreement"},
    ("PATCH", "/api/projects/{project_id}/guideline"): {"base": "1", "pages": {"index.md": "# A"}},
}
SIGN_OUT = ("/api/session", "/api/sessions")
#: Tables that change with every request.
UNSTABLE = {"audit", "sessions", "attempts", "sign_in_attempts"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    with site.http:
        fill_site(site)
        yield site


def find_path(site: Site, operation: Operation) -> str:
    path = operation.fill({name: site.ids.get(name, new_id()) for name in operation.parameters})
    return path + make_query(operation)


def is_allowed(operation: Operation, name: str) -> bool:
    if operation.needs == Gate.PUBLIC:
        return True
    if operation.needs in (Gate.SIGNED_IN, Gate.SESSION):
        return name != NOBODY
    if operation.needs == Gate.OWNER:
        return name == "owner"
    roles = {"manager"} if name == "owner" else {*PEOPLE.get(name, ())}
    return bool(roles & operation.roles)


def find_body(operation: Operation, components: dict[str, Any]) -> Any:
    key = operation.method, operation.path
    if key in BODIES:
        return BODIES[key]
    return make_body(operation.body, components) if operation.body else None


def call(site: Site, name: str, operation: Operation, components: dict[str, Any]) -> int:
    body = find_body(operation, components)
    answer = site.call(name, operation.method, find_path(site, operation), body)
    return answer.status_code


def dump_tables(site: Site) -> dict[str, list[Any]]:
    with site.workbench.database.read() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table)).all()))
            for table in metadata.sorted_tables
            if table.name not in UNSTABLE
        }


def get_rank(operation: Operation) -> int:
    """Return the rank of an operation: reading comes before writing."""
    return ("GET", "PUT", "PATCH", "POST", "DELETE").index(operation.method)


def test_people_without_permission_are_refused_and_change_nothing(site: Site) -> None:
    components = describe_api(site.app)["components"]["schemas"]
    before, wrong = dump_tables(site), []
    for operation in list_operations(site.app):
        for name in (NOBODY, "owner", *PEOPLE):
            if is_allowed(operation, name):
                continue
            status = call(site, name, operation, components)
            expected = {401} if name == NOBODY else {403, 404}
            if status not in expected:
                wrong.append((operation.method, operation.path, name or "nobody", status))
    assert not wrong, dump(wrong)
    assert dump_tables(site) == before


def test_no_route_lacks_a_declaration(site: Site) -> None:
    silent = [
        (sorted(handler.http_methods), route.path)
        for route in site.app.routes
        for handler in getattr(route, "route_handlers", [])
        if "needs" not in handler.opt and handler.http_methods != {"OPTIONS"}
    ]
    assert silent == []


def test_people_with_permission_are_not_refused(site: Site) -> None:
    """Leave out Bob: he is an annotator too, but the tasks and sets of the test are Ann's."""
    components = describe_api(site.app)["components"]["schemas"]
    wrong = []
    for operation in sorted(list_operations(site.app), key=get_rank):
        for name in ("ann", "adele", "edith", "rita", "max", "owner"):
            if operation.needs in (Gate.PUBLIC, Gate.SIGNED_IN) or not is_allowed(operation, name):
                continue
            if operation.path.endswith("/events") or operation.path in SIGN_OUT:
                continue
            status = call(site, name, operation, components)
            if status in (401, 403) or status >= 500:
                wrong.append((operation.method, operation.path, name, status))
    assert not wrong, dump(wrong)


@pytest.mark.parametrize("scope", list(Scope))
def test_a_token_does_only_what_its_scope_allows(tmp_path: Path, scope: Scope) -> None:
    site = Site(tmp_path)
    with site.http:
        fill_site(site)
        headers = {"Authorization": f"Bearer {site.make_token('max', scope)}"}
        components = describe_api(site.app)["components"]["schemas"]
        wrong = []
        for operation in list_operations(site.app):
            needed = find_scope(operation)
            if operation.path.endswith("/events") or needed in ("", scope):
                continue
            body = find_body(operation, components)
            answer = site.http.request(
                operation.method, find_path(site, operation), headers=headers, json=body
            )
            if answer.status_code not in (403, 404):
                wrong.append((operation.method, operation.path, answer.status_code))
    assert not wrong, dump(wrong)


def find_scope(operation: Operation) -> str:
    """Return the scope that a route needs; empty for routes that anybody may call."""
    from goldsmith.store.access import SCOPE_BY_PERMISSION, Permission

    if operation.needs in (Gate.PUBLIC, Gate.SIGNED_IN):
        return ""
    if operation.needs == Gate.SESSION:
        return "no token at all"
    return (
        Scope.ADMIN
        if operation.needs == Gate.OWNER
        else SCOPE_BY_PERMISSION[Permission(operation.needs)]
    )
