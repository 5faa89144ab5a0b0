"""The client of the team's server, for scripts and tests.

Every route has a method; it returns the structs of the store and raises the errors of
`goldsmith.errors` that the server raised.

Example:
    >>> client = Client("http://localhost:8642", token="gs_…")
    >>> project = client.projects.find("breast")
    >>> for entry in client.documents.iterate(project.id):
    ...     print(entry.name)
"""

from __future__ import annotations

from types import TracebackType

import httpx

from goldsmith.client.adjudication import Adjudication
from goldsmith.client.annotator import Annotator
from goldsmith.client.audit import Audit
from goldsmith.client.base import Caller, ServerUnreachable
from goldsmith.client.coding import Coding
from goldsmith.client.concepts import Concepts
from goldsmith.client.documents import Documents
from goldsmith.client.guidelines import Guidelines
from goldsmith.client.ids import make_uuid7
from goldsmith.client.jobs import Imports, Jobs
from goldsmith.client.people import Members, People, Session, Tokens
from goldsmith.client.products import Models, Releases, SuggestionAnswers
from goldsmith.client.projects import Projects
from goldsmith.client.sets import Sets
from goldsmith.client.workflow import Batches, Comments, Iterations, Progress, Tasks

__all__ = ["Annotator", "Client", "ServerUnreachable", "make_uuid7"]


class Client:
    """A client of the server, for one person.

    Args:
        address: The address of the server.
        token: A token of the person; without one, sign in with `client.session`.
        http: An httpx client to use instead of a new one.
    """

    def __init__(self, address: str, token: str = "", *, http: httpx.Client | None = None) -> None:
        self.caller = Caller(address, token, http)
        self.session = Session(self.caller)
        self.people = People(self.caller)
        self.tokens = Tokens(self.caller)
        self.members = Members(self.caller)
        self.audit = Audit(self.caller)
        self.projects = Projects(self.caller)
        self.documents = Documents(self.caller)
        self.sets = Sets(self.caller)
        self.iterations = Iterations(self.caller)
        self.batches = Batches(self.caller)
        self.tasks = Tasks(self.caller)
        self.comments = Comments(self.caller)
        self.progress = Progress(self.caller)
        self.jobs = Jobs(self.caller)
        self.imports = Imports(self.caller)
        self.models = Models(self.caller)
        self.releases = Releases(self.caller)
        self.suggestions = SuggestionAnswers(self.caller)
        self.adjudication = Adjudication(self.caller)
        self.guidelines = Guidelines(self.caller)
        self.concepts = Concepts(self.caller)
        self.coding = Coding(self.caller)

    def annotate(self, set_id: str, guideline: str = "") -> Annotator:
        """Return a helper that annotates a set."""
        return Annotator(self.sets, self.documents, set_id, guideline)

    def close(self) -> None:
        """Close the connections."""
        self.caller.http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
