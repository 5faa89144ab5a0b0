"""Make the chronicles of all patients in a corpus.

Documents are read once, in any order: workers read shares of the corpus and turn the documents into
observations, which are written to a scratch file. Workers then build the chronicles, patient by
patient. Neither the whole corpus nor all chronicles are ever in memory.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import msgspec

from goldsmith import storage
from goldsmith.chronicle.merge import load_merge_rules
from goldsmith.chronicle.model import Chronicle
from goldsmith.chronicle.observations import load_schema_maps
from goldsmith.chronicle.query.event_index import write_index
from goldsmith.chronicle.record import load_record_map
from goldsmith.chronicle.tables import TableWriter
from goldsmith.errors import InputError, Remedy
from goldsmith.formats.patient_records import PatientRecord, parse_records
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.inputs import Documents, open_documents
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.patients.intake import Intake
from goldsmith.project.patients.options import ChronicleOptions
from goldsmith.project.patients.spill import PatientPlaces
from goldsmith.project.patients.work import (
    PatientBatch,
    PatientWorker,
    build_patients,
    decode_batches,
)
from goldsmith.runners import Task, choose_runner

__all__ = ["ChronicleOptions", "ChronicleRun", "build_chronicles", "make_chronicles"]

LINES = "chronicles.jsonl"
_BATCH = 8
#: The number of bytes after which to ask the operating system to write them to disk.
_WRITE_BEHIND = 1 << 25


class ChronicleRun(msgspec.Struct, frozen=True):
    """The result of a run: the output, counts, and what was left out."""

    out: str
    patients: int
    documents: int
    events: int
    #: Kind of conflict -> number.
    conflicts: dict[str, int]
    #: Documents without a patient, which are left out.
    without_patient: int = 0
    #: Record tables that are not in the map -> number of patients that have them.
    unknown_tables: dict[str, int] = {}
    #: Annotation sets whose schema has no map -> number of documents.
    unread_sets: dict[str, int] = {}


def make_chronicles(
    source: Notes,
    out: Path,
    options: ChronicleOptions,
    *,
    record: Path | None = None,
    overwrite: bool = False,
    track: Track = pass_on,
) -> ChronicleRun:
    """Make the chronicles of a corpus and write them.

    Args:
        source: The documents, with annotations and the id of their patient.
        out: A folder for JSON lines, tables and pages, or a file `*.jsonl` for the lines only.
        options: Which sets to read, which patients, and what to write.
        record: A file of records, one patient per line; by default the records of the corpus.
        overwrite: Replace what is at `out`.
        track: Shows progress.

    Raises:
        InputError: The corpus, a record or a file of settings cannot be read; a set or patient is
            unknown; the output exists.
    """
    is_file = out.name.endswith(".jsonl")
    if is_file and (options.html or options.summary):
        raise InputError(
            "pages and summaries cannot be written to a single file",
            where=str(out),
            expected="a folder as the output",
            remedy=Remedy.CHOOSE_OUTPUT,
        )
    _check_settings(options)
    storage.check_free(out, overwrite=overwrite)
    with ExitStack() as stack:
        scratch = stack.enter_context(storage.scratch_folder(out))
        intake = Intake(source, options, scratch / "pieces", track)
        with intake.spill:
            intake.read(_open_records(source, record))
            patients = list(intake.list_patients())
        if is_file:
            staged = stack.enter_context(storage.stage_file(out))
            lines = stack.enter_context(staged.open("wb"))
            return _Output(None, lines).write(intake, options, patients, out)
        folder = stack.enter_context(storage.stage_folder(out))
        lines = stack.enter_context((folder / LINES).open("wb"))
        return _Output(folder, lines).write(intake, options, patients, out)


def build_chronicles(
    docs: Documents, *, options: ChronicleOptions | None = None, record: Path | None = None
) -> Iterator[Chronicle]:
    """Yield the chronicles of the patients in documents, one at a time.

    Example:
        >>> for chronicle in build_chronicles("corpus"):
        ...     print(chronicle.patient.id, len(chronicle.events))
    """
    chosen = msgspec.structs.replace(
        options or ChronicleOptions(), tables=False, html=False, summary=None
    )
    _check_settings(chosen)
    decoder = msgspec.json.Decoder(Chronicle)
    source = open_documents(docs)
    with tempfile.TemporaryDirectory() as scratch:
        intake = Intake(source, chosen, Path(scratch) / "pieces", pass_on)
        with intake.spill:
            intake.read(_open_records(source, record))
            patients = list(intake.list_patients())
        for made in _build(chosen, intake.spill.path, patients):
            yield from (decoder.decode(line) for line in made.lines.splitlines())


def _check_settings(options: ChronicleOptions) -> None:
    """Read the settings files, so that an error is raised before any work."""
    load_schema_maps(options.schema_maps)
    load_record_map(options.record_map)
    load_merge_rules(options.rules)


def _open_records(source: Notes, record: Path | None) -> Iterator[PatientRecord]:
    if record is None:
        yield from source.read_records()
        return
    try:
        with record.open("rb") as lines:
            yield from parse_records(lines, str(record))
    except OSError as error:
        raise InputError(
            f"the records cannot be read ({error.strerror})",
            where=str(record),
            expected="a file with the record of a patient on each line",
        ) from None


def _build(
    options: ChronicleOptions, path: Path, patients: list[PatientPlaces]
) -> Iterator[PatientBatch]:
    """Build the chronicles in batches of patients."""
    runner = choose_runner(options.workers)
    worker = PatientWorker(options, path)
    task = Task(PatientWorker, (options, path), build_patients, ready=worker)
    batches = (patients[at : at + _BATCH] for at in range(0, len(patients), _BATCH))
    return runner.run(task, batches)


class _Output:
    """Writes the results of the workers."""

    def __init__(self, folder: Path | None, lines: IO[bytes]) -> None:
        self._folder, self._lines = folder, lines
        self._pending = 0

    def write(
        self,
        intake: Intake,
        options: ChronicleOptions,
        patients: list[PatientPlaces],
        out: Path,
    ) -> ChronicleRun:
        """Write all chronicles and return the result of the run."""
        if self._folder is None:
            plain = msgspec.structs.replace(options, tables=False)
            return self._count(intake, plain, patients, out, None)
        with TableWriter(self._folder) as writer:
            run = self._count(intake, options, patients, out, writer)
        write_index(self._folder)
        return run

    def _count(
        self,
        intake: Intake,
        options: ChronicleOptions,
        patients: list[PatientPlaces],
        out: Path,
        writer: TableWriter | None,
    ) -> ChronicleRun:
        events = 0
        conflicts: Counter[str] = Counter()
        unknown: Counter[str] = Counter()
        for made in _build(options, intake.spill.path, patients):
            self._write_lines(made.lines)
            if writer is not None:
                writer.write(decode_batches(made.tables))
            self._write_files(made.files)
            events += made.events
            conflicts.update(made.conflicts)
            unknown.update(made.unknown_tables)
        return ChronicleRun(
            os.fspath(out),
            len(patients),
            intake.census.documents,
            events,
            dict(sorted(conflicts.items())),
            intake.census.without_patient,
            dict(unknown),
            dict(intake.census.unread_sets),
        )

    def _write_lines(self, lines: bytes) -> None:
        """Write lines, and start writing to disk early, or gigabytes would be left for the end."""
        self._lines.write(lines)
        self._pending += len(lines)
        if self._pending >= _WRITE_BEHIND and hasattr(os, "posix_fadvise"):
            self._lines.flush()
            os.posix_fadvise(self._lines.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            self._pending = 0

    def _write_files(self, files: dict[str, str]) -> None:
        for name, content in files.items():
            assert self._folder is not None
            path = self._folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, "utf-8")
