"""The audit log lists actions and changes in chronological order, in pages."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, update
from tests.store.builders import World

from goldsmith.core import Mention, Span
from goldsmith.errors import Forbidden, InputError, NotFound
from goldsmith.store.access import Actor, Role, Scope
from goldsmith.store.audit import (
    AuditEntry,
    AuditFilter,
    export_entries,
    list_entries,
    record,
)
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change
from goldsmith.store.journal.log import Journal
from goldsmith.store.journal.steps import AddMention
from goldsmith.store.tables import audit, changes


class Archive:
    """A project in which Ann read a document twice and annotated it."""

    def __init__(self, database: Database) -> None:
        self.database, self.world = database, World(database)
        self.ann = self.world.add_person("ann", Role.ANNOTATOR)
        self.max = self.world.add_person("max", Role.MANAGER)
        self.document = self.world.add_document()
        self.set = self.world.add_set(self.document, self.ann)
        self.everything = AuditFilter(project=self.world.project)
        with database.write() as connection:
            record(connection, self.ann, "session.start")
            record(connection, None, "session.refuse")
        for number in range(2):
            self.read()
            self.annotate(number)

    def read(self) -> None:
        with self.database.write() as connection:
            place = {"project": self.world.project, "document": self.document}
            record(connection, self.ann, "document.read", **place)

    def annotate(self, number: int) -> None:
        step = AddMention(Mention(f"m{number}", "Condition", (Span(0, 4 + number),)))
        with self.database.write() as connection:
            change = Change(f"c{number}", number, (step,))
            Journal().append(connection, self.ann, self.set, change)

    def list(self, actor: Actor, matching: AuditFilter, limit: int = 50) -> list[AuditEntry]:
        """Return all entries, read in pages."""
        entries: list[AuditEntry] = []
        after = ""
        with self.database.read() as connection:
            while True:
                page = list_entries(connection, actor, matching, limit=limit, after=after)
                assert len(page.items) <= limit
                entries += page.items
                after = page.after
                if not after:
                    return entries


@pytest.fixture
def archive(database: Database) -> Archive:
    return Archive(database)


def test_a_manager_sees_the_entries_of_the_project_and_the_owner_sees_all(archive: Archive) -> None:
    listed = archive.list(archive.max, archive.everything)
    assert [entry.action for entry in listed] == ["document.read", "change"] * 2
    assert {entry.name for entry in listed} == {"ann"}
    assert {entry.document for entry in listed} == {archive.document}
    assert [entry.revision for entry in listed] == [0, 1, 0, 2]
    everything = archive.list(archive.world.owner, AuditFilter())
    assert [entry.action for entry in everything[:2]] == ["session.start", "session.refuse"]
    assert everything[2:] == listed


def test_others_do_not_see_the_log(archive: Archive) -> None:
    for actor, matching, error in (
        (archive.ann, archive.everything, Forbidden),
        (archive.max, AuditFilter(), Forbidden),
        (archive.world.add_person("stranger"), archive.everything, NotFound),
        (archive.world.owner, AuditFilter(project="nothing"), NotFound),
        (
            Actor(archive.max.person, "max", scopes=frozenset({Scope.READ})),
            archive.everything,
            Forbidden,
        ),
    ):
        with pytest.raises(error):
            archive.list(actor, matching)


@pytest.mark.parametrize("limit", [1, 2, 3, 500])
def test_pages_contain_all_entries_even_of_the_same_millisecond(
    archive: Archive, limit: int
) -> None:
    with archive.database.write() as connection:
        connection.execute(update(audit).values(at=1_000))
        connection.execute(update(changes).values(at=1_000))
    listed = archive.list(archive.world.owner, AuditFilter(), limit)
    assert [entry.action for entry in listed] == [
        "session.start",
        "session.refuse",
        "document.read",
        "document.read",
        "change",
        "change",
    ]


def test_entries_are_filtered(archive: Archive) -> None:
    owner = archive.world.owner
    first = archive.list(owner, AuditFilter())[0].at
    for matching, count in (
        (AuditFilter(action="session"), 2),
        (AuditFilter(action="session.start"), 1),
        (AuditFilter(action="sess"), 0),
        (AuditFilter(action="%"), 0),
        (AuditFilter(action="change"), 2),
        (AuditFilter(person=archive.ann.person), 5),
        (AuditFilter(person=archive.max.person), 0),
        (AuditFilter(document=archive.document), 4),
        (AuditFilter(document="other"), 0),
        (AuditFilter(until=first), 0),
        (AuditFilter(since=first), 6),
    ):
        assert len(archive.list(owner, matching)) == count, matching


def test_the_export_contains_every_entry_and_no_text(archive: Archive) -> None:
    exported = list(export_entries(archive.database, archive.max, archive.everything))
    assert exported == archive.list(archive.max, archive.everything)
    assert "biopsy" not in repr(exported).lower()
    with pytest.raises(Forbidden):
        next(export_entries(archive.database, archive.ann, archive.everything))


def test_the_export_is_not_limited_to_a_page(archive: Archive) -> None:
    with archive.database.write() as connection:
        rows = [{"at": number, "action": "test"} for number in range(1_200)]
        connection.execute(insert(audit), rows)
    assert len(list(export_entries(archive.database, archive.world.owner, AuditFilter()))) == 1_206


def test_an_invalid_page_mark_is_refused(archive: Archive) -> None:
    with archive.database.read() as connection:
        for mark in ("x", "WzFd", "bm9uc2Vuc2U"):
            with pytest.raises(InputError, match="mark"):
                list_entries(connection, archive.world.owner, AuditFilter(), after=mark)
