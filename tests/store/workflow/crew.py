"""A project with documents, a manager and annotators who work in batches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from tests.store.builders import TEXT, World

from goldsmith.core import Document, Mention, Metadata, Relation, Span
from goldsmith.store.access import Actor, Role
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change, Source
from goldsmith.store.journal.log import Journal
from goldsmith.store.journal.steps import AddMention, AddRelation, Step
from goldsmith.store.new_documents import add_documents
from goldsmith.store.workflow.assignment import NewTasks, assign_batch
from goldsmith.store.workflow.batch_making import NewBatch, create_batch
from goldsmith.store.workflow.batches import Batch, get_batch
from goldsmith.store.workflow.choice import NextDocuments, StoredChoice
from goldsmith.store.workflow.iterations import NewIteration, create_iteration
from goldsmith.store.workflow.tasks import Task, list_my_tasks
from goldsmith.store.workflow.terms import BatchKind, BatchSettings, TaskState
from goldsmith.store.workflow.working import finish_task, start_task

CONDITION = Mention("m1", "Condition", (Span(34, 50),))
BIOPSY = Mention("m2", "Investigation", (Span(5, 11),))
LOCUS = Mention("m3", "Locus", (Span(63, 69),))
LINK = Relation("r1", "has_finding", "m2", "m1")
#: The steps of an annotator who marks everything.
ALL: tuple[Step, ...] = (
    AddMention(CONDITION),
    AddMention(BIOPSY),
    AddMention(LOCUS),
    AddRelation(LINK),
)
#: Mentions that no other annotator made.
DIFFERENT: tuple[Step, ...] = (
    AddMention(Mention("x1", "Locus", (Span(0, 4),))),
    AddMention(Mention("x2", "Result", (Span(74, 79),))),
)


class Crew:
    """A project whose people make batches, annotate and change documents."""

    def __init__(self, database: Database, documents: int = 12) -> None:
        self.database, self.world, self.journal = database, World(database), Journal()
        self.manager = self.world.owner
        self.ann, self.bob, self.cat, self.dan = (
            self.world.add_person(name, Role.ANNOTATOR) for name in ("ann", "bob", "cat", "dan")
        )
        self.adele = self.world.add_person("adele", Role.ADJUDICATOR)
        self.project = self.world.project
        self._numbers = count(1)
        with database.write() as connection:
            docs = [
                Document(f"note-{n:02}", TEXT, Metadata(type="letter" if n % 2 else "report"))
                for n in range(1, documents + 1)
            ]
            self.documents = add_documents(connection, self.manager, self.project, docs)
            self.iteration = create_iteration(
                connection, self.manager, self.project, NewIteration("production")
            )

    def make_batch(
        self,
        people: Sequence[str] = (),
        *,
        size: int = 2,
        kind: BatchKind = "annotate",
        choice: StoredChoice | None = None,
        assign: bool = True,
        corrects: str = "",
        **settings: object,
    ) -> Batch:
        """Make a batch and assign it to people, or by load if none are given."""
        data = NewBatch(
            self.iteration.id,
            choice or NextDocuments(size),
            kind=kind,
            settings=BatchSettings(**settings),  # type: ignore[arg-type]
        )
        with self.database.write() as connection:
            batch = create_batch(connection, self.manager, self.project, data)
            if assign:
                new = NewTasks(people=tuple(people), corrects=corrects)
                assign_batch(connection, self.manager, batch.id, new)
            return get_batch(connection, self.manager, batch.id)

    def list_tasks(self, actor: Actor) -> tuple[Task, ...]:
        with self.database.read() as connection:
            return list_my_tasks(connection, actor, self.project).items

    def annotate(self, actor: Actor, task: Task, steps: Sequence[Step] = ALL) -> Task:
        """Start a task, add annotations, and finish the task."""
        with self.database.write() as connection:
            started = start_task(connection, actor, task.id)
        if steps:
            self.change(actor, started.set, steps)
        return finish_task(self.database, actor, task.id)

    def change(
        self, actor: Actor, set_id: str, steps: Sequence[Step], source: Source = "human"
    ) -> None:
        change = Change(f"c{next(self._numbers)}", 0, tuple(steps), source)
        with self.database.write() as connection:
            self.journal.append(connection, actor, set_id, change)

    def annotate_all(self, actor: Actor, steps: Sequence[Step] = ALL) -> None:
        for task in self.list_tasks(actor):
            if task.state in (TaskState.ASSIGNED, TaskState.RETURNED):
                self.annotate(actor, task, steps)

    def get_batch(self, batch: Batch) -> Batch:
        with self.database.read() as connection:
            return get_batch(connection, self.manager, batch.id)
