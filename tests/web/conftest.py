"""A server on SQLite with a small project, and a person in each role with a client.

The application runs in the test process, behind the test client of Litestar. Tests of
connections, signals and processes start a real server: `tests/web/processes.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient
from tests.store.builders import World
from tests.web.application import get_app

from goldsmith.client import Client
from goldsmith.store.access import Actor, Exposure, Role, Scope
from goldsmith.store.people.tokens import make_token
from goldsmith.store.tables import metadata
from goldsmith.web.workbench import ServerSettings, Workbench

ADDRESS = "http://testserver.local"


class Server:
    """A running application, its workbench and the people who use it."""

    def __init__(self, folder: Path, settings: ServerSettings | None = None) -> None:
        self.workbench = Workbench(folder, settings=settings)
        metadata.create_all(self.workbench.database.engine)
        self.world = World(self.workbench.database)
        self.app = get_app(self.workbench)
        self.http = TestClient(self.app)

    @property
    def project(self) -> str:
        return self.world.project

    def add_person(self, name: str, *roles: Role) -> Actor:
        return self.world.add_person(name, *roles)

    def make_token(self, actor: Actor, *scopes: Scope) -> str:
        """Make a token; with all scopes by default."""
        with self.workbench.database.write() as connection:
            return make_token(connection, actor, "test", scopes or tuple(Scope))

    def connect(self, actor: Actor, *scopes: Scope) -> Client:
        """Return a client that acts as a person."""
        return Client(ADDRESS, self.make_token(actor, *scopes), http=self.http)


class Team:
    """The people of a project, each with a client."""

    def __init__(self, server: Server) -> None:
        world = server.world
        self.people = {
            "owner": world.owner,
            "ann": world.add_person("ann", Role.ANNOTATOR),
            "bob": world.add_person("bob", Role.ANNOTATOR),
            "adele": world.add_person("adele", Role.ADJUDICATOR),
            "edith": world.add_person("edith", Role.EDITOR),
            "rita": world.add_person("rita", Role.READER),
            "max": world.add_person("max", Role.MANAGER),
            "stranger": world.add_person("stranger"),
        }
        self.clients = {name: server.connect(actor) for name, actor in self.people.items()}
        self.owner, self.ann, self.bob = (self.clients[name] for name in ("owner", "ann", "bob"))
        self.adele, self.edith = self.clients["adele"], self.clients["edith"]
        self.rita, self.max = self.clients["rita"], self.clients["max"]
        self.stranger = self.clients["stranger"]


class Desk:
    """A document in a batch, with a task and an annotation set of Ann."""

    def __init__(self, server: Server, team: Team) -> None:
        self.document = server.world.add_document()
        self.set = server.world.add_set(self.document, team.people["ann"])
        self.batch = server.world.add_batch(self.document)
        self.task = server.world.add_task(self.batch, self.document, team.people["ann"], self.set)

    def expose(self, server: Server, exposure: Exposure) -> None:
        """Show the set to others."""
        from sqlalchemy import update

        from goldsmith.store.tables import annotation_sets

        with server.workbench.database.write() as connection:
            connection.execute(update(annotation_sets).values(exposure=exposure))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    with server.http:
        yield server


@pytest.fixture
def team(server: Server) -> Team:
    return Team(server)


@pytest.fixture
def desk(server: Server, team: Team) -> Desk:
    return Desk(server, team)
