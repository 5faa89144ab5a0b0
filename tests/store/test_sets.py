"""Sets are created with their first change, listed, closed, and loaded into core documents."""

from __future__ import annotations

from typing import Any

import pytest
from tests.store.builders import TEXT, World

from goldsmith.core import AnnotationSet, Document, Mention, Note, Relation, Span
from goldsmith.errors import Conflict, Forbidden, InputError, NotFound, UnknownName
from goldsmith.store.access import Actor, Exposure, Role
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change
from goldsmith.store.journal.log import Journal
from goldsmith.store.journal.reading import SetRow
from goldsmith.store.journal.steps import Remove
from goldsmith.store.journal.verify import find_faults
from goldsmith.store.loading import load_documents
from goldsmith.store.sets import close_set, create_set, list_sets, open_set, read_set

GOLD = AnnotationSet(
    "gold",
    (Mention("m1", "Investigation", (Span(0, 11),)), Mention("m2", "Condition", (Span(25, 50),))),
    (Relation("r1", "has_finding", "m1", "m2"),),
    notes=(Note("sure?", "m2"),),
)


class Room:
    """A project with a document, a manager and two annotators."""

    def __init__(self, database: Database) -> None:
        self.database, self.world = database, World(database)
        self.manager = self.world.owner
        self.ann = self.world.add_person("ann", Role.ANNOTATOR)
        self.bob = self.world.add_person("bob", Role.ANNOTATOR)
        self.document = self.world.add_document()
        batch = self.world.add_batch(self.document)
        self.world.add_task(batch, self.document, self.ann)

    def create(self, actor: Actor, name: str, **settings: Any) -> SetRow:
        with self.database.write() as connection:
            return create_set(
                connection, actor, self.world.project, self.document, name, **settings
            )

    def load(self, actor: Actor, **choice: Any) -> list[Document]:
        with self.database.read() as connection:
            return load_documents(
                connection, actor, self.world.project, [self.document, "nothing"], **choice
            )


@pytest.fixture
def room(database: Database) -> Room:
    return Room(database)


def test_the_first_change_of_a_set_adds_its_annotations(room: Room) -> None:
    row = room.create(
        room.manager, "gold", kind="import", exposure=Exposure.SHARED, annotation_set=GOLD
    )
    assert row.revision == 1
    with room.database.read() as connection:
        view = read_set(connection, room.manager, row.id)
        assert list(find_faults(connection)) == []
    assert (view.content.mentions, view.content.relations) == (GOLD.mentions, GOLD.relations)
    (doc,) = room.load(room.manager)
    assert (doc.id, doc.text) == ("note-1", TEXT)
    assert doc.sets["gold"].notes == GOLD.notes
    assert doc.sets["gold"].schema == "clef"


def test_changes_are_appended_to_the_first_change_of_a_set(room: Room) -> None:
    row = room.create(room.ann, "ann", owner=room.ann.person, annotation_set=GOLD)
    with room.database.write() as connection:
        Journal().append(connection, room.ann, row.id, Change("c", 1, (Remove("m2"),)))
    (doc,) = room.load(room.ann)
    assert [mention.id for mention in doc.sets["ann"].mentions] == ["m1"]
    assert doc.sets["ann"].relations == ()


def test_annotations_that_violate_the_schema_are_refused_unless_unchecked(room: Room) -> None:
    wrong = AnnotationSet("x", (Mention("m1", "Fever", (Span(0, 4),)),))
    with pytest.raises(InputError, match="unknown mention type"):
        room.create(room.manager, "x", kind="import", annotation_set=wrong)
    assert room.create(room.manager, "x", kind="import", annotation_set=wrong, check=False).revision
    twice = AnnotationSet("y", (GOLD.mentions[0], GOLD.mentions[0]))
    with pytest.raises(InputError, match="in use"):
        room.create(room.manager, "y", kind="import", annotation_set=twice, check=False)


def test_permissions_to_create_sets(room: Room) -> None:
    room.create(room.ann, "ann", owner=room.ann.person)
    room.create(room.manager, "bob", owner=room.bob.person)
    with pytest.raises(Conflict, match="of that name"):
        room.create(room.ann, "ann", owner=room.ann.person)
    for kind in ("import", "suggestion", "consensus", "system"):
        with pytest.raises(Forbidden):
            room.create(room.ann, kind, kind=kind)
    with pytest.raises(Forbidden):
        room.create(room.ann, "for bob", owner=room.bob.person)
    with pytest.raises(UnknownName, match="Did you mean human"):
        room.create(room.manager, "x", kind="humans")
    room.document = "nothing"
    with pytest.raises(NotFound):
        room.create(room.manager, "x", kind="import")


def test_people_load_and_list_only_the_sets_that_they_may_see(room: Room) -> None:
    mine = room.create(room.ann, "ann", owner=room.ann.person, annotation_set=GOLD)
    room.create(room.manager, "gold", kind="import", exposure=Exposure.FINISHED)
    assert [set(doc.sets) for doc in room.load(room.manager)] == [{"gold"}]
    assert [set(doc.sets) for doc in room.load(room.ann)] == [{"ann"}]
    assert room.load(room.bob) == []
    assert [set(doc.sets) for doc in room.load(room.ann, sets={mine.id})] == [{"ann"}]
    assert [set(doc.sets) for doc in room.load(room.ann, kinds={"import"})] == [set()]
    with room.database.read() as connection:
        entries = list_sets(connection, room.ann, room.document)
        assert [(entry.name, entry.owner) for entry in entries] == [("ann", "ann")]
        with pytest.raises(NotFound):
            list_sets(connection, room.bob, room.document)


def test_a_set_is_closed_by_its_annotator_and_opened_by_a_manager(room: Room) -> None:
    row = room.create(room.ann, "ann", owner=room.ann.person, annotation_set=GOLD)
    with room.database.write() as connection:
        with pytest.raises(NotFound):
            close_set(connection, room.bob, row.id)
        close_set(connection, room.ann, row.id)
        with pytest.raises(Forbidden):
            open_set(connection, room.ann, row.id)
    change = Change("c", 1, (Remove("m2"),))
    with pytest.raises(Forbidden, match="closed"), room.database.write() as connection:
        Journal().append(connection, room.ann, row.id, change)
    with room.database.write() as connection:
        open_set(connection, room.manager, row.id)
        assert Journal().append(connection, room.ann, row.id, change).revision == 2
