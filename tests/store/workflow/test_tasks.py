"""Annotators see their own tasks, work through their steps, and finish them."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.store.workflow.crew import ALL, CONDITION, Crew

from goldsmith.core import Mention
from goldsmith.errors import Conflict, Forbidden, InputError, NotFound
from goldsmith.store.access import Exposure
from goldsmith.store.journal.steps import AddMention
from goldsmith.store.tables import annotation_sets, now
from goldsmith.store.workflow.batch_making import BatchChange, change_batch
from goldsmith.store.workflow.beats import record_beats
from goldsmith.store.workflow.returning import list_batch_tasks, return_task, withdraw_task
from goldsmith.store.workflow.tasks import get_next_task, get_task, list_my_tasks
from goldsmith.store.workflow.terms import BatchSettings, BatchState, TaskState
from goldsmith.store.workflow.working import finish_task, start_task, tick_steps


def read_exposures(crew: Crew) -> set[str]:
    with crew.database.read() as connection:
        return set(connection.execute(select(annotation_sets.c.exposure)).scalars())


def test_people_see_only_their_own_tasks(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"], size=3)
    own = crew.list_tasks(crew.ann)
    assert [(task.number, task.total) for task in own] == [(1, 3), (2, 3), (3, 3)]
    assert crew.list_tasks(crew.cat) == ()
    with crew.database.read() as connection, pytest.raises(NotFound, match="no such task"):
        get_task(connection, crew.bob, own[0].id)


def test_lists_are_paged(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"], size=5)
    names, after = [], ""
    with crew.database.read() as connection:
        for _ in range(3):
            page = list_my_tasks(connection, crew.ann, crew.project, limit=2, after=after)
            names += [task.document_name for task in page.items]
            after = page.after
    assert names == [f"note-0{n}" for n in range(1, 6)]
    assert not after


def test_the_next_task_is_the_one_already_started(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"], size=3)
    second = crew.list_tasks(crew.ann)[1]
    with crew.database.write() as connection:
        assert get_next_task(connection, crew.ann, crew.project).number == 1
        start_task(connection, crew.ann, second.id)
        assert get_next_task(connection, crew.ann, crew.project).id == second.id
        with pytest.raises(NotFound, match="no open task"):
            get_next_task(connection, crew.cat, crew.project)


def test_steps_follow_the_recipe_of_the_schema(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"])
    task = crew.list_tasks(crew.ann)[0]
    assert [step.id for step in task.steps] == [
        "read",
        "mentions:entity",
        "mentions:signal",
        "relations",
        "coreference",
        "codes",
    ]
    with crew.database.write() as connection:
        start_task(connection, crew.ann, task.id)
        ticked = tick_steps(connection, crew.ann, task.id, ["relations", "read"])
        assert [step.id for step in ticked.steps if step.is_ticked] == ["read", "relations"]
        with pytest.raises(InputError, match="mentions:signal"):
            tick_steps(connection, crew.ann, task.id, ["think"])


def test_starting_again_keeps_the_set(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"])
    task = crew.list_tasks(crew.ann)[0]
    with crew.database.write() as connection:
        first = start_task(connection, crew.ann, task.id)
        assert start_task(connection, crew.ann, task.id).set == first.set
    assert first.state == TaskState.STARTED


def test_finishing_a_task_closes_its_set_until_a_manager_returns_it(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"])
    task = crew.annotate(crew.ann, crew.list_tasks(crew.ann)[0])
    assert task.state == TaskState.DONE
    assert finish_task(crew.database, crew.ann, task.id) == task
    with pytest.raises(Forbidden, match="closed"):
        crew.change(crew.ann, task.set, [AddMention(CONDITION)])
    with crew.database.write() as connection:
        with pytest.raises(Forbidden):
            return_task(connection, crew.ann, task.id)
        return_task(connection, crew.manager, task.id)
    again = crew.list_tasks(crew.ann)[0]
    assert again.state == TaskState.RETURNED
    crew.change(crew.ann, task.set, [AddMention(Mention("n", "Locus", CONDITION.spans))])
    assert finish_task(crew.database, crew.ann, task.id).state == TaskState.DONE


def test_a_task_that_was_not_started_cannot_be_finished(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"])
    task = crew.list_tasks(crew.ann)[0]
    with pytest.raises(Conflict, match="not been started"):
        finish_task(crew.database, crew.ann, task.id)


def test_sets_are_finished_when_all_annotators_have_finished_the_document(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=1)
    crew.annotate(crew.ann, crew.list_tasks(crew.ann)[0])
    assert read_exposures(crew) == {Exposure.PRIVATE}
    assert crew.get_batch(batch).state == BatchState.OPEN
    done = crew.annotate(crew.bob, crew.list_tasks(crew.bob)[0])
    assert read_exposures(crew) == {Exposure.FINISHED}
    assert crew.get_batch(batch).state == BatchState.ANNOTATED
    with crew.database.write() as connection:
        return_task(connection, crew.manager, done.id)
    assert read_exposures(crew) == {Exposure.PRIVATE}
    assert crew.get_batch(batch).state == BatchState.OPEN


def test_a_withdrawn_task_is_no_longer_listed_and_its_set_is_kept(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=1)
    crew.annotate(crew.ann, crew.list_tasks(crew.ann)[0])
    task = crew.list_tasks(crew.bob)[0]
    with crew.database.write() as connection:
        started = start_task(connection, crew.bob, task.id)
        withdraw_task(connection, crew.manager, task.id)
        states = {entry.state for entry in list_batch_tasks(connection, crew.manager, batch.id)}
        assert started.set in connection.execute(select(annotation_sets.c.id)).scalars().all()
    assert states == {TaskState.DONE, TaskState.WITHDRAWN}
    assert crew.list_tasks(crew.bob) == ()
    assert crew.get_batch(batch).state == BatchState.OPEN  # the batch requires two annotators
    with crew.database.write() as connection:
        change = BatchChange(settings=BatchSettings(annotators_per_document=1))
        assert change_batch(connection, crew.manager, batch.id, change).state == "annotated"


def test_each_slot_is_counted_once_however_often_it_is_sent(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"], size=1)
    task = crew.list_tasks(crew.ann)[0]
    slot = now() // 15_000
    with crew.database.write() as connection:
        start_task(connection, crew.ann, task.id)
        record_beats(connection, crew.ann, task.id, [slot, slot + 1])
        sent = record_beats(connection, crew.ann, task.id, [slot + 1, slot + 2, slot + 2])
        assert sent.seconds == 45
        for wrong in (slot + 10_000, slot - 10_000, -1):
            with pytest.raises(InputError, match="slot"):
                record_beats(connection, crew.ann, task.id, [wrong])
        with pytest.raises(NotFound):
            record_beats(connection, crew.bob, task.id, [slot])


def test_unfinished_steps_of_a_task_are_listed(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"], size=1, kind="annotate", checklist=("Laterality marked",))
    task = crew.list_tasks(crew.ann)[0]
    with pytest.raises(Conflict) as caught:
        crew.annotate(crew.ann, task, ALL)
    assert [problem.message for problem in caught.value.details] == [  # type: ignore[attr-defined]
        "not ticked off: Laterality marked"
    ]
    with crew.database.write() as connection:
        tick_steps(connection, crew.ann, task.id, ["check:1"])
    assert finish_task(crew.database, crew.ann, task.id).state == TaskState.DONE
