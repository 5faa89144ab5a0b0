"""A server with a project, notes and one annotator, for the tests of the annotate screen."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path

import msgspec
import uvicorn
from sqlalchemy import insert, select, update
from tests.store.builders import World
from tests.web.application import get_app

from goldsmith.core import AnnotationSet
from goldsmith.store.access import Role
from goldsmith.store.journal.reading import get_set
from goldsmith.store.journal.state import Content
from goldsmith.store.people.sessions import start_session
from goldsmith.store.sets import create_set, read_state
from goldsmith.store.tables import (
    batch_documents,
    batches,
    changes,
    iterations,
    metadata,
    new_id,
    now,
    projects,
    tasks,
)
from goldsmith.web.workbench import Workbench


class Note(msgspec.Struct, frozen=True):
    """A note that is a task of the annotator."""

    task: str
    set: str
    text: str


class Site:
    """A server on a free port, which can be stopped and started again.

    Args:
        folder: The folder of the server.
        schema: The schema of the project.
        title: The title of the project.
    """

    def __init__(self, folder: Path, schema: str = "clef", title: str = "") -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._workbench = Workbench(folder)
        metadata.create_all(self._workbench.database.engine)
        self._world = World(self._workbench.database, schema)
        self.annotator = self._world.add_person("ann", Role.ANNOTATOR)
        self.project = self._world.project
        self._batch = self._add_batch()
        self.notes: dict[str, Note] = {}
        with self._workbench.database.write() as connection:
            connection.execute(update(projects).values(title=title))
            self.session = start_session(connection, self.annotator.person, 12)
        self._run()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(15)
        assert not self._thread.is_alive()

    def start(self) -> None:
        self._workbench = Workbench(self.folder)
        self._world.database = self._workbench.database
        self._run()

    def add_note(
        self,
        text: str,
        own: AnnotationSet | None = None,
        suggested: AnnotationSet | None = None,
        name: str = "",
    ) -> Note:
        place = len(self.notes) + 1
        name = name or f"note-{place}"
        document = self._world.add_document(name, text)
        task, manager = new_id(), self._world.owner
        with self._workbench.database.write() as connection:
            row = create_set(
                connection,
                self.annotator,
                self.project,
                document,
                "ann",
                owner=self.annotator.person,
                annotation_set=own,
                check=False,
            )
            if suggested:
                create_set(
                    connection,
                    manager,
                    self.project,
                    document,
                    "model",
                    kind="suggestion",
                    annotation_set=suggested,
                    check=False,
                )
            connection.execute(
                insert(batch_documents).values(batch=self._batch, document=document, position=place)
            )
            connection.execute(
                insert(tasks).values(
                    id=task,
                    project=self.project,
                    batch=self._batch,
                    document=document,
                    person=self.annotator.person,
                    set=row.id,
                    kind="annotate",
                    state="assigned",
                    arm="assisted" if suggested else "blind",
                    position=place,
                    words=len(text.split()),
                    assigned_at=now() - 60_000,
                )
            )
        self.notes[name] = Note(task, row.id, text)
        return self.notes[name]

    def read(self, note: Note) -> Content:
        """Return the content of the annotation set of a note in the database."""
        with self._workbench.database.read() as connection:
            return read_state(connection, get_set(connection, self.annotator, note.set)).export()

    def list_changes(self, note: Note) -> list[tuple[str, str]]:
        """Return the ids of the changes of a note and of the changes that they undo, in order."""
        query = select(changes.c.id, changes.c.undoes).where(changes.c.set == note.set)
        with self._workbench.database.read() as connection:
            rows = connection.execute(query.order_by(changes.c.revision))
            return [(row.id, row.undoes) for row in rows]

    def _add_batch(self) -> str:
        iteration, batch = new_id(), new_id()
        with self._workbench.database.write() as connection:
            connection.execute(
                insert(iterations).values(
                    id=iteration,
                    project=self.project,
                    name="Production",
                    kind="production",
                    phase="closed",
                    position=0,
                    created_at=now(),
                )
            )
            connection.execute(
                insert(batches).values(
                    id=batch,
                    project=self.project,
                    iteration=iteration,
                    name="Batch 7",
                    state="open",
                    position=0,
                    created_at=now(),
                )
            )
        return batch

    def _run(self) -> None:
        config = uvicorn.Config(
            get_app(self._workbench), port=self.port, log_level="error", lifespan="on"
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.02)


def list_wordings(text: str, content: Content) -> list[tuple[str, tuple[str, ...]]]:
    """Return the type and wording of each mention, by the offsets in the database, sorted."""
    return sorted(
        (mention.type, tuple(text[span.start : span.end] for span in mention.spans))
        for mention in content.mentions
    )
