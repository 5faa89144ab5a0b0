"""Questions and comments over the API."""

from __future__ import annotations

import pytest
from tests.web.conftest import Server, Team
from tests.web.test_batches import TEXT, annotate

from goldsmith.core import Document
from goldsmith.errors import InputError, NotFound
from goldsmith.store.workflow.assignment import NewTasks
from goldsmith.store.workflow.choice import NextDocuments


def test_a_question_is_asked_answered_and_resolved(server: Server, team: Team) -> None:
    project, manager, ann = server.project, team.max, team.ann
    manager.documents.add(project, [Document("n1", TEXT)])
    iteration = manager.iterations.create(project, "production")
    batch = manager.batches.create(
        project, iteration.id, NextDocuments(1), assign=NewTasks(people=("ann", "bob"))
    )
    task = ann.tasks.get_next(project)
    ann.tasks.start(task.id)
    question = ann.comments.add(
        task.document, "C0853879 is not what this says.", "wrong-concept", start=34, end=50
    )
    assert manager.comments.list(project, unresolved=True).items == (question,)
    manager.comments.answer(question.id, "Choose another.")
    assert [entry.text for entry in ann.comments.list(project).items][-1] == "Choose another."
    assert ann.comments.resolve(question.id).resolved_at
    assert manager.comments.list(project, unresolved=True).items == ()
    assert manager.comments.reopen(question.id).resolved_at is None
    with pytest.raises(NotFound, match="no such comment"):
        team.bob.comments.answer(question.id, "Yes.")
    with pytest.raises(InputError, match="place"):
        ann.comments.add(task.document, "?", start=0, end=9999)
    for client in (ann, team.bob):
        annotate(client, project, ((34, 50),))
    assert team.bob.comments.list(project).items == ()
    assert team.adele.comments.list(project, document=task.document).items == ()
    manager.batches.measure(batch.id)
    manager.batches.close(batch.id)
    assert len(team.bob.comments.list(project).items) == 2
    assert len(team.adele.comments.list(project, document=task.document).items) == 2
