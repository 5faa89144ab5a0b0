"""The first start of a server: its owner."""

from __future__ import annotations

from sqlalchemy import Connection, select

from goldsmith.errors import Conflict
from goldsmith.store import audit
from goldsmith.store.access import Actor
from goldsmith.store.database import Database
from goldsmith.store.people import one_time
from goldsmith.store.people.accounts import NewPerson, check_name, insert_person
from goldsmith.store.people.limits import lock
from goldsmith.store.people.one_time import Purpose
from goldsmith.store.people.passwords import hash_password
from goldsmith.store.tables import people

#: How long the set-up secret works; the next start makes a new one.
_SETUP_DAYS = 7


def has_people(connection: Connection) -> bool:
    """Return whether anybody has an account."""
    return connection.execute(select(people.c.id).limit(1)).first() is not None


def make_setup_secret(connection: Connection) -> str:
    """Make the secret with which the owner of a new server proves that they started it.

    Secrets of earlier starts no longer work.

    Raises:
        Conflict: The server has an owner.
    """
    _refuse_second(connection)
    one_time.withdraw(connection, Purpose.SETUP)
    return one_time.issue(connection, Purpose.SETUP, minutes=_SETUP_DAYS * 24 * 60)


def check_setup_secret(connection: Connection, secret: str) -> None:
    """Check the secret of the set-up.

    Raises:
        NotSignedIn: It is wrong, used or expired.
    """
    one_time.check(connection, Purpose.SETUP, secret)


def set_up(database: Database, secret: str, name: str, password: str) -> Actor:
    """Make the account of the owner with the secret of the set-up.

    Raises:
        NotSignedIn: The secret is wrong, used or expired.
        Conflict: The server has an owner.
        InputError: The name or the password cannot be used.
    """
    with database.read() as connection:
        check_setup_secret(connection, secret)
    check_name(name)
    password_hash = hash_password(password)
    with database.write() as connection:
        one_time.redeem(connection, Purpose.SETUP, secret)
        return _insert_owner(connection, name, password_hash)


def create_first_owner(connection: Connection, name: str, password: str) -> Actor:
    """Make the account of the owner.

    Raises:
        Conflict: Somebody has an account.
        InputError: The name or the password cannot be used.
    """
    _refuse_second(connection)
    check_name(name)
    return _insert_owner(connection, name, hash_password(password))


def _insert_owner(connection: Connection, name: str, password_hash: str) -> Actor:
    lock(connection, ["first owner"])
    _refuse_second(connection)
    data = NewPerson(name, is_owner=True)
    actor = Actor(insert_person(connection, data, password_hash=password_hash), name, is_owner=True)
    audit.record(connection, actor, "person.create", detail=f"{name}, the first owner")
    return actor


def _refuse_second(connection: Connection) -> None:
    if has_people(connection):
        raise Conflict("the server has an owner. Sign in")
