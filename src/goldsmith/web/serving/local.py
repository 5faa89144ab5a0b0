"""A server for one command, on a folder that no other server uses."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import uvicorn
from sqlalchemy import Connection, delete, select

from goldsmith.errors import InputError, Remedy
from goldsmith.project.jobs.process import WorkerProcess
from goldsmith.store.access import Actor, Scope
from goldsmith.store.database import DATABASE_FILE, Database
from goldsmith.store.migrations import prepare
from goldsmith.store.people.accounts import invite_again
from goldsmith.store.people.tokens import hash_secret, make_token
from goldsmith.store.tables import people, tokens
from goldsmith.web.serving.lock import lock_folder
from goldsmith.web.serving.plan import ServePlan
from goldsmith.web.serving.process import make_application, make_config
from goldsmith.web.serving.run import listen


class LocalServer(msgspec.Struct, frozen=True):
    """A running server, and a token of its owner that ends with it."""

    address: str
    token: str


@contextmanager
def open_folder(folder: Path, database: str = "") -> Iterator[LocalServer]:
    """Serve a folder to this process alone, as its owner.

    Args:
        folder: The folder of a server that is not running.
        database: The address of its PostgreSQL database, if it has one.

    Raises:
        InputError: The folder has no server, or the server is running or has no owner.
    """
    with _open_database(folder, database) as opened:
        with opened.write() as connection:
            token = make_token(connection, _find_owner(connection), "command", list(Scope))
        try:
            yield from _serve(ServePlan(str(folder), database, port=0), token)
        finally:
            with opened.write() as connection:
                connection.execute(delete(tokens).where(tokens.c.secret_hash == hash_secret(token)))


def reset_password(folder: Path, database: str, name: str) -> str:
    """Withdraw the password of an account, and return the secret for choosing a new one.

    This needs no password: write access to the folder of a server implies ownership.

    Args:
        folder: The folder of a server that is not running.
        database: The address of its PostgreSQL database, if it has one.
        name: The account.

    Raises:
        InputError: The folder has no server, the server is running, or there is no such account.
    """
    with _open_database(folder, database) as opened, opened.write() as connection:
        person = connection.execute(select(people.c.id).where(people.c.name == name)).scalar()
        if person is None:
            raise InputError("there is no such account", where="NAME")
        return invite_again(connection, _find_owner(connection), person).secret


@contextmanager
def _open_database(folder: Path, database: str) -> Iterator[Database]:
    if not database and not (folder / DATABASE_FILE).is_file():
        raise InputError(
            "there is no server in this folder",
            where=str(folder),
            remedy="Make one with goldsmith serve, or name another folder",
        )
    with lock_folder(folder):
        opened = Database(folder, database)
        try:
            prepare(opened)
            yield opened
        finally:
            opened.close()


def _serve(plan: ServePlan, token: str) -> Iterator[LocalServer]:
    with listen(plan) as listener, WorkerProcess(plan.path, plan.database):
        server = uvicorn.Server(make_config(plan, make_application(plan)))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.01)
            yield LocalServer(f"http://127.0.0.1:{listener.getsockname()[1]}", token)
        finally:
            server.should_exit = True
            thread.join()


def _find_owner(connection: Connection) -> Actor:
    query = (
        select(people.c.id, people.c.name)
        .where(people.c.is_owner, people.c.is_active)
        .order_by(people.c.created_at)
    )
    row = connection.execute(query).first()
    if row is None:
        raise InputError("the server has no owner", remedy=Remedy.MAKE_OWNER)
    return Actor(row.id, row.name, is_owner=True)
