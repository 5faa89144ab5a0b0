"""Signing in and out, and the first start of a server."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.response import Redirect

from goldsmith.errors import GoldsmithError
from goldsmith.store import audit
from goldsmith.store.people.sessions import end_session
from goldsmith.store.people.setup import check_setup_secret, set_up
from goldsmith.store.people.sign_in import sign_in
from goldsmith.web.needs import Gate, needs
from goldsmith.web.pages.shared.forms import read_form
from goldsmith.web.pages.shared.frame import (
    Frame,
    answer_page,
    describe_problem,
    make_safe_target,
    redirect,
)
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.security.cookies import SESSION, drop_cookie, make_cookie, read_cookie
from goldsmith.web.security.identity import write_people
from goldsmith.web.workbench import Workbench


class SignInForm(msgspec.Struct, frozen=True):
    """The sign-in form."""

    name: str
    password: str
    next: str = "/"


class SetUpForm(msgspec.Struct, frozen=True):
    """The form of the first start."""

    secret: str
    name: str
    password: str


@get("/sign-in", opt=needs(Gate.PUBLIC))
async def show_sign_in(workbench: Workbench, next: str = "/") -> Response[str]:
    """Show the form to sign in."""
    return _show_form(workbench, SignInForm("", "", next))


@post("/sign-in", opt=needs(Gate.PUBLIC))
async def send_sign_in(request: Request[Any, Any, Any], workbench: Workbench) -> Response[Any]:
    """Start a session."""
    form = await read_form(request, SignInForm)
    try:
        return await _start_session(request, workbench, form)
    except GoldsmithError as error:
        return _show_form(workbench, form, describe_problem(error))


@post("/sign-out", opt=needs(Gate.SIGNED_IN), status_code=303)
async def send_sign_out(
    request: Request[Any, Any, Any], visitor: Visitor, workbench: Workbench
) -> Redirect:
    """End the session."""
    secret = read_cookie(request, workbench.settings, SESSION)
    await asyncio.to_thread(_end_session, workbench, visitor, secret)
    answer = redirect(workbench, "/sign-in")
    answer.cookies.append(drop_cookie(workbench.settings, SESSION))
    return answer


@get("/set-up", opt=needs(Gate.PUBLIC))
async def show_set_up(workbench: Workbench, secret: str = "") -> Response[str]:
    """Show the form for the owner of a new server."""
    with workbench.database.read() as connection:
        check_setup_secret(connection, secret)
    return _show_set_up(workbench, SetUpForm(secret, "", ""))


@post("/set-up", opt=needs(Gate.PUBLIC))
async def send_set_up(request: Request[Any, Any, Any], workbench: Workbench) -> Response[Any]:
    """Make the account of the owner, and sign them in."""
    form = await read_form(request, SetUpForm)
    try:
        await asyncio.to_thread(set_up, workbench.database, form.secret, form.name, form.password)
    except GoldsmithError as error:
        return _show_set_up(workbench, form, describe_problem(error))
    return await _start_session(request, workbench, SignInForm(form.name, form.password, "/"))


def _end_session(workbench: Workbench, visitor: Visitor, secret: str) -> None:
    with write_people(workbench) as connection:
        end_session(connection, secret)
        audit.record(connection, visitor.actor, "session.end")


async def _start_session(
    request: Request[Any, Any, Any], workbench: Workbench, form: SignInForm
) -> Redirect:
    session = await asyncio.to_thread(
        sign_in,
        workbench.database,
        form.name,
        form.password,
        address=request.client.host if request.client else "",
        hours=workbench.settings.session_hours,
        old_session=read_cookie(request, workbench.settings, SESSION),
    )
    answer = redirect(workbench, make_safe_target(workbench, form.next))
    answer.cookies.append(make_cookie(workbench.settings, SESSION, session.secret))
    return answer


def _show_form(workbench: Workbench, form: SignInForm, problem: str = "") -> Response[str]:
    status = 401 if problem else 200
    return answer_page(
        workbench,
        None,
        "sign_in",
        Frame("Sign in"),
        status=status,
        next=form.next,
        name=form.name,
        provider=workbench.provider.settings.title if workbench.provider else "",
        problem=problem,
    )


def _show_set_up(workbench: Workbench, form: SetUpForm, problem: str = "") -> Response[str]:
    return answer_page(
        workbench,
        None,
        "set_up",
        Frame("Welcome"),
        status=422 if problem else 200,
        secret=form.secret,
        name=form.name,
        problem=problem,
    )


handlers = [show_sign_in, send_sign_in, send_sign_out, show_set_up, send_set_up]
