"""Open the chronicle tables with DuckDB."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import duckdb

from goldsmith.chronicle.query.event_index import COLUMNS, configure, find_events, find_names, quote
from goldsmith.chronicle.query.wordings import NameIndex
from goldsmith.chronicle.tables import check_tables, get_table_path
from goldsmith.errors import InputError, Remedy

#: View -> its table, and additional columns. The view all_events has the columns of the event
#: index, and reads the index of each folder that has a current one.
_VIEWS = {
    "patients": ("patients", ""),
    "full_events": ("events", ""),
    "all_evidence": ("evidence", ""),
    "links": ("links", ""),
    "conflicts": ("conflicts", ""),
    "statuses": ("statuses", ", file_row_number AS number"),
}


class ChronicleTables:
    """The chronicle tables of one or more folders.

    Args:
        folders: Folders that `goldsmith chronicle` wrote; no patient may be in two of them.
        threads: The number of threads for DuckDB; all cores by default.

    Raises:
        InputError: A table is missing or damaged, or a patient is in two folders.

    Example:
        >>> with ChronicleTables([Path("chronicles")]) as tables:
        ...     tables.count_patients()
    """

    def __init__(self, folders: Iterable[Path], *, threads: int = 0) -> None:
        self.folders = [folder.expanduser() for folder in folders]
        if not self.folders:
            raise InputError(
                "no tables are named",
                expected="a folder of chronicles",
                remedy=Remedy.MAKE_CHRONICLES,
            )
        for folder in self.folders:
            check_tables(folder)
        self._connection = duckdb.connect(config=configure(threads))
        for view, (table, extra) in _VIEWS.items():
            self._create_view(view, table, extra)
        self._create_events()
        self._check_patients()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.close()

    def _create_view(self, view: str, table: str, extra: str) -> None:
        files = ", ".join(quote(get_table_path(folder, table)) for folder in self.folders)
        option = ", file_row_number = true" if extra else ""
        self._connection.execute(
            f"CREATE VIEW {view} AS SELECT *{extra} FROM read_parquet([{files}]{option})"
        )

    def _create_events(self) -> None:
        files = (quote(find_events(folder)) for folder in self.folders)
        parts = (f"SELECT {', '.join(COLUMNS)} FROM read_parquet({file})" for file in files)
        self._connection.execute(f"CREATE VIEW all_events AS {' UNION ALL '.join(parts)}")

    def _check_patients(self) -> None:
        if len(self.folders) < 2:
            return
        rows = self.run(
            "SELECT patient FROM patients GROUP BY patient HAVING count(*) > 1 LIMIT 1", {}
        )
        if rows:
            raise InputError(
                f"the patient {rows[0][0]} is in more than one folder",
                expected="each patient once",
                remedy="Make a single chronicle from all the notes and records of a patient",
            )

    def run(self, sql: str, parameters: Mapping[str, Any]) -> Sequence[tuple[Any, ...]]:
        """Run a statement and return its rows, ignoring parameters that it does not use."""
        used = {name: value for name, value in parameters.items() if _uses(sql, name)}
        return self._connection.execute(sql, used).fetchall()

    def count_patients(self) -> int:
        """Return the number of chronicles."""
        return int(self.run("SELECT count(*) FROM patients", {})[0][0])

    @cached_property
    def _wordings(self) -> list[tuple[str, str]]:
        """The names of all events, each with its codes."""
        files = ", ".join(quote(find_names(folder)) for folder in self.folders)
        names = f"read_parquet([{files}], union_by_name = true)"
        return sorted(self.run(f"SELECT DISTINCT name, code_keys FROM {names}", {}))

    @cached_property
    def names(self) -> NameIndex:
        """The names of all events."""
        return NameIndex(dict.fromkeys(name for name, _ in self._wordings if name))

    @cached_property
    def keys(self) -> dict[str, set[str]]:
        """The values of `code_keys` of all events, each with the names of its events."""
        keys: dict[str, set[str]] = {}
        for name, key in self._wordings:
            if key:
                keys.setdefault(key, set()).add(name)
        return keys


def _uses(sql: str, name: str) -> bool:
    position = sql.find(f"${name}")
    while position >= 0:
        end = position + len(name) + 1
        if not sql[end : end + 1].isdigit():
            return True
        position = sql.find(f"${name}", end)
    return False
