"""Sets over the API: content, changes, undo and redo, origins, and who sees them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import func, select
from tests.web.conftest import Desk, Server, Team

from goldsmith.client import Client
from goldsmith.core import Mention, Span
from goldsmith.errors import Conflict, Forbidden, GoldsmithError, InputError, NotFound
from goldsmith.store.access import Exposure, Scope
from goldsmith.store.journal.change import Change, Entry
from goldsmith.store.journal.steps import AddMention, Remove, SetAttribute, SetType
from goldsmith.store.tables import audit

FEVER = Mention("m1", "Condition", (Span(74, 79),))


def test_an_annotator_annotates_undoes_and_redoes(team: Team, desk: Desk) -> None:
    annotator = team.ann.annotate(desk.set)
    biopsy = annotator.mark("Investigation", "Core biopsy")
    cancer = annotator.mark("Condition", "invasive ductal carcinoma")
    annotator.relate("has_finding", biopsy, cancer)
    assert len(annotator.read().relations) == 1
    annotator.undo()
    assert annotator.read().relations == ()
    annotator.redo()
    assert len(annotator.read().relations) == 1
    history = team.ann.sets.get_history(desk.set)
    assert (len(history.undo), len(history.redo)) == (3, 0)


def test_undo_sent_twice_undoes_once(team: Team, desk: Desk) -> None:
    annotator = team.ann.annotate(desk.set)
    annotator.mark("Condition", "fever")
    annotator.mark("Investigation", "Core biopsy")
    path, body = f"/api/sets/{desk.set}/undo", {"id": "undo-1"}
    answers = [team.ann.caller.call("POST", path, dict[str, object], data=body) for _ in range(2)]
    assert answers[0] == answers[1]
    assert len(annotator.read().mentions) == 1


def test_there_is_nothing_to_undo_in_a_new_set(team: Team, desk: Desk) -> None:
    with pytest.raises(Conflict, match="nothing to undo"):
        team.ann.sets.undo(desk.set)
    with pytest.raises(Conflict, match="nothing to redo"):
        team.ann.sets.redo(desk.set)


def test_a_bulk_action_is_undone_together(server: Server, team: Team, desk: Desk) -> None:
    document = server.world.add_document("note-2")
    second = server.world.add_set(document, team.people["ann"])
    annotators = [team.ann.annotate(desk.set), team.ann.annotate(second)]
    for annotator in annotators:
        annotator.apply(AddMention(FEVER), action="bulk")
        annotator.apply(SetAttribute("m1", "certainty", None), action="bulk")
    undone = team.ann.sets.undo_action("bulk")
    assert len(undone.changes) == 4
    assert all(annotator.read().mentions == () for annotator in annotators)
    with pytest.raises(NotFound):
        team.bob.sets.undo_action("bulk")


def test_a_bulk_action_is_undone_completely_or_not_at_all(
    server: Server, team: Team, desk: Desk
) -> None:
    second = server.world.add_set(server.world.add_document("note-2"), team.people["ann"])
    annotators = [team.ann.annotate(desk.set), team.ann.annotate(second)]
    for annotator in annotators:
        annotator.apply(AddMention(FEVER), action="bulk")
    annotators[1].apply(SetType("m1", "Result"))
    with pytest.raises(Conflict):
        team.ann.sets.undo_action("bulk")
    assert [len(annotator.read().mentions) for annotator in annotators] == [1, 1]


def test_changes_since_a_revision_are_listed(team: Team, desk: Desk) -> None:
    annotator = team.ann.annotate(desk.set)
    for words in ("Core biopsy", "fever", "carcinoma"):
        annotator.mark("Condition", words)
    entries = list(team.ann.sets.list_changes(desk.set, after=1))
    assert [entry.revision for entry in entries] == [2, 3]


def test_a_conflict_contains_the_changes_in_between(team: Team, desk: Desk) -> None:
    first, second = team.ann.annotate(desk.set), team.ann.annotate(desk.set)
    first.apply(AddMention(FEVER))
    second.read()
    first.apply(SetType("m1", "Result"))
    with pytest.raises(Conflict) as caught:
        second.remove("m1")
    (entry,) = caught.value.details
    assert isinstance(entry, Entry)
    assert entry.steps == (SetType("m1", "Result"),)


def test_every_field_has_an_origin(team: Team, desk: Desk) -> None:
    annotator = team.ann.annotate(desk.set)
    annotator.apply(AddMention(FEVER))
    annotator.apply(SetType("m1", "Result"))
    gone = annotator.mark("Condition", "carcinoma")
    annotator.remove(gone)
    origins = team.ann.sets.get_origins(desk.set)
    assert set(origins) == {"m1"}
    assert (origins["m1"]["type"].revision, origins["m1"]["spans"].revision) == (2, 1)
    assert team.ann.sets.get_origins(desk.set, "nothing") == {}


def test_a_set_lists_the_codes_that_its_annotations_lack(
    server: Server, team: Team, desk: Desk
) -> None:
    annotator = team.ann.annotate(desk.set)
    annotator.mark("Condition", "fever")
    schema = team.max.projects.get_schema(server.project)
    strict = schema.replace('name = "Condition"', 'name = "Condition"\ncodes = "required"', 1)
    with pytest.raises(GoldsmithError):
        team.max.projects.replace_schema(server.project, strict + "\n[oops")
    assert team.ann.sets.read(desk.set).incomplete == ()
    team.max.projects.replace_schema(server.project, strict)
    view = team.ann.sets.read(desk.set)
    assert [problem.annotation for problem in view.incomplete] == [view.content.mentions[0].id]


def test_a_private_set_exists_only_for_its_annotator(team: Team, desk: Desk) -> None:
    calls: list[Callable[[Client], object]] = [
        lambda client: client.sets.read(desk.set),
        lambda client: client.sets.get_history(desk.set),
        lambda client: client.sets.get_origins(desk.set),
        lambda client: list(client.sets.list_changes(desk.set)),
        lambda client: client.sets.undo(desk.set),
        lambda client: client.sets.append(desk.set, Change("c", 0, (Remove("m1"),))),
    ]
    for name, client in team.clients.items():
        if name == "ann":
            continue
        for call in calls:
            with pytest.raises(NotFound, match="no such annotation set"):
                call(client)
    assert team.max.documents.list_sets(desk.document) == ()
    assert [entry.owner for entry in team.ann.documents.list_sets(desk.document)] == ["ann"]


def test_a_finished_set_is_visible_to_managers_and_readers(
    server: Server, team: Team, desk: Desk
) -> None:
    desk.expose(server, Exposure.FINISHED)
    for client in (team.max, team.rita):
        assert client.sets.read(desk.set).id == desk.set
        with pytest.raises(Forbidden):
            client.sets.append(desk.set, Change("c", 0, (AddMention(FEVER),)))
    for client in (team.bob, team.adele):  # an adjudicator sees it in units, without names
        with pytest.raises(NotFound):
            client.sets.read(desk.set)


def test_a_token_without_the_scope_cannot_annotate(server: Server, team: Team, desk: Desk) -> None:
    client = server.connect(team.people["ann"], Scope.READ)
    assert client.sets.read(desk.set).revision == 0
    with pytest.raises(Forbidden, match="scope annotate"):
        client.sets.append(desk.set, Change("c", 0, (AddMention(FEVER),)))


def test_opening_a_set_and_a_document_is_recorded(server: Server, team: Team, desk: Desk) -> None:
    team.ann.sets.read(desk.set)
    team.ann.documents.read(desk.document)
    with server.workbench.database.read() as connection:
        query = select(audit.c.action, func.count()).group_by(audit.c.action)
        counts = {row[0]: row[1] for row in connection.execute(query)}
    assert (counts["set.read"], counts["document.read"]) == (1, 1)


def test_a_change_that_breaks_the_schema_is_refused_without_text(team: Team, desk: Desk) -> None:
    with pytest.raises(InputError, match="unknown mention type") as caught:
        team.ann.annotate(desk.set).mark("Fever", "fever")
    assert "fever" not in str(caught.value)
