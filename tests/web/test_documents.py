"""Documents over the API: added, listed page by page, searched, read."""

from __future__ import annotations

import pytest
from tests.web.conftest import Desk, Server, Team

from goldsmith.core import AnnotationSet, Document, Metadata
from goldsmith.errors import Forbidden, InputError, NotFound
from goldsmith.store.access import Scope


def add_notes(server: Server, team: Team, count: int) -> dict[str, str]:
    docs = [
        Document(f"n-{number:03d}", f"Note {number}: no fever.", Metadata(patient=f"P{number % 2}"))
        for number in range(count)
    ]
    return team.max.documents.add(server.project, docs)


def test_documents_are_listed_page_by_page(server: Server, team: Team) -> None:
    add_notes(server, team, 7)
    page = team.rita.documents.list(server.project, limit=3)
    names = [entry.name for entry in page.items]
    while page.after:
        page = team.rita.documents.list(server.project, limit=3, after=page.after)
        names += [entry.name for entry in page.items]
    assert names == [f"n-{number:03d}" for number in range(7)]
    assert [entry.name for entry in team.rita.documents.iterate(server.project)] == names


def test_documents_are_filtered_and_searched(server: Server, team: Team) -> None:
    add_notes(server, team, 5)
    page = team.rita.documents.list(server.project, patient="P1", words="fever")
    assert [entry.name for entry in page.items] == ["n-001", "n-003"]
    page = team.rita.documents.list(server.project, words='"note 4"')
    assert [entry.name for entry in page.items] == ["n-004"]
    with pytest.raises(Forbidden):
        team.ann.documents.list(server.project, words="fever")


def test_a_document_has_text_metadata_and_hash(server: Server, team: Team) -> None:
    ids = add_notes(server, team, 1)
    doc = team.adele.documents.read(ids["n-000"])
    assert (doc.name, doc.text, doc.metadata.patient) == ("n-000", "Note 0: no fever.", "P0")
    assert doc.text_hash == Document("n-000", doc.text).text_hash


def test_an_annotator_does_not_learn_about_other_documents(
    server: Server, team: Team, desk: Desk
) -> None:
    ids = add_notes(server, team, 2)
    assert [entry.id for entry in team.ann.documents.iterate(server.project)] == [desk.document]
    answers = set()
    for document in (ids["n-000"], "nothing"):
        for call in (team.ann.documents.read, team.ann.documents.list_sets):
            with pytest.raises(NotFound) as caught:
                call(document)
            answers.add(str(caught.value))
    assert len(answers) == 1


@pytest.mark.parametrize(("name", "error"), [("ann", Forbidden), ("stranger", NotFound)])
def test_only_managers_can_add_documents(
    server: Server, team: Team, name: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        team.clients[name].documents.add(server.project, [Document("n", "x")])


def test_documents_with_annotations_must_be_imported(server: Server, team: Team) -> None:
    doc = Document("n", "x", sets={"gold": AnnotationSet("gold")})
    with pytest.raises(InputError, match="Import"):
        team.max.documents.add(server.project, [doc])


def test_a_token_needs_the_scope_read(server: Server, team: Team, desk: Desk) -> None:
    client = server.connect(team.people["max"], Scope.MANAGE)
    with pytest.raises(Forbidden, match="scope read"):
        client.documents.read(desk.document)
