"""Other annotation servers, each in its own environment: confirmed spans per second.

doccano runs with its defaults, on SQLite with five workers. Each client has its own text, which is
the best case because clients never write to the same text.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from tests.server.annotators import TEXT
from tests.server.processes import find_port
from tests.server.wire import connect

PASSWORD = "pass-word-1"


class Doccano:
    """A running doccano with a project that has one label.

    Args:
        address: Its address.
    """

    def __init__(self, address: str) -> None:
        self._http = httpx.Client(base_url=address, timeout=60)
        signed_in = self._http.post(
            "/v1/auth/login/", json={"username": "admin", "password": PASSWORD}
        )
        self.authorization = f"Token {signed_in.raise_for_status().json()['key']}"
        self._http.cookies.clear()
        self.project = self._post(
            "projects",
            name="speed",
            description="speed",
            project_type="SequenceLabeling",
            resourcetype="SequenceLabelingProject",
            guideline="",
            allow_overlapping=True,
            tags=[],
        )
        self.label = self._post(
            f"projects/{self.project}/span-types",
            text="Condition",
            background_color="#ff0000",
            text_color="#ffffff",
        )

    def add_text(self, text: str = TEXT) -> str:
        """Add a text, and return the path that accepts its spans."""
        example = self._post(f"projects/{self.project}/examples", text=text)
        return f"/v1/projects/{self.project}/examples/{example}/spans"

    def add_spans(self, path: str, spans: Iterable[tuple[int, int]]) -> None:
        """Add spans to a text."""
        for start, end in spans:
            self._post(
                path.removeprefix("/v1/"), start_offset=start, end_offset=end, label=self.label
            )

    def _post(self, path: str, **body: object) -> int:
        headers = {"Authorization": self.authorization}
        answer = self._http.post(f"/v1/{path}", json=body, headers=headers)
        return int(answer.raise_for_status().json()["id"])


@contextmanager
def run_doccano(python: Path) -> Iterator[tuple[Doccano, int]]:
    """Run doccano on an empty database; yield it and its port."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DOCCANO_HOME": folder, "HOME": folder}
        program = str(python.parent / "doccano")
        user = [program, "createuser", "--username", "admin", "--password", PASSWORD]
        for words in ([program, "init"], user):
            subprocess.run(words, env=environment, check=True, capture_output=True, cwd=folder)
        port = find_port()
        words = [program, "webserver", "--port", str(port)]
        with (Path(folder) / "log").open("wb") as log:
            server = subprocess.Popen(words, env=environment, stdout=log, stderr=log, cwd=folder)
        try:
            _wait(port)
            yield Doccano(f"http://127.0.0.1:{port}"), port
        finally:
            server.terminate()
            server.wait()


def measure_doccano(python: Path, clients: int, seconds: float) -> tuple[float, list[float]]:
    """Return the spans per second that doccano confirms, and the sorted latencies."""
    with run_doccano(python) as (peer, port):
        latencies: list[float] = []
        paths = [peer.add_text() for _ in range(clients)]
        for duration in (1.0, seconds):  # the first round wakes all workers
            latencies.clear()
            start = time.perf_counter()
            asyncio.run(_load(peer, port, paths, start + duration, latencies))
            spent = time.perf_counter() - start
    return len(latencies) / spent, sorted(latencies)


async def _load(
    peer: Doccano, port: int, paths: list[str], end: float, latencies: list[float]
) -> None:
    async def work(path: str) -> None:
        number, wire = 0, await connect("127.0.0.1", port)
        while time.perf_counter() < end:
            number += 1
            start = number % (len(TEXT) - 60)
            body = {"start_offset": start, "end_offset": start + 8, "label": peer.label}
            begin = time.perf_counter()
            try:
                answer = await wire.send("POST", path, body, peer.authorization)
            except ConnectionError:  # gunicorn's sync workers close after each response
                wire = await connect("127.0.0.1", port)
                answer = await wire.send("POST", path, body, peer.authorization)
            if answer.status != 201:
                raise RuntimeError(f"doccano answered {answer.status}")
            latencies.append(time.perf_counter() - begin)
        wire.close()

    await asyncio.gather(*(work(path) for path in paths))


def _wait(port: int) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("doccano does not start")
