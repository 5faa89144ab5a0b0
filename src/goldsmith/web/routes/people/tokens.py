"""Tokens for scripts."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import Parameter

from goldsmith.store.access import Actor
from goldsmith.store.people.tokens import (
    NewToken,
    Token,
    TokenSecret,
    create_token,
    list_tokens,
    revoke_token,
)
from goldsmith.web.needs import Gate, needs
from goldsmith.web.security.identity import write_people
from goldsmith.web.workbench import Workbench


@get("/api/tokens", opt=needs(Gate.SESSION), sync_to_thread=True)
def list_own_tokens(
    actor: Actor,
    workbench: Workbench,
    person: Annotated[str, Parameter(max_length=100)] = "",
) -> tuple[Token, ...]:
    """List your tokens, newest first; the owner of the server may name another person."""
    with workbench.database.read() as connection:
        return list_tokens(connection, actor, person)


@post("/api/tokens", opt=needs(Gate.SESSION), sync_to_thread=True)
def create_own_token(data: NewToken, actor: Actor, workbench: Workbench) -> TokenSecret:
    """Make a token; its secret is shown only in this response."""
    with workbench.database.write() as connection:
        return create_token(connection, actor, data)


@delete("/api/tokens/{token_id:str}", opt=needs(Gate.SESSION), sync_to_thread=True)
def revoke_own_token(token_id: str, actor: Actor, workbench: Workbench) -> None:
    """Revoke a token of yours; the owner of the server can revoke anybody's."""
    with write_people(workbench) as connection:
        revoke_token(connection, actor, token_id)


handlers = [list_own_tokens, create_own_token, revoke_own_token]
