"""Who asks: the acting person of a request."""

from __future__ import annotations

from typing import Any

from litestar import Request

from goldsmith.errors import NotSignedIn
from goldsmith.store.access import Actor
from goldsmith.store.people.tokens import find_token_actor
from goldsmith.web.workbench import Workbench


def provide_actor(request: Request[Any, Any, Any], workbench: Workbench) -> Actor:
    """Return the acting person.

    Raises:
        NotSignedIn: The request has no valid session and no valid token.
    """
    header = request.headers.get("authorization", "")
    kind, _, secret = header.partition(" ")
    if kind.lower() == "bearer" and secret:
        with workbench.database.read() as connection:
            return find_token_actor(connection, secret.strip())
    raise NotSignedIn("sign in, or send a token")
