"""Jobs are queued once, claimed by one worker, claimed again if it dies, and cancelled."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from sqlalchemy import update
from tests.store.builders import World

from goldsmith.errors import Conflict, Forbidden, NotFound
from goldsmith.store.access import Actor, Role
from goldsmith.store.database import Database
from goldsmith.store.jobs.model import MAX_ATTEMPTS, SILENCE, Job, JobState, Ticket
from goldsmith.store.jobs.queue import (
    JobCancelled,
    JobWithdrawn,
    add_job,
    beat,
    claim_job,
    end_job,
    release_job,
)
from goldsmith.store.jobs.views import cancel_job, get_job, list_jobs
from goldsmith.store.tables import jobs, now


class Office:
    """A project with a manager and a queue of jobs."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.world = World(database)

    def add(self, job_id: str, actor: Actor | None = None, arguments: bytes = b"{}") -> None:
        with self.database.write() as connection:
            add_job(
                connection,
                actor or self.world.owner,
                job_id,
                "verify",
                arguments,
                project=self.world.project,
            )

    def claim(self, worker: str = "w") -> Ticket | None:
        with self.database.write() as connection:
            return claim_job(connection, worker)

    def require(self, worker: str = "w") -> Ticket:
        ticket = self.claim(worker)
        assert ticket is not None
        return ticket

    def get(self, job_id: str, actor: Actor | None = None) -> Job:
        with self.database.read() as connection:
            return get_job(connection, actor or self.world.owner, job_id)

    def silence(self, job_id: str) -> None:
        """Make the last beat of a job too old."""
        with self.database.write() as connection:
            statement = update(jobs).where(jobs.c.id == job_id)
            connection.execute(statement.values(beat_at=now() - SILENCE - 1))


@pytest.fixture
def office(database: Database) -> Office:
    return Office(database)


def test_a_job_submitted_twice_is_one_job(office: Office) -> None:
    office.add("job-0001")
    office.add("job-0001")
    with pytest.raises(Conflict, match="another job"):
        office.add("job-0001", arguments=b'{"a":1}')
    assert office.claim() is not None
    assert office.claim() is None


def test_jobs_are_claimed_in_order_and_by_one_worker_each(office: Office) -> None:
    for number in range(12):
        office.add(f"job-{number:04}")
    barrier = threading.Barrier(4)

    def claim_all(worker: int) -> list[str]:
        barrier.wait()
        claimed = []
        while ticket := office.claim(f"w{worker}"):
            claimed.append(ticket.id)
        return claimed

    with ThreadPoolExecutor(4) as pool:
        lists = list(pool.map(claim_all, range(4)))
    assert sorted(job for claimed in lists for job in claimed) == [
        f"job-{number:04}" for number in range(12)
    ]
    assert all(claimed == sorted(claimed) for claimed in lists)


def test_another_worker_claims_the_job_of_a_silent_worker(office: Office) -> None:
    office.add("job-0001")
    first = office.require("w1")
    assert office.claim("w2") is None
    office.silence("job-0001")
    second = office.require("w2")
    assert (second.id, second.attempt) == ("job-0001", 2)
    with office.database.write() as connection:
        with pytest.raises(JobWithdrawn):
            beat(connection, first)
        with pytest.raises(JobWithdrawn):
            end_job(connection, first, JobState.DONE, result=b"{}")
        beat(connection, second, step="reading", progress=3, total=9)
    job = office.get("job-0001")
    assert (job.state, job.step, job.progress, job.total) == ("running", "reading", 3, 9)


def test_a_job_fails_after_too_many_silent_workers(office: Office) -> None:
    office.add("job-0001")
    for _ in range(MAX_ATTEMPTS):
        office.require()
        office.silence("job-0001")
    assert office.claim() is None
    job = office.get("job-0001")
    assert job.state == JobState.FAILED
    assert job.error is not None and "3 times" in job.error.message


def test_a_job_released_by_a_stopping_worker_does_not_lose_an_attempt(office: Office) -> None:
    office.add("job-0001")
    with office.database.write() as connection:
        ticket = claim_job(connection, "w")
        assert ticket is not None
        release_job(connection, ticket)
    assert office.require().attempt == 1


def test_a_result_is_kept(office: Office) -> None:
    office.add("job-0001")
    ticket = office.require()
    with office.database.write() as connection:
        end_job(connection, ticket, JobState.DONE, result=msgspec.json.encode({"sets": 3}))
    job = office.get("job-0001")
    assert (job.state, job.result, job.has_ended) == ("done", {"sets": 3}, True)


def test_cancelling_a_queued_job_ends_it(office: Office) -> None:
    office.add("job-0001")
    with office.database.write() as connection:
        assert cancel_job(connection, office.world.owner, "job-0001").state == "cancelled"
    assert office.claim() is None


def test_the_worker_of_a_cancelled_job_is_notified(office: Office) -> None:
    office.add("job-0001")
    ticket = office.require()
    with office.database.write() as connection:
        assert cancel_job(connection, office.world.owner, "job-0001").is_cancelling
    with office.database.write() as connection, pytest.raises(JobCancelled):
        beat(connection, ticket)
    office.silence("job-0001")
    assert office.claim() is None
    assert office.get("job-0001").state == "cancelled"


def test_only_managers_and_its_submitter_see_a_job(office: Office) -> None:
    ann = office.world.add_person("ann", Role.ANNOTATOR)
    adjudicator = office.world.add_person("ada", Role.ADJUDICATOR)
    stranger = office.world.add_person("stranger")
    office.add("job-0001")
    office.add("job-0002", ann)
    for actor in (ann, adjudicator, stranger):
        with pytest.raises(NotFound):
            office.get("job-0001", actor)
    assert office.get("job-0002", ann).person == "ann"
    with office.database.read() as connection:
        page = list_jobs(connection, office.world.owner, office.world.project)
        assert [job.id for job in page.items] == ["job-0002", "job-0001"]
        own = list_jobs(connection, ann, office.world.project)
        assert [job.id for job in own.items] == ["job-0002"]
        assert list_jobs(connection, adjudicator, office.world.project).items == ()
        with pytest.raises(NotFound):
            list_jobs(connection, stranger, office.world.project)
        with pytest.raises(Forbidden):
            list_jobs(connection, ann, "")


def test_lists_are_paged(office: Office) -> None:
    for number in range(5):
        office.add(f"job-{number:04}")
    listed: list[str] = []
    after = ""
    with office.database.read() as connection:
        while len(listed) < 5:
            page = list_jobs(
                connection, office.world.owner, office.world.project, limit=2, after=after
            )
            listed += [job.id for job in page.items]
            after = page.after
    assert sorted(listed) == [f"job-{number:04}" for number in range(5)]
    assert after == ""
