"""A batch over the API: made, assigned, annotated, measured, annotated again, closed."""

from __future__ import annotations

import pytest
from tests.web.conftest import Server, Team

from goldsmith.client import Client
from goldsmith.core import Document, Metadata, Span
from goldsmith.errors import Conflict, Forbidden, InputError, NotFound
from goldsmith.project.workflow.plans import NewPlan
from goldsmith.store.access import Role
from goldsmith.store.workflow.assignment import NewTasks
from goldsmith.store.workflow.batch_making import BatchChange, DocumentMark
from goldsmith.store.workflow.choice import ByName, NextDocuments, OrderedDocuments, Sample
from goldsmith.store.workflow.terms import BatchSettings, BatchState

TEXT = "Core biopsy confirmed an invasive ductal carcinoma of the left breast. No fever."
SAME = ((34, 50), (74, 79))
OTHER = ((0, 4), (5, 11))


@pytest.fixture
def iteration(team: Team, server: Server) -> str:
    docs = [
        Document(f"n{n}", TEXT, Metadata(type="letter" if n % 2 else "report"))
        for n in range(1, 13)
    ]
    team.max.documents.add(server.project, docs)
    return team.max.iterations.create(server.project, "production", guideline="1").id


def annotate(client: Client, project: str, places: tuple[tuple[int, int], ...]) -> None:
    """Finish all open tasks, marking conditions at these places."""
    for task in client.tasks.list(project).items:
        if task.state == "done":
            continue
        set_id = client.tasks.start(task.id).set
        desk = client.annotate(set_id)
        for place in places:
            desk.add_mention("Condition", [Span(*place)])
        assert client.tasks.finish(task.id).state == "done"


def test_a_batch_passes_and_is_closed(server: Server, team: Team, iteration: str) -> None:
    manager = team.max
    batch = manager.batches.create(server.project, iteration, NextDocuments(3))
    assert (batch.documents, batch.state, batch.iteration_name) == (3, "open", "production")
    tasks = manager.batches.assign(batch.id)
    assert {task.person for task in tasks} == {"ann", "bob"}
    annotate(team.ann, server.project, SAME)
    with pytest.raises(Conflict, match="not annotated"):
        manager.batches.measure(batch.id)
    annotate(team.bob, server.project, SAME)
    agreement = manager.batches.measure(batch.id)
    assert agreement.headline.entity == 1
    assert agreement.headline.relation is None
    row = agreement.results["spans"].rows["Condition"]
    assert (row.counts["a"], row.values["lenient"]) == (6, 1)
    assert row.intervals["lenient"] == (1, 1)
    assert [(pair.first, pair.second, pair.documents) for pair in agreement.pairs] == [
        ("ann", "bob", 3)
    ]
    assert manager.batches.get(batch.id).state == BatchState.PASSED
    assert manager.batches.close(batch.id).state == BatchState.CLOSED
    document = tasks[0].document
    assert {entry.owner for entry in team.ann.documents.list_sets(document)} == {"ann", "bob"}


def test_a_batch_fails_and_is_annotated_again(server: Server, team: Team, iteration: str) -> None:
    manager = team.max
    cat = server.connect(server.add_person("cat", Role.ANNOTATOR))
    batch = manager.batches.create(
        server.project, iteration, NextDocuments(2), assign=NewTasks(people=("ann", "bob"))
    )
    annotate(team.ann, server.project, SAME)
    annotate(team.bob, server.project, OTHER)
    assert not manager.batches.measure(batch.id).headline.passed
    assert manager.batches.get(batch.id).state == BatchState.FAILED
    with pytest.raises(Conflict, match="needs a batch that is passed"):
        manager.batches.adjudicate(batch.id)
    again = manager.batches.reannotate(batch.id, instead_of="bob")
    assert (again.state, again.tasks) == ("open", {"assigned": 2, "done": 2, "withdrawn": 2})
    annotate(cat, server.project, SAME)
    agreement = manager.batches.measure(batch.id)
    assert [(pair.first, pair.second) for pair in agreement.pairs] == [("ann", "cat")]
    assert agreement.headline.passed
    assert [earlier.entity for earlier in agreement.earlier] == [0]


def test_a_batch_is_put_forward_for_a_reason(server: Server, team: Team, iteration: str) -> None:
    manager = team.max
    batch = manager.batches.create(
        server.project, iteration, NextDocuments(1), assign=NewTasks(people=("ann", "bob"))
    )
    annotate(team.ann, server.project, SAME)
    annotate(team.bob, server.project, OTHER)
    manager.batches.measure(batch.id)
    forward = manager.batches.put_forward(batch.id, "one simple mistake, repeated")
    assert (forward.state, forward.reason) == ("passed", "one simple mistake, repeated")
    assert manager.batches.adjudicate(batch.id, "adele").state == BatchState.ADJUDICATING
    assert [task.kind for task in team.adele.tasks.list(server.project).items] == ["adjudicate"]
    with pytest.raises(Conflict, match="no consensus"):
        manager.batches.close(batch.id)


def test_documents_can_be_chosen_in_four_ways(server: Server, team: Team, iteration: str) -> None:
    manager, project = team.max, server.project

    def list_names(batch: str) -> list[str]:
        return [doc.name for doc in manager.batches.list_documents(batch)]

    named = manager.batches.create(project, iteration, ByName(("n3", "n1")))
    assert list_names(named.id) == ["n3", "n1"]
    following = manager.batches.create(project, iteration, NextDocuments(2))
    assert list_names(following.id) == ["n2", "n4"]
    ranked = manager.batches.create(
        project, iteration, OrderedDocuments(("n9", "n1", "n5", "n7"), 2)
    )
    assert list_names(ranked.id) == ["n9", "n5"]
    sample = manager.batches.create(project, iteration, Sample(4, seed=3))
    drawn = [doc.type for doc in manager.batches.list_documents(sample.id)]
    assert sorted(drawn).count("letter") in (1, 2)
    with pytest.raises(InputError, match="n77"):
        manager.batches.create(project, iteration, ByName(("n77",)))
    manager.batches.create(project, iteration, NextDocuments(12))
    with pytest.raises(Conflict, match="every document"):
        manager.batches.create(project, iteration)
    page = manager.batches.list(project, limit=3)
    rest = manager.batches.list(project, limit=3, after=page.after)
    assert [batch.name for batch in (*page.items, *rest.items)] == [
        f"batch-{n}" for n in range(1, 6)
    ]


def test_a_plan_rotates_pairs_over_even_batches(server: Server, team: Team, iteration: str) -> None:
    server.add_person("cat", Role.ANNOTATOR)
    plan = team.max.batches.plan(
        server.project, NewPlan(iteration, ("ann", "bob", "cat"), 6, NextDocuments(12), "set")
    )
    assert plan.people == (
        ("ann", "cat"),
        ("ann", "cat"),
        ("ann", "bob"),
        ("ann", "bob"),
        ("bob", "cat"),
        ("bob", "cat"),
    )
    assert [batch.documents for batch in plan.batches] == [2] * 6
    assert plan.batches[0].name == "set-1"
    assert len(team.ann.tasks.list(server.project).items) == 8


def test_settings_and_marks_can_be_changed(server: Server, team: Team, iteration: str) -> None:
    manager = team.max
    batch = manager.batches.create(server.project, iteration, NextDocuments(2))
    assert batch.settings.entity_threshold == 0.65
    changed = manager.batches.change(
        batch.id, BatchChange(settings=BatchSettings(types=("Locus",)))
    )
    assert changed.settings.types == ("Locus",)
    document = manager.batches.list_documents(batch.id)[0].id
    with pytest.raises(InputError, match="reason"):
        manager.batches.mark_document(batch.id, document, DocumentMark(dropped=True))
    mark = DocumentMark(left_out=True, reason="annotated together in training")
    assert manager.batches.mark_document(batch.id, document, mark).left_out


def test_only_managers_and_adjudicators_see_batches(
    server: Server, team: Team, iteration: str
) -> None:
    batch = team.max.batches.create(server.project, iteration, NextDocuments(1))
    for client in (team.ann, team.rita, team.edith):
        with pytest.raises(Forbidden):
            client.batches.list(server.project)
        with pytest.raises(Forbidden):
            client.batches.get(batch.id)
    with pytest.raises(NotFound, match="no such batch"):
        team.stranger.batches.get(batch.id)
    with pytest.raises(Forbidden):
        team.adele.batches.measure(batch.id)
    assert team.adele.batches.get(batch.id).id == batch.id


def test_malformed_requests_are_refused(server: Server, team: Team, iteration: str) -> None:
    project = server.project
    for body in (
        {"iteration": iteration, "documents": {"by": "magic"}},
        {"iteration": iteration, "documents": {"by": "next", "size": 0}},
        {"iteration": iteration, "name": "a\x00b"},
        {"iteration": iteration, "colour": "red"},
    ):
        answer = server.http.post(
            f"/api/projects/{project}/batches", json=body, headers=team.max.caller.headers
        )
        assert answer.status_code in (400, 422), answer.text
    with pytest.raises(NotFound, match="iteration"):
        team.max.batches.create(project, "nothing")
    with pytest.raises(InputError, match="mark"):
        team.max.batches.list(project, after="zzz")


def test_agreement_can_be_broken_down_in_every_way(
    server: Server, team: Team, iteration: str
) -> None:
    manager, project = team.max, server.project
    for _ in range(2):
        batch = manager.batches.create(
            project, iteration, NextDocuments(2), assign=NewTasks(people=("ann", "bob"))
        )
        annotate(team.ann, project, SAME)
        annotate(team.bob, project, SAME[:1])
        manager.batches.measure(batch.id)
    for by in ("iteration", "batch", "pair", "background", "arm", "type"):
        view = manager.progress.get_agreement(project, by=by)
        assert view.documents == 4
        assert view.results["spans"].get_value("lenient") == pytest.approx(2 / 3)
        assert sum(part["spans"].documents for part in view.slices.values()) == 4
    assert [*manager.progress.get_agreement(project, by="pair").slices] == ["ann – bob"]
    with pytest.raises(InputError, match="background"):
        manager.progress.get_agreement(project, by="colour")
    trend = manager.progress.get_trend(project)
    assert [point.batch for point in trend.trends[0].points] == ["batch-1", "batch-2"]
    assert (trend.documents, trend.level_after) == (4, 2)
    manager.progress.exclude(project, "bob", "marks at random")
    assert manager.progress.get_agreement(project).documents == 0
    manager.progress.restore(project, "bob")
    assert manager.progress.get_agreement(project).documents == 4
    effort = manager.progress.get_effort(project, hours=150)
    assert not effort.is_measured
    assert effort.documents == int(150 / ((34 * 2 + 15) / 60))
