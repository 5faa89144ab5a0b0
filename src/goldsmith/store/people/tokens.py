"""Tokens for scripts: shown once, stored as a hash."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from typing import Annotated, Any

import msgspec
from sqlalchemy import Connection, Row, insert, or_, select, update

from goldsmith.errors import NotFound, NotSignedIn
from goldsmith.store import audit
from goldsmith.store.access import Actor, Scope, require_owner, require_session
from goldsmith.store.tables import new_id, now, people, tokens

_DAY = 86_400_000


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token to make.

    Attributes:
        name: What it is for.
        scopes: What it may be used for; the roles of its person limit it further.
        days: How long it works; 0 until it is revoked.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"\A[^\x00]*\Z")]
    scopes: Annotated[frozenset[Scope], msgspec.Meta(min_length=1)]
    days: Annotated[int, msgspec.Meta(ge=0, le=3_650)] = 0


class Token(msgspec.Struct, frozen=True):
    """A token, without its secret."""

    id: str
    person: str
    name: str
    scopes: tuple[str, ...]
    created_at: int
    expires_at: int | None
    revoked_at: int | None


class TokenSecret(msgspec.Struct, frozen=True):
    """A new token with its secret, which cannot be read again."""

    token: Token
    secret: str


def create_token(connection: Connection, actor: Actor, data: NewToken) -> TokenSecret:
    """Make a token for the acting person.

    Raises:
        Forbidden: The request itself uses a token.
    """
    secret = make_token(connection, actor, data.name, data.scopes, days=data.days)
    query = select(*_COLUMNS).where(tokens.c.secret_hash == hash_secret(secret))
    return TokenSecret(_make_view(connection.execute(query).one()), secret)


def make_token(
    connection: Connection,
    actor: Actor,
    name: str,
    scopes: Collection[Scope],
    *,
    days: int = 0,
) -> str:
    """Make a token for the acting person, and return its secret; it cannot be read again.

    Raises:
        Forbidden: The request itself uses a token.
    """
    require_session(actor)
    secret = "gs_" + secrets.token_urlsafe(32)
    connection.execute(
        insert(tokens).values(
            id=new_id(),
            secret_hash=hash_secret(secret),
            person=actor.person,
            name=name,
            scopes=msgspec.json.encode(sorted(scopes)).decode(),
            created_at=now(),
            expires_at=now() + days * _DAY if days else None,
        )
    )
    audit.record(connection, actor, "token.create", detail=", ".join(sorted(scopes)))
    return secret


def list_tokens(connection: Connection, actor: Actor, person: str = "") -> tuple[Token, ...]:
    """Return the tokens of the acting person, or for the owner anybody's, newest first.

    Raises:
        Forbidden: The request has a token, or asks for those of somebody else.
    """
    require_session(actor)
    if person and person != actor.person:
        require_owner(actor)
    query = select(*_COLUMNS).where(tokens.c.person == (person or actor.person))
    rows = connection.execute(query.order_by(tokens.c.created_at.desc(), tokens.c.id))
    return tuple(_make_view(row) for row in rows)


def revoke_token(connection: Connection, actor: Actor, token: str) -> None:
    """Revoke a token of the acting person; the owner can revoke anybody's.

    Raises:
        Forbidden: The request has a token.
        NotFound: The person has no such token.
    """
    require_session(actor)
    query = update(tokens).where(tokens.c.id == token, tokens.c.revoked_at.is_(None))
    if not actor.is_owner:
        query = query.where(tokens.c.person == actor.person)
    if not connection.execute(query.values(revoked_at=now())).rowcount:
        raise NotFound("there is no such token, or it has been revoked")
    audit.record(connection, actor, "token.revoke", detail=token)


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
            or_(tokens.c.expires_at.is_(None), tokens.c.expires_at > now()),
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
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


_COLUMNS = [tokens.c[name] for name in Token.__struct_fields__]


def _make_view(row: Row[Any]) -> Token:
    scopes = tuple(msgspec.json.decode(row.scopes, type=list[str]))
    return Token(
        row.id, row.person, row.name, scopes, row.created_at, row.expires_at, row.revoked_at
    )
