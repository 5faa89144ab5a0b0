"""Signing in and out, and one's own account."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, delete, get, patch, post

from goldsmith.store import audit
from goldsmith.store.access import Actor, Scope, require_session
from goldsmith.store.people.accounts import Person, ProfileChange, change_profile, get_person
from goldsmith.store.people.forms import (
    AcceptedInvitation,
    Credentials,
    EndedSessions,
    PasswordChange,
    SignedInPerson,
)
from goldsmith.store.people.sessions import (
    NewSession,
    end_session,
    end_sessions,
    find_session,
    start_session,
)
from goldsmith.store.people.sign_in import accept_invitation, change_password, sign_in
from goldsmith.web.needs import Gate, needs
from goldsmith.web.security.cookies import SESSION, drop_cookie, make_cookie, read_cookie
from goldsmith.web.security.identity import write_people
from goldsmith.web.workbench import Workbench


@post("/api/session", opt=needs(Gate.PUBLIC), status_code=200, sync_to_thread=True)
def start_own_session(
    data: Credentials, request: Request[Any, Any, Any], workbench: Workbench
) -> Response[SignedInPerson]:
    """Sign in with a name and a password; the response sets a cookie."""
    session = sign_in(
        workbench.database,
        data.name,
        data.password,
        address=get_address(request),
        hours=workbench.settings.session_hours,
        old_session=read_cookie(request, workbench.settings, SESSION),
    )
    return answer_signed_in(workbench, session)


@get("/api/session", opt=needs(Gate.SIGNED_IN), sync_to_thread=True)
def show_session(
    actor: Actor, request: Request[Any, Any, Any], workbench: Workbench
) -> SignedInPerson:
    """Return who is signed in, with the token that a browser repeats when it changes something."""
    secret = read_cookie(request, workbench.settings, SESSION)
    with workbench.database.read() as connection:
        person = get_person(connection, actor, actor.person)
        if actor.scopes is not None:
            return SignedInPerson(person, scopes=tuple(sorted(map(Scope, actor.scopes))))
        session = find_session(connection, secret)
    return SignedInPerson(person, session.csrf if session else "")


@delete("/api/session", opt=needs(Gate.SESSION), status_code=200, sync_to_thread=True)
def end_own_session(
    actor: Actor, request: Request[Any, Any, Any], workbench: Workbench
) -> Response[EndedSessions]:
    """Sign out."""
    require_session(actor)
    with write_people(workbench) as connection:
        end_session(connection, read_cookie(request, workbench.settings, SESSION))
        audit.record(connection, actor, "session.end")
    return _answer_signed_out(workbench, 1)


@delete("/api/sessions", opt=needs(Gate.SESSION), status_code=200, sync_to_thread=True)
def end_all_sessions(actor: Actor, workbench: Workbench) -> Response[EndedSessions]:
    """Sign out everywhere."""
    require_session(actor)
    with write_people(workbench) as connection:
        count = end_sessions(connection, actor.person)
        audit.record(connection, actor, "session.end", detail=f"all {count}")
    return _answer_signed_out(workbench, count)


@patch("/api/session/person", opt=needs(Gate.SESSION), sync_to_thread=True)
def change_own_profile(data: ProfileChange, actor: Actor, workbench: Workbench) -> Person:
    """Change your name, address or background."""
    with workbench.database.write() as connection:
        return change_profile(connection, actor, data)


@post("/api/session/password", opt=needs(Gate.SESSION), status_code=204, sync_to_thread=True)
def change_own_password(
    data: PasswordChange, actor: Actor, request: Request[Any, Any, Any], workbench: Workbench
) -> None:
    """Change your password; all your other sessions end."""
    secret = read_cookie(request, workbench.settings, SESSION)
    try:
        change_password(
            workbench.database,
            actor,
            data.old,
            data.new,
            address=get_address(request),
            session=secret,
        )
    finally:
        workbench.identities.clear()


@post("/api/invitation", opt=needs(Gate.PUBLIC), status_code=200, sync_to_thread=True)
def accept_own_invitation(
    data: AcceptedInvitation, workbench: Workbench
) -> Response[SignedInPerson]:
    """Choose a password with the secret of an invitation, and sign in."""
    try:
        person = accept_invitation(workbench.database, data.secret, data.password)
        with workbench.database.write() as connection:
            session = start_session(connection, person, workbench.settings.session_hours)
    finally:
        workbench.identities.clear()
    return answer_signed_in(workbench, session)


handlers = [
    start_own_session,
    show_session,
    end_own_session,
    end_all_sessions,
    change_own_profile,
    change_own_password,
    accept_own_invitation,
]


def answer_signed_in(workbench: Workbench, session: NewSession) -> Response[SignedInPerson]:
    """Return the response to a person who has just signed in."""
    actor = Actor(session.person, "")
    with workbench.database.read() as connection:
        person = get_person(connection, actor, session.person)
    cookie = make_cookie(workbench.settings, SESSION, session.secret)
    return Response(SignedInPerson(person, session.csrf), cookies=[cookie])


def get_address(request: Request[Any, Any, Any]) -> str:
    """Return the network address of the client; behind a proxy, the one that the server trusts."""
    return request.client.host if request.client else ""


def _answer_signed_out(workbench: Workbench, count: int) -> Response[EndedSessions]:
    return Response(EndedSessions(count), cookies=[drop_cookie(workbench.settings, SESSION)])
