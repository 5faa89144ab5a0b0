"""Tasks over the API: listed, started, ticked, timed, done, returned, withdrawn, passed on."""

from __future__ import annotations

import pytest
from tests.web.conftest import Server, Team
from tests.web.test_batches import TEXT, annotate

from goldsmith.core import Document
from goldsmith.errors import Conflict, Forbidden, InputError, NotFound
from goldsmith.store.access import Scope
from goldsmith.store.tables import now
from goldsmith.store.workflow.assignment import NewTasks
from goldsmith.store.workflow.choice import NextDocuments
from goldsmith.store.workflow.tasks import Task


@pytest.fixture
def task(server: Server, team: Team) -> Task:
    """Return Ann's first task of two."""
    docs = [Document(f"n{n}", TEXT) for n in range(1, 4)]
    team.max.documents.add(server.project, docs)
    iteration = team.max.iterations.create(server.project, "training", "training", phase="open")
    people = NewTasks(people=("ann", "bob"))
    team.max.batches.create(server.project, iteration.id, NextDocuments(2), assign=people)
    return team.ann.tasks.get_next(server.project)


def test_a_task_contains_what_its_annotator_must_know(task: Task) -> None:
    assert (task.batch, task.document_name, task.number, task.total) == ("batch-1", "n1", 1, 2)
    assert (task.iteration_kind, task.phase, task.state, task.set) == (
        "training",
        "open",
        "assigned",
        "",
    )
    assert task.steps[0].id == "read"


def test_a_task_is_started_ticked_timed_and_done(server: Server, team: Team, task: Task) -> None:
    tasks = team.ann.tasks
    with pytest.raises(Conflict, match="not been started"):
        tasks.finish(task.id)
    started = tasks.start(task.id)
    assert tasks.tick(task.id, ["read", "codes"]).steps[-1].is_ticked
    slot = now() // 15_000
    tasks.send_beats(task.id, [slot, slot - 1])
    assert tasks.send_beats(task.id, [slot]).seconds == 30
    done = tasks.finish(task.id)
    assert (done.state, done.set, done.seconds) == ("done", started.set, 30)
    assert tasks.get_next(server.project).number == 2
    assert [entry.id for entry in tasks.list(server.project, state="done").items] == [task.id]
    batch = team.max.batches.list(server.project).items[0]
    times = {
        (entry.person, entry.document_name): entry.seconds
        for entry in team.max.batches.list_tasks(batch.id)
    }
    assert times == {("ann", "n1"): 30, ("ann", "n2"): 0, ("bob", "n1"): 0, ("bob", "n2"): 0}


def test_managers_return_withdraw_and_pass_on_tasks(server: Server, team: Team, task: Task) -> None:
    annotate(team.ann, server.project, ())
    assert team.max.tasks.give_back(task.id).state == "returned"
    assert team.ann.tasks.get_next(server.project).id == task.id
    assert team.max.tasks.withdraw(task.id).state == "withdrawn"
    with pytest.raises(NotFound, match="no such task"):
        team.ann.tasks.get(task.id)
    with pytest.raises(Conflict, match="already withdrawn"):
        team.max.tasks.withdraw(task.id)
    assert team.max.tasks.pass_on_abandoned(server.project).abandoned == 0


def test_nobody_can_access_the_tasks_of_others(team: Team, task: Task) -> None:
    for client in (team.bob, team.rita, team.stranger, team.max):
        with pytest.raises(NotFound, match="no such task"):
            client.tasks.get(task.id)
        with pytest.raises(NotFound, match="no such task"):
            client.tasks.start(task.id)
        with pytest.raises(NotFound, match="no such task"):
            client.tasks.send_beats(task.id, [1])
    for client in (team.bob, team.rita, team.adele, team.stranger):
        with pytest.raises(NotFound, match="no such task"):
            client.tasks.withdraw(task.id)
    with pytest.raises(Forbidden):
        team.ann.tasks.withdraw(task.id)


def test_a_token_needs_the_scope_annotate(server: Server, team: Team, task: Task) -> None:
    reading = server.connect(team.people["ann"], Scope.READ)
    assert reading.tasks.get(task.id).id == task.id
    with pytest.raises(Forbidden, match="annotate"):
        reading.tasks.start(task.id)


def test_bad_values_are_refused(team: Team, task: Task) -> None:
    with pytest.raises(InputError, match="mentions:entity"):
        team.ann.tasks.tick(task.id, ["thinking"])
    for slots in ([-5], [2**62], [1]):
        with pytest.raises(InputError):
            team.ann.tasks.send_beats(task.id, slots)
