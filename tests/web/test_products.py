"""Results of jobs over the API: releases, models, suggestions."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import insert, update
from tests.web.conftest import Server, Team

from goldsmith.core import AnnotationSet, Mention, Span
from goldsmith.errors import Forbidden, InputError, NotFound
from goldsmith.project.jobs.worker import run_next
from goldsmith.store.access import Exposure
from goldsmith.store.audit import AuditFilter
from goldsmith.store.bulk import NewSet, insert_sets
from goldsmith.store.tables import (
    annotation_sets,
    batches,
    iterations,
    new_id,
    now,
    tasks,
)

CANCER = Mention("T1", "Condition", (Span(25, 50),))
FEVER = Mention("T2", "Condition", (Span(74, 79),), {"suggestion:confidence": "0.40"})


def add_sets(server: Server, document: str, kind: str, *mentions: Mention) -> None:
    part = AnnotationSet(kind, mentions)
    new = NewSet(document, part, kind, "system", Exposure.FINISHED)
    with server.workbench.database.write() as connection:
        insert_sets(connection, server.world.owner, server.project, [new])


def add_task(server: Server, team: Team, document: str, arm: str) -> str:
    set_id = server.world.add_set(document, team.people["ann"])
    iteration, batch, task = new_id(), new_id(), new_id()
    common = {"project": server.project, "created_at": now(), "position": 0}
    with server.workbench.database.write() as connection:
        connection.execute(
            insert(iterations).values(
                id=iteration, name="i", kind="production", phase="closed", **common
            )
        )
        connection.execute(
            insert(batches).values(id=batch, iteration=iteration, name="b", state="open", **common)
        )
        connection.execute(
            insert(tasks).values(
                id=task,
                project=server.project,
                batch=batch,
                document=document,
                person=team.people["ann"].person,
                set=set_id,
                kind="annotate",
                state="started",
                arm=arm,
                position=0,
                assigned_at=now(),
            )
        )
    return task


def test_readers_and_managers_download_a_release(
    server: Server, team: Team, tmp_path: Path
) -> None:
    add_sets(server, server.world.add_document(), "consensus", CANCER)
    job = team.max.jobs.submit(server.project, "release", name="gold", version="1")
    assert run_next(server.workbench.database, "worker")
    assert team.max.jobs.get(job.id).state == "done", team.max.jobs.get(job.id).error
    for client in (team.rita, team.max):
        [release] = client.releases.list(server.project)
        path = client.releases.download(release.id, tmp_path / "gold.zip")
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
            assert "gold-1/release.json" in archive.namelist()
    for client in (team.ann, team.adele, team.edith):
        with pytest.raises(Forbidden):
            client.releases.list(server.project)
        with pytest.raises(Forbidden):
            client.releases.download(release.id, tmp_path / "no.zip")
    with pytest.raises(NotFound):
        team.stranger.releases.download(release.id, tmp_path / "no.zip")
    assert not (tmp_path / "no.zip").exists()
    log = team.owner.audit.list(AuditFilter(project=server.project, action="release"))
    assert [entry.action for entry in log.items].count("release.download") == 2


def test_only_managers_see_models(server: Server, team: Team) -> None:
    assert team.max.models.list(server.project) == ()
    with pytest.raises(Forbidden):
        team.ann.models.list(server.project)


def test_suggestions_are_answered_over_the_api(server: Server, team: Team) -> None:
    document = server.world.add_document()
    add_sets(server, document, "suggestion", CANCER, FEVER)
    task = add_task(server, team, document, "assisted")
    [offer] = team.ann.suggestions.read(task).suggestions
    assert [mention.id for mention in offer.content.mentions] == ["T1", "T2"]
    receipt = team.ann.suggestions.accept_all(task, threshold=0.9, id="change-1")
    assert team.ann.suggestions.accept_all(task, threshold=0.9, id="change-1") == receipt
    team.ann.suggestions.reject(task, ["T2"], id="change-2")
    [offer] = team.ann.suggestions.read(task).suggestions
    assert (offer.accepted, offer.rejected) == (("T1",), ("T2",))
    set_id = team.ann.suggestions.read(task).set
    origins = team.ann.sets.get_origins(set_id)
    assert origins["T1"]["spans"].source == "suggestion"
    team.ann.sets.undo(set_id)
    assert team.ann.suggestions.read(task).suggestions[0].rejected == ()
    with pytest.raises(InputError, match="no suggestion"):
        team.ann.suggestions.accept(task, ["T9"])


def test_blind_tasks_have_no_suggestions_and_tasks_of_others_do_not_exist(
    server: Server, team: Team
) -> None:
    document = server.world.add_document()
    task = add_task(server, team, document, "blind")
    before = team.ann.suggestions.read(task)
    add_sets(server, document, "suggestion", CANCER)
    assert team.ann.suggestions.read(task) == before
    for client in (team.bob, team.max, team.stranger):
        with pytest.raises(NotFound):
            client.suggestions.read(task)
    with server.workbench.database.write() as connection:
        suggested = annotation_sets.c.kind == "suggestion"
        connection.execute(update(annotation_sets).where(suggested).values(exposure="shared"))
        connection.execute(update(tasks).values(state="done"))
    assert len(team.ann.suggestions.read(task).suggestions) == 1
