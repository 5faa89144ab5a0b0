"""Secrets that work once: the set-up of the server, invitations, sign-ins through a provider."""

from __future__ import annotations

import secrets
from enum import StrEnum

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select

from goldsmith.errors import NotSignedIn
from goldsmith.store.people.tokens import hash_secret
from goldsmith.store.tables import now, one_time_secrets


class Purpose(StrEnum):
    """The purpose of a secret."""

    SETUP = "setup"
    INVITATION = "invitation"
    OPENID = "openid"


class Ticket(msgspec.Struct, frozen=True):
    """The data of a secret: a person, or data for its purpose."""

    person: str
    data: str


def issue(
    connection: Connection, purpose: Purpose, *, minutes: int, person: str = "", data: str = ""
) -> str:
    """Make a secret that works once, and return it; only its hash is stored.

    Args:
        connection: A transaction that writes.
        purpose: What it is for.
        minutes: How long it works.
        person: The id of the person whom it is for.
        data: The data that the purpose needs later.
    """
    secret = secrets.token_urlsafe(32)
    connection.execute(delete(one_time_secrets).where(one_time_secrets.c.expires_at <= now()))
    connection.execute(
        insert(one_time_secrets).values(
            secret_hash=hash_secret(secret),
            purpose=purpose,
            person=person or None,
            data=data,
            expires_at=now() + minutes * 60_000,
        )
    )
    return secret


def check(connection: Connection, purpose: Purpose, secret: str) -> Ticket:
    """Return the data of a secret without using it up.

    Raises:
        NotSignedIn: It is wrong, used or expired.
    """
    query = select(one_time_secrets).where(
        one_time_secrets.c.secret_hash == hash_secret(secret),
        one_time_secrets.c.purpose == purpose,
        one_time_secrets.c.expires_at > now(),
    )
    return _make_ticket(connection.execute(query).first())


def redeem(connection: Connection, purpose: Purpose, secret: str) -> Ticket:
    """Use up a secret, and return its data.

    Raises:
        NotSignedIn: It is wrong, used or expired.
    """
    ticket = check(connection, purpose, secret)
    used = delete(one_time_secrets).where(one_time_secrets.c.secret_hash == hash_secret(secret))
    if not connection.execute(used).rowcount:  # another process was faster
        raise make_refusal()
    return ticket


def withdraw(connection: Connection, purpose: Purpose, person: str = "") -> int:
    """Delete the secrets of a purpose, or those of a person, and return their number."""
    query = delete(one_time_secrets).where(one_time_secrets.c.purpose == purpose)
    if person:
        query = query.where(one_time_secrets.c.person == person)
    return connection.execute(query).rowcount


def _make_ticket(row: Row[tuple[str, ...]] | None) -> Ticket:
    if row is None:
        raise make_refusal()
    return Ticket(row.person or "", row.data)


def make_refusal() -> NotSignedIn:
    """Return the error of a secret that is wrong, used or expired."""
    return NotSignedIn(
        "the link is wrong, used or expired. Ask the owner of the server for a new one"
    )
