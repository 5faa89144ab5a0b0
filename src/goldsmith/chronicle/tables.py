"""Store chronicles as tidy Parquet tables, for DuckDB, Spark and pandas.

A folder contains one file for each of `TABLES`. The rows of a patient are contiguous, and patients
are in the same order in every table, so that chronicles can be read back as a stream. `event` is
the id of an event within its patient: join on `patient` and `event`. Days are `date32`; null is an
open bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import pyarrow as pa
import pyarrow.parquet as pq

from goldsmith.chronicle.columns import (
    CONFLICT,
    DOCUMENT,
    EVENT,
    EVIDENCE,
    LINK,
    PATIENT,
    STATUS,
    place_evidence,
)
from goldsmith.chronicle.flat_column import FlatColumn
from goldsmith.chronicle.model import Chronicle, Event
from goldsmith.chronicle.rows import collect_columns
from goldsmith.errors import InputError, Remedy

#: The version of the columns, stored in the metadata of each file under this key.
VERSION, VERSION_KEY = 1, "goldsmith.chronicle"
_ROWS = 8192
_GROUP_ROWS = 1 << 16

#: Table -> its columns. A decoded row is a tuple; the first value is the patient.
TABLES: Final[Mapping[str, FlatColumn]] = {
    "patients": PATIENT,
    "documents": DOCUMENT,
    "events": EVENT,
    "evidence": EVIDENCE,
    "statuses": STATUS,
    "links": LINK,
    "conflicts": CONFLICT,
}


def get_table_path(folder: Path, table: str) -> Path:
    """Return the path of a table's file."""
    return folder / f"{table}.parquet"


def encode_tables(chronicles: Iterable[Chronicle]) -> dict[str, pa.RecordBatch]:
    """Encode chronicles as one record batch per table."""
    return {
        name: pa.RecordBatch.from_struct_array(TABLES[name].encode(*columns))
        for name, columns in collect_columns(list(chronicles)).items()
    }


class TableWriter:
    """Writes the tables batch by batch into an existing folder.

    Example:
        >>> with TableWriter(folder) as writer:
        ...     writer.write(encode_tables(chronicles))
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._stack = folder, ExitStack()
        self._writers: dict[str, pq.ParquetWriter] = {}
        self._held: dict[str, list[pa.RecordBatch]] = {name: [] for name in TABLES}

    def __enter__(self) -> Self:
        for name, column in TABLES.items():
            path = get_table_path(self._folder, name)
            schema = pa.schema(column.fields, metadata={VERSION_KEY: str(VERSION)})
            writer = pq.ParquetWriter(path, schema, compression="zstd")
            self._writers[name] = self._stack.enter_context(writer)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            for name in TABLES:
                self._flush(name)
        self._stack.close()

    def write(self, batches: Mapping[str, pa.RecordBatch]) -> None:
        """Add a batch to each table; small batches are collected into larger row groups."""
        for name, batch in batches.items():
            self._held[name].append(batch)
            if sum(map(len, self._held[name])) >= _GROUP_ROWS:
                self._flush(name)

    def _flush(self, name: str) -> None:
        if self._held[name]:
            self._writers[name].write_table(pa.Table.from_batches(self._held[name]))
            self._held[name] = []


def read_chronicles(folder: Path) -> Iterator[Chronicle]:
    """Read chronicles from the tables of a folder, one patient at a time.

    Raises:
        InputError: A table is missing or damaged, or its columns are wrong.
    """
    groups = {name: _Patients(folder, name) for name in TABLES}
    for patient, rows in groups["patients"]:
        parts = {name: groups[name].take(patient) for name in TABLES if name != "patients"}
        yield _build_chronicle(rows[0], parts)


def read_chronicle(folder: Path, patient: str) -> Chronicle | None:
    """Read the chronicle of one patient, or return None if there is no such patient.

    Raises:
        InputError: A table is missing or damaged, or its columns are wrong.
    """
    parts = {name: _read_patient(folder, name, patient) for name in TABLES}
    rows = parts.pop("patients")
    return _build_chronicle(rows[0], parts) if rows else None


def _read_patient(folder: Path, table: str, patient: str) -> list[tuple[Any, ...]]:
    path, column = get_table_path(folder, table), TABLES[table]
    with _open_table(path, column):
        rows = pq.read_table(
            path, columns=list(column.columns), filters=[("patient", "=", patient)]
        )
        return [
            row for batch in rows.to_batches() for row in column.decode(batch.to_struct_array())
        ]


class _Patients:
    """The rows of a table, patient by patient."""

    def __init__(self, folder: Path, table: str) -> None:
        rows = groupby(_read_rows(get_table_path(folder, table), TABLES[table]), itemgetter(0))
        self._groups = ((patient, list(group)) for patient, group in rows)
        self._next = next(self._groups, None) if table != "patients" else None

    def __iter__(self) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
        return self._groups

    def take(self, patient: str) -> list[tuple[Any, ...]]:
        """Return the rows of a patient if they come next, and an empty list otherwise."""
        if self._next is None or self._next[0] != patient:
            return []
        rows = self._next[1]
        self._next = next(self._groups, None)
        return rows


def check_tables(folder: Path) -> None:
    """Check that a folder contains every table with the right columns.

    Raises:
        InputError: A table is missing or damaged, or its columns are wrong.
    """
    for name, column in TABLES.items():
        with _open_table(get_table_path(folder, name), column):
            pass


def _read_rows(path: Path, column: FlatColumn) -> Iterator[tuple[Any, ...]]:
    with _open_table(path, column) as file:
        for batch in file.iter_batches(_ROWS, columns=list(column.columns)):
            yield from column.decode(batch.to_struct_array())


@contextmanager
def _open_table(path: Path, column: FlatColumn) -> Iterator[pq.ParquetFile]:
    """Open a table and check its columns; raise an `InputError` if it cannot be read."""
    try:
        with pq.ParquetFile(path, pre_buffer=False) as file:
            _check_columns(file.schema_arrow, column, path)
            yield file
    except FileNotFoundError:
        raise InputError(
            "a table of chronicles is missing",
            where=str(path),
            expected="the tables " + ", ".join(TABLES),
            remedy=Remedy.MAKE_CHRONICLES,
        ) from None
    except (pa.ArrowException, OSError) as error:
        raise InputError(
            f"this is not a readable Parquet file ({type(error).__name__})",
            where=str(path),
            remedy=Remedy.MAKE_CHRONICLES,
        ) from None


def _check_columns(schema: pa.Schema, column: FlatColumn, path: Path) -> None:
    problems = list(column.find_problems(pa.struct(list(schema)), ""))
    if problems:
        raise InputError(
            "the columns are not those of chronicles: " + "; ".join(problems),
            where=str(path),
            expected="a table written by Goldsmith",
            remedy=Remedy.MAKE_CHRONICLES,
        )


def _build_chronicle(
    row: tuple[Any, ...], parts: Mapping[str, Sequence[tuple[Any, ...]]]
) -> Chronicle:
    _, person, last_day = row
    return Chronicle(
        patient=person,
        events=tuple(_build_events(parts)),
        links=tuple(link for _, link in parts["links"]),
        conflicts=tuple(conflict for _, conflict in parts["conflicts"]),
        documents={document: day for _, document, day in parts["documents"]},
        last_day=last_day,
    )


def _build_events(parts: Mapping[str, Sequence[tuple[Any, ...]]]) -> Iterator[Event]:
    evidence = {
        event: tuple(row[-1] for row in rows)
        for event, rows in groupby(parts["evidence"], itemgetter(1))
    }
    statuses = {
        event: tuple(row[-1] for row in rows)
        for event, rows in groupby(parts["statuses"], itemgetter(1))
    }
    for _, event in parts["events"]:
        yield place_evidence(event, evidence.get(event.id, ()), statuses.get(event.id, ()))
