"""Batches change their state correctly, even if annotators finish simultaneously."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.store.workflow.crew import Crew

from goldsmith.errors import Conflict, InputError, NotFound
from goldsmith.store.access import Role
from goldsmith.store.sets import list_sets
from goldsmith.store.tables import now
from goldsmith.store.workflow.assignment import NewTasks, assign_batch
from goldsmith.store.workflow.batch_making import (
    BatchChange,
    DocumentMark,
    change_batch,
    mark_document,
)
from goldsmith.store.workflow.batches import Headline, get_batch, list_batches
from goldsmith.store.workflow.beats import record_beats
from goldsmith.store.workflow.iterations import (
    IterationChange,
    NewIteration,
    change_iteration,
    create_iteration,
    list_iterations,
)
from goldsmith.store.workflow.progress import read_progress
from goldsmith.store.workflow.states import (
    Adjudication,
    Reannotation,
    begin_adjudication,
    close_batch,
    put_forward,
    reannotate_batch,
    store_agreement,
)
from goldsmith.store.workflow.terms import BatchState
from goldsmith.store.workflow.working import finish_task, start_task


def judge(crew: Crew, batch: str, *, passed: bool) -> None:
    headline = Headline(0.5, None, passed, now())
    with crew.database.write() as connection:
        content = b'{"headline":{"entity":0.5,"relation":null,"passed":true,"at":1}}'
        store_agreement(connection, crew.manager, batch, headline, content, [])


def test_annotators_who_finish_simultaneously_finish_the_batch(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob", "cat", "dan"], size=3, annotators_per_document=4)
    people = (crew.ann, crew.bob, crew.cat, crew.dan)
    for actor in people:
        for task in crew.list_tasks(actor):
            with crew.database.write() as connection:
                start_task(connection, actor, task.id)
    jobs = [(actor, task.id) for actor in people for task in crew.list_tasks(actor)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda job: finish_task(crew.database, *job), jobs))
    assert crew.get_batch(batch).state == BatchState.ANNOTATED


def test_simultaneous_beats_are_all_counted(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"], size=4)
    slot = now() // 15_000
    jobs = [
        (actor, task.id, number)
        for actor in (crew.ann, crew.bob)
        for task in crew.list_tasks(actor)
        for number in range(4)
    ]

    def send(job: tuple[object, str, int]) -> None:
        actor, task, number = job
        with crew.database.write() as connection:
            record_beats(connection, actor, task, [slot - number])  # type: ignore[arg-type]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(send, jobs))
    with crew.database.read() as connection:
        board = read_progress(connection, crew.manager, crew.project)
    assert {row.name: row.seconds for row in board if row.seconds} == {"ann": 240, "bob": 240}


def test_a_failed_batch_is_annotated_again_or_put_forward(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=1)
    with pytest.raises(Conflict, match="not annotated"):
        judge(crew, batch.id, passed=False)
    crew.annotate_all(crew.ann)
    crew.annotate_all(crew.bob)
    judge(crew, batch.id, passed=False)
    with crew.database.write() as connection:
        with pytest.raises(Conflict, match="the batch is failed"):
            begin_adjudication(connection, crew.manager, batch.id, Adjudication())
        with pytest.raises(Conflict, match="the batch is failed"):
            close_batch(connection, crew.manager, batch.id)
        with pytest.raises(NotFound, match="no tasks in this batch"):
            reannotate_batch(connection, crew.manager, batch.id, Reannotation("", "dan"))
        again = reannotate_batch(connection, crew.manager, batch.id, Reannotation("dan"))
    assert again.state == BatchState.OPEN
    crew.annotate_all(crew.dan)
    judge(crew, batch.id, passed=False)
    with crew.database.write() as connection:
        forward = put_forward(connection, crew.manager, batch.id, "few relations")
    assert (forward.state, forward.reason) == (BatchState.PASSED, "few relations")
    judge(crew, batch.id, passed=False)
    assert crew.get_batch(batch).state == BatchState.PASSED


def test_closing_shares_the_sets_with_their_annotators(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=1)
    crew.annotate_all(crew.ann)
    crew.annotate_all(crew.bob)
    judge(crew, batch.id, passed=True)
    document = crew.documents["note-01"]

    def list_owners() -> list[str]:
        with crew.database.read() as connection:
            return [row.owner for row in list_sets(connection, crew.ann, document)]

    assert list_owners() == ["ann"]
    with crew.database.write() as connection:
        assert close_batch(connection, crew.manager, batch.id).closed_at
    assert list_owners() == ["ann", "bob"]
    with crew.database.write() as connection:
        with pytest.raises(Conflict, match="closed"):
            assign_batch(connection, crew.manager, batch.id, NewTasks())
        with pytest.raises(Conflict, match="closed"):
            change_batch(connection, crew.manager, batch.id, BatchChange(name="x"))
        with pytest.raises(NotFound), connection.begin_nested():
            list_sets(connection, crew.cat, document)


def test_a_dropped_document_does_not_hold_up_its_batch(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=2)
    second = crew.list_tasks(crew.ann)[1]
    for actor in (crew.ann, crew.bob):
        crew.annotate(actor, crew.list_tasks(actor)[0])
    mark = DocumentMark(dropped=True, reason="empty note")
    with crew.database.write() as connection:
        mark_document(connection, crew.manager, batch.id, second.document, mark)
        assert get_batch(connection, crew.manager, batch.id).state == BatchState.ANNOTATED
        with pytest.raises(NotFound, match="no such document"):
            mark_document(connection, crew.manager, batch.id, "elsewhere", mark)
        with pytest.raises(InputError, match="reason"):
            mark_document(
                connection, crew.manager, batch.id, second.document, DocumentMark(left_out=True)
            )


def test_an_adjudicator_does_not_see_a_batch_that_they_annotate(crew: Crew) -> None:
    crew.world.join(crew.adele, Role.ANNOTATOR)
    own = crew.make_batch(["adele", "ann"], size=1)
    other = crew.make_batch(["bob", "ann"], size=1)
    with crew.database.read() as connection:
        page = list_batches(connection, crew.adele, crew.project)
        assert [batch.id for batch in page.items] == [other.id]
        with pytest.raises(NotFound, match="no such batch"):
            get_batch(connection, crew.adele, own.id)


def test_iterations_have_unique_names(crew: Crew) -> None:
    with crew.database.write() as connection:
        new = NewIteration("development", "development", "open", "0.1")
        made = create_iteration(connection, crew.manager, crew.project, new)
        with pytest.raises(Conflict, match="of that name"):
            create_iteration(connection, crew.manager, crew.project, new)
        with pytest.raises(Conflict, match="of that name"):
            change_iteration(connection, crew.manager, made.id, IterationChange(name="production"))
        change_iteration(connection, crew.manager, made.id, IterationChange(guideline="0.2"))
        listed = list_iterations(connection, crew.manager, crew.project)
    assert [(entry.name, entry.guideline) for entry in listed] == [
        ("production", ""),
        ("development", "0.2"),
    ]
