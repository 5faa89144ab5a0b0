"""Comments are visible to their authors, to managers, and to everybody who may see the set."""

from __future__ import annotations

import pytest
from sqlalchemy import update
from tests.store.workflow.crew import Crew

from goldsmith.errors import Conflict, InputError, NotFound
from goldsmith.store.access import Actor, Exposure
from goldsmith.store.tables import annotation_sets
from goldsmith.store.workflow.comments import (
    NewAnswer,
    NewComment,
    add_answer,
    add_comment,
    list_comments,
    resolve_comment,
)
from goldsmith.store.workflow.working import start_task


def list_texts(crew: Crew, actor: Actor, **criteria: object) -> list[str]:
    with crew.database.read() as connection:
        page = list_comments(connection, actor, crew.project, **criteria)  # type: ignore[arg-type]
    return [comment.text for comment in page.items]


def ask(crew: Crew) -> str:
    """Add a question by Ann on her first document and return its id."""
    crew.make_batch(["ann", "bob"], size=1)
    task = crew.list_tasks(crew.ann)[0]
    with crew.database.write() as connection:
        start_task(connection, crew.ann, task.id)
        question = NewComment("Is this a locus?", "question", 5, 11)
        return add_comment(connection, crew.ann, task.document, question).id


def test_others_see_a_comment_only_when_they_see_the_set(crew: Crew) -> None:
    question = ask(crew)
    with crew.database.write() as connection:
        add_answer(connection, crew.manager, question, NewAnswer("Yes."))
        for actor in (crew.bob, crew.cat, crew.adele):
            with pytest.raises(NotFound, match="no such comment"):
                add_answer(connection, actor, question, NewAnswer("No."))
    assert list_texts(crew, crew.ann) == ["Is this a locus?", "Yes."]
    assert list_texts(crew, crew.manager) == ["Is this a locus?", "Yes."]
    assert list_texts(crew, crew.bob) == [] == list_texts(crew, crew.adele)
    for actor in (crew.ann, crew.bob):
        crew.annotate_all(actor)
        for task in crew.list_tasks(actor):
            if task.state != "done":
                crew.annotate(actor, task)
    assert list_texts(crew, crew.adele) == []  # it would reveal whose work a version is
    assert list_texts(crew, crew.bob) == []
    with crew.database.write() as connection:
        connection.execute(update(annotation_sets).values(exposure=Exposure.SHARED))
    assert list_texts(crew, crew.bob) == ["Is this a locus?", "Yes."]
    assert list_texts(crew, crew.cat) == []


def test_questions_are_resolved_and_reopened(crew: Crew) -> None:
    question = ask(crew)
    with crew.database.write() as connection:
        answer = add_answer(connection, crew.manager, question, NewAnswer("Yes."))
        resolved = resolve_comment(connection, crew.ann, question)
        assert resolved.resolved_at
        assert resolve_comment(connection, crew.ann, question) == resolved
        with pytest.raises(Conflict, match="Resolve the question"):
            resolve_comment(connection, crew.ann, answer.id)
    assert list_texts(crew, crew.manager, unresolved=True) == []
    with crew.database.write() as connection:
        resolve_comment(connection, crew.manager, question, is_resolved=False)
    assert list_texts(crew, crew.manager, unresolved=True, kind="question") == ["Is this a locus?"]


def test_a_comment_requires_a_valid_span_and_a_started_task(crew: Crew) -> None:
    crew.make_batch(["ann", "bob"], size=1)
    document = crew.list_tasks(crew.ann)[0].document
    with crew.database.write() as connection:
        with pytest.raises(Conflict, match="Start it first"):
            add_comment(connection, crew.ann, document, NewComment("Why?"))
        for start, end in ((5, 4000), (9, 5), (5, None)):
            with pytest.raises(InputError, match="place"):
                add_comment(
                    connection, crew.manager, document, NewComment("Why?", "comment", start, end)
                )
        with pytest.raises(NotFound, match="no such document"):
            add_comment(connection, crew.cat, document, NewComment("Why?"))
        remark = NewComment("For those who see all documents")
        add_comment(connection, crew.manager, document, remark)
    assert list_texts(crew, crew.adele) == [remark.text]
    assert list_texts(crew, crew.ann) == []
