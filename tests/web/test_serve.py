"""`goldsmith serve`: one address, one server per folder, a graceful stop."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

import httpx
import pytest
from tests.cli.running import goldsmith, run_process
from tests.store.postgres import make_database_url
from tests.web.processes import PASSWORD, make_annotator, start_server

from goldsmith.client import Client, ServerUnreachable
from goldsmith.core import Mention, Span
from goldsmith.errors import InputError, NotSignedIn
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change
from goldsmith.store.journal.reading import read_entries
from goldsmith.store.journal.steps import AddMention
from goldsmith.web.serving.plan import ServePlan, check_plan
from goldsmith.web.serving.settings import read_settings
from goldsmith.web.workbench import ServerSettings


def test_the_first_start_prints_the_set_up_link(tmp_path: Path) -> None:
    with start_server(tmp_path / "server", "--no-jobs") as server:
        assert "/set-up?secret=" in server.line
        assert httpx.get(server.line).status_code == 200
        assert httpx.get(server.address + "/health").json()["status"] == "ok"
        assert httpx.get(server.address + "/ready").json()["status"] == "ok"
        with Client(server.address) as client, pytest.raises(NotSignedIn):
            client.projects.list()
        second = run_process("serve", tmp_path / "server", "--port", "0")
        assert (second.returncode, second.stdout) == (2, "")
        assert "another server is running on this folder" in second.stderr
        assert server.stop() == 0
    assert (tmp_path / "server").stat().st_mode & 0o077 == 0


def test_the_owner_is_created_and_the_log_has_no_query_values(tmp_path: Path) -> None:
    options = ("--owner", "olga", "--access-log", "--base-path", "/notes")
    with start_server(tmp_path / "server", *options) as server:
        assert server.line.endswith("/notes/")
        body = {"name": "olga", "password": PASSWORD}
        for address in (server.address, server.address.removesuffix("/notes")):
            assert httpx.post(address + "/api/session", json=body).is_success
        httpx.get(server.address + "/api/projects", params={"words": "metastatic"})
        assert server.stop(signal.SIGINT) == 0
        errors = server.read_errors()
    assert "GET /notes/api/projects 401" in errors
    assert "metastatic" not in errors
    with start_server(tmp_path / "server", "--no-jobs") as server:
        assert "set-up" not in server.line


def test_pending_changes_are_answered_when_the_server_stops(tmp_path: Path) -> None:
    with start_server(tmp_path / "server", "--owner", "olga", "--no-jobs") as server:
        client, set_id = make_annotator(server)
        receipts = {}

        def annotate() -> None:
            for number in range(100_000):
                mention = Mention(f"m{number}", "Condition", (Span(0, 4),))
                change = Change(f"c{number}", number, (AddMention(mention),))
                try:
                    receipts[change.id] = client.sets.append(set_id, change)
                except (ServerUnreachable, InputError):
                    return

        thread = threading.Thread(target=annotate)
        thread.start()
        while len(receipts) < 20:
            pass
        assert server.stop() == 0
        thread.join()
        client.close()
    database = Database(tmp_path / "server")
    with database.read() as connection:
        entries = {entry.id: entry.revision for entry in read_entries(connection, set_id)}
    database.close()
    assert entries == {name: receipt.revision for name, receipt in receipts.items()}


def test_several_workers_serve_one_postgresql_database(tmp_path: Path) -> None:
    url = make_database_url()
    options = ("--database", url, "--workers", "2", "--owner", "olga", "--no-jobs")
    with start_server(tmp_path / "server", *options) as server:
        client, set_id = make_annotator(server, url)
        for number in range(20):
            mention = Mention(f"m{number}", "Condition", (Span(0, 4),))
            change = Change(f"c{number}", number, (AddMention(mention),))
            assert client.sets.append(set_id, change).revision == number + 1
        client.close()
        assert server.stop() == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--workers", "2"], "2 workers need PostgreSQL"),
        (["--base-path", "notes/"], "base path"),
        (["--database", "mysql://localhost/x"], "mysql is not supported"),
        (["--database", "postgresql://nobody@127.0.0.1:1/x"], "the database does not respond"),
        (["--host", "192.0.2.1"], "cannot listen"),
    ],
)
def test_unusable_options_are_refused(tmp_path: Path, options: list[str], message: str) -> None:
    done = goldsmith("serve", tmp_path / "server", "--port", "0", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_settings_are_read_from_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text('session_hours = 2\npublic_url = "https://notes.example.org"\n', "utf-8")
    settings = read_settings(tmp_path)
    assert (settings.session_hours, settings.public_url) == (2, "https://notes.example.org")
    path.write_text("sesion_hours = 2\n", "utf-8")
    with pytest.raises(InputError, match=r"sesion_hours.*expected the settings base_path"):
        read_settings(tmp_path)
    path.write_text("session_hours = ", "utf-8")
    with pytest.raises(InputError, match="not TOML"):
        read_settings(tmp_path)


@pytest.mark.parametrize("base", ["notes", "/notes/", "//notes", "/no?tes"])
def test_a_malformed_base_path_is_refused(base: str) -> None:
    with pytest.raises(InputError, match="base path"):
        check_plan(ServePlan("x", settings=ServerSettings(base_path=base)))
