"""The client: server errors become Goldsmith errors, and requests are retried."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import httpx
import pytest
from tests.web.conftest import ADDRESS, Desk, Server, Team

from goldsmith.client import Client, ServerUnreachable, base, make_uuid7
from goldsmith.core import Mention, Span
from goldsmith.errors import (
    Conflict,
    Forbidden,
    GoldsmithError,
    InputError,
    NotFound,
    NotSignedIn,
    TooManyRequests,
)
from goldsmith.store.journal.change import Change
from goldsmith.store.journal.steps import AddMention

FEVER = Change("c1", 0, (AddMention(Mention("m1", "Condition", (Span(74, 79),))),))


def make_client(handle: Callable[[httpx.Request], httpx.Response]) -> Client:
    return Client("http://server", http=httpx.Client(transport=httpx.MockTransport(handle)))


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_PAUSES", (0, 0, 0))


@pytest.mark.parametrize(
    ("status", "code", "error"),
    [
        (401, "not-signed-in", NotSignedIn),
        (403, "forbidden", Forbidden),
        (404, "not-found", NotFound),
        (409, "conflict", Conflict),
        (422, "input", InputError),
        (400, "request", InputError),
        (429, "too-many-requests", TooManyRequests),
        (500, "internal", ServerUnreachable),
    ],
)
def test_server_errors_become_goldsmith_errors(
    status: int, code: str, error: type[GoldsmithError]
) -> None:
    body = {"code": code, "message": "it does not work", "details": [1]}
    headers = {"Retry-After": "7"}
    client = make_client(lambda _: httpx.Response(status, json=body, headers=headers))
    with pytest.raises(error, match="it does not work") as caught:
        client.projects.list()
    if isinstance(caught.value, Conflict):
        assert caught.value.details == (1,)
    if isinstance(caught.value, TooManyRequests):
        assert caught.value.seconds == 7


def test_a_server_that_is_not_goldsmith_is_recognised() -> None:
    client = make_client(lambda _: httpx.Response(404, text="<html>no such page</html>"))
    with pytest.raises(ServerUnreachable, match="unlike a Goldsmith server"):
        client.projects.list()
    client = make_client(lambda _: httpx.Response(200, text="<html>welcome</html>"))
    with pytest.raises(ServerUnreachable, match="could not be decoded"):
        client.projects.list()


def test_an_unreachable_server_is_named() -> None:
    unreachable = pytest.raises(ServerUnreachable, match=r"127\.0\.0\.1:1 does not respond")
    with Client("http://127.0.0.1:1") as client, unreachable:
        client.projects.list()


def test_a_change_whose_answer_was_lost_is_resent_and_applied_once(
    server: Server, team: Team, desk: Desk
) -> None:
    sent = []

    def lose_first_answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        inner = server.http.request(
            request.method, str(request.url), content=request.content, headers=request.headers
        )
        if len(sent) == 1:
            raise httpx.ReadError("connection lost")
        return httpx.Response(inner.status_code, content=inner.content)

    http = httpx.Client(transport=httpx.MockTransport(lose_first_answer))
    client = Client(ADDRESS, server.make_token(team.people["ann"]), http=http)
    assert client.sets.append(desk.set, FEVER).revision == 1
    assert len(sent) == 2
    assert client.sets.read(desk.set).revision == 1


def test_a_request_that_is_not_safe_to_repeat_is_sent_once() -> None:
    sent = []

    def fail(request: httpx.Request) -> httpx.Response:
        sent.append(request.method)
        raise httpx.ConnectError("away")

    client = make_client(fail)
    with pytest.raises(ServerUnreachable):
        client.projects.create("lung", "clef")
    assert sent == ["POST"]
    with pytest.raises(ServerUnreachable):
        client.projects.list()
    assert sent.count("GET") == 4


def test_ids_are_version_7_uuids_in_chronological_order() -> None:
    ids = [uuid.UUID(make_uuid7()) for _ in range(200)]
    assert {(entry.version, entry.variant) for entry in ids} == {(7, uuid.RFC_4122)}
    assert len(set(ids)) == 200
    times = [entry.int >> 80 for entry in ids]
    assert times == sorted(times)


def test_an_occurrence_that_is_not_in_the_text_is_refused(team: Team, desk: Desk) -> None:
    annotator = team.ann.annotate(desk.set)
    with pytest.raises(InputError, match="that many times"):
        annotator.mark("Condition", "fever", nth=2)
