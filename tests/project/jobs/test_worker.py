"""Jobs end correctly even if workers die, are stopped, or have to cancel."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import delete, func, select, update
from tests.project.jobs.conftest import Office

from goldsmith.project.jobs.process import WorkerProcess
from goldsmith.project.jobs.worker import run_next, run_worker, sweep
from goldsmith.store import bulk
from goldsmith.store.jobs.model import MAX_ATTEMPTS, SILENCE, Job
from goldsmith.store.jobs.queue import claim_job
from goldsmith.store.jobs.views import cancel_job
from goldsmith.store.journal.verify import find_faults
from goldsmith.store.tables import documents, jobs, members, now, people, projects

COUNT, MANY = 200, 2_000


def make_lines(count: int = COUNT) -> bytes:
    sets = {
        "gold": {
            "name": "gold",
            "mentions": [{"id": "T1", "type": "Condition", "spans": [[0, 5]]}],
        }
    }
    lines = (
        json.dumps({"id": f"n{number}", "text": "Fever and cough. " * 20, "sets": sets})
        for number in range(count)
    )
    return "\n".join(lines).encode()


def submit_import(office: Office, job: str = "big-import", count: int = COUNT) -> str:
    office.upload(job, "a.jsonl", make_lines(count))
    return office.submit("import", job, file="a.jsonl", format="jsonl")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow down imports, and make them report their progress at every step."""
    stage = bulk.stage_documents

    def stage_slowly(*arguments: Any) -> dict[str, str]:
        time.sleep(0.1)
        return stage(*arguments)

    monkeypatch.setattr(bulk, "stage_documents", stage_slowly)
    monkeypatch.setattr("goldsmith.project.exchange.importer._CHUNK", 10)
    monkeypatch.setattr("goldsmith.project.jobs.context._INTERVAL", 0.0)


def wait_for(office: Office, job: str, condition: Callable[[Job], bool]) -> Job:
    for _ in range(2_400):
        state = office.get(job)
        if condition(state):
            return state
        time.sleep(0.05)
    raise AssertionError(f"the job is still {state}")


def make_heartbeat_stale(office: Office) -> None:
    with office.database.write() as connection:
        connection.execute(update(jobs).values(beat_at=now() - SILENCE - 1))


def count_rows(office: Office) -> tuple[int, int, int]:
    """Return the number of documents of the project, of all documents, and of projects."""
    own = select(func.count()).where(documents.c.project == office.project)
    with office.database.read() as connection:
        assert list(find_faults(connection)) == []
        return (
            connection.execute(own).scalar_one(),
            connection.execute(select(func.count()).select_from(documents)).scalar_one(),
            connection.execute(select(func.count()).select_from(projects)).scalar_one(),
        )


def test_the_job_of_a_killed_worker_is_restarted(office: Office) -> None:
    job = submit_import(office, count=MANY)
    with WorkerProcess(office.database.folder, _get_url(office)) as worker:
        running = wait_for(office, job, lambda state: 0 < state.progress < MANY)
        assert running.state == "running"
        first = worker.pid
        os.kill(first, signal.SIGKILL)
        assert count_rows(office)[0] == 0
        make_heartbeat_stale(office)
        done = wait_for(office, job, lambda state: state.has_ended)
        assert worker.pid != first
    assert (done.state, done.attempts) == ("done", 2), done.error
    assert count_rows(office) == (MANY, MANY, 1)


@pytest.mark.usefixtures("slow")
def test_a_stopping_worker_returns_its_job_to_the_queue_at_once(office: Office) -> None:
    job = submit_import(office)
    stop = threading.Event()
    arguments = (office.database.folder, _get_url(office), stop)
    thread = threading.Thread(target=run_worker, args=arguments)
    thread.start()
    wait_for(office, job, lambda state: 0 < state.progress < COUNT)
    stop.set()
    thread.join()
    state = office.get(job)
    assert (state.state, state.attempts) == ("queued", 0)
    assert count_rows(office) == (0, 0, 1)
    assert run_next(office.database, "another")
    assert count_rows(office) == (COUNT, COUNT, 1)


@pytest.mark.usefixtures("slow")
def test_a_running_job_can_be_cancelled_and_leaves_no_documents(office: Office) -> None:
    job = submit_import(office)
    thread = threading.Thread(target=run_next, args=(office.database, "worker"))
    thread.start()
    wait_for(office, job, lambda state: 0 < state.progress < COUNT)
    with office.database.write() as connection:
        assert cancel_job(connection, office.manager, job).is_cancelling
    thread.join()
    assert office.get(job).state == "cancelled"
    assert count_rows(office) == (0, 0, 1)


@pytest.mark.usefixtures("slow")
def test_a_slow_worker_writes_nothing_after_another_took_over_its_job(office: Office) -> None:
    job = submit_import(office)
    thread = threading.Thread(target=run_next, args=(office.database, "slow"))
    thread.start()
    wait_for(office, job, lambda state: 0 < state.progress < COUNT)
    make_heartbeat_stale(office)
    with office.database.write() as connection:
        ticket = claim_job(connection, "quick")
    assert ticket is None or ticket.attempt == 2
    thread.join()
    make_heartbeat_stale(office)
    run_next(office.database, "quick")
    assert office.get(job).state == "done"
    assert count_rows(office) == (COUNT, COUNT, 1)


def test_leftovers_of_dead_workers_are_removed(office: Office) -> None:
    job = submit_import(office, count=600)
    process = subprocess.Popen(
        [sys.executable, "-c", _KILL_ITSELF, str(office.database.folder), _get_url(office)]
    )
    assert process.wait() == -signal.SIGKILL
    assert count_rows(office)[1] > 0
    with office.database.write() as connection:
        connection.execute(update(jobs).values(attempts=MAX_ATTEMPTS))
    make_heartbeat_stale(office)
    assert not run_next(office.database, "worker")
    assert office.get(job).state == "failed"
    sweep(office.database)
    assert count_rows(office) == (0, 0, 1)
    assert not list((office.database.folder / "files").rglob("a.jsonl"))


def test_a_job_fails_if_its_submitter_is_no_longer_a_member(office: Office) -> None:
    job = office.submit("verify")
    with office.database.write() as connection:
        mine = members.c.person == office.manager.person
        connection.execute(delete(members).where(mine))
    run_next(office.database, "worker")
    office.manager = office.world.owner
    state = office.get(job)
    assert state.state == "failed" and state.error is not None
    assert "not a member" in state.error.message


def test_a_job_fails_if_the_account_of_its_submitter_is_closed(office: Office) -> None:
    job = office.submit("verify")
    with office.database.write() as connection:
        mine = people.c.id == office.manager.person
        connection.execute(update(people).where(mine).values(is_active=False))
    run_next(office.database, "worker")
    state = office.get(job)
    assert state.error is not None and "no longer active" in state.error.message


def test_an_unexpected_error_is_reported_without_its_message(
    office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError(f"Mrs {chr(83)}mith has a carcinoma")

    monkeypatch.setattr("goldsmith.project.jobs.kinds.verify.find_faults", fail)
    state = office.run("verify")
    assert state.error is not None and "RuntimeError" in state.error.message
    assert "Smith" not in state.error.message + caplog.text


def test_a_worker_ends_when_its_server_dies(office: Office) -> None:
    folder = str(office.database.folder)
    process = subprocess.Popen(
        [sys.executable, "-m", "goldsmith.project.jobs.process", folder],
        stdin=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(f"{_get_url(office)}\n".encode())
    process.stdin.close()
    assert process.wait(120) == 0


def _get_url(office: Office) -> str:
    if office.database.is_sqlite:
        return ""
    return office.database.url.render_as_string(False).replace("+psycopg", "")


#: A worker that kills itself in the middle of an import.
_KILL_ITSELF = """
import os, signal, sys
from pathlib import Path
from goldsmith.project.jobs import worker
from goldsmith.store import bulk
from goldsmith.store.database import Database

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

bulk.publish_import = die
worker.run_next(Database(Path(sys.argv[1]), sys.argv[2]), "doomed")
"""
