"""The chronicles of a project are made by a job, and read by its managers."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.project.jobs.conftest import Office
from tests.project.jobs.test_import import pack

from goldsmith.core import Document
from goldsmith.errors import Forbidden, NotFound
from goldsmith.project.patients.team import ProjectChronicles, open_project_chronicles
from goldsmith.store.access import Actor
from goldsmith_demo.make import make_documents


def make_notes(patients: int = 1) -> list[Document]:
    docs = make_documents(patients, seed=61)
    return [replace(doc, sets={"clef": doc.sets["clef"]}) for doc in docs]


@pytest.fixture
def filled(local: Office, tmp_path: Path) -> Office:
    local.run_import("notes.zip", pack(make_notes(), "corpus", tmp_path))
    return local


def open_chronicles(office: Office, actor: Actor | None = None) -> ProjectChronicles | None:
    with office.database.read() as connection:
        return open_project_chronicles(
            office.database, connection, actor or office.manager, office.project
        )


def test_chronicles_are_based_on_the_imported_documents(filled: Office) -> None:
    assert open_chronicles(filled) is None
    job = filled.run("chronicles")
    assert job.state == "done", job.error
    chronicles = open_chronicles(filled)
    assert chronicles is not None
    (patient,) = chronicles.list_patients()
    assert patient.documents == len(make_notes()) and patient.events > 10
    chronicle = chronicles.read(patient.id)
    texts = {doc.id: doc.text for doc in make_notes()}
    for event in chronicle.events:
        for entry in event.evidence:
            assert not entry.spans or entry.spans[-1].end <= len(texts[entry.document])
    assert chronicles.list_patients("nobody") == []
    with pytest.raises(NotFound, match="no chronicle"):
        chronicles.read("nobody")


def test_only_managers_see_chronicles(filled: Office) -> None:
    filled.run("chronicles")
    with pytest.raises(Forbidden):
        open_chronicles(filled, filled.ann)


def test_documents_without_a_patient_are_reported(local: Office, tmp_path: Path) -> None:
    doc = make_notes()[0]
    bare = replace(doc, metadata=replace(doc.metadata, patient=""))
    local.run_import("notes.zip", pack([bare], "corpus", tmp_path))
    job = local.run("chronicles")
    assert job.state == "failed"
    assert job.error and "no document names its patient" in job.error.message


def test_a_second_run_replaces_the_first(filled: Office) -> None:
    filled.run("chronicles")
    first = open_chronicles(filled)
    filled.run("chronicles", source="model")
    second = open_chronicles(filled)
    assert first and second and first.folder != second.folder
    assert first.list_patients() == second.list_patients()
