"""Chronicles of the patients of a team's project: made by a job, read by its pages."""

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
#: What a chronicle rests on, the best first: of each document one set is taken.
_KINDS = ("consensus", "import", "system", "suggestion")


class ChronicleArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What chronicles rest on.

    Attributes:
        source: `gold` takes the consensus of each document, or what was imported with it; `model`
            takes what a model found in documents that have neither.
    """

    source: Literal["gold", "model"] = "gold"


class ChroniclesMade(msgspec.Struct, frozen=True):
    """What there is.

    Attributes:
        patients: The patients.
        documents: Documents with a patient.
        annotated: Documents with annotations that the chronicles rest on.
        events: The events.
        conflicts: Statements that cannot be true together, by kind.
        without_patient: Documents that name no patient; they are left out.
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
        InputError: No document names a patient, or the schema has no meaning in a chronicle.
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
    """Give the chosen set of each document the same name, and the schema of the project."""
    for doc in docs:
        sets = [replace(entry, name=_SET, schema=schema) for entry in doc.sets.values()]
        yield replace(doc, sets={_SET: sets[0]} if sets else {})


class ProjectChronicles:
    """The newest chronicles of a project.

    Args:
        folder: The folder of their tables.
        made_at: When they were made, in milliseconds.
    """

    def __init__(self, folder: Path, made_at: int) -> None:
        self.folder, self.made_at = folder, made_at

    def list_patients(self, words: str = "") -> list[PatientEntry]:
        """Return the patients whose id contains these characters, with what is known of each."""
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
            NotFound: There is none.
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
    """Return the newest chronicles of a project; None if there are none.

    Raises:
        Forbidden: The person may not see all documents of the project.
    """
    require(connection, actor, project, Permission.MANAGE)
    finished = list_jobs(
        connection, actor, project, kinds=(CHRONICLES,), state=JobState.DONE, limit=1
    ).items
    if not finished:
        return None
    folder = get_folder(database, project, CHRONICLES, finished[0].id) / _TABLES
    return ProjectChronicles(folder, finished[0].created_at) if folder.is_dir() else None
