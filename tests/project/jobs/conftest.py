"""A server without HTTP: a database, people, and a worker that runs in the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.store.builders import World
from tests.store.postgres import make_database_url

from goldsmith.project.jobs.submit import submit_job
from goldsmith.project.jobs.worker import run_next
from goldsmith.store.access import Actor, Role
from goldsmith.store.database import Database
from goldsmith.store.files import get_folder
from goldsmith.store.jobs.model import Job, NewJob
from goldsmith.store.jobs.views import get_job
from goldsmith.store.tables import metadata, new_id
from goldsmith.store.tables.words import create_index


class Office:
    """A project with a manager and an annotator, whose jobs run in the test."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.world = World(database)
        self.manager = self.world.add_person("mia", Role.MANAGER)
        self.ann = self.world.add_person("ann", Role.ANNOTATOR)

    @property
    def project(self) -> str:
        return self.world.project

    def upload(self, job: str, name: str, content: bytes) -> Path:
        """Store a file where an import job expects it."""
        folder = get_folder(self.database, self.project, "imports", job)
        folder.mkdir(parents=True)
        (folder / name).write_bytes(content)
        return folder / name

    def submit(self, kind: str, job: str = "", actor: Actor | None = None, **arguments: Any) -> str:
        new = NewJob(job or new_id(), kind, arguments)
        return submit_job(self.database, actor or self.manager, self.project, new).id

    def get(self, job: str) -> Job:
        with self.database.read() as connection:
            return get_job(connection, self.manager, job)

    def run(self, kind: str, job: str = "", **arguments: Any) -> Job:
        """Submit a job, run it, and return it."""
        job = self.submit(kind, job, **arguments)
        while run_next(self.database, "worker"):
            pass
        return self.get(job)

    def run_import(self, name: str, content: bytes, **arguments: Any) -> Job:
        job = new_id()
        self.upload(job, name, content)
        return self.run("import", job, file=name, **arguments)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    url = "" if request.param == "sqlite" else make_database_url()
    (tmp_path / "server").mkdir()
    database = Database(tmp_path / "server", url)
    metadata.create_all(database.engine)
    with database.write() as connection:
        create_index(connection)
    yield database
    database.close()


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Office]:
    """Make a server on SQLite, for tests that do not depend on the kind of database."""
    (tmp_path / "local").mkdir()
    database = Database(tmp_path / "local")
    metadata.create_all(database.engine)
    yield Office(database)
    database.close()


@pytest.fixture
def office(database: Database) -> Office:
    return Office(database)
