"""Signing in and changing passwords.

These functions accept the database, not a connection: verifying a password is slow, and no
transaction may be open meanwhile.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select, update

from goldsmith.errors import InputError, NotSignedIn
from goldsmith.store import audit
from goldsmith.store.access import Actor, require_session
from goldsmith.store.database import Database
from goldsmith.store.people import one_time
from goldsmith.store.people.limits import (
    count_attempt,
    forget_attempts,
    limit_account,
    limit_address,
)
from goldsmith.store.people.one_time import Purpose
from goldsmith.store.people.passwords import hash_password, renew_hash, verify_password
from goldsmith.store.people.sessions import (
    NewSession,
    end_session,
    end_sessions,
    start_session,
)
from goldsmith.store.tables import people

_REFUSAL = "the name or the password is wrong"


def sign_in(
    database: Database, name: str, password: str, *, address: str, hours: int, old_session: str = ""
) -> NewSession:
    """Start a session for the person with this name and password.

    The response and its time are the same whether the account exists or not.

    Args:
        database: The database.
        name: The name of the account.
        password: Its password.
        address: The network address of the client.
        hours: How long the session lasts without a request.
        old_session: The secret of a session that the browser has; it ends.

    Raises:
        NotSignedIn: The name or the password is wrong, or the account is not active.
        TooManyRequests: There were too many attempts on the account or from the address.
    """
    name = name.strip().lower().replace("\x00", "")  # PostgreSQL has no NUL
    account = limit_account(name)
    with database.write() as connection:
        count_attempt(connection, [account, limit_address(address)])
        row = _find_account(connection, name)
    old_hash = row.password_hash if row and row.is_active else ""
    accepted = verify_password(password, old_hash)
    new_hash = renew_hash(password, old_hash) if accepted else ""
    with database.write() as connection:
        actor = Actor(row.id, name, row.is_owner) if row else None
        if actor is None or not accepted or _find_account(connection, name) != row:
            audit.record(connection, actor, "session.refuse")
        else:
            forget_attempts(connection, account)
            _store_hash(connection, actor.person, new_hash)
            end_session(connection, old_session)
            audit.record(connection, actor, "session.start", detail="password")
            return start_session(connection, actor.person, hours)
    raise NotSignedIn(_REFUSAL)


def change_password(
    database: Database, actor: Actor, old: str, new: str, *, address: str, session: str
) -> None:
    """Change the acting person's password; all other sessions of the person end.

    Args:
        database: The database.
        actor: The acting person.
        old: The present password.
        new: The new one.
        address: The network address of the client.
        session: The secret of the session to keep.

    Raises:
        Forbidden: The request has a token.
        InputError: The present password is wrong, or the new one is too short.
        TooManyRequests: There were too many attempts.
    """
    require_session(actor)
    account = limit_account(actor.name)
    with database.write() as connection:
        count_attempt(connection, [account, limit_address(address)])
        row = _find_account(connection, actor.name)
    if not row or not verify_password(old, row.password_hash):
        raise InputError("the present password is wrong", where="old")
    password_hash = hash_password(new)
    with database.write() as connection:
        forget_attempts(connection, account)
        _store_hash(connection, actor.person, password_hash)
        end_sessions(connection, actor.person, keep=session)
        audit.record(connection, actor, "person.change-password")


def accept_invitation(database: Database, secret: str, password: str) -> str:
    """Choose a password with an invitation, and return the id of the person.

    Raises:
        NotSignedIn: The invitation is wrong, used or expired.
        InputError: The password is too short.
    """
    with database.read() as connection:
        one_time.check(connection, Purpose.INVITATION, secret)
    password_hash = hash_password(password)
    with database.write() as connection:
        person = one_time.redeem(connection, Purpose.INVITATION, secret).person
        _store_hash(connection, person, password_hash)
        end_sessions(connection, person)
        name = connection.execute(select(people.c.name).where(people.c.id == person)).scalar_one()
        audit.record(connection, Actor(person, name), "person.accept-invitation")
    return person


def _find_account(connection: Connection, name: str) -> Any:
    query = select(people.c.id, people.c.password_hash, people.c.is_active, people.c.is_owner)
    return connection.execute(query.where(people.c.name == name)).first()


def _store_hash(connection: Connection, person: str, password_hash: str) -> None:
    connection.execute(
        update(people).where(people.c.id == person).values(password_hash=password_hash)
    )
