"""Exports: sets that managers may see, in any format, or an error that names the losses."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import update
from tests.project.jobs.conftest import Office
from tests.project.jobs.test_import import BIOPSY, CANCER, TEXT, get_message, pack

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Relation, Span
from goldsmith.errors import InputError
from goldsmith.formats import Reader
from goldsmith.project.exchange.downloads import find_file
from goldsmith.store.jobs.model import Job
from goldsmith.store.tables import annotation_sets


def make_documents() -> list[Document]:
    links = (Relation("R1", "has_finding", "T1", "T2"),)
    ann = AnnotationSet("ann", (BIOPSY, CANCER), links)
    bob = AnnotationSet("bob", (Mention("T9", "Condition", (Span(55, 60),)),))
    return [
        Document(f"note-{number}", TEXT, Metadata(patient=f"P{number}"), sets=sets)
        for number, sets in enumerate([{"ann": ann, "bob": bob}, {"ann": ann}, {}])
    ]


@pytest.fixture
def filled(office: Office, tmp_path: Path) -> Office:
    job = office.run_import("a.zip", pack(make_documents(), "corpus", tmp_path))
    assert job.state == "done", job.error
    return office


def read_result(office: Office, job: Job, fmt: str) -> list[Document]:
    assert job.state == "done", job.error
    return list(Reader(find_file(office.database, office.manager, job.id), fmt))


def strip(docs: list[Document]) -> list[object]:
    """Return what survives a round trip: order and ids of annotations, not their recorded text."""
    return [
        (
            doc.id,
            doc.text,
            doc.metadata,
            {
                name: (
                    [(m.id, m.type, m.spans) for m in part.mentions],
                    [(r.id, r.type, r.arg1, r.arg2) for r in part.relations],
                )
                for name, part in doc.sets.items()
            },
        )
        for doc in docs
    ]


@pytest.mark.parametrize("fmt", ["corpus", "jsonl", "parquet"])
def test_everything_can_be_read_back(filled: Office, fmt: str) -> None:
    job = filled.run("export", format=fmt)
    assert strip(read_result(filled, job, fmt)) == strip(make_documents())


def test_one_set_can_be_exported_to_a_format_without_set_names(filled: Office) -> None:
    job = filled.run("export", format="brat", selection={"sets": ["ann"]}, allow_loss=["all"])
    docs = read_result(filled, job, "brat")
    assert [doc.id for doc in docs] == ["note-0", "note-1"]
    assert len(docs[0].sets["gold"].mentions) == 2


def test_refusal_of_a_loss_names_what_would_be_lost(filled: Office) -> None:
    job = filled.run("export", format="brat", selection={"sets": ["ann"]})
    message = get_message(job)
    assert "cannot carry: metadata" in message and "nothing was written" in message
    assert job.error is not None and job.error.remedy == "allow-loss"
    assert not list((filled.database.folder / "files").rglob("*.zip"))


def test_private_sets_stay_private(filled: Office) -> None:
    with filled.database.write() as connection:
        bob = annotation_sets.c.name == "bob"
        connection.execute(
            update(annotation_sets).where(bob).values(exposure="private", owner=filled.ann.person)
        )
    job = filled.run("export", format="corpus", with_journal=True)
    assert {name for doc in read_result(filled, job, "corpus") for name in doc.sets} == {"ann"}
    with zipfile.ZipFile(find_file(filled.database, filled.manager, job.id)) as archive:
        lines = [json.loads(line) for line in archive.read("journal.jsonl").splitlines()]
        assert archive.read("decisions.jsonl") == b""
    assert {(line["document"], line["set"], line["person"]) for line in lines} == {
        ("note-0", "ann", "mia"),
        ("note-1", "ann", "mia"),
    }


def test_kinds_select_documents(filled: Office) -> None:
    job = filled.run("export", format="jsonl", selection={"kinds": ["consensus"]})
    assert job.result is not None and job.result["documents"] == 0


def test_an_unknown_batch_or_format_is_refused(filled: Office) -> None:
    assert "no such batch" in get_message(filled.run("export", selection={"batch": "b9"}))
    with pytest.raises(InputError, match="no format called"):
        filled.submit("export", format="bratt")
    with pytest.raises(InputError, match="needs the format corpus"):
        filled.submit("export", format="jsonl", with_journal=True)
