"""People, projects, documents and sets for the tests of the store."""

from __future__ import annotations

from importlib import resources

from sqlalchemy import insert

from goldsmith.core import Document
from goldsmith.store.access import Actor, Exposure, Role
from goldsmith.store.database import Database
from goldsmith.store.tables import (
    annotation_sets,
    batch_documents,
    batches,
    document_texts,
    documents,
    iterations,
    members,
    new_id,
    now,
    people,
    projects,
    tasks,
)

TEXT = "Core biopsy confirmed an invasive ductal carcinoma of the left breast. No fever."


class World:
    """A project with people, inserted directly into the tables."""

    def __init__(self, database: Database, schema: str = "clef") -> None:
        self.database = database
        self.owner = self.add_person("owner", is_owner=True)
        self.project = self._add_project(schema)
        self.join(self.owner, Role.MANAGER)

    def add_person(self, name: str, *roles: Role, is_owner: bool = False) -> Actor:
        person = new_id()
        with self.database.write() as connection:
            connection.execute(
                insert(people).values(id=person, name=name, is_owner=is_owner, created_at=now())
            )
        actor = Actor(person, name, is_owner)
        self.join(actor, *roles)
        return actor

    def join(self, actor: Actor, *roles: Role) -> None:
        with self.database.write() as connection:
            for role in roles:
                connection.execute(
                    insert(members).values(
                        project=self.project, person=actor.person, role=role, created_at=now()
                    )
                )

    def add_document(self, name: str = "note-1", text: str = TEXT) -> str:
        doc = Document(name, text)
        document = new_id()
        with self.database.write() as connection:
            connection.execute(
                insert(documents).values(
                    id=document,
                    project=self.project,
                    name=name,
                    text_hash=doc.text_hash,
                    length=len(text),
                    words=len(text.split()),
                    position=0,
                )
            )
            connection.execute(insert(document_texts).values(document=document, text=text))
        return document

    def add_set(
        self,
        document: str,
        owner: Actor,
        kind: str = "human",
        exposure: Exposure = Exposure.PRIVATE,
    ) -> str:
        set_id = new_id()
        with self.database.write() as connection:
            connection.execute(
                insert(annotation_sets).values(
                    id=set_id,
                    project=self.project,
                    document=document,
                    name=f"{owner.name}-{set_id[:4]}",
                    kind=kind,
                    owner=owner.person,
                    exposure=exposure,
                    created_at=now(),
                )
            )
        return set_id

    def add_batch(self, *ids: str, name: str = "1") -> str:
        """Add a batch of documents in a new iteration."""
        batch, iteration = new_id(), new_id()
        shared = {"project": self.project, "name": name, "position": 0, "created_at": now()}
        with self.database.write() as connection:
            connection.execute(
                insert(iterations).values(id=iteration, kind="production", phase="open", **shared)
            )
            connection.execute(
                insert(batches).values(id=batch, iteration=iteration, state="open", **shared)
            )
            for position, document in enumerate(ids):
                connection.execute(
                    insert(batch_documents).values(
                        batch=batch, document=document, position=position
                    )
                )
        return batch

    def add_task(self, batch: str, document: str, actor: Actor, set_id: str | None = None) -> str:
        """Assign a document of a batch to a person."""
        task = new_id()
        with self.database.write() as connection:
            connection.execute(
                insert(tasks).values(
                    id=task,
                    project=self.project,
                    batch=batch,
                    document=document,
                    person=actor.person,
                    set=set_id,
                    kind="annotate",
                    state="assigned",
                    position=0,
                    assigned_at=now(),
                )
            )
        return task

    def _add_project(self, schema: str, name: str = "breast") -> str:
        project = new_id()
        source = resources.files("goldsmith.schemas").joinpath(f"{schema}.toml")
        with self.database.write() as connection:
            connection.execute(
                insert(projects).values(
                    id=project,
                    name=name,
                    schema=source.read_text(encoding="utf-8"),
                    created_by=self.owner.person,
                    created_at=now(),
                )
            )
        return project
