"""Rows of a database: a SQLite file, or another database by its URL through SQLAlchemy."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

from goldsmith.errors import InputError, Remedy, UnknownName
from goldsmith.project.corpus.import_notes.encodings import UTF_8, check_encoding
from goldsmith.project.corpus.import_notes.rows import (
    Reading,
    ReadOptions,
    Row,
    check_headings,
    check_text,
    list_names,
)

MAGIC = b"SQLite format 3\0"
_SQLITE = "sqlite:///"
_PASSWORD = re.compile(r"(://[^:/@]*):.*@|((?:password|passwd|pwd)=)[^&]*", re.IGNORECASE)
_TABLES = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name"  # noqa: E501


def is_address(source: str) -> bool:
    """Return whether a source is the URL of a database, such as `postgresql://…`."""
    return "://" in source


def hide_password(address: str) -> str:
    """Return a database URL for messages, without its password."""
    return _PASSWORD.sub(
        lambda match: f"{match[1]}:***@" if match[1] else f"{match[2]}***", address
    )


class Database(Protocol):
    """A database that is open for reading."""

    def list_tables(self) -> Sequence[str]:
        """Return the names of the tables and views."""
        ...

    def run(self, table: str, query: str) -> tuple[Sequence[str], Iterable[Sequence[Any]]]:
        """Return the columns and rows of a table, or of a query if the table is ""."""
        ...

    def close(self) -> None:
        """Close the connection; nothing was changed."""
        ...


class SqlRows:
    """The rows of a table or query."""

    roles: Mapping[str, str] = {}

    def __init__(self, address: str, options: ReadOptions) -> None:
        self.where = hide_password(address)
        options.refuse(("delimiter", "quoting"), "a database", self.where)
        if options.table and options.query:
            raise InputError(
                "both a table and a query are named", where=self.where, expected="one of them"
            )
        self._encoding, self._query = options.encoding, options.query
        self._database = _open_database(address, options)
        try:
            self._table = "" if self._query else self._choose_table(options.table)
        except InputError:
            self.close()
            raise

    def describe(self) -> Reading:
        return Reading("sql", {self._encoding: 1} if self._encoding else {}, table=self._table)

    def read(self) -> Iterator[Row]:
        columns, rows = self._database.run(self._table, self._query)
        check_headings(columns, self.where)
        for number, values in enumerate(rows, 1):
            cells = map(self._format, values)
            row = Row(number, self.where, 0, dict(zip(columns, cells, strict=True)))
            yield check_text(row)

    def close(self) -> None:
        """Close the connection."""
        self._database.close()

    def _choose_table(self, requested: str) -> str:
        """Return the requested table, or the only one."""
        tables = self._database.list_tables()
        if requested:
            if requested not in tables and "." not in requested:
                raise UnknownName("table", requested, tables).at(self.where)
            return requested
        if len(tables) != 1:
            raise InputError(
                f"the database has {len(tables):,} tables",
                where=self.where,
                expected=f"one of {list_names(tables)}" if tables else "a table",
                remedy=Remedy.NAME_TABLE if tables else "",
            )
        return tables[0]

    def _format(self, value: Any) -> str:
        """Return a value as text: dates as ISO 8601, nothing for NULL."""
        if isinstance(value, str):
            return value
        if value is None:
            return ""
        if isinstance(value, bytes | memoryview):
            return bytes(value).decode(self._encoding or UTF_8, "surrogateescape")
        if isinstance(value, bool):
            return str(value).lower()
        return str(value.isoformat() if hasattr(value, "isoformat") else value)


def _open_database(address: str, options: ReadOptions) -> Database:
    if not is_address(address) or address.startswith(_SQLITE):
        return _SqliteDatabase(Path(address.removeprefix(_SQLITE)), options.encoding)
    options.refuse(("encoding",), "a database that decodes its text", hide_password(address))
    return _AlchemyDatabase(address)


class _SqliteDatabase:
    """A SQLite file, which is never changed."""

    def __init__(self, path: Path, encoding: str) -> None:
        self._where = str(path)
        self._cursors: list[sqlite3.Cursor] = []
        check_encoding(encoding or UTF_8)
        if not path.is_file():
            raise InputError("there is no such file", where=self._where, remedy="Check the path")
        try:
            uri = f"file:{quote(str(path.absolute()))}?mode=ro"
            self._connection = sqlite3.connect(uri, uri=True, isolation_level=None)
            self._connection.execute("BEGIN")  # both passes read the same state
        except sqlite3.Error as error:
            raise self._make_error(error) from None
        self._connection.text_factory = lambda raw: raw.decode(encoding or UTF_8, "surrogateescape")

    def list_tables(self) -> Sequence[str]:
        return [name for (name,) in self._execute(_TABLES)]

    def run(self, table: str, query: str) -> tuple[Sequence[str], Iterable[Sequence[Any]]]:
        name = table.replace('"', '""')
        cursor = self._execute(query or f'SELECT * FROM "{name}"')
        if cursor.description is None:
            raise InputError("the query returns no rows", where=self._where, expected="a SELECT")
        return [column[0] for column in cursor.description], self._iterate(cursor)

    def close(self) -> None:
        for cursor in self._cursors:  # an unfinished query would keep its lock
            cursor.close()
        self._connection.close()

    def _execute(self, query: str) -> sqlite3.Cursor:
        try:
            self._cursors.append(self._connection.cursor())
            return self._cursors[-1].execute(query)
        except (sqlite3.Error, sqlite3.Warning) as error:
            raise self._make_error(error, f": {error}") from None

    def _iterate(self, cursor: sqlite3.Cursor) -> Iterator[Sequence[Any]]:
        try:
            for values in cursor:  # noqa: UP028 (it would close the cursor, after the connection)
                yield values
        except sqlite3.Error as error:  # its message may quote a value
            raise self._make_error(error) from None

    def _make_error(self, error: Exception, reason: str = "") -> InputError:
        what = f"SQLite cannot read this ({type(error).__name__}){reason}"
        return InputError(what, where=self._where)


class _AlchemyDatabase:
    """A database that SQLAlchemy connects to."""

    def __init__(self, address: str) -> None:
        import sqlalchemy  # takes a third of a second; most imports read files

        self._alchemy: Any = sqlalchemy
        self._where = hide_password(address)
        try:
            engine = sqlalchemy.create_engine(address)
            self._connection = engine.connect().execution_options(stream_results=True)
        except ModuleNotFoundError as error:
            raise InputError(
                f"the driver {error.name} is not installed",
                where=self._where,
                remedy=f"pip install {error.name}",
            ) from None
        except sqlalchemy.exc.SQLAlchemyError as error:
            raise self._make_error(error) from None

    def list_tables(self) -> Sequence[str]:
        try:
            inspector = self._alchemy.inspect(self._connection)
            return sorted({*inspector.get_table_names(), *inspector.get_view_names()})
        except self._alchemy.exc.SQLAlchemyError as error:
            raise self._make_error(error) from None

    def run(self, table: str, query: str) -> tuple[Sequence[str], Iterable[Sequence[Any]]]:
        try:
            result = self._connection.execute(self._make_statement(table, query))
            return list(result.keys()), self._iterate(result)
        except self._alchemy.exc.SQLAlchemyError as error:
            raise self._make_error(error) from None

    def close(self) -> None:
        self._connection.close()
        self._connection.engine.dispose()

    def _make_statement(self, table: str, query: str) -> Any:
        if query:
            return self._alchemy.text(query.replace(":", "\\:"))
        schema, _, name = ("", "", table) if table in self.list_tables() else table.rpartition(".")
        target = self._alchemy.table(name, schema=schema or None)
        return self._alchemy.select(self._alchemy.literal_column("*")).select_from(target)

    def _iterate(self, result: Any) -> Iterator[Sequence[Any]]:
        try:
            yield from result
        except self._alchemy.exc.SQLAlchemyError as error:
            raise self._make_error(error) from None

    def _make_error(self, error: Exception) -> InputError:
        """Return an error without the message of the driver, which may quote values."""
        return InputError(
            f"the database cannot be read ({type(error).__name__})",
            where=self._where,
            remedy="Check the address, the table and the query",
        )
