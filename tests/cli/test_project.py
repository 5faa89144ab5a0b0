"""The command project: a project managed from a shell, on a server and in its folder."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.running import Completed, goldsmith
from tests.web.processes import PASSWORD, ServerProcess, start_server

NOTE = "Core biopsy confirmed an invasive ductal carcinoma. No fever."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with start_server(tmp_path_factory.mktemp("team") / "server", "--owner", "olga") as server:
        yield server


@pytest.fixture(autouse=True)
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GOLDSMITH_TOKEN", raising=False)
    monkeypatch.setenv("GOLDSMITH_PASSWORD", PASSWORD)


def run(*words: object) -> Completed:
    done = goldsmith("project", *words)
    assert done.returncode == 0, done.stderr
    return done


def test_a_project_is_managed_from_a_shell(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GOLDSMITH_SERVER", server.address)
    token = run("token", "olga", "--scopes", "read,manage,admin").stdout.strip()
    monkeypatch.setenv("GOLDSMITH_TOKEN", token)
    run("create", "breast", "--schema", "clef", "--title", "Breast cancer")
    assert "Breast cancer" in run("list").stdout
    people = run("add-people", "breast", "ann=annotator", "bob=annotator,reader", "--invite")
    assert "annotator, reader" in people.stdout
    with zipfile.ZipFile("notes.zip", "w") as archive:
        for number in range(3):
            archive.writestr(f"note-{number}.txt", NOTE)
    imported = json.loads(run("import", "breast", "notes.zip", "--json").stdout)
    assert (imported["documents"], imported["format"]) == (3, "text")
    assigned = run("assign", "breast", "--people", "ann,bob", "--documents", 2, "--json")
    batch = json.loads(assigned.stdout)
    assert (batch["documents"], batch["tasks"]) == (2, {"assigned": 4})
    assert batch["name"] in run("batches", "breast").stdout
    assert "import" in run("jobs", "breast").stdout
    run("export", "breast", "out.zip", "--to", "brat")
    with zipfile.ZipFile("out.zip") as archive:
        assert any(name.endswith("note-0.txt") for name in archive.namelist())
    assert "0 differ" in run("verify", "breast").stderr
    run("backup", "backup.zip")
    run("restore", "backup.zip", tmp_path / "restored")
    monkeypatch.delenv("GOLDSMITH_SERVER")
    assert "Breast cancer" in run("list", "--folder", tmp_path / "restored").stdout
    assert len(run("reset-password", "olga", tmp_path / "restored").stdout) > 20


def test_a_folder_in_use_is_refused(server: ServerProcess) -> None:
    done = goldsmith("project", "list", "--folder", server.folder)
    assert done.returncode == 2
    assert "another server is running on this folder" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["list"], "the environment has no GOLDSMITH_TOKEN"),
        (["list", "--folder", "nowhere"], "there is no server in this folder"),
        (["list", "--folder", "x", "--server", "http://y"], "exclude each other"),
        (["add-people", "breast", "ann=anotator"], "Did you mean annotator?"),
        (["add-people", "breast", "ann"], "expected NAME=ROLE"),
        (["import", "breast", "nothing.zip"], "there is no such file"),
        (["token", "olga", "--scopes", "everything"], "no scope called"),
        (["restore", "nothing.zip", "restored"], "there is no such file"),
    ],
)
def test_invalid_commands_are_refused(words: list[str], message: str) -> None:
    done = goldsmith("project", *words)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_wrong_password_and_a_wrong_token_are_refused(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOLDSMITH_PASSWORD", "wrong")
    assert goldsmith("project", "token", "olga", "--server", server.address).returncode == 2
    monkeypatch.setenv("GOLDSMITH_TOKEN", "gs_wrong")
    done = goldsmith("project", "list", "--server", server.address)
    assert (done.returncode, done.stdout) == (2, "")
    assert "not valid" in done.stderr


def test_an_existing_file_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "out.zip").write_text("mine", "utf-8")
    done = goldsmith("project", "export", "breast", "out.zip")
    assert done.returncode == 2
    assert "--overwrite" in done.stderr
    assert (tmp_path / "out.zip").read_text("utf-8") == "mine"
