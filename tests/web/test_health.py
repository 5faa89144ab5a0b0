"""Health says that the process runs; readiness, that it can work."""

from __future__ import annotations

from tests.web.conftest import Server

from goldsmith.store.health import Health


def test_a_running_server_is_healthy_and_ready(server: Server) -> None:
    for path in ("/health", "/ready"):
        answer = server.http.get(path)
        assert (answer.status_code, answer.json()["status"]) == (200, "ok")


def test_a_server_without_its_journal_is_not_ready(server: Server) -> None:
    server.workbench.writer.close()
    answer = server.http.get("/ready")
    assert (answer.status_code, answer.json()["problem"]) == (503, "the journal is closed")
    assert server.http.get("/health").json() == {
        "status": "ok",
        "version": Health("", answer.json()["version"]).version,
    }
