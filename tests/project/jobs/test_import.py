"""Imports are all or nothing, whatever is uploaded."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pytest
from sqlalchemy import func, select
from tests.project.jobs.conftest import Office

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Span
from goldsmith.errors import InputError
from goldsmith.formats import write
from goldsmith.project.jobs.worker import run_next
from goldsmith.store.documents import DocumentFilter, list_documents
from goldsmith.store.jobs.model import Job
from goldsmith.store.jobs.views import cancel_job
from goldsmith.store.journal.verify import find_faults
from goldsmith.store.loading import load_documents
from goldsmith.store.tables import annotation_sets, documents, patient_records, projects

TEXT = "Core biopsy confirmed an invasive ductal carcinoma. No fever."
BIOPSY = Mention("T1", "Investigation", (Span(0, 11),))
CANCER = Mention("T2", "Condition", (Span(25, 50),))
#: Formats that carry the documents below without loss.
FORMATS = ["brat", "corpus", "jsonl", "xmi", "bioc-xml", "cas-json", "parquet"]


def make_documents(count: int = 3) -> list[Document]:
    sets = {"ann": AnnotationSet("ann", (BIOPSY, CANCER))}
    return [Document(f"note-{number}", TEXT, sets=sets) for number in range(count)]


def pack(docs: list[Document], fmt: str, folder: Path) -> bytes:
    """Return documents in a format, as a zip of its files."""
    out = folder / f"packed-{fmt}"
    write(docs, out, fmt, allow_loss=["all"])
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(out.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(out))
    return buffer.getvalue()


def make_tar(name: str, content: bytes, mode: Literal["w", "w:gz"]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:
        info = tarfile.TarInfo(name)
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def make_zip(members: Mapping[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def load(office: Office) -> list[Document]:
    with office.database.read() as connection:
        query = select(documents.c.id).where(documents.c.project == office.project)
        ids = list(connection.execute(query.order_by(documents.c.position)).scalars())
        return load_documents(connection, office.manager, office.project, ids)


def count_rows(office: Office) -> tuple[int, int, int]:
    """Return the numbers of documents, sets and projects in the whole database."""
    with office.database.read() as connection:
        numbers = [
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (documents, annotation_sets, projects)
        ]
        assert list(find_faults(connection)) == []
    return numbers[0], numbers[1], numbers[2]


def get_message(job: Job) -> str:
    assert job.state == "failed"
    assert job.error is not None
    assert "carcinoma" not in job.error.message
    return job.error.message


@pytest.mark.parametrize("fmt", FORMATS)
def test_documents_and_their_sets_are_imported(local: Office, tmp_path: Path, fmt: str) -> None:
    docs = make_documents()
    job = local.run_import("notes.zip", pack(docs, fmt, tmp_path), format=fmt, set_name="ann")
    assert job.state == "done", job.error
    assert job.result is not None and job.result["documents"] == 3
    loaded = load(local)
    assert [(doc.id, doc.text) for doc in loaded] == [(doc.id, doc.text) for doc in docs]
    for doc in loaded:
        [annotation_set] = doc.sets.values()
        assert [(m.type, m.spans) for m in annotation_set.mentions] == [
            ("Investigation", (Span(0, 11),)),
            ("Condition", (Span(25, 50),)),
        ]
    assert count_rows(local) == (3, 3, 1)


def test_sets_are_of_kind_import_unless_imported_as_the_work_of_a_member(
    office: Office, tmp_path: Path
) -> None:
    content = pack(make_documents(1), "corpus", tmp_path)
    office.run_import("a.zip", content)
    with office.database.read() as connection:
        row = connection.execute(select(annotation_sets)).one()
        assert (row.kind, row.owner, row.exposure) == ("import", None, "finished")
    other = [Document("other", TEXT, sets=make_documents(1)[0].sets)]
    office.run_import("b.zip", pack(other, "jsonl", tmp_path), as_work=True)
    with office.database.read() as connection:
        query = select(annotation_sets).where(annotation_sets.c.kind == "human")
        row = connection.execute(query).one()
        assert (row.owner, row.exposure) == (office.ann.person, "private")


def test_documents_already_in_the_project_are_refused_or_skipped(
    office: Office, tmp_path: Path
) -> None:
    office.run_import("a.zip", pack(make_documents(2), "corpus", tmp_path))
    content = pack(make_documents(4), "jsonl", tmp_path)
    job = office.run_import("b.zip", content)
    assert "2 documents are already in the project: note-0, note-1" in get_message(job)
    assert count_rows(office) == (2, 2, 1)
    job = office.run_import("b.zip", content, duplicates="skip")
    assert job.result is not None
    assert (job.result["documents"], job.result["skipped"]) == (2, 2)
    assert [doc.id for doc in load(office)] == ["note-0", "note-1", "note-2", "note-3"]


def test_annotations_that_break_the_schema_are_refused_or_allowed(
    office: Office, tmp_path: Path
) -> None:
    bad = AnnotationSet("ann", (Mention("T1", "Fever", (Span(55, 60),)),))
    docs = [*make_documents(1), Document("bad", TEXT, sets={"ann": bad})]
    content = pack(docs, "corpus", tmp_path)
    message = get_message(office.run_import("a.zip", content))
    assert "break the schema 1 times" in message and "unknown mention type" in message
    assert count_rows(office) == (0, 0, 1)
    job = office.run_import("a.zip", content, allow_problems=True)
    assert job.result is not None and job.result["problems"] == 1
    assert count_rows(office) == (2, 2, 1)


def test_one_bad_file_prevents_the_whole_import_unless_it_keeps_going(office: Office) -> None:
    content = make_zip(
        {
            "a.txt": TEXT,
            "a.ann": "T1\tCondition 0 4\tCore\n",
            "b.txt": TEXT,
            "b.ann": "T1\tCondition 0 9999\tCore\n",
        }
    )
    message = get_message(office.run_import("a.zip", content, format="brat"))
    assert "b.ann" in message
    assert "\n  - a.zip/b.ann:1: b, T1" in message
    assert count_rows(office) == (0, 0, 1)
    job = office.run_import("a.zip", content, format="brat", keep_going=True)
    assert job.result is not None, job.error
    assert (job.result["documents"], len(job.result["bad_files"])) == (1, 1)


def test_notes_are_imported_from_tables_with_any_columns(local: Office) -> None:
    rows = "key,body,pat\nA,Chest pain.,P1\nB,No fever.,P2\n"
    columns = {"text": "body", "id": "key", "fields": {"patient": "pat"}}
    job = local.run_import("notes.csv", rows.encode(), format="notes", columns=columns)
    assert job.state == "done", job.error
    assert [(doc.id, doc.text, doc.metadata.patient) for doc in load(local)] == [
        ("A", "Chest pain.", "P1"),
        ("B", "No fever.", "P2"),
    ]


def test_patient_records_are_imported_and_replaced(office: Office) -> None:
    for sex in ("f", "m"):
        line = json.dumps({"patient": "P1", "sex": sex})
        job = office.run_import("records.jsonl", line.encode(), format="records")
        assert job.result is not None and job.result["records"] == 1
    with office.database.read() as connection:
        row = connection.execute(select(patient_records)).one()
    assert (row.project, json.loads(row.record)["sex"]) == (office.project, "m")


def test_metadata_and_search_work_after_an_import(office: Office, tmp_path: Path) -> None:
    docs = [Document("n", TEXT, Metadata(patient="P7", type="letter"))]
    office.run_import("a.zip", pack(docs, "corpus", tmp_path))
    with office.database.read() as connection:
        criteria = DocumentFilter(patient="P7", type="letter", words="carcinoma")
        page = list_documents(connection, office.manager, office.project, criteria)
    assert [entry.name for entry in page.items] == ["n"]


@pytest.mark.parametrize(
    ("name", "fault"),
    [("../../etc/passwd.txt", "outside"), ("/etc/cron.txt", "outside"), ("..\\x.txt", "outside")],
)
def test_paths_outside_the_folder_are_refused(local: Office, name: str, fault: str) -> None:
    message = get_message(local.run_import("a.zip", make_zip({name: TEXT}), format="text"))
    assert fault in message
    assert count_rows(local) == (0, 0, 1)


def test_links_in_archives_are_refused(local: Office) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        link = tarfile.TarInfo("a.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    message = get_message(local.run_import("a.tgz", buffer.getvalue(), format="text"))
    assert "link" in message


@pytest.mark.parametrize("kind", ["zip", "tgz", "gz", "gz.zip", "gz.tar"])
def test_decompression_bombs_are_refused(local: Office, kind: str) -> None:
    zeros = "0" * (96 << 20)
    if kind == "zip":
        content = make_zip({"a.txt": zeros})
    elif kind == "gz":
        content = gzip.compress(zeros.encode())
    elif kind == "gz.zip":
        content = make_zip({"a.txt.gz": gzip.compress(zeros.encode())})
    elif kind == "gz.tar":
        content = make_tar("a.txt.gz", gzip.compress(zeros.encode()), "w")
    else:
        content = make_tar("a.txt", zeros.encode(), "w:gz")
    message = get_message(local.run_import(f"a.{kind}", content, format="text"))
    assert "times its size" in message


def test_xml_entities_are_not_expanded(local: Office) -> None:
    bomb = (
        '<?xml version="1.0"?><!DOCTYPE collection [<!ENTITY a "aaaaaaaaaa">'
        + "".join(f'<!ENTITY a{n} "{"&a" + str(n - 1) + ";" if n > 1 else "&a;"}">' for n in (1, 2))
        + "]><collection><source>&a2;</source></collection>"
    )
    job = local.run_import("a.xml", bomb.encode(), format="bioc-xml")
    assert job.state == "failed"
    assert count_rows(local) == (0, 0, 1)


def test_a_nul_in_a_text_is_refused_on_both_databases(office: Office) -> None:
    line = json.dumps({"id": "n", "text": "a\x00b"})
    message = get_message(office.run_import("a.jsonl", line.encode(), format="jsonl"))
    assert "NUL" in message


def test_a_cancelled_import_leaves_no_documents(office: Office, tmp_path: Path) -> None:
    job = "job-to-cancel"
    office.upload(job, "a.zip", pack(make_documents(30), "corpus", tmp_path))
    office.submit("import", job, file="a.zip")
    with office.database.write() as connection:
        cancel_job(connection, office.manager, job)
    run_next(office.database, "worker")
    assert office.get(job).state == "cancelled"
    assert count_rows(office) == (0, 0, 1)


def test_a_file_must_be_uploaded_before_the_job(local: Office) -> None:
    message = get_message(local.run("import", file="a.zip"))
    assert "no such file was sent" in message


def test_unknown_arguments_and_formats_are_refused_at_once(local: Office) -> None:
    with pytest.raises(InputError, match="unknown field"):
        local.submit("import", file="a", colour="red")
    with pytest.raises(InputError, match="no format called"):
        local.submit("import", file="a", format="bratt")
