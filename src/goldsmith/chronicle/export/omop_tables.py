"""Write the tables of OMOP CDM, row by row, as Parquet or CSV."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from goldsmith.chronicle.data_files import read_built_in

FileFormat = Literal["parquet", "csv"]
Row = dict[str, Any]
_TYPES = {"id": pa.int64(), "day": pa.date32(), "number": pa.float64(), "text": pa.string()}
_BATCH = 10_000


@cache
def load_schemas() -> Mapping[str, pa.Schema]:
    """Return the schema of each table."""
    tables = read_built_in(__package__, "data/omop", dict[str, dict[str, str]])
    return {name: pa.schema(map(_make_field, columns.items())) for name, columns in tables.items()}


def _make_field(column: tuple[str, str]) -> pa.Field:
    name, kind = column
    return pa.field(name, _TYPES[kind.removesuffix("?")], nullable=kind.endswith("?"))


class OmopWriter:
    """Writes rows to the tables of a folder, in batches.

    Args:
        folder: An existing folder.
        file_format: parquet or csv.
    """

    def __init__(self, folder: Path, file_format: FileFormat) -> None:
        self._folder, self._format, self._stack = folder, file_format, ExitStack()
        self._writers: dict[str, Any] = {}
        self._rows: dict[str, list[Row]] = {name: [] for name in load_schemas()}
        self.counts: dict[str, int] = dict.fromkeys(load_schemas(), 0)

    def __enter__(self) -> Self:
        for name, schema in load_schemas().items():
            path = self._folder / f"{name}.{self._format}"
            make = pq.ParquetWriter if self._format == "parquet" else pa_csv.CSVWriter
            self._writers[name] = self._stack.enter_context(make(str(path), schema))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            for name in self._rows:
                self._flush(name)
        self._stack.close()

    def add(self, table: str, row: Row) -> None:
        """Add a row."""
        self._rows[table].append(row)
        self.counts[table] += 1
        if len(self._rows[table]) >= _BATCH:
            self._flush(table)

    def _flush(self, table: str) -> None:
        if rows := self._rows[table]:
            self._writers[table].write_table(pa.Table.from_pylist(rows, load_schemas()[table]))
            self._rows[table] = []
