"""The model in the loop: gold, training, suggestions, ranking, release."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, update
from tests.project.jobs.conftest import Office
from tests.project.jobs.test_import import get_message, pack

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.errors import Conflict, InputError, NotFound
from goldsmith.project.exchange.downloads import find_release_file
from goldsmith.project.releases.shelf import require_release
from goldsmith.project.suggestions.answer import Answer, BulkAnswer, accept, accept_all, reject
from goldsmith.store.access import Actor
from goldsmith.store.jobs.models import list_models
from goldsmith.store.jobs.releases import list_releases
from goldsmith.store.journal.writer import JournalWriter
from goldsmith.store.sets import read_set
from goldsmith.store.suggestions import CONFIDENCE, TaskSuggestions, read_suggestions
from goldsmith.store.tables import (
    annotation_sets,
    batch_documents,
    batches,
    documents,
    iterations,
    new_id,
    now,
    tasks,
)

PHRASES = ["carcinoma", "pneumonia", "asthma", "melanoma", "diabetes"]


def make_documents(count: int = 24) -> list[Document]:
    docs = []
    for number in range(count):
        words = [PHRASES[(number + shift) % len(PHRASES)] for shift in range(3)]
        text = f"The patient has {words[0]}. She denies {words[1]}. History of {words[2]}."
        mentions = tuple(
            Mention(f"T{index}", "Condition", (Span(start, start + len(word)),))
            for index, word in enumerate(words)
            if (start := text.index(word)) >= 0
        )
        docs.append(Document(f"n{number:02}", text, sets={"c": AnnotationSet("c", mentions)}))
    return docs


@pytest.fixture
def gold(office: Office, tmp_path: Path) -> Office:
    """Import documents with a consensus, and some without any set."""
    docs = make_documents()
    bare = [Document(f"bare-{doc.id}", doc.text) for doc in docs[:6]]
    job = office.run_import("a.zip", pack([*docs, *bare], "corpus", tmp_path))
    assert job.state == "done", job.error
    with office.database.write() as connection:
        connection.execute(update(annotation_sets).values(kind="consensus"))
    return office


def add_task(office: Office, name: str, arm: str, actor: Actor) -> tuple[str, str]:
    """Give a person a task on a document, and return the task and their set."""
    with office.database.write() as connection:
        query = documents.select().where(documents.c.name == name)
        document = connection.execute(query).one().id
        iteration, batch, task = new_id(), new_id(), new_id()
        connection.execute(
            insert(iterations).values(
                id=iteration,
                project=office.project,
                name=iteration,
                kind="production",
                phase="closed",
                position=0,
                created_at=now(),
            )
        )
        connection.execute(
            insert(batches).values(
                id=batch,
                project=office.project,
                iteration=iteration,
                name=batch,
                state="open",
                position=0,
                created_at=now(),
            )
        )
        connection.execute(
            insert(batch_documents).values(batch=batch, document=document, position=0)
        )
    set_id = office.world.add_set(document, actor)
    with office.database.write() as connection:
        connection.execute(
            insert(tasks).values(
                id=task,
                project=office.project,
                batch=batch,
                document=document,
                person=actor.person,
                set=set_id,
                kind="annotate",
                state="started",
                arm=arm,
                position=0,
                assigned_at=now(),
            )
        )
    return task, set_id


def read(office: Office, task: str, actor: Actor) -> TaskSuggestions:
    with office.database.read() as connection:
        return read_suggestions(connection, actor, task)


def test_a_model_is_trained_and_then_suggests_and_ranks(gold: Office) -> None:
    job = gold.run("training", name="m1", hold_out=0.25)
    assert job.state == "done", job.error
    with gold.database.read() as connection:
        [model] = list_models(connection, gold.manager, gold.project).models
    assert model.name == "m1"
    assert model.figures.documents == 18
    assert model.figures.test_documents == 6
    assert (model.figures.scores["spans"]["strict"] or 0) > 0.5
    with pytest.raises(InputError, match="a model called m1"):
        gold.submit("training", name="m1")
    task, _ = add_task(gold, "bare-n00", "assisted", gold.ann)
    job = gold.run("suggestions", source="model", model="m1")
    assert job.state == "done", job.error
    [offer] = read(gold, task, gold.ann).suggestions
    assert offer.source == "suggested-m1"
    assert {mention.type for mention in offer.content.mentions} == {"Condition"}
    assert all(0 < float(m.attributes[CONFIDENCE]) <= 1 for m in offer.content.mentions)
    ranked = gold.run("rank", model="m1", limit=4)
    assert ranked.result is not None, ranked.error
    assert len(ranked.result["documents"]) == 4
    assert "bare-n00" not in ranked.result["documents"]
    with pytest.raises(InputError, match="no model called"):
        gold.submit("rank", model="m2")


def test_suggestions_are_accepted_and_rejected_as_changes(gold: Office) -> None:
    task, set_id = add_task(gold, "bare-n01", "assisted", gold.ann)
    job = gold.run("suggestions", source="dictionary", type="Condition", threshold=0)
    assert job.state == "done", job.error
    offer = read(gold, task, gold.ann).suggestions[0]
    first, second, *rest = [mention.id for mention in offer.content.mentions]
    writer = JournalWriter(gold.database)
    try:
        answer = Answer("change-1", (first,))
        receipt = accept(gold.database, writer.append, gold.ann, task, answer)
        assert accept(gold.database, writer.append, gold.ann, task, answer) == receipt
        reject(gold.database, writer.append, gold.ann, task, Answer("change-2", (second,)))
        offer = read(gold, task, gold.ann).suggestions[0]
        assert (offer.accepted, offer.rejected) == ((first,), (second,))
        if rest:
            accept_all(gold.database, writer.append, gold.ann, task, BulkAnswer("change-3"))
        with pytest.raises(InputError, match="nothing to accept"):
            accept_all(gold.database, writer.append, gold.ann, task, BulkAnswer("change-4"))
        with pytest.raises(InputError, match="no suggestion"):
            accept(gold.database, writer.append, gold.ann, task, Answer("change-5", ("x",)))
    finally:
        writer.close()
    with gold.database.read() as connection:
        view = read_set(connection, gold.ann, set_id)
    assert {mention.id for mention in view.content.mentions} == {first, *rest}
    assert view.content.rejected == (second,)
    assert all(not mention.attributes for mention in view.content.mentions)


def test_suggesting_again_replaces_suggestions_and_keeps_answers(gold: Office) -> None:
    task, set_id = add_task(gold, "bare-n01", "assisted", gold.ann)
    gold.run("suggestions", source="dictionary", type="Condition", threshold=0)
    [offer] = read(gold, task, gold.ann).suggestions
    first, second, *_ = [mention.id for mention in offer.content.mentions]
    writer = JournalWriter(gold.database)
    try:
        accept(gold.database, writer.append, gold.ann, task, Answer("change-1", (first,)))
        reject(gold.database, writer.append, gold.ann, task, Answer("change-2", (second,)))
    finally:
        writer.close()
    gold.run("suggestions", source="dictionary", type="Condition", threshold=0)
    [again] = read(gold, task, gold.ann).suggestions
    assert again.set != offer.set and again.content == offer.content
    assert again.accepted == (first,) and again.rejected == (second,)
    with gold.database.read() as connection:
        content = read_set(connection, gold.ann, set_id).content
    assert [mention.id for mention in content.mentions] == [first]
    assert content.rejected == (second,)


def test_people_are_suggested_by_rules(gold: Office) -> None:
    task, _ = add_task(gold, "bare-n02", "assisted", gold.ann)
    job = gold.run("suggestions", source="people", type="Condition", rules=["pronouns"])
    assert job.state == "done", job.error
    [offer] = read(gold, task, gold.ann).suggestions
    assert offer.content.mentions


def test_blind_annotators_get_no_suggestions(gold: Office) -> None:
    blind, _ = add_task(gold, "bare-n03", "blind", gold.ann)
    before = read(gold, blind, gold.ann)
    gold.run("suggestions", source="dictionary", type="Condition")
    assert read(gold, blind, gold.ann) == before
    assert before.suggestions == ()
    with pytest.raises(NotFound):
        read(gold, blind, gold.manager)
    with gold.database.write() as connection:
        connection.execute(update(tasks).values(set=None))
    with pytest.raises(Conflict, match="not been started"):
        read(gold, blind, gold.ann)


def test_a_release_of_the_consensus_is_made_once_and_verified(gold: Office, tmp_path: Path) -> None:
    arguments: dict[str, Any] = {
        "name": "breast",
        "version": "1.0",
        "split": {"train": "0.75", "test": "0.25"},
    }
    job = gold.run("release", **arguments)
    assert job.state == "done", job.error
    assert job.result is not None and job.result["documents"] == 24
    with gold.database.read() as connection:
        [row] = list_releases(connection, gold.manager, gold.project).releases
    assert (row.name, row.version, row.person) == ("breast", "1.0", "mia")
    path = find_release_file(gold.database, gold.manager, row.id)
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        archive.extractall(tmp_path / "taken")
    release = require_release(str(tmp_path / "taken" / "breast-1.0"))
    assert release.release.seal == row.seal
    assert len(release.open_splits()) == 2
    with pytest.raises(InputError, match="exists already"):
        gold.submit("release", **arguments)


def test_a_release_without_documents_fails_and_leaves_no_files(office: Office) -> None:
    job = office.run("release", name="breast", version="1.0")
    get_message(job)
    assert not list((office.database.folder / "files").rglob("*.zip"))
