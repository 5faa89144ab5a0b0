"""The visitor of a page."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Request

from goldsmith.errors import Forbidden, NotSignedIn, RequestError
from goldsmith.store.access import Actor
from goldsmith.web.security.forgery import is_csrf_right, is_from_own_page
from goldsmith.web.security.identity import identify_session
from goldsmith.web.workbench import Workbench

_SAFE = ("GET", "HEAD")


class Visitor(msgspec.Struct, frozen=True):
    """A signed-in person, and the token that the forms of their pages repeat."""

    actor: Actor
    csrf: str


class SignInRequired(RequestError):
    """Nobody is signed in; `target` is the address to come back to."""

    def __init__(self, target: str) -> None:
        self.target = target
        super().__init__("sign in to see this page")


async def provide_visitor(request: Request[Any, Any, Any], workbench: Workbench) -> Visitor:
    """Return the visitor of a page; a form must repeat the token of their session.

    Raises:
        SignInRequired: Nobody is signed in.
        Forbidden: The form lacks the token, because another site sent it or the session changed.
    """
    try:
        identity = await identify_session(request, workbench)
    except NotSignedIn:
        query = request.url.query
        target = request.url.path + (f"?{query}" if query and request.method in _SAFE else "")
        raise SignInRequired(quote(target, safe="")) from None
    if request.method not in _SAFE:
        form = await request.form()
        if not is_csrf_right(str(form.get("csrf", "")), identity):
            raise Forbidden("the form is out of date. Go back, load the page again and resend it")
    return Visitor(identity.actor, identity.csrf)


def provide_notice(request: Request[Any, Any, Any], workbench: Workbench) -> str:
    """Return the notice that a form of this server passes on; other sites cannot pass one."""
    if not is_from_own_page(request, workbench.settings):
        return ""
    return str(request.query_params.get("notice", ""))
