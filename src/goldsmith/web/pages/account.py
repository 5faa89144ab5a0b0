"""The visitor's own account, and invitations."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response, get, post

from goldsmith.errors import GoldsmithError
from goldsmith.store.access import Scope
from goldsmith.store.people import one_time
from goldsmith.store.people.accounts import get_person
from goldsmith.store.people.one_time import Purpose
from goldsmith.store.people.sign_in import accept_invitation, change_password
from goldsmith.store.people.tokens import NewToken, create_token, list_tokens, revoke_token
from goldsmith.web.needs import Gate, needs
from goldsmith.web.pages.shared.forms import read_form
from goldsmith.web.pages.shared.frame import Frame, answer_page, describe_problem, redirect
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.routes.people.session import get_address
from goldsmith.web.security.cookies import SESSION, read_cookie
from goldsmith.web.security.identity import write_people
from goldsmith.web.workbench import Workbench


class AccountForm(msgspec.Struct, frozen=True):
    """A form of the page of the account."""

    action: str
    old: str = ""
    new: str = ""
    name: str = ""
    scopes: tuple[Scope, ...] = ()
    days: int = 0
    token: str = ""


class InvitationForm(msgspec.Struct, frozen=True):
    """The form of an invitation."""

    secret: str
    password: str


@get("/account", opt=needs(Gate.SIGNED_IN), sync_to_thread=True)
def show_account(visitor: Visitor, workbench: Workbench, notice: str = "") -> Response[str]:
    """Show the account of the visitor and their tokens."""
    return _show_account(workbench, visitor, notice=notice)


@post("/account", opt=needs(Gate.SIGNED_IN))
async def send_account(
    request: Request[Any, Any, Any], visitor: Visitor, workbench: Workbench
) -> Response[Any]:
    """Change the password, or make or revoke a token."""
    try:
        form = await read_form(request, AccountForm)
        if form.action == "password":
            await asyncio.to_thread(_change_password, request, workbench, visitor, form)
            return redirect(workbench, "/account", notice="Your password has been changed")
        if form.action == "revoke":
            await asyncio.to_thread(_revoke_token, workbench, visitor, form.token)
            return redirect(workbench, "/account", notice="The token no longer works")
        secret = await asyncio.to_thread(_make_token, workbench, visitor, form)
    except GoldsmithError as error:
        return _show_account(workbench, visitor, problem=describe_problem(error))
    return _show_account(workbench, visitor, secret=secret)


@get("/invitation", opt=needs(Gate.PUBLIC), sync_to_thread=True)
def show_invitation(workbench: Workbench, secret: str = "") -> Response[str]:
    """Show the form in which a person chooses their password."""
    with workbench.database.read() as connection:
        one_time.check(connection, Purpose.INVITATION, secret)
    return _show_invitation(workbench, secret)


@post("/invitation", opt=needs(Gate.PUBLIC))
async def send_invitation(request: Request[Any, Any, Any], workbench: Workbench) -> Response[Any]:
    """Choose the password of an account."""
    form = await read_form(request, InvitationForm)
    try:
        await asyncio.to_thread(accept_invitation, workbench.database, form.secret, form.password)
        workbench.identities.clear()
    except GoldsmithError as error:
        return _show_invitation(workbench, form.secret, describe_problem(error))
    return redirect(workbench, "/sign-in")


def _revoke_token(workbench: Workbench, visitor: Visitor, token: str) -> None:
    with write_people(workbench) as connection:
        revoke_token(connection, visitor.actor, token)


def _make_token(workbench: Workbench, visitor: Visitor, form: AccountForm) -> str:
    new = NewToken(form.name, frozenset(form.scopes), form.days)
    with workbench.database.write() as connection:
        return create_token(connection, visitor.actor, new).secret


def _change_password(
    request: Request[Any, Any, Any], workbench: Workbench, visitor: Visitor, form: AccountForm
) -> None:
    session = read_cookie(request, workbench.settings, SESSION)
    change_password(
        workbench.database,
        visitor.actor,
        form.old,
        form.new,
        address=get_address(request),
        session=session,
    )
    workbench.identities.clear()


def _show_account(
    workbench: Workbench,
    visitor: Visitor,
    *,
    notice: str = "",
    problem: str = "",
    secret: str = "",
) -> Response[str]:
    with workbench.database.read() as connection:
        person = get_person(connection, visitor.actor, visitor.actor.person)
        tokens = list_tokens(connection, visitor.actor)
    return answer_page(
        workbench,
        visitor,
        "account",
        Frame("Your account"),
        status=422 if problem else 200,
        person=person,
        tokens=tokens,
        scopes=list(Scope),
        secret=secret,
        notice=notice,
        problem=problem,
    )


def _show_invitation(workbench: Workbench, secret: str, problem: str = "") -> Response[str]:
    return answer_page(
        workbench,
        None,
        "invitation",
        Frame("Welcome"),
        status=422 if problem else 200,
        secret=secret,
        problem=problem,
    )


handlers = [show_account, send_account, show_invitation, send_invitation]
