"""Signing in through an OpenID Connect provider."""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Request, get
from litestar.params import Parameter, QueryParameter
from litestar.response import Redirect

from goldsmith.errors import NotFound, NotSignedIn
from goldsmith.store.people import one_time
from goldsmith.store.people.external import sign_in_external
from goldsmith.store.people.forms import OpenIdState
from goldsmith.store.people.limits import count_attempt, limit_address
from goldsmith.store.people.one_time import Purpose
from goldsmith.store.people.tokens import hash_secret
from goldsmith.web.needs import Gate, needs
from goldsmith.web.routes.people.session import get_address
from goldsmith.web.security.cookies import (
    SESSION,
    SIGN_IN,
    drop_cookie,
    make_cookie,
    read_cookie,
)
from goldsmith.web.security.forgery import refuse_cross_site
from goldsmith.web.workbench import Workbench

if TYPE_CHECKING:
    from goldsmith.web.security.openid.provider import Provider

#: How long a person may take at the provider.
_MINUTES = 10
_Word = Annotated[str, Parameter(max_length=4_000)]


class _Attempt(msgspec.Struct, frozen=True):
    """A sign-in that the server began; `browser` is the hash of the cookie."""

    nonce: str
    verifier: str
    browser: str
    invited: str = ""


@get("/api/openid", opt=needs(Gate.PUBLIC), sync_to_thread=False)
def show_openid(workbench: Workbench) -> OpenIdState:
    """Return whether people can sign in at a provider."""
    provider = workbench.provider
    return OpenIdState(True, provider.settings.title) if provider else OpenIdState(False)


@get("/api/openid/sign-in", opt=needs(Gate.PUBLIC), status_code=302, sync_to_thread=True)
def begin_sign_in(
    request: Request[Any, Any, Any],
    workbench: Workbench,
    invitation: Annotated[str, Parameter(max_length=200)] = "",
) -> Redirect:
    """Send the browser to the provider; `invitation` links the invited account."""
    provider = _get_provider(workbench)
    provider.discover()  # requests to the provider stay outside the transaction
    if invitation:
        refuse_cross_site(request, workbench.settings)
    browser = secrets.token_urlsafe(32)
    nonce, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(48)
    with workbench.database.write() as connection:
        count_attempt(connection, [limit_address(get_address(request), "openid")])
        invited = one_time.check(connection, Purpose.INVITATION, invitation) if invitation else None
        attempt = _Attempt(nonce, verifier, hash_secret(browser), invited.person if invited else "")
        data = msgspec.json.encode(attempt).decode()
        state = one_time.issue(connection, Purpose.OPENID, minutes=_MINUTES, data=data)
    address = provider.make_address(state=state, nonce=nonce, verifier=verifier)
    cookie = make_cookie(workbench.settings, SIGN_IN, browser, seconds=_MINUTES * 60)
    return Redirect(address, status_code=302, cookies=[cookie])


@get("/api/openid/callback", opt=needs(Gate.PUBLIC), status_code=302, sync_to_thread=True)
def end_sign_in(
    request: Request[Any, Any, Any],
    workbench: Workbench,
    answered_state: Annotated[str, QueryParameter(name="state", max_length=200)],
    code: _Word = "",
    error: _Word = "",
    iss: _Word = "",
) -> Redirect:
    """Accept the response of the provider, and sign the person in."""
    provider, settings = _get_provider(workbench), workbench.settings
    attempt = _redeem(request, workbench, answered_state)
    if error or not code:
        raise NotSignedIn("the provider did not sign you in. Try again")
    if iss and iss != provider.settings.issuer:
        raise NotSignedIn("the answer comes from another provider")
    identity = provider.identify(code, nonce=attempt.nonce, verifier=attempt.verifier)
    with workbench.database.write() as connection:
        session = sign_in_external(
            connection,
            identity,
            allow_new=provider.settings.create_accounts,
            hours=settings.session_hours,
            invited=attempt.invited,
            old_session=read_cookie(request, settings, SESSION),
        )
    cookies = [make_cookie(settings, SESSION, session.secret), drop_cookie(settings, SIGN_IN)]
    return Redirect(f"{settings.base_path}/", status_code=302, cookies=cookies)


handlers = [show_openid, begin_sign_in, end_sign_in]


def _get_provider(workbench: Workbench) -> Provider:
    if workbench.provider is None:
        raise NotFound("this server has no OpenID Connect provider. Sign in with a password")
    return workbench.provider


def _redeem(request: Request[Any, Any, Any], workbench: Workbench, state: str) -> _Attempt:
    """Return the sign-in of a state if this browser began it, and delete it."""
    with workbench.database.write() as connection:
        ticket = one_time.redeem(connection, Purpose.OPENID, state)
    attempt = msgspec.json.decode(ticket.data, type=_Attempt)
    browser = hash_secret(read_cookie(request, workbench.settings, SIGN_IN))
    if not hmac.compare_digest(browser, attempt.browser):
        raise NotSignedIn("another browser began this sign-in. Try again")
    return attempt
