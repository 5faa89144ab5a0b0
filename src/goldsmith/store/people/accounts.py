"""Accounts: the people of a server, managed by its owner."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from goldsmith.errors import Conflict, InputError, NotFound
from goldsmith.store import audit
from goldsmith.store.access import (
    Actor,
    require_owner,
    require_project_maker,
    require_session,
)
from goldsmith.store.paging import PAGE, Page, make_page, match_after
from goldsmith.store.people import one_time
from goldsmith.store.people.sessions import end_sessions
from goldsmith.store.tables import new_id, now, people

_NAME = re.compile(r"[a-z0-9][a-z0-9._@+-]{0,79}")
NAME_RULE = "lower-case letters, digits, . _ @ + -, at most 80, beginning with a letter or digit"
#: How long an invitation works.
_INVITATION_DAYS = 7
Line = Annotated[str, msgspec.Meta(max_length=200, pattern=r"\A[^\x00]*\Z")]
Hours = Annotated[float, msgspec.Meta(ge=0, le=100_000)]


class Person(msgspec.Struct, frozen=True):
    """An account.

    Attributes:
        id: Its id.
        name: The name to sign in with.
        full_name: The name of the person.
        email: Their address; empty unless requested by the owner or the person.
        is_owner: Whether they administer the server.
        is_active: Whether they may sign in.
        background: Profession and experience, for agreement by background.
        training_hours: Hours of training as an annotator.
        created_at: When the account was made.
    """

    id: str
    name: str
    full_name: str
    email: str
    is_owner: bool
    is_active: bool
    background: str
    training_hours: float
    created_at: int


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account to make."""

    name: str
    full_name: Line = ""
    email: Line = ""
    background: Line = ""
    training_hours: Hours = 0.0
    is_owner: bool = False


class Invitation(msgspec.Struct, frozen=True):
    """A secret with which a person chooses a password, once, within seven days."""

    person: Person
    secret: str


class PersonChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to an account; absent fields are left unchanged."""

    full_name: Line | msgspec.UnsetType = msgspec.UNSET
    email: Line | msgspec.UnsetType = msgspec.UNSET
    background: Line | msgspec.UnsetType = msgspec.UNSET
    training_hours: Hours | msgspec.UnsetType = msgspec.UNSET
    is_owner: bool | msgspec.UnsetType = msgspec.UNSET
    is_active: bool | msgspec.UnsetType = msgspec.UNSET


class ProfileChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes that people make to their own account; absent fields are left unchanged."""

    full_name: Line | msgspec.UnsetType = msgspec.UNSET
    email: Line | msgspec.UnsetType = msgspec.UNSET
    background: Line | msgspec.UnsetType = msgspec.UNSET


def create_person(connection: Connection, actor: Actor, data: NewPerson) -> Invitation:
    """Make an account; the person chooses a password with the invitation.

    Raises:
        Forbidden: The acting person does not own the server, or makes an owner with a token.
        Conflict: There is an account of that name.
        InputError: The name cannot be used.
    """
    require_owner(actor)
    if data.is_owner:
        require_session(actor)
    person = insert_person(connection, data)
    audit.record(connection, actor, "person.create", detail=data.name)
    return _invite(connection, _get(connection, person))


def invite_again(connection: Connection, actor: Actor, person: str) -> Invitation:
    """Let a person choose a new password: their sessions end, and the old password no longer works.

    Raises:
        Forbidden: The acting person does not own the server, or uses a token.
        NotFound: There is no such account.
    """
    require_owner(actor)
    require_session(actor)
    entry = _get(connection, person)
    connection.execute(update(people).where(people.c.id == person).values(password_hash=""))
    end_sessions(connection, person)
    audit.record(connection, actor, "person.reset-password", detail=entry.name)
    return _invite(connection, entry)


def list_people(
    connection: Connection, actor: Actor, *, prefix: str = "", limit: int = PAGE, after: str = ""
) -> Page[Person]:
    """Return the accounts by name; managers of projects see active accounts, without addresses.

    Args:
        connection: An open transaction.
        actor: The acting person.
        prefix: The beginning of the names.
        limit: The size of the page.
        after: The mark of the previous page.

    Raises:
        Forbidden: The acting person neither owns the server nor manages a project.
    """
    require_project_maker(connection, actor)
    query = select(*_COLUMNS).order_by(people.c.name).limit(limit + 1)
    behind = match_after([people.c.name], after)
    if behind is not None:
        query = query.where(behind)
    if prefix:
        query = query.where(people.c.name.startswith(prefix.lower(), autoescape=True))
    if not actor.is_owner:
        query = query.where(people.c.is_active)
    items = [_make_person(row) for row in connection.execute(query)]
    if not actor.is_owner:
        items = [msgspec.structs.replace(entry, email="") for entry in items]
    return make_page(items, [(entry.name,) for entry in items], limit)


def get_person(connection: Connection, actor: Actor, person: str) -> Person:
    """Return an account: the person's own, or any for the owner.

    Raises:
        Forbidden: The acting person does not own the server.
        NotFound: There is no such account.
    """
    if person != actor.person:
        require_owner(actor)
    return _get(connection, person)


def change_person(connection: Connection, actor: Actor, person: str, data: PersonChange) -> Person:
    """Change an account; deactivation ends its sessions and tokens.

    Raises:
        Forbidden: The acting person does not own the server.
        NotFound: There is no such account.
        Conflict: Nobody would own the server.
    """
    require_owner(actor)
    if data.is_owner is True:
        require_session(actor)
    _get(connection, person)
    values = _list_values(data)
    if values:
        connection.execute(update(people).where(people.c.id == person).values(**values))
        _require_an_owner(connection)
        audit.record(connection, actor, "person.change", detail=_describe(person, values))
    if data.is_active is False:
        end_sessions(connection, person)
        one_time.withdraw(connection, one_time.Purpose.INVITATION, person)
    return _get(connection, person)


def change_profile(connection: Connection, actor: Actor, data: ProfileChange) -> Person:
    """Change the acting person's own account.

    Raises:
        Forbidden: The request has a token.
    """
    require_session(actor)
    values = _list_values(data)
    if values:
        connection.execute(update(people).where(people.c.id == actor.person).values(**values))
        audit.record(connection, actor, "person.change", detail=_describe(actor.person, values))
    return _get(connection, actor.person)


def insert_person(connection: Connection, data: NewPerson, **columns: Any) -> str:
    """Insert an account and return its id; the caller checks who may do so.

    Raises:
        Conflict: There is an account of that name.
        InputError: The name cannot be used.
    """
    check_name(data.name)
    taken = Conflict(f"there is an account called {data.name}. Choose another name")
    if connection.execute(select(people.c.id).where(people.c.name == data.name)).first():
        raise taken
    person = new_id()
    values = {**msgspec.structs.asdict(data), **columns, "id": person, "created_at": now()}
    try:
        connection.execute(insert(people).values(**values))
    except IntegrityError:  # another process was faster
        raise taken from None
    return person


def check_name(name: str) -> None:
    """Check that an account can have this name.

    Raises:
        InputError: The name cannot be used.
    """
    if not _NAME.fullmatch(name):
        raise InputError("the name cannot be used", where="name", expected=NAME_RULE)


_COLUMNS = [people.c[name] for name in Person.__struct_fields__]


def _get(connection: Connection, person: str) -> Person:
    row = connection.execute(select(*_COLUMNS).where(people.c.id == person)).first()
    if row is None:
        raise NotFound("there is no such account")
    return _make_person(row)


def _make_person(row: Any) -> Person:
    return Person(*row)


def _invite(connection: Connection, person: Person) -> Invitation:
    one_time.withdraw(connection, one_time.Purpose.INVITATION, person.id)
    secret = one_time.issue(
        connection,
        one_time.Purpose.INVITATION,
        person=person.id,
        minutes=_INVITATION_DAYS * 24 * 60,
    )
    return Invitation(person, secret)


def _list_values(data: PersonChange | ProfileChange) -> dict[str, Any]:
    values = msgspec.structs.asdict(data)
    return {name: value for name, value in values.items() if value is not msgspec.UNSET}


def _require_an_owner(connection: Connection) -> None:
    query = select(func.count()).where(people.c.is_owner, people.c.is_active)
    if not connection.execute(query).scalar_one():
        raise Conflict("the server would have no owner. Make somebody else an owner first")


def _describe(person: str, values: dict[str, Any]) -> str:
    """List the changed fields; flags with their values, because they decide on permissions."""
    flags = [f"{name}={value}" for name, value in values.items() if isinstance(value, bool)]
    names = [name for name, value in values.items() if not isinstance(value, bool)]
    return f"{person}: {', '.join([*names, *flags])}"
