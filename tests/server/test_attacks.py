"""Hostile requests do not make the server fail, on either database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.crawl import Operation, dump, list_operations, make_body, make_query
from tests.server.site import Site, fill_site

from goldsmith.store.tables import new_id
from goldsmith.web.openapi import describe_api

SIGN_OUT = ("/api/session", "/api/sessions")
#: Texts encoded as JSON: NUL, unpaired surrogates, paths, SQL statements, a megabyte.
TEXTS = (
    r'"\u0000"',
    r'"a\u0000b"',
    r'"\ud800"',
    r'"\udfff\ud800"',
    '"../../../../etc/passwd"',
    '"\'; DROP TABLE people; --"',
    '"%00%2e%2e%2f"',
    '"\u202e\ufeff\U0001f600"',
    '"' + "x" * 1_000_000 + '"',
)
NUMBERS = ("-1", "9223372036854775808", "1" + "0" * 400, "1e999", "-1e308", "0.5")
BODIES = (
    b"",
    b"null",
    b"[]",
    b'"text"',
    b"{",
    b'{"id": }',
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    b'{"id": "x", "id": "y"}',
    b'{"__proto__": {}, "constructor": 1}',
)
PATHS = (
    "..%2f..%2fetc%2fpasswd",
    "%00",
    "%ff",
    "%ed%a0%80",
    "x" * 4_000,
    "%F0%9F%98%80",
    "'%20OR%201=1",
    "*",
)
HEADERS: tuple[dict[str, str], ...] = (
    {"Authorization": "Bearer " + "x" * 50_000},
    {"Authorization": "Bearer \xff\xfe"},
    {"Authorization": "Bearer"},
    {"Authorization": "Basic Og=="},
    {"Cookie": "session=" + "y" * 4_000},
    {"Cookie": "session=\xff; session=;;;===", "X-CSRF-Token": "\xff"},
    {"Content-Type": "application/json; charset=utf-16"},
    {"Content-Type": "application/x-msgpack"},
    {"Content-Type": "multipart/form-data"},
    {"Content-Type": "\xff/\xff;;"},
    {"Content-Encoding": "gzip"},
    {"Host": "evil.example"},
    {"X-Forwarded-For": "1.2.3.4, ' OR 1=1"},
    {"X-HTTP-Method-Override": "DELETE"},
    {"Range": "bytes=0-1,5-2,-"},
    {"Accept": "text/html;q=x"},
    {"If-None-Match": "*", "If-Modified-Since": "never"},
)


@pytest.fixture
def site(address: str, tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path, address)
    with site.http:
        fill_site(site)
        yield site


class Attack:
    """Sends hostile requests, and records the failures of the server."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.operations = [
            operation
            for operation in list_operations(site.app)
            if operation.path not in SIGN_OUT and not operation.path.endswith("/events")
        ]
        self.components = describe_api(site.app)["components"]["schemas"]
        self.failures: list[Any] = []
        self.count = 0

    def find_path(self, operation: Operation) -> str:
        ids = {name: self.site.ids.get(name, new_id()) for name in operation.parameters}
        return operation.fill(ids) + make_query(operation)

    def send(
        self,
        operation: Operation,
        path: str,
        content: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        """Send a request as Ann if the route is for annotators, otherwise as the owner."""
        person = "ann" if "annotator" in operation.roles else "owner"
        own = self.site.headers[person] | {"Content-Type": "application/json"}
        encoded = {key: value.encode("latin-1") for key, value in (own | (headers or {})).items()}
        answer = self.site.http.request(
            operation.method,
            path,
            content=content,
            headers=encoded,  # type: ignore[arg-type]  # httpx accepts bytes for both
        )
        self.count += 1
        if answer.status_code >= 500 and answer.status_code != 501:
            shown = (content or b"")[:80].decode("utf-8", "replace")
            self.failures.append((operation.method, path[:120], shown, answer.status_code))
        return answer


def list_bodies(attack: Attack, operation: Operation) -> Iterator[bytes]:
    """Yield bodies of an operation, each with one hostile value."""
    assert operation.body is not None
    sample = make_body(operation.body, attack.components, whole=True)
    places = list(list_places(sample))
    for place in places:
        value = get_value(sample, place)
        hostile = NUMBERS if isinstance(value, int | float) else TEXTS
        for text in hostile[:4] if len(places) > 6 else hostile:
            yield replace_value(sample, place, text)


def list_places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every string and number in a value."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from list_places(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from list_places(part, (*path, index))
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield path


def get_value(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def replace_value(value: Any, path: tuple[Any, ...], text: str) -> bytes:
    """Return a value as JSON, with a JSON text in place of the value at a path."""
    copy = json.loads(json.dumps(value))
    if not path:
        return text.encode()
    get_value(copy, path[:-1])[path[-1]] = "\u2603mark\u2603"
    return json.dumps(copy).replace('"\\u2603mark\\u2603"', text).encode()


def test_hostile_values_do_not_make_the_server_fail(site: Site) -> None:
    attack = Attack(site)
    for operation in attack.operations:
        if operation.body:
            for content in list_bodies(attack, operation):
                attack.send(operation, attack.find_path(operation), content)
    assert not attack.failures, dump(attack.failures)
    assert attack.count > 500


def test_malformed_bodies_do_not_make_the_server_fail(site: Site) -> None:
    attack = Attack(site)
    for operation in attack.operations:
        for content in BODIES if operation.body else ():
            answer = attack.send(operation, attack.find_path(operation), content)
            assert answer.status_code < 300 or answer.json()["code"]
    assert not attack.failures, dump(attack.failures)


def test_hostile_paths_and_queries_do_not_make_the_server_fail(site: Site) -> None:
    attack = Attack(site)
    for operation in attack.operations:
        body = make_body(operation.body, attack.components) if operation.body else None
        content = json.dumps(body).encode() if operation.body else None
        for text in PATHS if operation.parameters else ():
            path = operation.fill(dict.fromkeys(operation.parameters, text)) + make_query(operation)
            assert "root:" not in attack.send(operation, path, content).text
        for entry in operation.query:
            for text in (*PATHS, "-1", "9" * 30, "1e9", ""):
                start = attack.find_path(operation).partition("?")[0]
                attack.send(operation, f"{start}?{entry['name']}={text}", content)
    assert not attack.failures, dump(attack.failures)


def test_hostile_headers_do_not_make_the_server_fail(site: Site) -> None:
    attack = Attack(site)
    for operation in attack.operations[::3]:
        body = make_body(operation.body, attack.components) if operation.body else None
        for headers in HEADERS:
            content = json.dumps(body).encode() if operation.body else None
            attack.send(operation, attack.find_path(operation), content, headers)
    assert not attack.failures, dump(attack.failures)


def test_a_body_that_is_too_large_is_refused(site: Site) -> None:
    change = b'{"id": "' + b"x" * (site.workbench.settings.max_body + 1) + b'"}'
    path = f"/api/sets/{site.ids['set_id']}/changes"
    answer = site.http.post(path, content=change, headers=site.headers["ann"])
    assert answer.status_code == 413


def test_crafted_paths_do_not_expose_files_of_the_server(site: Site) -> None:
    for text in ("../../../etc/passwd", "..%2f..%2fetc/passwd", "%2e%2e/%2e%2e/etc/passwd"):
        for start in ("/static/", "/api/schema/", "/api/projects/", "/"):
            answer = site.http.get(start + text, headers=site.headers["owner"])
            assert "root:" not in answer.text
            assert answer.status_code < 500


@pytest.mark.parametrize("claim", [{"source": "import"}, {"source": "system"}, {"undoes": "x"}])
def test_a_change_cannot_claim_an_origin_reserved_for_the_server(
    site: Site, claim: dict[str, str]
) -> None:
    change = {"id": "claim", "base": 0, "steps": [], **claim}
    answer = site.call("ann", "POST", f"/api/sets/{site.ids['set_id']}/changes", change)
    assert answer.status_code == 422
