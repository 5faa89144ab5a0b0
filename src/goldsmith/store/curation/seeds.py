"""The secret of a project that decides who is A and who is B; it never leaves the server."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from goldsmith.store.database import Database
from goldsmith.store.tables import adjudication_seeds

_LENGTH = 20


def ensure_seed(database: Database, project: str) -> str:
    """Return the secret of a project; the first call creates it."""
    seed = _read_seed(database, project)
    if seed is None:
        try:
            with database.write() as connection:
                _insert_seed(connection, project)
        except IntegrityError:
            pass  # another process was faster
        seed = _read_seed(database, project)
    return seed or ""


def hide_name(seed: str, *parts: str) -> str:
    """Return a pseudonym that reveals nothing without the secret."""
    message = "\0".join(parts).encode()
    return hmac.new(seed.encode(), message, hashlib.sha256).hexdigest()[:_LENGTH]


def _read_seed(database: Database, project: str) -> str | None:
    query = select(adjudication_seeds.c.seed).where(adjudication_seeds.c.project == project)
    with database.read() as connection:
        return connection.execute(query).scalar()


def _insert_seed(connection: Connection, project: str) -> None:
    connection.execute(
        insert(adjudication_seeds).values(project=project, seed=secrets.token_hex(32))
    )
