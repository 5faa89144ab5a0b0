"""Documents are added, listed page by page, searched by words and read."""

from __future__ import annotations

import pytest
from tests.store.builders import World

from goldsmith.core import Document, Metadata
from goldsmith.errors import Forbidden, InputError, NotFound
from goldsmith.store.access import Actor, Role
from goldsmith.store.database import Database
from goldsmith.store.documents import (
    DocumentEntry,
    DocumentFilter,
    find_document_ids,
    list_documents,
    read_text,
)
from goldsmith.store.new_documents import add_documents
from goldsmith.store.paging import encode_mark
from goldsmith.store.search import forget_documents, rebuild_index

DOCS = [
    Document("a-1", "Chest pain since Monday.", Metadata(patient="P1", type="letter")),
    Document("a-2", "No pain in the chest. Carcinoma_in situ.", Metadata(patient="P2")),
    Document("b-1", "Kein Fieber, Größe 5 cm.", Metadata(patient="P1", type="report")),
]


@pytest.fixture
def world(database: Database) -> World:
    world = World(database)
    with database.write() as connection:
        add_documents(connection, world.owner, world.project, DOCS)
    return world


def list_names(world: World, actor: Actor | None = None, **criteria: str) -> list[str]:
    chosen = DocumentFilter(**criteria)  # type: ignore[arg-type]
    with world.database.read() as connection:
        page = list_documents(connection, actor or world.owner, world.project, chosen)
    return [entry.name for entry in page.items]


def test_documents_are_listed_in_pages_in_import_order(world: World) -> None:
    entries: list[DocumentEntry] = []
    after = ""
    with world.database.read() as connection:
        for _ in DOCS:
            page = list_documents(connection, world.owner, world.project, limit=1, after=after)
            entries += page.items
            after = page.after
    assert [entry.name for entry in entries] == ["a-1", "a-2", "b-1"]
    assert after == ""


def test_an_invalid_page_mark_is_refused(world: World) -> None:
    huge = encode_mark((10**30, "a"))
    for mark in ("x", "e30", "WzEsMl0", "WyJhIl0", "é", huge, encode_mark((1, "\x00"))):
        with world.database.read() as connection, pytest.raises(InputError, match="mark"):
            list_documents(connection, world.owner, world.project, after=mark)


CHOICES: list[tuple[dict[str, str], list[str]]] = [
    ({"type": "letter"}, ["a-1"]),
    ({"patient": "P1"}, ["a-1", "b-1"]),
    ({"prefix": "a-"}, ["a-1", "a-2"]),
    ({"prefix": "a-", "patient": "P2"}, ["a-2"]),
    ({"words": "pain chest"}, ["a-1", "a-2"]),
    ({"words": '"chest pain"'}, ["a-1"]),
    ({"words": "CARC*"}, ["a-2"]),
    ({"words": "carc"}, []),
    ({"words": "größe"}, ["b-1"]),
    ({"words": "5 fieber"}, ["b-1"]),
    ({"words": "in-situ"}, ["a-2"]),
    ({"words": "pain AND NOT chest"}, []),
    ({"words": "o'neill:*"}, []),
]


def test_documents_are_filtered(world: World) -> None:
    for criteria, names in CHOICES:
        assert list_names(world, None, **criteria) == names, criteria


def test_a_search_without_words_is_refused(world: World) -> None:
    with pytest.raises(InputError, match="not a search"):
        list_names(world, words="' * \"")


def test_documents_are_removed_from_the_index_and_indexed_again(world: World) -> None:
    with world.database.write() as connection:
        ids = find_document_ids(connection, world.owner, world.project, ["a-1"])
        forget_documents(connection, list(ids.values()))
    assert list_names(world, words="pain") == ["a-2"]
    with world.database.write() as connection:
        assert rebuild_index(connection) == 3
    assert list_names(world, words="pain") == ["a-1", "a-2"]


def test_a_search_does_not_find_documents_of_another_project(world: World) -> None:
    another = World.__new__(World)
    another.database, another.owner = world.database, world.owner
    another.project = another._add_project("clef", "another")
    another.join(world.owner, Role.MANAGER)
    assert list_names(another, words="pain") == []


def test_annotators_see_only_the_documents_of_their_tasks(world: World) -> None:
    ann = world.add_person("ann", Role.ANNOTATOR)
    with world.database.read() as connection:
        ids = find_document_ids(connection, world.owner, world.project, ["a-1", "a-2"])
    assert list_names(world, ann) == []
    world.add_task(world.add_batch(ids["a-2"]), ids["a-2"], ann)
    assert list_names(world, ann) == ["a-2"]
    assert list_names(world, assignment="assigned") == ["a-2"]
    assert list_names(world, assignment="unassigned") == ["a-1", "b-1"]
    with world.database.read() as connection:
        assert read_text(connection, ann, ids["a-2"]).text == DOCS[1].text
        with pytest.raises(NotFound):
            read_text(connection, ann, ids["a-1"])
    for criteria in ({"words": "pain"}, {"assignment": "assigned"}):
        with pytest.raises(Forbidden):
            list_names(world, ann, **criteria)


REFUSED: list[tuple[list[Document], str]] = [
    ([Document("a-1", "x"), Document("new", "x")], "already in the project: a-1"),
    ([Document("c", "x"), Document("c", "y")], "same name: c"),
    ([Document("", "x")], "name cannot be used"),
    ([Document("c", "a\x00b")], "NUL"),
    ([Document("c", "a", Metadata(extra={"k": "\x00"}))], "NUL"),
    ([Document("c", "a\ud800b")], "surrogate"),
]


def test_documents_that_cannot_be_stored_are_refused(world: World) -> None:
    for docs, message in REFUSED:
        with pytest.raises(InputError, match=message), world.database.write() as connection:
            add_documents(connection, world.owner, world.project, docs)
    assert list_names(world) == ["a-1", "a-2", "b-1"]


def test_an_escaped_u0000_in_the_text_is_not_a_nul(world: World) -> None:
    with world.database.write() as connection:
        add_documents(connection, world.owner, world.project, [Document("c", r"a\u0000b")])


def test_only_managers_add_documents(world: World) -> None:
    reader = world.add_person("reader", Role.READER)
    with pytest.raises(Forbidden), world.database.write() as connection:
        add_documents(connection, reader, world.project, [Document("c", "x")])
