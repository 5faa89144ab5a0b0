"""A real PostgreSQL server for the tests, started once per test process."""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import time
import uuid
from functools import cache
from pathlib import Path

import psycopg
import pytest

from goldsmith.store.database import Database
from goldsmith.store.tables import metadata

_CANDIDATES = ("/usr/lib/postgresql/*/bin", "/usr/local/bin", "/usr/bin")


def make_database_url(*, with_tables: bool = False) -> str:
    """Create a database on the test server and return its URL.

    A database with tables is copied from a template, which is quicker than creating the tables.
    """
    address = start_server()
    return f"{address}/{_create_database(address, _make_template() if with_tables else '')}"


@cache
def _make_template() -> str:
    address = start_server()
    name = _create_database(address)
    database = Database(Path(tempfile.gettempdir()), f"{address}/{name}")
    metadata.create_all(database.engine)
    database.close()
    return name


def _create_database(address: str, template: str = "") -> str:
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        suffix = f' TEMPLATE "{template}"' if template else ""
        connection.execute(f'CREATE DATABASE "{name}"{suffix}'.encode())
    return name


@cache
def start_server() -> str:
    """Start PostgreSQL in a temporary folder; skip the test if it is not installed.

    PostgreSQL refuses to run as root, so root starts it as the user `postgres`.
    """
    programs = _find_programs()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is not installed")
        pytest.skip("PostgreSQL is not installed (Debian: apt install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="goldsmith-pg-"))
    as_user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    if as_user:
        shutil.chown(folder, "postgres")
    data, port = folder / "data", _find_port()
    initialise = [*as_user, str(programs / "initdb"), "--no-sync", "-A", "trust", "-U", "goldsmith"]
    _run([*initialise, "-D", str(data)])
    settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
    if "PYTEST_CURRENT_TEST" in os.environ:  # a test database need not survive a crash
        settings += " -c fsync=off"
    control = [*as_user, str(programs / "pg_ctl"), "-D", str(data)]
    _run([*control, "-o", settings, "-l", str(folder / "log"), "-w", "start"])

    def stop() -> None:
        subprocess.run([*control, "-m", "immediate", "stop"], check=False, capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(stop)
    return f"postgresql://goldsmith@127.0.0.1:{port}"


def _find_programs() -> Path | None:
    for pattern in _CANDIDATES:
        for folder in sorted(Path("/").glob(pattern.lstrip("/")), reverse=True):
            if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
                return folder
    return None


def _find_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])


def _run(command: list[str]) -> None:
    for _ in range(3):
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
        if done.returncode == 0:
            return
        time.sleep(0.5)
    raise RuntimeError(f"{command[-1]} failed: {done.stdout[-500:]}{done.stderr[-500:]}")
