"""A demo server: a project with a team of simulated annotators and a batch in each state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
from sqlalchemy import update

from goldsmith import storage
from goldsmith.core import AnnotationSet, Document
from goldsmith.examples.notes import load_documents
from goldsmith.project.curation.adjudication.policies import apply_policy
from goldsmith.project.curation.adjudication.requests import PolicyRequest
from goldsmith.project.jobs.submit import submit_job
from goldsmith.project.jobs.worker import run_next
from goldsmith.project.workflow.agreement import close_measured, measure_batch
from goldsmith.project.workflow.batches import NewBatch, create_batch
from goldsmith.store.access import Actor, Role
from goldsmith.store.database import Database
from goldsmith.store.jobs.model import NewJob
from goldsmith.store.journal.change import Change
from goldsmith.store.journal.state import list_steps
from goldsmith.store.journal.writer import JournalWriter
from goldsmith.store.migrations import prepare
from goldsmith.store.new_documents import add_documents
from goldsmith.store.people.accounts import NewPerson, create_person
from goldsmith.store.people.members import set_roles
from goldsmith.store.people.setup import create_first_owner
from goldsmith.store.people.sign_in import accept_invitation
from goldsmith.store.projects import NewProject, Project, create_project
from goldsmith.store.tables import new_id, tasks
from goldsmith.store.workflow.assignment import NewTasks
from goldsmith.store.workflow.batches import Batch
from goldsmith.store.workflow.iterations import NewIteration, create_iteration
from goldsmith.store.workflow.states import Adjudication, begin_adjudication
from goldsmith.store.workflow.tasks import Task, list_my_tasks
from goldsmith.store.workflow.terms import BatchSettings
from goldsmith.store.workflow.working import finish_task, start_task, tick_steps
from goldsmith_demo.annotate import add_annotators, build_team

#: The password of all demo accounts.
PASSWORD = "demo demo demo"
#: The state of each batch; the last batch has suggestions from a model.
BATCHES = (
    *("closed", "closed", "adjudicating", "passed"),
    *("failed", "annotated", "started", "assisted"),
)
#: An agreement threshold that the simulated annotators miss.
_STRICT = 0.9
_MODEL = "first-model"
_STEPS = 8  # in each change of an annotation set


class TeamMember(msgspec.Struct, frozen=True):
    """A member of the demo team."""

    name: str
    full_name: str
    background: str
    roles: tuple[Role, ...]
    profile: str = ""
    """The profile of a simulated annotator; empty for other members."""


TEAM = (
    TeamMember("maria", "Maria Lund", "corpus manager", (Role.MANAGER,)),
    TeamMember("ann", "Ann Okafor", "oncology registrar", (Role.ANNOTATOR,), "expert"),
    TeamMember("ben", "Ben Castellano", "research nurse", (Role.ANNOTATOR,), "expert"),
    TeamMember("chloe", "Chloe Iyer", "consultant oncologist", (Role.ADJUDICATOR,)),
    TeamMember("greta", "Greta Holm", "terminologist", (Role.EDITOR, Role.READER)),
)


class DemoServer(msgspec.Struct, frozen=True):
    """A server that is ready to start."""

    folder: str
    project: str
    people: tuple[str, ...]
    password: str
    documents: int
    batches: int


def make_server(
    folder: Path,
    *,
    seed: int = 1,
    batches: Sequence[str] = BATCHES,
    advance: Callable[[str], None] = lambda _: None,
) -> DemoServer:
    """Make the folder of a server with the demo project.

    Args:
        folder: The folder; it must be empty.
        seed: The seed of the simulated annotators.
        batches: The state of each batch, such as `closed`; `assisted` trains a model.
        advance: Called with the name of each step.

    Raises:
        InputError: The folder is not empty.
    """
    storage.check_free(folder, overwrite=False, replaceable=lambda _: False)
    folder.mkdir(parents=True, exist_ok=True)
    with closing(Database(folder)) as database:
        prepare(database)
        with closing(JournalWriter(database)) as writer:
            return _Maker(writer, database).make(seed, batches, advance)


class _Maker:
    def __init__(self, writer: JournalWriter, database: Database) -> None:
        self._writer, self._database = writer, database
        self._actors: dict[str, Actor] = {}
        self._docs: dict[str, Document] = {}

    @property
    def _manager(self) -> Actor:
        return self._actors["maria"]

    def make(self, seed: int, batches: Sequence[str], advance: Callable[[str], None]) -> DemoServer:
        advance("people")
        self._add_people()
        project = self._add_project()
        team = build_team([f"{person.name}={person.profile}" for person in TEAM if person.profile])
        self._docs = {doc.id: doc for doc in add_annotators(load_documents(), team, seed=seed)}
        with self._database.write() as connection:
            add_documents(connection, self._manager, project.id, list(self._docs.values()))
            new = NewIteration("Development", "development", "open")
            iteration = create_iteration(connection, self._manager, project.id, new).id
        for number, state in enumerate(batches, start=1):
            advance(f"batch {number} of {len(batches)}")
            if state == "assisted":
                advance("a model that suggests")  # from the consensus of the closed batches
                self._run_job(project.id, "training", {"name": _MODEL})
            self._work(self._create_batch(project.id, iteration, state), state)
        folder, names = str(self._database.folder), tuple(person.name for person in TEAM)
        return DemoServer(folder, project.name, names, PASSWORD, len(self._docs), len(batches))

    def _create_batch(self, project: str, iteration: str, state: str) -> Batch:
        settings = BatchSettings(
            entity_threshold=_STRICT if state == "failed" else 0.65,
            arms="assisted" if state == "assisted" else "blind",
        )
        new = NewBatch(iteration, settings=settings, assign=NewTasks(among=("ann", "ben")))
        return create_batch(self._database, self._manager, project, new)

    def _run_job(self, project: str, kind: str, arguments: Mapping[str, object]) -> None:
        submit_job(self._database, self._manager, project, NewJob(new_id(), kind, arguments))
        while run_next(self._database, "demo"):
            pass

    def _add_people(self) -> None:
        with self._database.write() as connection:
            owner = create_first_owner(connection, "owner", PASSWORD)
        self._actors["owner"] = owner
        for person in TEAM:
            data = NewPerson(person.name, full_name=person.full_name, background=person.background)
            with self._database.write() as connection:
                invitation = create_person(connection, owner, data)
            accept_invitation(self._database, invitation.secret, PASSWORD)
            self._actors[person.name] = Actor(invitation.person.id, person.name)

    def _add_project(self) -> Project:
        with self._database.write() as connection:
            owner = self._actors["owner"]
            data = NewProject("breast-clinic", "clef", "Breast clinic letters")
            project = create_project(connection, owner, data)
            for person in TEAM:
                set_roles(connection, owner, project.id, person.name, person.roles)
        return project

    def _work(self, batch: Batch, state: str) -> None:
        """Bring a new batch to a state."""
        if state == "assisted":
            arguments = {"source": "model", "model": _MODEL, "batch": batch.name}
            self._run_job(batch.project, "suggestions", arguments)
            return
        for person in TEAM:
            if person.profile:
                self._work_through(self._actors[person.name], batch, state)
        if state in ("started", "annotated"):
            return
        measure_batch(self._database, self._manager, batch.id)
        if state in ("passed", "failed"):
            return
        with self._database.write() as connection:
            begin_adjudication(connection, self._manager, batch.id, Adjudication("chloe"))
        if state == "closed":
            request = PolicyRequest(new_id(), "union")
            apply_policy(self._database, self._actors["chloe"], batch.id, request)
            close_measured(self._database, self._manager, batch.id)

    def _work_through(self, actor: Actor, batch: Batch, state: str) -> None:
        """Annotate the documents of a batch, or of a started batch one and a half."""
        with self._database.read() as connection:
            mine = list_my_tasks(connection, actor, batch.project).items
        own = [task for task in mine if task.batch == batch.name]
        for number, task in enumerate(own[:2] if state == "started" else own):
            annotations = self._docs[task.document_name].sets[actor.name]
            self._annotate(actor, task, annotations, is_done=state != "started" or number == 0)

    def _annotate(
        self, actor: Actor, task: Task, annotations: AnnotationSet, *, is_done: bool
    ) -> None:
        with self._database.write() as connection:
            started = start_task(connection, actor, task.id)
        base, steps = 0, list_steps(annotations)
        steps = steps if is_done else steps[: len(steps) // 2]
        for start in range(0, len(steps), _STEPS):
            change = Change(new_id(), base, tuple(steps[start : start + _STEPS]))
            base = self._writer.append(actor, started.set, change).revision
        with self._database.write() as connection:
            # the server accepts no beats from the past, so set their number directly
            beats = len(annotations.mentions) if is_done else len(annotations.mentions) // 2
            connection.execute(update(tasks).where(tasks.c.id == task.id).values(beats=beats))
            ticked = [step.id for step in started.steps] if is_done else [started.steps[0].id]
            tick_steps(connection, actor, task.id, ticked)
        if is_done:
            finish_task(self._database, actor, task.id)
