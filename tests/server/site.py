"""A server in the test process, with a project in progress and a person in each role."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

import httpx
from litestar.testing import TestClient
from tests.store.builders import TEXT, World
from tests.web.application import get_app

from goldsmith.store.access import Actor, Role, Scope
from goldsmith.store.people.sessions import start_session
from goldsmith.store.people.tokens import make_token
from goldsmith.store.tables import metadata, new_id
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
        headers: The session headers of each person.
        ids: The name of a path parameter -> the id of an existing object.
    """

    def __init__(self, folder: Path, url: str = "") -> None:
        self.workbench = Workbench(folder, url)
        self.app = get_app(self.workbench)
        metadata.create_all(self.workbench.database.engine)
        self.world = World(self.workbench.database)
        self.people: dict[str, Actor] = {"owner": self.world.owner}
        for name, roles in PEOPLE.items():
            self.people[name] = self.world.add_person(name, *roles)
        self.headers = {name: self._sign_in(actor) for name, actor in self.people.items()}
        self.http: httpx.Client = TestClient(self.app, raise_server_exceptions=False)
        self.ids: dict[str, str] = {"project_id": self.world.project}

    def make_token(self, name: str, *scopes: Scope) -> str:
        """Make a token of a person; with all scopes by default."""
        with self.workbench.database.write() as connection:
            return make_token(connection, self.people[name], "test", scopes or tuple(Scope))

    def call(self, name: str, method: str, path: str, body: object = None) -> httpx.Response:
        """Send a request as a person with a session; anonymously if the name is empty."""
        headers = self.headers[name] if name else {}
        if body is None:
            return self.http.request(method, path, headers=headers)
        return self.http.request(method, path, headers=headers, json=body)

    def do(self, name: str, method: str, path: str, body: object = None) -> Any:
        """Send a request that must succeed, and return the decoded answer."""
        answer = self.call(name, method, path, body)
        assert answer.status_code < 300, (method, path, answer.status_code, answer.text)
        return answer.json() if answer.content else None

    def begin_batch(self) -> None:
        """Let the manager add documents, and assign a batch of them to Ann and Bob."""
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


def fill_site(site: Site) -> None:
    """Create one object of every kind that a path can name."""
    site.begin_batch()
    task = site.list_tasks("ann")[0]
    started = site.do("ann", "POST", f"/api/tasks/{task['id']}/start")
    document = started["document"]
    comment = site.do("ann", "POST", f"/api/documents/{document}/comments", {"text": "why?"})
    job = {"id": str(uuid.uuid4()), "kind": "agreement"}
    queued = site.call("max", "POST", f"/api/projects/{site.world.project}/jobs", job)
    site.ids |= {
        "task_id": started["id"],
        "set_id": started["set"],
        "document_id": document,
        "comment_id": comment["id"],
        "job_id": queued.json().get("id", new_id()),
        "person_id": site.world.add_person("guest").person,
        "name": "guest",
        "type_name": "Condition",
        "unit_id": "u1",
    }
