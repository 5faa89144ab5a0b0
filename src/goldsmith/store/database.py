"""Connections and transactions, on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL

from goldsmith.errors import InputError

#: The file of the database in the folder of a server.
DATABASE_FILE = "goldsmith.db"
#: How long a transaction of SQLite waits for another process, in milliseconds.
_BUSY_TIMEOUT = 30_000


class Database:
    """The database of a server, and the folder for its files (models, releases, exports).

    Args:
        folder: The folder of the server; it must exist.
        url: The address of a PostgreSQL database (`postgresql://…`); SQLite in `folder` by default.

    Example:
        >>> database = Database(Path("server"))
        >>> with database.write() as connection:
        ...     connection.execute(insert(people).values(…))
    """

    def __init__(self, folder: Path, url: str = "") -> None:
        self.folder = folder
        self._url = _parse_url(folder, url)
        self.engine = _make_engine(self._url)
        self._write_lock = threading.Lock()

    @property
    def is_sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"

    @property
    def url(self) -> URL:
        return self._url

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a transaction that only reads; it sees one state of the database."""
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Open a transaction that writes; it is durable when the block ends without an error.

        On SQLite one transaction writes at a time. Transactions of this process queue at a lock,
        which is fairer and faster than waiting for the file.
        """
        if not self.is_sqlite:
            with self.engine.begin() as connection:
                yield connection
            return
        with self._write_lock, self.engine.connect() as connection:
            connection.execution_options(goldsmith_write=True)
            with connection.begin():
                yield connection

    def check(self) -> None:
        """Raise an error of the driver unless the database responds."""
        with self.read() as connection:
            connection.execute(text("SELECT 1"))

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _parse_url(folder: Path, url: str) -> URL:
    if not url:
        return URL.create("sqlite", database=str(folder / DATABASE_FILE))
    parsed = make_url(url)
    if parsed.get_backend_name() != "postgresql":
        raise InputError(
            f"a database of the kind {parsed.get_backend_name()} is not supported",
            where="database",
            expected="postgresql://… or nothing for SQLite",
        )
    return parsed.set(drivername="postgresql+psycopg")


def _make_engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(
            url, pool_size=8, max_overflow=24, pool_pre_ping=True, hide_parameters=True
        )
    engine = create_engine(
        url, connect_args={"check_same_thread": False}, pool_size=16, hide_parameters=True
    )
    event.listen(engine, "connect", _configure_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _configure_sqlite(connection: Any, _record: object) -> None:
    """Make an acknowledged commit survive the loss of power (synchronous=FULL)."""
    connection.isolation_level = None  # transactions begin in _begin_sqlite, not in the driver
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={_BUSY_TIMEOUT}",
        "cache_size=-65536",
        "temp_store=MEMORY",
        "mmap_size=268435456",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at the start, because upgrading a read to a write may be refused."""
    writes = connection.get_execution_options().get("goldsmith_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
