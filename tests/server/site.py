"""A server in the process of the test, with a project in full swing and a person in each role."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
from litestar.testing import TestClient
from tests.store.builders import TEXT, World

from goldsmith.store.access import Actor, Role, Scope
from goldsmith.store.people.sessions import start_session
from goldsmith.store.people.tokens import make_token
from goldsmith.store.tables import metadata
from goldsmith.web.app import create_app
from goldsmith.web.workbench import Workbench

#: Name of a person -> their roles. Ann and Bob annotate the same documents.
PEOPLE: dict[str, tuple[Role, ...]] = {
    "ann": (Role.ANNOTATOR,),
    "bob": (Role.ANNOTATOR,),
    "adele": (Role.ADJUDICATOR,),
    "edith": (Role.EDITOR,),
    "rita": (Role.READER,),
    "max": (Role.MANAGER,),
    "stranger": (),
}
DOCUMENTS = 3


class Site:
    """A running application; requests are made as one of the people.

    Attributes:
        ids: The name of a parameter of a path -> a thing of the project that is meant by it.
    """

    def __init__(self, folder: Path, url: str = "") -> None:
        self.workbench = Workbench(folder, url)
        self.app = create_app(self.workbench)
        metadata.create_all(self.workbench.database.engine)
        self.world = World(self.workbench.database)
        self.people: dict[str, Actor] = {"owner": self.world.owner}
        for name, roles in PEOPLE.items():
            self.people[name] = self.world.add_person(name, *roles)
        self._headers = {name: self._sign_in(actor) for name, actor in self.people.items()}
        self.http: httpx.Client = TestClient(self.app, raise_server_exceptions=False)
        self.ids: dict[str, str] = {"project_id": self.world.project}

    def make_token(self, name: str, *scopes: Scope) -> str:
        """Make a token of a person; with all scopes by default."""
        with self.workbench.database.write() as connection:
            return make_token(connection, self.people[name], "test", scopes or tuple(Scope))

    def call(self, name: str, method: str, path: str, body: object = None) -> httpx.Response:
        """Send a request as a person with a session; as nobody if the name is empty."""
        headers = self._headers[name] if name else {}
        if body is None:
            return self.http.request(method, path, headers=headers)
        return self.http.request(method, path, headers=headers, json=body)

    def do(self, name: str, method: str, path: str, body: object = None) -> Any:
        """Send a request that must succeed, and return the decoded answer."""
        answer = self.call(name, method, path, body)
        assert answer.status_code < 300, (method, path, answer.status_code, answer.text)
        return answer.json() if answer.content else None

    def begin_batch(self) -> None:
        """Let the manager add documents, and send out a batch of them to Ann and Bob."""
        project = f"/api/projects/{self.world.project}"
        docs = [{"id": f"note-{number}", "text": TEXT} for number in range(DOCUMENTS)]
        self.do("max", "POST", f"{project}/documents", {"documents": docs})
        iteration = self.do("max", "POST", f"{project}/iterations", {"name": "one"})["id"]
        batch = self.do(
            "max",
            "POST",
            f"{project}/batches",
            {
                "iteration": iteration,
                "documents": {"by": "names", "names": [doc["id"] for doc in docs]},
                "assign": {"people": ["ann", "bob"]},
            },
        )
        self.ids |= {"iteration_id": iteration, "batch_id": batch["id"]}

    def list_tasks(self, name: str) -> list[dict[str, Any]]:
        """Return the tasks of a person, by document."""
        page = self.do(name, "GET", f"/api/projects/{self.world.project}/tasks")
        return sorted(page["items"], key=lambda task: str(task["document_name"]))

    def _sign_in(self, actor: Actor) -> dict[str, str]:
        with self.workbench.database.write() as connection:
            session = start_session(connection, actor.person, 12)
        return {"Cookie": f"session={session.secret}", "X-CSRF-Token": session.csrf}
