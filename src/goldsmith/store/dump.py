"""Dump of a database while others write to it, and restore into an empty one.

On SQLite the library's online backup copies the file from one snapshot without blocking writers.
On PostgreSQL the tables are read in one transaction that sees one state (repeatable read). We do
not use `pg_dump`: a matching version would have to be installed on the server, and it would need
the password of the database.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any

import msgspec
from alembic import command
from alembic.runtime.migration import MigrationContext
from sqlalchemy import (
    Connection,
    Integer,
    MetaData,
    Select,
    Table,
    delete,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)

from goldsmith.errors import InputError
from goldsmith.store.database import Database
from goldsmith.store.jobs.model import ENDED, JobError, JobState
from goldsmith.store.migrations import make_config, prepare
from goldsmith.store.search import rebuild_index
from goldsmith.store.tables import jobs, metadata, now, one_time_secrets, sessions
from goldsmith.store.tables.words import create_index

#: The number of pages that a step of the online backup copies.
_PAGES = 2_000
_CHUNK = 1_000


def copy_sqlite(database: Database, target: Path, advance: Callable[[], None]) -> None:
    """Copy the database of SQLite to a file, as of one moment, while others write.

    Args:
        database: The database.
        target: The file to write.
        advance: Called periodically.
    """
    source = str(database.url.database)
    with (
        closing(sqlite3.connect(source, isolation_level=None)) as connection,
        closing(sqlite3.connect(target)) as copy,
    ):
        # The open transaction keeps the snapshot, so writes of others do not restart the copy.
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        connection.backup(copy, pages=_PAGES, progress=lambda *_: advance())
        connection.execute("COMMIT")
        copy.execute("PRAGMA journal_mode=DELETE")


def dump_tables(
    connection: Connection, open_table: Callable[[str], IO[bytes]], advance: Callable[[], None]
) -> dict[str, int]:
    """Write every table as JSON lines, all as of one moment; return their sizes.

    Args:
        connection: A transaction of repeatable reads.
        open_table: Opens the file for a table.
        advance: Called after every thousand rows.
    """
    counts = {}
    for table in metadata.sorted_tables:
        with open_table(table.name) as file:
            counts[table.name] = 0
            result = connection.execution_options(yield_per=_CHUNK).execute(_select_all(table))
            for rows in result.mappings().partitions(_CHUNK):
                file.writelines(msgspec.json.encode(dict(row)) + b"\n" for row in rows)
                counts[table.name] += len(rows)
                advance()
    return counts


def _select_all(table: Table) -> Select[Any]:
    """Select the rows so that a row comes after the rows it refers to."""
    query = select(table)
    return query.order_by(table.c.created_at) if "parent" in table.c else query


def get_revision(connection: Connection) -> str:
    """Return the version of the tables; "" if they were made without migrations."""
    return MigrationContext.configure(connection).get_current_revision() or ""


def refuse_tables(database: Database) -> None:
    """Refuse a database that has tables.

    Raises:
        InputError: The database has tables.
    """
    with database.read() as connection:
        names = inspect(connection).get_table_names()
    if names:
        raise InputError(
            f"the database has {len(names)} tables already",
            where=database.url.render_as_string(hide_password=True),
            expected="an empty database",
        )


def load_tables(
    connection: Connection,
    revision: str,
    read_table: Callable[[str], Iterator[bytes]],
) -> None:
    """Fill an empty database with the tables of a dump, in the version of the dump.

    Args:
        connection: A transaction that writes.
        revision: The version of the tables; "" for the present one.
        read_table: Returns the lines of a table.
    """
    if revision:
        command.upgrade(make_config(connection), revision)
    else:
        metadata.create_all(connection)
    present = MetaData()
    present.reflect(connection)
    for table in metadata.sorted_tables:
        if table.name in present.tables:
            _load_table(connection, present.tables[table.name], read_table(table.name))


def _load_table(connection: Connection, table: Table, lines: Iterator[bytes]) -> None:
    rows = []
    for line in lines:
        rows.append(msgspec.json.decode(line))
        if len(rows) == _CHUNK:
            connection.execute(insert(table), rows)
            rows = []
    if rows:
        connection.execute(insert(table), rows)
    number = table.c.get("number")
    if number is not None and isinstance(number.type, Integer):
        sequence = func.pg_get_serial_sequence(table.name, "number")
        highest = select(func.coalesce(func.max(number), 0)).scalar_subquery()
        connection.execute(select(func.setval(sequence, highest + 1, False)))


def finish_restore(database: Database) -> None:
    """Prepare a restored database: upgrade tables, end sessions, and fail unfinished jobs."""
    with database.read() as connection:
        has_versions = bool(get_revision(connection))
    if has_versions:
        prepare(database)
    with database.write() as connection:
        create_index(connection)
        if not database.is_sqlite:
            rebuild_index(connection)
        error = JobError("the server was restored from a backup. Submit the job again")
        connection.execute(
            update(jobs)
            .where(jobs.c.state.not_in(ENDED))
            .values(
                state=JobState.FAILED,
                error=msgspec.json.encode(error).decode(),
                ended_at=now(),
            )
        )
        for table in (sessions, one_time_secrets):
            connection.execute(delete(table))


def check_file(database: Database) -> None:
    """Refuse a damaged SQLite file.

    Raises:
        InputError: The file is damaged.
    """
    if database.is_sqlite:
        with database.read() as connection:
            answer = connection.execute(text("PRAGMA quick_check(1)")).scalar_one()
        if answer != "ok":
            raise InputError("the database in the backup is damaged")
