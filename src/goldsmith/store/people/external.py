"""Accounts that sign in through an OpenID Connect provider."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update

from goldsmith.errors import Conflict, NotSignedIn
from goldsmith.store import audit
from goldsmith.store.access import Actor
from goldsmith.store.people import one_time
from goldsmith.store.people.accounts import NewPerson, insert_person
from goldsmith.store.people.one_time import Purpose
from goldsmith.store.people.sessions import NewSession, end_session, start_session
from goldsmith.store.tables import people

_LONGEST = 200


class ExternalIdentity(msgspec.Struct, frozen=True):
    """A person's identity at a provider; issuer and subject together are permanent."""

    issuer: str
    subject: str
    name: str = ""
    full_name: str = ""
    email: str = ""

    @property
    def key(self) -> str:
        """The value that the account stores."""
        return f"{self.issuer} {self.subject}"


def sign_in_external(
    connection: Connection,
    identity: ExternalIdentity,
    *,
    allow_new: bool,
    hours: int,
    invited: str = "",
    old_session: str = "",
) -> NewSession:
    """Start a session of the account that belongs to a person of a provider.

    An account is never looked up by its name or address: anybody who can choose these at the
    provider could take it over.

    Args:
        connection: A transaction that writes.
        identity: The person, proved by the provider.
        allow_new: Whether to make an account if there is none.
        hours: How long the session lasts without a request.
        invited: The id of the person whose invitation the browser has; their account is linked.
        old_session: The secret of a session that the browser has; it ends.

    Raises:
        NotSignedIn: There is no account for this person, or it is not active.
        Conflict: The identity belongs to a different account from the invitation.
    """
    row = _find(connection, identity)
    if invited:
        row = _link(connection, identity, row, invited)
    elif row is None and allow_new:
        row = _create(connection, identity)
    if row is None or not row.is_active:
        raise NotSignedIn("there is no active account for you. Ask the owner of the server")
    end_session(connection, old_session)
    actor = Actor(row.id, row.name, row.is_owner)
    audit.record(connection, actor, "session.start", detail="openid")
    return start_session(connection, row.id, hours)


def _find(connection: Connection, identity: ExternalIdentity) -> Any:
    query = select(people.c.id, people.c.name, people.c.is_owner, people.c.is_active)
    return connection.execute(query.where(people.c.external_id == identity.key)).first()


def _link(connection: Connection, identity: ExternalIdentity, row: Any, person: str) -> Any:
    if not one_time.withdraw(connection, Purpose.INVITATION, person):
        raise one_time.make_refusal()
    if row is not None and row.id != person:
        raise Conflict("you have an account that signs in with this provider. Use that one")
    values = {"external_id": identity.key}
    connection.execute(update(people).where(people.c.id == person).values(**values))
    row = _find(connection, identity)
    if row is not None:
        actor = Actor(row.id, row.name, row.is_owner)
        audit.record(connection, actor, "person.accept-invitation", detail="openid")
    return row


def _create(connection: Connection, identity: ExternalIdentity) -> Any:
    data = NewPerson(
        _choose_name(connection, identity),
        full_name=_clean(identity.full_name),
        email=_clean(identity.email),
    )
    person = insert_person(connection, data, external_id=identity.key)
    audit.record(connection, Actor(person, data.name), "person.create", detail="openid")
    return _find(connection, identity)


def _choose_name(connection: Connection, identity: ExternalIdentity) -> str:
    """Return a free name of an account, made from the name at the provider."""
    wish = identity.name or identity.email.partition("@")[0] or "person"
    base = re.sub(r"[^a-z0-9._@+-]+", "-", wish.lower()).strip("-._@+")[:70] or "person"
    query = select(people.c.name).where(people.c.name.startswith(base, autoescape=True))
    taken = set(connection.execute(query).scalars())
    names = (base, *(f"{base}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def _clean(value: str) -> str:
    return value.replace("\x00", "")[:_LONGEST]
