"""Tokens for scripts: made once, shown once, stored as a hash."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, insert, select

from goldsmith.errors import NotSignedIn
from goldsmith.store.access import Actor, Scope
from goldsmith.store.tables import new_id, now, people, tokens


def make_token(connection: Connection, actor: Actor, name: str, scopes: Collection[Scope]) -> str:
    """Make a token of the acting person, and return its secret; it cannot be read again."""
    secret = "gs_" + secrets.token_urlsafe(32)
    connection.execute(
        insert(tokens).values(
            id=new_id(),
            secret_hash=hash_secret(secret),
            person=actor.person,
            name=name,
            scopes=msgspec.json.encode(sorted(scopes)).decode(),
            created_at=now(),
        )
    )
    return secret


def find_token_actor(connection: Connection, secret: str) -> Actor:
    """Return the person whose token has this secret.

    Raises:
        NotSignedIn: There is no such token, or it is no longer valid.
    """
    query = (
        select(people.c.id, people.c.name, people.c.is_owner, tokens.c.scopes)
        .join_from(tokens, people)
        .where(
            tokens.c.secret_hash == hash_secret(secret),
            tokens.c.revoked_at.is_(None),
            people.c.is_active,
        )
    )
    row = connection.execute(query).first()
    if row is None:
        raise NotSignedIn("the token is not valid. Make a new one")
    scopes = frozenset(msgspec.json.decode(row.scopes, type=list[str]))
    return Actor(row.id, row.name, row.is_owner, scopes)


def hash_secret(secret: str) -> str:
    """Return the hash under which a random secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()
