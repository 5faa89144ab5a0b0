"""The owner creates and changes accounts; managers grant roles in their projects."""

from __future__ import annotations

import msgspec
import pytest
from sqlalchemy import select, update
from tests.store.builders import World

from goldsmith.errors import Conflict, Forbidden, InputError, NotFound, NotSignedIn
from goldsmith.store.access import Actor, Role, Scope
from goldsmith.store.database import Database
from goldsmith.store.people.accounts import (
    NewPerson,
    PersonChange,
    ProfileChange,
    change_person,
    change_profile,
    check_name,
    create_person,
    get_person,
    invite_again,
    list_people,
)
from goldsmith.store.people.members import list_members, set_roles
from goldsmith.store.people.tokens import (
    NewToken,
    create_token,
    find_token_actor,
    list_tokens,
    revoke_token,
)
from goldsmith.store.tables import tokens

ALL = frozenset(Scope)


def with_token(actor: Actor, *scopes: Scope) -> Actor:
    return msgspec.structs.replace(actor, scopes=frozenset(scopes or ALL))


@pytest.fixture
def world(database: Database) -> World:
    return World(database)


def test_the_owner_creates_an_account_with_a_background(world: World) -> None:
    with world.database.write() as connection:
        data = NewPerson("ann", "Ann A.", "ann@x.org", "oncologist", 12.5)
        person = create_person(connection, world.owner, data).person
        assert get_person(connection, world.owner, person.id) == person
    assert (person.background, person.training_hours, person.is_active) == (
        "oncologist",
        12.5,
        True,
    )


@pytest.mark.parametrize(
    "name", ["", "Ann", "an n", "-ann", "a" * 81, "änn", "ann\n", "a/b", "a\x00"]
)
def test_invalid_account_names_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="lower-case"):
        check_name(name)


def test_account_names_are_unique(world: World) -> None:
    with world.database.write() as connection:
        create_person(connection, world.owner, NewPerson("ann"))
        with pytest.raises(Conflict, match="called ann"):
            create_person(connection, world.owner, NewPerson("ann"))


def test_only_the_owner_administers_accounts(world: World) -> None:
    max_ = world.add_person("max", Role.MANAGER)
    with world.database.write() as connection:
        for attempt in (
            lambda: create_person(connection, max_, NewPerson("ann")),
            lambda: change_person(connection, max_, max_.person, PersonChange(is_owner=True)),
            lambda: invite_again(connection, max_, world.owner.person),
            lambda: get_person(connection, max_, world.owner.person),
        ):
            with pytest.raises(Forbidden):
                attempt()
        assert get_person(connection, max_, max_.person).name == "max"


def test_a_token_cannot_create_owners_invitations_or_tokens(world: World) -> None:
    script = with_token(world.owner)
    ann = world.add_person("ann")
    with world.database.write() as connection:
        create_person(connection, script, NewPerson("bob"))
        for attempt in (
            lambda: create_person(connection, script, NewPerson("eve", is_owner=True)),
            lambda: change_person(connection, script, ann.person, PersonChange(is_owner=True)),
            lambda: invite_again(connection, script, ann.person),
            lambda: change_profile(connection, script, ProfileChange(email="x")),
            lambda: create_token(connection, script, NewToken("x", ALL)),
            lambda: list_tokens(connection, script),
            lambda: revoke_token(connection, script, "x"),
        ):
            with pytest.raises(Forbidden, match="a token cannot"):
                attempt()
        with pytest.raises(Forbidden, match="lacks the scope admin"):
            create_person(connection, with_token(world.owner, Scope.MANAGE), NewPerson("eve"))


def test_the_last_owner_cannot_be_removed(world: World) -> None:
    ann = world.add_person("ann")
    with world.database.write() as connection:
        for change in (PersonChange(is_owner=False), PersonChange(is_active=False)):
            with pytest.raises(Conflict, match="no owner"), connection.begin_nested():
                change_person(connection, world.owner, world.owner.person, change)
        change_person(connection, world.owner, ann.person, PersonChange(is_owner=True))
        change_person(connection, world.owner, world.owner.person, PersonChange(is_owner=False))


def test_accounts_are_listed_in_pages(world: World) -> None:
    for number in range(7):
        world.add_person(f"p{number}")
    max_ = world.add_person("max", Role.MANAGER)
    with world.database.write() as connection:
        change_person(connection, world.owner, max_.person, PersonChange(email="max@x.org"))
        page = list_people(connection, world.owner, limit=5)
        names = [person.name for person in page.items]
        rest = list_people(connection, world.owner, limit=5, after=page.after)
        names += [person.name for person in rest.items]
        assert names == ["max", "owner", *(f"p{number}" for number in range(7))]
        assert rest.after == ""
        prefixed = list_people(connection, world.owner, prefix="P", limit=50)
        assert len(prefixed.items) == 7
        assert list_people(connection, world.owner, prefix="%").items == ()


def test_a_manager_sees_active_accounts_without_addresses(world: World) -> None:
    max_, ann = world.add_person("max", Role.MANAGER), world.add_person("ann", Role.ANNOTATOR)
    with world.database.write() as connection:
        change_person(connection, world.owner, max_.person, PersonChange(email="max@x.org"))
        change_person(connection, world.owner, ann.person, PersonChange(is_active=False))
        listed = list_people(connection, max_).items
        assert [(person.name, person.email) for person in listed] == [("max", ""), ("owner", "")]
        with pytest.raises(Forbidden):
            list_people(connection, ann)


def test_a_manager_grants_and_revokes_roles(world: World) -> None:
    max_, ann = world.add_person("max", Role.MANAGER), world.add_person("ann")
    with world.database.write() as connection:
        roles = {Role.ANNOTATOR, Role.READER}
        member = set_roles(connection, max_, world.project, "ann", roles)
        assert member.roles == (Role.ANNOTATOR, Role.READER)
        assert set_roles(connection, max_, world.project, "ann", {Role.EDITOR}).roles == (
            Role.EDITOR,
        )
        names = [entry.name for entry in list_members(connection, max_, world.project).items]
        assert names == ["ann", "max", "owner"]
        assert set_roles(connection, max_, world.project, "ann", ()).roles == ()
        with pytest.raises(NotFound):
            set_roles(connection, max_, world.project, "nobody", {Role.READER})
        with pytest.raises(NotFound):
            set_roles(connection, ann, world.project, "ann", {Role.MANAGER})


def test_an_annotator_neither_sees_nor_grants_roles(world: World) -> None:
    ann = world.add_person("ann", Role.ANNOTATOR)
    with world.database.write() as connection:
        with pytest.raises(Forbidden):
            list_members(connection, ann, world.project)
        with pytest.raises(Forbidden):
            set_roles(connection, ann, world.project, "ann", {Role.MANAGER})


def test_the_last_manager_cannot_be_removed(world: World) -> None:
    max_ = world.add_person("max", Role.MANAGER)
    with world.database.write() as connection:
        set_roles(connection, max_, world.project, "owner", ())
        with pytest.raises(Conflict, match="no manager"), connection.begin_nested():
            set_roles(connection, max_, world.project, "max", {Role.READER})
        assert set_roles(connection, max_, world.project, "max", {Role.MANAGER, Role.READER})


def test_an_inactive_manager_does_not_count_as_the_last_manager(world: World) -> None:
    max_ = world.add_person("max", Role.MANAGER)
    with world.database.write() as connection:
        change_person(connection, world.owner, max_.person, PersonChange(is_active=False))
        with pytest.raises(Conflict, match="no manager"), connection.begin_nested():
            set_roles(connection, world.owner, world.project, "owner", ())
        with pytest.raises(Conflict, match="not active"):
            set_roles(connection, world.owner, world.project, "max", {Role.READER})


def test_the_owner_manages_projects_without_being_a_member(world: World) -> None:
    max_ = world.add_person("max", Role.MANAGER)
    with world.database.write() as connection:
        set_roles(connection, max_, world.project, "owner", ())
        listed = list_members(connection, world.owner, world.project).items
        assert [entry.name for entry in listed] == ["max"]
        set_roles(
            connection, with_token(world.owner, Scope.ADMIN), world.project, "owner", {Role.MANAGER}
        )
        set_roles(connection, max_, world.project, "owner", ())
        with pytest.raises(Forbidden, match="scope admin"):
            list_members(connection, with_token(world.owner, Scope.MANAGE), world.project)
        with pytest.raises(NotFound):
            list_members(connection, world.owner, "nothing")


def test_a_token_is_shown_once_and_revoked(world: World) -> None:
    ann = world.add_person("ann")
    with world.database.write() as connection:
        made = create_token(connection, ann, NewToken("export", frozenset({Scope.READ})))
        assert made.secret not in str(connection.execute(select(tokens)).all())
        assert find_token_actor(connection, made.secret) == with_token(ann, Scope.READ)
        assert list_tokens(connection, ann) == (made.token,)
        assert list_tokens(connection, world.owner, ann.person) == (made.token,)
        revoke_token(connection, ann, made.token.id)
        with pytest.raises(NotSignedIn):
            find_token_actor(connection, made.secret)
        with pytest.raises(NotFound):
            revoke_token(connection, ann, made.token.id)


def test_people_cannot_see_or_revoke_the_tokens_of_others(world: World) -> None:
    ann, bob = world.add_person("ann"), world.add_person("bob")
    with world.database.write() as connection:
        made = create_token(connection, ann, NewToken("export", ALL))
        with pytest.raises(NotFound):
            revoke_token(connection, bob, made.token.id)
        with pytest.raises(Forbidden):
            list_tokens(connection, bob, ann.person)
        revoke_token(connection, world.owner, made.token.id)


def test_a_token_expires_and_is_invalid_for_an_inactive_account(world: World) -> None:
    ann = world.add_person("ann")
    with world.database.write() as connection:
        short = create_token(connection, ann, NewToken("short", ALL, days=1))
        long = create_token(connection, ann, NewToken("long", ALL))
        assert short.token.expires_at == short.token.created_at + 86_400_000
        connection.execute(update(tokens).where(tokens.c.id == short.token.id).values(expires_at=1))
        with pytest.raises(NotSignedIn):
            find_token_actor(connection, short.secret)
        find_token_actor(connection, long.secret)
        change_person(connection, world.owner, ann.person, PersonChange(is_active=False))
        with pytest.raises(NotSignedIn):
            find_token_actor(connection, long.secret)
