"""Jobs over the API: submitted once, visible to few, watched while they run."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tests.web.conftest import Server, Team

from goldsmith.client.jobs import Imports, JobFailed, Jobs
from goldsmith.errors import Conflict, Forbidden, InputError, NotFound
from goldsmith.project.jobs.worker import run_next, run_worker
from goldsmith.store.access import Scope

NOTE = "Core biopsy confirmed an invasive ductal carcinoma. No fever."


def make_zip(count: int = 3) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for number in range(count):
            archive.writestr(f"note-{number}.txt", NOTE)
            archive.writestr(
                f"note-{number}.ann", "T1\tCondition 25 50\tinvasive ductal carcinoma\n"
            )
    return buffer.getvalue()


@pytest.fixture
def jobs(team: Team) -> Jobs:
    return Jobs(team.max.caller)


@pytest.fixture
def imports(team: Team) -> Imports:
    return Imports(team.max.caller)


@pytest.fixture
def worker(server: Server) -> Iterator[None]:
    stop = threading.Event()
    thread = threading.Thread(target=run_worker, args=(server.workbench.database.folder, "", stop))
    thread.start()
    yield
    stop.set()
    thread.join()


def test_the_kinds_of_jobs_are_listed_with_their_arguments(jobs: Jobs) -> None:
    kinds = {kind.name: kind for kind in jobs.list_kinds()}
    assert {"import", "export", "verify"} <= set(kinds)
    assert "file" in str(kinds["import"].arguments)


def test_a_job_is_submitted_once(server: Server, jobs: Jobs) -> None:
    first = jobs.submit(server.project, "verify", id="job-0001")
    assert jobs.submit(server.project, "verify", id="job-0001") == first
    assert [job.id for job in jobs.list(server.project).items] == ["job-0001"]
    with pytest.raises(Conflict):
        jobs.submit(server.project, "export", id="job-0001")


@pytest.mark.parametrize("name", ["ann", "adele", "edith", "rita"])
def test_only_managers_submit_and_see_jobs(
    server: Server, team: Team, jobs: Jobs, name: str
) -> None:
    job = jobs.submit(server.project, "verify")
    others = Jobs(team.clients[name].caller)
    assert others.list(server.project).items == ()
    with pytest.raises(NotFound):
        others.get(job.id)
    with pytest.raises(NotFound):
        others.cancel(job.id)
    with pytest.raises(NotFound):
        others.download(job.id, "nowhere")
    with pytest.raises(NotFound):
        list(others.watch(job.id))
    with pytest.raises(Forbidden):
        others.submit(server.project, "verify")
    with pytest.raises(NotFound):
        Jobs(team.stranger.caller).submit(server.project, "verify")


def test_a_token_with_the_scope_read_cannot_submit_jobs(server: Server, team: Team) -> None:
    jobs = Jobs(server.connect(team.people["max"], Scope.READ).caller)
    with pytest.raises(Forbidden, match="scope"):
        jobs.submit(server.project, "verify")
    assert jobs.list(server.project).items == ()


def test_unknown_kinds_and_arguments_are_refused(server: Server, jobs: Jobs) -> None:
    with pytest.raises(InputError, match="no kind called"):
        jobs.submit(server.project, "verfy")
    with pytest.raises(InputError, match="unknown field"):
        jobs.submit(server.project, "verify", colour="red")
    with pytest.raises(InputError, match="belongs to no project"):
        jobs.submit(server.project, "backup")


@pytest.mark.usefixtures("worker")
def test_a_job_is_watched_to_its_end(server: Server, jobs: Jobs) -> None:
    states = [job.state for job in jobs.watch(jobs.submit(server.project, "verify").id)]
    assert states[-1] == "done"


def test_watching_an_ended_job_ends_at_once(server: Server, jobs: Jobs) -> None:
    job = jobs.submit(server.project, "verify")
    jobs.cancel(job.id)
    assert [state.state for state in jobs.watch(job.id)] == ["cancelled"]
    with pytest.raises(JobFailed, match="cancelled"):
        jobs.wait(job.id)


@pytest.mark.usefixtures("worker")
def test_a_file_is_uploaded_imported_exported_and_downloaded(
    server: Server, team: Team, imports: Imports, tmp_path: Path
) -> None:
    source = tmp_path / "notes.zip"
    source.write_bytes(make_zip())
    done = imports.run_file(server.project, source, format="brat", set_name="gold")
    assert done.result is not None and done.result["documents"] == 3
    exported = imports.run(server.project, "export", format="brat")
    out = imports.download(exported.id, tmp_path / "out.zip")
    with zipfile.ZipFile(out) as archive:
        assert archive.read("note-1.txt").decode() == NOTE
        assert b"Condition 25 50" in archive.read("note-1.ann")
    with pytest.raises(NotFound):
        Jobs(team.rita.caller).download(exported.id, tmp_path / "rita.zip")
    assert not (tmp_path / "rita.zip").exists()


def test_uploading_files_needs_a_manager_and_a_plain_name(
    server: Server, team: Team, imports: Imports
) -> None:
    for name in ("../../x.zip", ".hidden", "a/b.zip", "a\\b.zip"):
        with pytest.raises(InputError, match="name of the file"):
            imports.send(server.project, "job-0001", name, b"x")
    with pytest.raises(NotFound):
        imports.send(server.project, "...", "a.zip", b"x")
    with pytest.raises(InputError, match="empty"):
        imports.send(server.project, "job-0001", "a.zip", b"")
    with pytest.raises(Forbidden):
        Imports(team.ann.caller).send(server.project, "job-0001", "a.zip", b"x")


def test_a_file_that_is_too_large_is_refused_and_not_kept(
    server: Server, imports: Imports, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = msgspec.structs.replace(server.workbench.settings, max_upload=1000)
    monkeypatch.setattr(server.workbench, "settings", small)
    with pytest.raises(InputError, match="too large"):
        imports.send(server.project, "job-0001", "a.zip", b"x" * 2000)
    folder = server.workbench.database.folder / "files"
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_an_import_can_be_larger_than_other_requests(server: Server, imports: Imports) -> None:
    size = server.workbench.settings.max_body + 1
    imports.send(server.project, "job-0001", "a.zip", b"x" * size)


def test_a_file_of_a_submitted_job_is_not_replaced(server: Server, imports: Imports) -> None:
    imports.send(server.project, "job-0001", "a.zip", b"x")
    imports.submit(server.project, "import", id="job-0001", file="a.zip")
    with pytest.raises(Conflict, match="already been submitted"):
        imports.send(server.project, "job-0001", "a.zip", b"y")


def test_a_failed_job_reports_its_error_without_text(server: Server, imports: Imports) -> None:
    imports.send(server.project, "job-0001", "a.xml", NOTE.encode())
    imports.submit(server.project, "import", id="job-0001", file="a.xml", format="bioc-xml")
    assert run_next(server.workbench.database, "w")
    job = imports.get("job-0001")
    assert job.state == "failed" and job.error is not None
    assert "carcinoma" not in job.error.message
    with pytest.raises(NotFound, match="no file"):
        imports.download("job-0001", "x")


def test_jobs_of_the_server_belong_to_its_owner(team: Team) -> None:
    with pytest.raises(Forbidden):
        Jobs(team.max.caller).list("")
    assert Jobs(team.owner.caller).list("").items == ()
