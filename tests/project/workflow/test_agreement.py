"""Agreement of batches equals `goldsmith.agree` and respects exclusions, marks and kinds."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.store.workflow.crew import ALL, BIOPSY, CONDITION, DIFFERENT, Crew

import goldsmith
from goldsmith.core import Mention, Span
from goldsmith.errors import Conflict, Forbidden
from goldsmith.project.workflow.agreement import close_measured, get_agreement, measure_batch
from goldsmith.project.workflow.effort import compare_arms, plan_effort
from goldsmith.project.workflow.views import view_agreement
from goldsmith.store.access import Exposure
from goldsmith.store.database import Database
from goldsmith.store.journal.steps import AddMention, Step
from goldsmith.store.loading import load_documents
from goldsmith.store.tables import metadata, now
from goldsmith.store.workflow.batch_making import (
    BatchChange,
    DocumentMark,
    change_batch,
    mark_document,
)
from goldsmith.store.workflow.beats import record_beats
from goldsmith.store.workflow.choice import ByName
from goldsmith.store.workflow.exclusions import exclude_annotator, restore_annotator
from goldsmith.store.workflow.progress import read_progress
from goldsmith.store.workflow.states import (
    Adjudication,
    begin_adjudication,
    close_batch,
    put_forward,
)
from goldsmith.store.workflow.terms import BatchSettings
from goldsmith.store.workflow.working import start_task

#: Compared with ALL: one exact, one partial, one missing and one extra mention.
PARTLY: tuple[Step, ...] = (
    AddMention(CONDITION),
    AddMention(Mention("m2", "Investigation", (Span(0, 11),))),
    AddMention(Mention("x", "Result", (Span(74, 79),))),
)


@pytest.fixture
def crew(tmp_path: Path) -> Crew:
    database = Database(tmp_path)
    metadata.create_all(database.engine)
    return Crew(database)


def test_values_equal_those_of_agree(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=3)
    crew.annotate_all(crew.ann)
    crew.annotate_all(crew.bob, PARTLY)
    measured = measure_batch(crew.database, crew.manager, batch.id)
    ids = [crew.documents[f"note-0{n}"] for n in (1, 2, 3)]
    with crew.database.read() as connection:
        docs = load_documents(connection, crew.manager, crew.project, ids)
    expected = goldsmith.agree(docs, ["ann", "bob"], task="clef", intervals=True)
    assert expected.pooled is not None
    assert measured.results == expected.pooled.results
    assert measured.headline.entity == expected.pooled.results["spans"].get_value("lenient")
    assert measured.headline.entity == pytest.approx((2 * 1 + 1) / 6)
    assert not measured.headline.passed
    assert get_agreement(crew.database, crew.manager, batch.id) == measured
    with pytest.raises(Forbidden):
        get_agreement(crew.database, crew.ann, batch.id)


def test_dropped_documents_do_not_count_and_can_be_restored(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=2)
    crew.annotate_all(crew.ann)
    first, second = crew.list_tasks(crew.bob)
    crew.annotate(crew.bob, first)
    crew.annotate(crew.bob, second, DIFFERENT)
    mark = DocumentMark(dropped=True, reason="the note is of another patient")
    with crew.database.write() as connection:
        mark_document(connection, crew.manager, batch.id, second.document, mark)
    measured = measure_batch(crew.database, crew.manager, batch.id)
    assert (measured.documents, measured.headline.entity) == (1, 1)
    with crew.database.write() as connection:
        mark_document(connection, crew.manager, batch.id, second.document, DocumentMark())
    view = view_agreement(crew.database, crew.manager, crew.project)
    assert view.documents == 2
    assert view.results["spans"].get_value("lenient") == pytest.approx(6 / 11)


def test_types_can_be_restricted(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=1)
    crew.annotate_all(crew.ann)
    crew.annotate_all(crew.bob, PARTLY)
    with crew.database.write() as connection:
        settings = BatchSettings(types=("Condition",))
        change_batch(connection, crew.manager, batch.id, BatchChange(settings=settings))
    measured = measure_batch(crew.database, crew.manager, batch.id)
    assert measured.headline.entity == 1
    assert [*measured.results["spans"].rows] == ["Condition"]
    assert measured.types == ("Condition",)


def test_a_rogue_annotator_can_be_excluded_and_restored(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob", "cat"], size=1, annotators_per_document=3)
    crew.annotate_all(crew.ann)
    crew.annotate_all(crew.bob)
    crew.annotate_all(crew.cat, DIFFERENT)
    assert len(measure_batch(crew.database, crew.manager, batch.id).pairs) == 3
    with crew.database.write() as connection:
        exclude_annotator(connection, crew.manager, crew.project, "cat", "marks at random")
    measured = measure_batch(crew.database, crew.manager, batch.id)
    assert [(pair.first, pair.second) for pair in measured.pairs] == [("ann", "bob")]
    assert measured.headline.entity == 1
    with crew.database.write() as connection:
        restore_annotator(connection, crew.manager, crew.project, "cat")
    view = view_agreement(crew.database, crew.manager, crew.project, by="pair")
    assert [*view.slices] == ["ann – bob", "ann – cat", "bob – cat"]


def test_trainees_are_compared_with_the_consensus(crew: Crew) -> None:
    document = crew.documents["note-01"]
    gold = crew.world.add_set(document, crew.adele, "consensus", Exposure.FINISHED)
    crew.change(crew.adele, gold, ALL, "adjudication")
    batch = crew.make_batch(["ann", "bob"], kind="train", choice=ByName(("note-01",)))
    crew.annotate_all(crew.ann)
    crew.annotate_all(crew.bob, PARTLY)
    measured = measure_batch(crew.database, crew.manager, batch.id)
    assert measured.basis == "consensus"
    values = {
        pair.first: pair.results["spans"].get_value("lenient") for pair in measured.with_consensus
    }
    assert values == {"ann": 1, "bob": 0.5}
    assert measured.headline.entity == pytest.approx(9 / 12)
    with crew.database.write() as connection:
        close_batch(connection, crew.manager, batch.id)
    among = {
        name: view_agreement(crew.database, crew.manager, crew.project, among=name).documents
        for name in ("annotators", "trainees", "consensus")
    }
    assert among == {"annotators": 0, "trainees": 1, "consensus": 1}


def test_closing_compares_annotators_with_the_consensus(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=1)
    crew.annotate_all(crew.ann)
    crew.annotate_all(crew.bob, PARTLY)
    measure_batch(crew.database, crew.manager, batch.id)
    with crew.database.write() as connection:
        put_forward(connection, crew.manager, batch.id, "few mentions")
        begin_adjudication(connection, crew.manager, batch.id, Adjudication())
    gold = crew.world.add_set(crew.documents["note-01"], crew.adele, "consensus", Exposure.FINISHED)
    crew.change(crew.adele, gold, ALL, "adjudication")
    assert close_measured(crew.database, crew.manager, batch.id).state == "closed"
    view = view_agreement(crew.database, crew.manager, crew.project, among="consensus", by="pair")
    values = {name: results["spans"].get_value("lenient") for name, results in view.slices.items()}
    assert values == {"ann – consensus": 1, "bob – consensus": 0.5}
    with crew.database.read() as connection:
        board = {row.name: row for row in read_progress(connection, crew.manager, crew.project)}
    assert board["bob"].consensus is not None
    assert board["bob"].consensus.entity == 0.5


def test_snippets_are_compared_separately(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=1, snippet_sentences=1)
    for actor in (crew.ann, crew.bob):
        for task, mentions in zip(crew.list_tasks(actor), ((CONDITION, BIOPSY), ()), strict=True):
            crew.annotate(actor, task, [AddMention(mention) for mention in mentions])
    measured = measure_batch(crew.database, crew.manager, batch.id)
    assert measured.headline.entity == 1
    assert measured.results["spans"].micro is not None
    assert measured.results["spans"].micro.counts["a"] == 2


def test_a_batch_with_nothing_to_compare_passes(crew: Crew) -> None:
    batch = crew.make_batch(["ann"], size=1, annotators_per_document=1)
    with pytest.raises(Conflict, match="not annotated"):
        measure_batch(crew.database, crew.manager, batch.id)
    crew.annotate_all(crew.ann, ())
    measured = measure_batch(crew.database, crew.manager, batch.id)
    assert (measured.basis, measured.headline.passed) == ("nothing", True)


def test_progress_shows_who_falls_behind_and_who_agrees_poorly(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob", "cat"], size=6, annotators_per_document=3)
    slot = now() // 15_000
    for actor, steps, beats in (
        (crew.ann, ALL, 4),
        (crew.bob, ALL, 4),
        (crew.cat, DIFFERENT, 20),
    ):
        for task in crew.list_tasks(actor):
            with crew.database.write() as connection:
                start_task(connection, actor, task.id)
                record_beats(connection, actor, task.id, range(slot - beats + 1, slot + 1))
            crew.annotate(actor, task, steps)
    measure_batch(crew.database, crew.manager, batch.id)
    crew.make_batch(["dan", "ann"], size=1)
    with crew.database.read() as connection:
        board = {row.name: row for row in read_progress(connection, crew.manager, crew.project)}
        with pytest.raises(Forbidden):
            read_progress(connection, crew.ann, crew.project)
    assert board["ann"].tasks == {"assigned": 1, "done": 6}
    assert board["ann"].words_per_hour == pytest.approx(13 * 60)
    assert [(partner.name, partner.entity) for partner in board["ann"].partners] == [
        ("bob", 1),
        ("cat", 0),
    ]
    assert board["ann"].warnings == ()  # bob agrees with her; cat agrees with nobody
    assert set(board["cat"].warnings) == {"agreement", "slow"}
    assert board["dan"].warnings == ("behind",)
    effort = plan_effort(crew.database, crew.manager, crew.project, hours=10)
    assert effort.is_measured
    assert effort.minutes_per_annotation == pytest.approx((1 + 1 + 5) / 3)
    assert effort.documents == int(10 / ((7 / 3 * 2 + 15) / 60))


def test_arms_are_compared(crew: Crew) -> None:
    batch = crew.make_batch(["ann", "bob"], size=4, arms="random", seed=2)
    slot = now() // 15_000
    for actor in (crew.ann, crew.bob):
        for task in crew.list_tasks(actor):
            count = 4 if task.arm == "assisted" else 8
            with crew.database.write() as connection:
                start_task(connection, actor, task.id)
                record_beats(connection, actor, task.id, range(slot - count + 1, slot + 1))
            crew.annotate(actor, task)
    measure_batch(crew.database, crew.manager, batch.id)
    blind, assisted = compare_arms(crew.database, crew.manager, crew.project)
    assert blind.words_per_hour is not None
    assert assisted.words_per_hour == pytest.approx(2 * blind.words_per_hour)
    assert {blind.entity, assisted.entity} <= {1, None}
