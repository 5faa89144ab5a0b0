"""Random requests generated from the description of the API, with ids that exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from tests.server.site import Site

from goldsmith.web.openapi import describe_api

#: Routes that end the session of the caller, or whose answer never ends.
_LEFT_OUT = ("/api/session", "/api/sessions", "/api/jobs/{job_id}/events")
#: The people who take turns: those with the most permissions.
_PEOPLE = ("owner", "ann", "adele", "max")


class Fuzzer:
    """Sends random requests to every route.

    Attributes:
        failures: The requests that made the server fail, and how it answered.
        statuses: The number of answers with each status.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self.failures: list[tuple[str, str, int, Any]] = []
        self.statuses: Counter[int] = Counter()

    def run(self, examples: int, number: int, advance: Callable[[str], None]) -> None:
        """Send at most `examples` requests to each route, generated from the seed `number`."""
        for operation in self._list_operations():
            advance(operation.label)
            self._fuzz(operation, examples, number)

    def _list_operations(self) -> Iterator[Any]:
        import schemathesis  # slow to import, and tests are collected in every process

        schema = schemathesis.openapi.from_dict(describe_api(self._site.app))
        for result in schema.get_all_operations():
            operation = result.ok()  # type: ignore[union-attr]  # the description is valid
            if operation.path not in _LEFT_OUT:
                yield operation

    def _fuzz(self, operation: Any, examples: int, number: int) -> None:
        @seed(number)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        )
        @given(case=operation.as_strategy())
        def send(case: Any) -> None:
            self._send(case)

        send()

    def _send(self, case: Any) -> None:
        """Send a request as the next person in turn, mostly with ids that exist."""
        count = self.statuses.total()
        if count % 4 and case.path_parameters:
            ids = self._site.ids
            case.path_parameters = {
                name: ids.get(name, value) for name, value in case.path_parameters.items()
            }
        request = case.as_transport_kwargs(base_url="http://testserver.local")
        person = _PEOPLE[count % len(_PEOPLE)]
        headers = {
            name: value
            for name, value in request.pop("headers").items()
            if name in ("Accept", "Content-Type")
        }
        request.pop("cookies", None)
        body = {key: request[key] for key in ("json", "data") if key in request}
        if "data" in body:
            body["content"] = body.pop("data")
        answer = self._site.http.request(
            request["method"],
            request["url"],
            params=request["params"],
            headers=headers | self._site.headers[person],
            **body,
        )
        self.statuses[answer.status_code] += 1
        if answer.status_code >= 500 and answer.status_code != 501:
            path = request["url"].removeprefix("http://testserver.local")
            self.failures.append((request["method"], path, answer.status_code, request))
