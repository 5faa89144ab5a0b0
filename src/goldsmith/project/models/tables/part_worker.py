"""Annotates a part and commits its tables atomically."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from goldsmith import storage
from goldsmith.core import Document
from goldsmith.formats.parquet.arrays import encode_texts
from goldsmith.formats.parquet.files import open_writer
from goldsmith.formats.parquet.tables import DOCUMENTS, TABLES, encode_tables
from goldsmith.pipeline import Pipeline
from goldsmith.project.corpus.note_stream import DocumentNotes
from goldsmith.project.models import load
from goldsmith.project.models.annotate_notes import (
    ExtractOptions,
    annotate_groups,
    check_notes,
    list_read_errors,
)
from goldsmith.project.models.tables.parts import Part, read_part
from goldsmith.runners.annotate import Failure, describe_failure

#: The table of notes that could not be annotated.
FAILURES: Final = "failures"
_FAILURE_COLUMNS = pa.schema([(name, pa.string()) for name in ("id", "error", "what")])
_COUNTS = "counts.json"
#: The size of a row group in memory, in bytes.
_ROW_GROUP: Final = 8_000_000


class Counts(msgspec.Struct, frozen=True):
    """The counts of a part."""

    documents: int = 0
    characters: int = 0
    failed: int = 0
    mentions: dict[str, int] = {}
    relations: dict[str, int] = {}


class Worker(msgspec.Struct, frozen=True):
    """A loaded model, its options, and the folder to write the parts to."""

    pipeline: Pipeline
    options: ExtractOptions
    folder: Path


def open_worker(options: ExtractOptions, folder: Path) -> Worker:
    """Load the model; terminologies are memory-mapped."""
    return Worker(load.load(find_model(options.model)), options, folder)


def find_model(path: Path) -> Path:
    """Return the model folder, or the copy that Spark has shipped to this machine."""
    if path.exists():
        return path
    try:
        from pyspark import SparkFiles
    except ImportError:
        return path
    shipped = Path(SparkFiles.getRootDirectory()) / path.name
    return shipped if shipped.exists() else path


def get_part_folder(folder: Path, number: int) -> Path:
    """Return the folder of a finished part."""
    return folder / f"{number:08}"


def read_counts(folder: Path, number: int) -> Counts | None:
    """Return the counts of a finished part; None if it is not finished."""
    try:
        content = (get_part_folder(folder, number) / _COUNTS).read_bytes()
    except FileNotFoundError:
        return None
    return msgspec.json.decode(content, type=Counts)


def process_part(worker: Worker, part: Part) -> Counts:
    """Annotate the notes of a part and commit its tables.

    A part may be processed twice, if a machine was presumed dead or Spark repeats a slow task. The
    tables of the first to finish are kept.
    """
    if counts := read_counts(worker.folder, part.number):
        return counts
    with storage.create_folder(get_part_folder(worker.folder, part.number)) as folder:
        counts = _write_part(worker, part, folder)
        (folder / _COUNTS).write_bytes(msgspec.json.encode(counts))
    return counts


def _write_part(worker: Worker, part: Part, folder: Path) -> Counts:
    options, pipeline = worker.options, worker.pipeline
    schema = pipeline.resources.schema
    failed: list[Failure] = []
    totals: Counter[str] = Counter()
    mentions: Counter[str] = Counter()
    relations: Counter[str] = Counter()
    with _TableWriters(folder) as writers:
        for batch in annotate_groups(pipeline, options, _select_notes(part, options, failed)):
            for name, rows in encode_tables(batch.documents, options.set_name, schema):
                writers.write(name, rows)
            failed += batch.failed
            totals["documents"] += len(batch.documents)
            totals["characters"] += sum(len(doc.text) for doc in batch.documents)
            mentions.update(batch.mentions)
            relations.update(batch.relations)
        writers.write(FAILURES, _encode_failures(failed))
    return Counts(
        totals["documents"],
        totals["characters"],
        len(failed),
        dict(sorted(mentions.items())),
        dict(sorted(relations.items())),
    )


def _select_notes(part: Part, options: ExtractOptions, failed: list[Failure]) -> Iterator[Document]:
    """Yield the notes of a part that can be annotated; add others to `failed`."""

    def select_readable() -> Iterator[Document]:
        for row in read_part(part, longest_text=options.longest_note):
            if row.doc is not None:
                yield row.doc
            elif row.error is not None:
                failed.append(describe_failure(row.name, row.error))

    notes = DocumentNotes(())
    yield from check_notes(select_readable(), notes, options)
    failed += list_read_errors(notes)


def _encode_failures(failed: list[Failure]) -> pa.RecordBatch:
    rows = [(failure.id, failure.error, failure.what) for failure in failed]
    columns = zip(*rows, strict=True) if rows else ((), (), ())
    return pa.RecordBatch.from_arrays(
        [encode_texts(column) for column in columns], schema=_FAILURE_COLUMNS
    )


def write_failures(failed: list[Failure], path: Path) -> None:
    """Write a file of the table of failures."""
    batch = _encode_failures(failed)
    pq.write_table(pa.Table.from_batches([batch]), path, compression="zstd")


def count_failures(path: Path) -> int:
    """Count the rows of a file of the table of failures; 0 if there is no file."""
    return int(pq.read_metadata(path).num_rows) if path.exists() else 0


class _TableWriter:
    """Writes a table in a few large row groups: each row group costs additional time and space."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer
        self._held: list[pa.RecordBatch] = []
        self._size = 0

    def write(self, batch: pa.RecordBatch) -> None:
        """Buffer rows until there are enough for a row group."""
        if len(batch):
            self._held.append(batch)
            self._size += batch.nbytes
        if self._size >= _ROW_GROUP:
            self.flush()

    def flush(self) -> None:
        """Write the buffered rows."""
        if self._held:
            self._writer.write_table(pa.Table.from_batches(self._held))
        self._held, self._size = [], 0


class _TableWriters:
    """Writers of all tables of a part."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._stack = folder, ExitStack()
        self._writers: dict[str, _TableWriter] = {}

    def __enter__(self) -> _TableWriters:
        for name, columns in {**TABLES, FAILURES: _FAILURE_COLUMNS}.items():
            path = self._folder / f"{name}.parquet"
            opened = (
                open_writer(path)
                if name == DOCUMENTS
                else pq.ParquetWriter(path, columns, compression="zstd")
            )
            self._writers[name] = _TableWriter(self._stack.enter_context(opened))
        return self

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            for writer in self._writers.values():
                writer.flush()
        self._stack.close()

    def write(self, name: str, batch: pa.RecordBatch) -> None:
        self._writers[name].write(batch)
