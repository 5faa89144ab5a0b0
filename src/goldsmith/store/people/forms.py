"""Requests and responses for signing in."""

from __future__ import annotations

from typing import Annotated

import msgspec

from goldsmith.store.access import Role, Scope
from goldsmith.store.people.accounts import Person
from goldsmith.store.people.passwords import MAX_LENGTH

_Name = Annotated[str, msgspec.Meta(max_length=200, pattern=r"\A[^\x00]*\Z")]
_Secret = Annotated[str, msgspec.Meta(max_length=200)]
_Password = Annotated[str, msgspec.Meta(max_length=MAX_LENGTH)]


class SetupState(msgspec.Struct, frozen=True):
    """Whether the server still needs an owner."""

    needed: bool


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The owner of a new server; `secret` is the one that `goldsmith serve` printed."""

    secret: _Secret
    name: _Name
    password: _Password


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of an account and its password."""

    name: _Name
    password: _Password


class PasswordChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The present password and a new one."""

    old: _Password
    new: _Password


class AcceptedInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of an invitation and the chosen password."""

    secret: _Secret
    password: _Password


class SignedInPerson(msgspec.Struct, frozen=True):
    """Who is signed in.

    Attributes:
        person: The account.
        csrf: The token that a browser repeats in the header `X-CSRF-Token`; empty with a token.
        scopes: What the token may be used for; None with a session, which may do all.
    """

    person: Person
    csrf: str = ""
    scopes: tuple[Scope, ...] | None = None


class EndedSessions(msgspec.Struct, frozen=True):
    """How many sessions ended."""

    sessions: int


class Roles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All roles that a person is to have in a project; an empty list removes them from it."""

    roles: frozenset[Role]


class OpenIdState(msgspec.Struct, frozen=True):
    """Whether people can sign in through a provider, and its title."""

    enabled: bool
    title: str = ""
