"""The acting person of a request."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar import Request
from sqlalchemy import Connection

from goldsmith.errors import NotSignedIn
from goldsmith.store.access import Actor
from goldsmith.store.people.sessions import find_session, is_renewal_due, renew_session
from goldsmith.store.people.tokens import find_token_actor, hash_secret
from goldsmith.web.security.cache import Identity
from goldsmith.web.security.cookies import SESSION, read_cookie
from goldsmith.web.security.forgery import check_csrf
from goldsmith.web.workbench import Workbench


async def provide_actor(request: Request[Any, Any, Any], workbench: Workbench) -> Actor:
    """Return the acting person; a token takes precedence over a session.

    Raises:
        NotSignedIn: The request has no valid session and no valid token.
        Forbidden: It has a session but lacks the token against forged requests.
    """
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return (await _identify(workbench, _find_token, secret.strip())).actor
    identity = await identify_session(request, workbench)
    check_csrf(request, identity)
    return identity.actor


async def identify_session(request: Request[Any, Any, Any], workbench: Workbench) -> Identity:
    """Return the person of the session of a request.

    Raises:
        NotSignedIn: The request has no valid session.
    """
    secret = read_cookie(request, workbench.settings, SESSION)
    if not secret:
        raise NotSignedIn("sign in, or send a token")
    return await _identify(workbench, _find_session, secret)


@contextmanager
def write_people(workbench: Workbench) -> Iterator[Connection]:
    """Open a transaction that changes who may do what; it takes effect at once in this process."""
    try:
        with workbench.database.write() as connection:
            yield connection
    finally:
        workbench.identities.clear()


async def _identify(workbench: Workbench, find: Any, secret: str) -> Identity:
    key = f"{find.__name__} {hash_secret(secret)}"
    identity = workbench.identities.get(key)
    if identity is None:
        generation = workbench.identities.generation
        read: Identity = await asyncio.to_thread(find, workbench, secret)
        workbench.identities.put(key, read, generation)
        return read
    return identity


def _find_token(workbench: Workbench, secret: str) -> Identity:
    with workbench.database.read() as connection:
        return Identity(find_token_actor(connection, secret))


def _find_session(workbench: Workbench, secret: str) -> Identity:
    hours = workbench.settings.session_hours
    with workbench.database.read() as connection:
        session = find_session(connection, secret)
    if session is None:
        raise NotSignedIn("the session has ended. Sign in")
    if is_renewal_due(session, hours):
        with workbench.database.write() as connection:
            renew_session(connection, secret, session, hours)
    return Identity(session.actor, session.csrf)
