"""Sessions: a random secret in a cookie, stored as a hash, that expires when not used."""

from __future__ import annotations

import secrets

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from goldsmith.store.access import Actor
from goldsmith.store.people.tokens import hash_secret
from goldsmith.store.tables import now, people, sessions

_HOUR = 3_600_000
#: The number of days after which a session ends even if it is used.
MAX_DAYS = 30
#: The expiry of a session that is used is written at most once a minute.
_RENEW_EVERY = 60_000


class NewSession(msgspec.Struct, frozen=True):
    """A session that has just begun; its secret cannot be read again."""

    secret: str
    csrf: str
    person: str
    expires_at: int


class Session(msgspec.Struct, frozen=True):
    """A session that is valid.

    Attributes:
        actor: The person.
        csrf: The token that a request must repeat in a header to change anything.
        created_at: When the person signed in.
        expires_at: When it ends, if it is not used.
    """

    actor: Actor
    csrf: str
    created_at: int
    expires_at: int


def start_session(connection: Connection, person: str, hours: int) -> NewSession:
    """Start a session for a person with a new secret.

    Args:
        connection: A transaction that writes.
        person: The id of the person, who has been authenticated.
        hours: How long the session lasts without a request.
    """
    moment = now()
    session = NewSession(
        secrets.token_urlsafe(32), secrets.token_urlsafe(32), person, moment + hours * _HOUR
    )
    connection.execute(delete(sessions).where(sessions.c.expires_at <= moment))
    connection.execute(
        insert(sessions).values(
            secret_hash=hash_secret(session.secret),
            person=person,
            csrf=session.csrf,
            created_at=moment,
            expires_at=session.expires_at,
        )
    )
    return session


def find_session(connection: Connection, secret: str) -> Session | None:
    """Return the session with a secret; None if there is none, or the account is not active."""
    query = (
        select(people.c.id, people.c.name, people.c.is_owner, *_COLUMNS)
        .join_from(sessions, people)
        .where(
            sessions.c.secret_hash == hash_secret(secret),
            sessions.c.expires_at > now(),
            people.c.is_active,
        )
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    actor = Actor(row.id, row.name, row.is_owner)
    return Session(actor, row.csrf, row.created_at, row.expires_at)


def is_renewal_due(session: Session, hours: int) -> bool:
    """Return whether the expiry of a session in use should be updated."""
    return _find_expiry(session, hours) - session.expires_at >= _RENEW_EVERY


def renew_session(connection: Connection, secret: str, session: Session, hours: int) -> None:
    """Extend a session that is in use."""
    connection.execute(
        update(sessions)
        .where(sessions.c.secret_hash == hash_secret(secret))
        .values(expires_at=_find_expiry(session, hours))
    )


def end_session(connection: Connection, secret: str) -> None:
    """End a session: sign out."""
    connection.execute(delete(sessions).where(sessions.c.secret_hash == hash_secret(secret)))


def end_sessions(connection: Connection, person: str, *, keep: str = "") -> int:
    """End the sessions of a person, and return their number.

    Args:
        connection: A transaction that writes.
        person: The id of the person.
        keep: The secret of a session to keep.
    """
    query = delete(sessions).where(
        sessions.c.person == person, sessions.c.secret_hash != hash_secret(keep)
    )
    return connection.execute(query).rowcount


_COLUMNS = (sessions.c.csrf, sessions.c.created_at, sessions.c.expires_at)


def _find_expiry(session: Session, hours: int) -> int:
    return min(now() + hours * _HOUR, session.created_at + MAX_DAYS * 24 * _HOUR)
