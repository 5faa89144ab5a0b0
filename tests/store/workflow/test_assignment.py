"""Tasks are assigned by name and by load, reassigned when abandoned, and can start from copies."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select, update
from tests.store.workflow.crew import ALL, DIFFERENT, Crew

from goldsmith.errors import Conflict, Forbidden, InputError, UnknownName
from goldsmith.store.access import Exposure, Role
from goldsmith.store.journal.reading import read_entries
from goldsmith.store.sets import list_sets, read_set
from goldsmith.store.tables import annotation_sets, now, tasks
from goldsmith.store.workflow.assignment import NewTasks, assign_batch
from goldsmith.store.workflow.beats import record_beats
from goldsmith.store.workflow.choice import ByName
from goldsmith.store.workflow.exclusions import exclude_annotator
from goldsmith.store.workflow.returning import sweep_abandoned, sweep_all, withdraw_task
from goldsmith.store.workflow.terms import TaskState
from goldsmith.store.workflow.working import finish_task, start_task, tick_steps

_DAY = 24 * 60 * 60 * 1000


def test_load_balancing_gives_everyone_the_same_number_of_tasks(crew: Crew) -> None:
    for _ in range(2):
        crew.make_batch(size=3)
    counts = [len(crew.list_tasks(actor)) for actor in (crew.ann, crew.bob, crew.cat, crew.dan)]
    assert counts == [3, 3, 3, 3]


def test_missing_annotators_are_added_once(crew: Crew) -> None:
    batch = crew.make_batch(["ann"], size=2)
    with crew.database.write() as connection:
        assert assign_batch(connection, crew.manager, batch.id, NewTasks()) == 2
        assert assign_batch(connection, crew.manager, batch.id, NewTasks()) == 0


def test_nobody_gets_a_document_twice(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=1)
    task = crew.list_tasks(crew.ann)[0]
    with crew.database.write() as connection:
        withdraw_task(connection, crew.manager, task.id)
        with pytest.raises(Conflict, match="second time"):
            assign_batch(connection, crew.manager, batch.id, NewTasks(people=("ann",)))
        with pytest.raises(UnknownName, match="ann, bob, cat, dan"):
            assign_batch(connection, crew.manager, batch.id, NewTasks(people=("eve",)))
        with pytest.raises(InputError, match="no such document"):
            assign_batch(connection, crew.manager, batch.id, NewTasks(documents=("elsewhere",)))
        with pytest.raises(Forbidden):
            assign_batch(connection, crew.ann, batch.id, NewTasks())


def test_excluded_annotators_get_no_tasks(crew: Crew) -> None:
    with crew.database.write() as connection:
        for name in ("ann", "bob"):
            exclude_annotator(connection, crew.manager, crew.project, name, "marks at random")
    crew.make_batch(size=2)
    assert not crew.list_tasks(crew.ann)
    assert len(crew.list_tasks(crew.cat)) == 2


def test_each_snippet_is_a_separate_task(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=1, snippet_sentences=1)
    own = crew.list_tasks(crew.ann)
    assert [(task.start, task.end) for task in own] == [(0, 71), (71, 80)]
    assert sum(task.words for task in own) == 13
    for actor in (crew.ann, crew.bob):
        crew.annotate_all(actor, ())
    assert crew.get_batch(batch).state == "annotated"
    with crew.database.read() as connection:
        names = connection.execute(select(annotation_sets.c.name)).scalars().all()
    assert sorted(names) == ["ann", "ann#2", "bob", "bob#2"]


def test_arms_are_drawn_for_each_task(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"], size=6, arms="random", seed=1)
    for actor in (crew.ann, crew.bob):
        arms = [task.arm for task in crew.list_tasks(actor)]
        assert sorted(arms) == ["assisted"] * 3 + ["blind"] * 3


def age(crew: Crew, task: str, days: float) -> None:
    """Date a task back by a number of days."""
    at = now() - int(days * _DAY)
    with crew.database.write() as connection:
        connection.execute(
            update(tasks).where(tasks.c.id == task).values(assigned_at=at, active_at=at)
        )


def test_an_abandoned_task_is_reassigned(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"], size=1, abandon_after_days=7)
    task = crew.list_tasks(crew.ann)[0]
    with crew.database.write() as connection:
        started = start_task(connection, crew.ann, task.id)
    crew.change(crew.ann, started.set, ALL)
    age(crew, task.id, 8)
    with crew.database.write() as connection:  # the change counts as activity
        assert sweep_abandoned(connection, crew.manager, crew.project).abandoned == 0
        later = now() + 8 * _DAY
        record_beats(connection, crew.bob, crew.list_tasks(crew.bob)[0].id, [now() // 15_000])
        swept = sweep_abandoned(connection, crew.manager, crew.project, later)
    assert (swept.abandoned, swept.reassigned) == (2, 2)
    assert crew.list_tasks(crew.ann) == () == crew.list_tasks(crew.bob)
    assert len(crew.list_tasks(crew.cat)) == len(crew.list_tasks(crew.dan)) == 1
    with crew.database.read() as connection:
        kept = connection.execute(
            select(annotation_sets.c.state).where(annotation_sets.c.id == started.set)
        ).scalar_one()
        states = select(tasks.c.state, func.count()).group_by(tasks.c.state)
        counts = {row[0]: row[1] for row in connection.execute(states)}
    assert kept == "closed"
    assert counts == {TaskState.ABANDONED: 2, TaskState.ASSIGNED: 2}


def test_concurrent_sweeps_reassign_an_abandoned_task_once(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"], size=2, abandon_after_days=7)
    for task in crew.list_tasks(crew.ann):
        age(crew, task.id, 8)
    with ThreadPoolExecutor(4) as pool:
        swept = list(pool.map(lambda _: sweep_all(crew.database), range(4)))
    assert sum(swept) == 2
    assert len(crew.list_tasks(crew.bob)) == 2
    assert len(crew.list_tasks(crew.cat)) + len(crew.list_tasks(crew.dan)) == 2


def test_a_task_that_nobody_can_take_over_is_reported(crew: Crew) -> None:
    crew.make_batch(["ann", "bob", "cat", "dan"], size=1, abandon_after_days=7)
    age(crew, crew.list_tasks(crew.ann)[0].id, 8)
    with crew.database.write() as connection:
        swept = sweep_abandoned(connection, crew.manager, crew.project)
    assert (swept.abandoned, swept.reassigned, swept.unassigned) == (1, 0, 1)


def test_a_correction_starts_from_a_copy_and_requires_its_checklist(crew: Crew) -> None:
    crew.make_batch(["ann"], size=1, annotators_per_document=1)
    crew.annotate_all(crew.ann)
    batch = crew.make_batch(
        ["bob"],
        kind="correct",
        choice=ByName(("note-01",)),
        corrects="ann",
        checklist=("laterality", "span ends"),
    )
    task = crew.list_tasks(crew.bob)[0]
    with crew.database.write() as connection:
        started = start_task(connection, crew.bob, task.id)
        copied = read_set(connection, crew.bob, started.set)
        assert {mention.id for mention in copied.content.mentions} == {"m1", "m2", "m3"}
        assert [entry.source for entry in read_entries(connection, started.set)] == ["import"]
        tick_steps(connection, crew.bob, task.id, ["check:1"])
    with pytest.raises(Conflict) as caught:
        finish_task(crew.database, crew.bob, task.id)
    assert len(caught.value.details) == 1
    with crew.database.write() as connection:
        tick_steps(connection, crew.bob, task.id, ["check:1", "check:2"])
    finish_task(crew.database, crew.bob, task.id)
    assert crew.get_batch(batch).state == "annotated"


def test_a_correction_requires_finished_work(crew: Crew) -> None:
    crew.make_batch(["ann"], size=1, annotators_per_document=1)
    with pytest.raises(Conflict, match="ann has not finished 1 of 1"):
        crew.make_batch(["bob"], kind="correct", choice=ByName(("note-01",)), corrects="ann")
    with pytest.raises(InputError, match="to start from"):
        crew.make_batch(["bob"], kind="correct", choice=ByName(("note-01",)))


def test_trainees_see_the_consensus_when_they_are_done(crew: Crew) -> None:
    document = crew.documents["note-01"]
    with pytest.raises(Conflict, match="no consensus"):
        crew.make_batch(["ann"], kind="train", choice=ByName(("note-01",)))
    crew.world.add_set(document, crew.adele, "consensus", Exposure.SHARED)
    crew.make_batch(["ann", "bob"], kind="train", choice=ByName(("note-01",)))
    for steps, actor in ((ALL, crew.ann), (DIFFERENT, crew.bob)):
        task = crew.list_tasks(actor)[0]
        with crew.database.write() as connection:
            start_task(connection, actor, task.id)
        with crew.database.read() as connection:
            assert {row.kind for row in list_sets(connection, actor, document)} == {"human"}
        crew.annotate(actor, task, steps)
        with crew.database.read() as connection:
            kinds = [row.kind for row in list_sets(connection, actor, document)]
        assert sorted(kinds) == ["consensus", "human"]


def test_a_manager_does_not_see_the_work_of_others_while_annotating(crew: Crew) -> None:
    crew.world.join(crew.manager, Role.ANNOTATOR)
    document = crew.documents["note-01"]
    crew.world.add_set(document, crew.adele, "consensus", Exposure.SHARED)
    crew.make_batch(["owner", "ann"], size=1)
    with crew.database.read() as connection:
        assert list_sets(connection, crew.manager, document) == ()
