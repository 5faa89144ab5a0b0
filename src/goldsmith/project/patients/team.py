"""Make the chronicles of a team's project in a job, and read them for its pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec
import pyarrow.parquet as pq
from msgspec.structs import replace
from sqlalchemy import Connection

from goldsmith.chronicle.model import Chronicle
from goldsmith.chronicle.tables import get_table_path, read_chronicle
from goldsmith.core import Document
from goldsmith.errors import NotFound
from goldsmith.project.corpus.note_stream import DocumentNotes
from goldsmith.project.jobs.context import JobContext
from goldsmith.project.patients.chronicle import ChronicleOptions, make_chronicles
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.database import Database
from goldsmith.store.exports import choose_sets, iterate_records, list_selected_documents
from goldsmith.store.files import get_folder
from goldsmith.store.jobs.model import JobState
from goldsmith.store.jobs.views import list_jobs
from goldsmith.store.loading import SetChoice, stream_documents
from goldsmith.store.projects import get_schema

CHRONICLES = "chronicles"
_TABLES, _RECORDS, _SET = "tables", "records.jsonl", "chronicle"
#: The kinds of annotation set to use, the best first: one set is chosen for each document.
_KINDS = ("consensus", "import", "system", "suggestion")


class ChronicleArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The annotations to make chronicles from.

    Attributes:
        source: `gold` uses the consensus of each document, or the annotations imported with it;
            `model` also uses the output of a model for documents that have neither.
    """

    source: Literal["gold", "model"] = "gold"


class ChroniclesMade(msgspec.Struct, frozen=True):
    """The counts of a run.

    Attributes:
        patients: The number of patients.
        documents: The number of documents with a patient.
        annotated: The number of documents whose annotations were used.
        events: The number of events.
        conflicts: Kind of conflict -> number.
        without_patient: The number of documents without a patient, which are left out.
    """

    patients: int
    documents: int
    annotated: int
    events: int
    conflicts: dict[str, int]
    without_patient: int


class PatientEntry(msgspec.Struct, frozen=True):
    """A patient in the list."""

    id: str
    sex: str
    events: int
    documents: int
    conflicts: int


def run_chronicles(context: JobContext, arguments: ChronicleArguments) -> ChroniclesMade:
    """Make the chronicles of all patients of a project; a second run replaces the first.

    Raises:
        InputError: No document names a patient, or the schema of the project has no map.
    """
    kinds = _KINDS if arguments.source == "model" else _KINDS[:2]
    folder = context.get_folder(CHRONICLES)
    folder.mkdir(parents=True, exist_ok=True)
    with context.database.read() as connection:
        ids = list_selected_documents(connection, context.actor, context.project)
        sets = choose_sets(connection, context.actor, context.project, kinds)
        schema = get_schema(connection, context.actor, context.project).name
        records = _write_records(connection, context, folder / _RECORDS)
        docs = stream_documents(
            connection, context.actor, context.project, ids, SetChoice(ids=sets)
        )
        context.begin("reading notes", len(ids))
        run = make_chronicles(
            DocumentNotes(context.track(_name_sets(docs, schema), len(ids))),
            folder / _TABLES,
            ChronicleOptions(),
            record=records,
            overwrite=True,
        )
    records.unlink()
    return ChroniclesMade(
        run.patients, run.documents, len(sets), run.events, run.conflicts, run.without_patient
    )


def _write_records(connection: Connection, context: JobContext, path: Path) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for record in iterate_records(connection, context.actor, context.project):
            file.write(record.line + "\n")
    return path


def _name_sets(docs: Iterator[Document], schema: str) -> Iterator[Document]:
    """Rename the chosen set of each document to one common name, with the project's schema."""
    for doc in docs:
        sets = [replace(entry, name=_SET, schema=schema) for entry in doc.sets.values()]
        yield replace(doc, sets={_SET: sets[0]} if sets else {})


class ProjectChronicles:
    """The newest chronicles of a project.

    Args:
        folder: The folder of the tables.
        made_at: When they were made, in milliseconds.
    """

    def __init__(self, folder: Path, made_at: int) -> None:
        self.folder, self.made_at = folder, made_at

    def list_patients(self, words: str = "") -> list[PatientEntry]:
        """Return the patients whose id contains these characters, with their sex and counts."""
        counts = {
            name: _count_rows(get_table_path(self.folder, name))
            for name in ("events", "documents", "conflicts")
        }
        table = pq.read_table(get_table_path(self.folder, "patients"), columns=["patient", "sex"])
        return [
            PatientEntry(
                patient,
                sex or "",
                counts["events"].get(patient, 0),
                counts["documents"].get(patient, 0),
                counts["conflicts"].get(patient, 0),
            )
            for patient, sex in zip(*table.to_pydict().values(), strict=True)
            if words.casefold() in patient.casefold()
        ]

    def read(self, patient: str) -> Chronicle:
        """Return the chronicle of a patient.

        Raises:
            NotFound: The patient has no chronicle.
        """
        chronicle = read_chronicle(self.folder, patient)
        if chronicle is None:
            raise NotFound("there is no chronicle of this patient")
        return chronicle


def _count_rows(path: Path) -> dict[str, int]:
    counted = (
        pq.read_table(path, columns=["patient"]).group_by("patient").aggregate([([], "count_all")])
    )
    columns = counted.to_pydict()
    return dict(zip(columns["patient"], columns["count_all"], strict=True))


def open_project_chronicles(
    database: Database, connection: Connection, actor: Actor, project: str
) -> ProjectChronicles | None:
    """Return the newest chronicles of a project, or None.

    Raises:
        Forbidden: The user may not see all documents of the project.
    """
    require(connection, actor, project, Permission.MANAGE)
    finished = list_jobs(
        connection, actor, project, kinds=(CHRONICLES,), state=JobState.DONE, limit=1
    ).items
    if not finished:
        return None
    folder = get_folder(database, project, CHRONICLES, finished[0].id) / _TABLES
    return ProjectChronicles(folder, finished[0].created_at) if folder.is_dir() else None
