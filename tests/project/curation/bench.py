"""A batch whose annotators have finished, made by direct inserts."""

from __future__ import annotations

from sqlalchemy import insert, update
from tests.store.builders import World

from goldsmith.core import AnnotationSet, Document
from goldsmith.store.access import Actor, Exposure, Role
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change
from goldsmith.store.journal.log import Journal
from goldsmith.store.journal.state import list_steps
from goldsmith.store.tables import (
    annotation_sets,
    batch_documents,
    batches,
    iterations,
    new_id,
    now,
    projects,
    tasks,
)


class Bench:
    """A project with two annotators, an adjudicator and a batch."""

    def __init__(
        self, world: World, docs: list[Document], *, state: str = "adjudicating", start: bool = True
    ) -> None:
        self.world, self.database, self.project = world, world.database, world.project
        self.docs = {doc.id: doc for doc in docs}
        self.documents: dict[str, str] = {}
        self.sets: dict[tuple[str, str], str] = {}
        self.people: dict[str, Actor] = {}
        for name in sorted({name for doc in docs for name in doc.sets}):
            self.people[name] = world.add_person(name, Role.ANNOTATOR)
        self.carol = world.add_person("carol", Role.ADJUDICATOR)
        self.batch = self.add_batch("batch-1", state)
        for doc in docs:
            self.documents[doc.id] = world.add_document(doc.id, doc.text)
            self.add_to_batch(self.batch, doc.id)
            if start:
                for name, annotations in doc.sets.items():
                    self.annotate(self.batch, doc.id, self.people[name], annotations)

    def add_batch(self, name: str, state: str = "adjudicating") -> str:
        iteration, batch = new_id(), new_id()
        with self.database.write() as connection:
            connection.execute(
                insert(iterations).values(
                    id=iteration,
                    project=self.project,
                    name=f"iteration of {name}",
                    kind="production",
                    phase="closed",
                    guideline="7",
                    position=0,
                    created_at=now(),
                )
            )
            connection.execute(
                insert(batches).values(
                    id=batch,
                    project=self.project,
                    iteration=iteration,
                    name=name,
                    state=state,
                    position=0,
                    created_at=now(),
                )
            )
        return batch

    def add_to_batch(self, batch: str, doc_id: str) -> None:
        """Add a document to a batch."""
        values = {"batch": batch, "document": self.documents[doc_id], "position": 0}
        with self.database.write() as connection:
            connection.execute(insert(batch_documents).values(**values))

    def annotate(
        self,
        batch: str,
        doc_id: str,
        actor: Actor,
        annotations: AnnotationSet,
        *,
        state: str = "done",
        exposure: Exposure = Exposure.FINISHED,
    ) -> str:
        """Add a task of a person, with their annotation set."""
        document, set_id = self.documents[doc_id], new_id()
        with self.database.write() as connection:
            connection.execute(
                insert(annotation_sets).values(
                    id=set_id,
                    project=self.project,
                    document=document,
                    name=actor.name,
                    kind="human",
                    owner=actor.person,
                    exposure=exposure,
                    created_at=now(),
                )
            )
            connection.execute(
                insert(tasks).values(
                    id=new_id(),
                    project=self.project,
                    batch=batch,
                    document=document,
                    person=actor.person,
                    set=set_id,
                    kind="annotate",
                    state=state,
                    position=0,
                    assigned_at=now(),
                )
            )
            steps = list_steps(annotations)
            Journal().append(connection, actor, set_id, Change(new_id(), 0, steps))
        self.sets[doc_id, actor.name] = set_id
        return set_id

    def set_state(self, state: str, batch: str = "") -> None:
        """Set the state of a batch."""
        with self.database.write() as connection:
            connection.execute(
                update(batches).where(batches.c.id == (batch or self.batch)).values(state=state)
            )

    def set_settings(self, settings: str) -> None:
        """Replace the settings of the project, as JSON."""
        with self.database.write() as connection:
            connection.execute(
                update(projects).where(projects.c.id == self.project).values(settings=settings)
            )


def make_bench(database: Database, docs: list[Document], **settings: object) -> Bench:
    """Return a batch of documents with the sets of their annotators."""
    return Bench(World(database), docs, **settings)  # type: ignore[arg-type]
