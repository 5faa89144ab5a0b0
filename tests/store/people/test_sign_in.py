"""People sign in with a password, as often as the limits allow, and change it."""

from __future__ import annotations

import statistics
import threading
import time
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select, update
from tests.store.builders import World

from goldsmith.errors import Conflict, InputError, NotFound, NotSignedIn, TooManyRequests
from goldsmith.store.access import Actor
from goldsmith.store.audit import AuditFilter, list_entries
from goldsmith.store.database import Database
from goldsmith.store.people import limits, passwords
from goldsmith.store.people.accounts import (
    NewPerson,
    PersonChange,
    change_person,
    create_person,
    invite_again,
)
from goldsmith.store.people.sessions import NewSession, end_sessions, find_session
from goldsmith.store.people.setup import create_first_owner, make_setup_secret, set_up
from goldsmith.store.people.sign_in import accept_invitation, change_password, sign_in
from goldsmith.store.tables import login_failures, metadata, one_time_secrets, people

PASSWORD = "correct horse battery"
OTHER = "staple, said the horse"


class Door:
    """A database in which Ann has a password."""

    def __init__(self, database: Database) -> None:
        self.database, self.owner = database, World(database).owner
        accept_invitation(database, self.invite("ann"), PASSWORD)

    def invite(self, name: str) -> str:
        with self.database.write() as connection:
            return create_person(connection, self.owner, NewPerson(name)).secret

    def enter(
        self, name: str = "ann", password: str = PASSWORD, address: str = "10.0.0.1"
    ) -> NewSession:
        return sign_in(self.database, name, password, address=address, hours=12)


@pytest.fixture
def door(database: Database, request: pytest.FixtureRequest) -> Door:
    request.getfixturevalue("cheap_passwords")
    return Door(database)


def test_an_invited_person_chooses_a_password_once(door: Door) -> None:
    secret = door.invite("bob")
    with pytest.raises(InputError, match="12 to 1,000 characters"):
        accept_invitation(door.database, secret, "short")
    accept_invitation(door.database, secret, PASSWORD)
    with pytest.raises(NotSignedIn, match="used or expired"):
        accept_invitation(door.database, secret, OTHER)
    session = door.enter("bob")
    with door.database.read() as connection:
        found = find_session(connection, session.secret)
    assert found is not None
    assert found.actor.name == "bob"


def test_an_invitation_expires(door: Door) -> None:
    secret = door.invite("bob")
    with door.database.write() as connection:
        connection.execute(update(one_time_secrets).values(expires_at=1))
    with pytest.raises(NotSignedIn, match="expired"):
        accept_invitation(door.database, secret, PASSWORD)


def test_the_refusal_does_not_reveal_whether_the_account_exists(door: Door) -> None:
    for name, password in (
        ("ann", OTHER),
        ("nobody", PASSWORD),
        ("ann", ""),
        ("", PASSWORD),
        ("no\x00body", PASSWORD),
        ("ann", "\ud800"),
    ):
        with pytest.raises(NotSignedIn, match=r"^the name or the password is wrong$"):
            door.enter(name, password)


def test_case_and_surrounding_space_of_the_name_are_ignored(door: Door) -> None:
    assert door.enter(" Ann ").person == door.enter().person


def test_an_account_without_a_password_cannot_sign_in(door: Door) -> None:
    door.invite("bob")
    for password in ("", "\x00" * passwords.MIN_LENGTH):
        with pytest.raises(NotSignedIn):
            door.enter("bob", password)


def test_ten_failures_block_an_account_from_every_address(door: Door) -> None:
    for number in range(10):
        with pytest.raises(NotSignedIn):
            door.enter(password=OTHER, address=f"10.0.0.{number}")
    with pytest.raises(TooManyRequests) as caught:
        door.enter()
    assert 890 < caught.value.seconds <= 900
    with door.database.write() as connection:
        earlier = login_failures.c.at - limits.WINDOW
        connection.execute(update(login_failures).values(at=earlier))
    door.enter()


def test_signing_in_resets_the_failures_of_the_account(door: Door) -> None:
    for _ in range(3):
        for _ in range(9):
            with pytest.raises(NotSignedIn):
                door.enter(password=OTHER)
        door.enter()


def test_an_address_is_blocked_for_all_accounts(door: Door) -> None:
    with door.database.write() as connection:
        for _ in range(100):
            limits.count_attempt(connection, [limits.limit_address("2001:db8::1")])
    with pytest.raises(TooManyRequests):
        door.enter(address="2001:db8::ffff")
    door.enter(address="2001:db8:0:1::1")


def test_parallel_attempts_do_not_exceed_the_limit(door: Door) -> None:
    answers: list[type[Exception]] = []

    def guess() -> None:
        try:
            door.enter(password=OTHER)
        except (NotSignedIn, TooManyRequests) as error:
            answers.append(type(error))

    threads = [threading.Thread(target=guess) for _ in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers.count(NotSignedIn) == 10
    assert answers.count(TooManyRequests) == 14


def test_failures_are_audited_without_the_names_of_unknown_accounts(door: Door) -> None:
    for name in ("ann", "hunter2"):
        with pytest.raises(NotSignedIn):
            door.enter(name, OTHER)
    with door.database.read() as connection:
        page = list_entries(connection, door.owner, AuditFilter(action="session"))
    assert [(entry.action, entry.name) for entry in page.items] == [
        ("session.refuse", "ann"),
        ("session.refuse", ""),
    ]
    assert "hunter2" not in repr(page)


def test_an_unknown_account_takes_as_long_as_a_wrong_password(tmp_path: Path) -> None:
    database = Database(tmp_path)
    metadata.create_all(database.engine)
    door = Door(database)
    times: dict[str, list[float]] = {"ann": [], "nobody": []}
    for _ in range(9):  # alternate, so that other load on the machine affects both alike
        for name, taken in times.items():
            start = time.thread_time()  # processor time, which does not include other processes
            with pytest.raises(NotSignedIn):
                door.enter(name, OTHER)
            taken.append(time.thread_time() - start)
    database.close()
    wrong, unknown = (statistics.median(taken) for taken in times.values())
    assert 0.5 < unknown / wrong < 2  # without the decoy hash, the ratio is below 0.1


def test_a_password_is_hashed_again_if_the_parameters_changed(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_hash() -> str:
        with door.database.read() as connection:
            query = select(people.c.password_hash).where(people.c.name == "ann")
            return str(connection.execute(query).scalar_one())

    before = read_hash()
    door.enter()
    assert read_hash() == before
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(2, 64, 1))
    with pytest.raises(NotSignedIn):
        door.enter(password=OTHER)
    assert read_hash() == before
    door.enter()
    assert "t=2" in read_hash()
    door.enter()


def test_a_new_password_needs_the_old_one_and_ends_other_sessions(door: Door) -> None:
    here, there = door.enter(), door.enter()
    ann = Actor(here.person, "ann")
    for old, new, message in ((OTHER, OTHER, "present password"), (PASSWORD, "x", "12 to")):
        with pytest.raises(InputError, match=message):
            change_password(door.database, ann, old, new, address="", session=here.secret)
    change_password(door.database, ann, PASSWORD, OTHER, address="", session=here.secret)
    with door.database.read() as connection:
        assert find_session(connection, here.secret) is not None
        assert find_session(connection, there.secret) is None
    with pytest.raises(NotSignedIn):
        door.enter()
    door.enter(password=OTHER)


def test_a_reset_password_no_longer_works(door: Door) -> None:
    session = door.enter()
    with door.database.write() as connection:
        invitation = invite_again(connection, door.owner, session.person)
    with door.database.read() as connection:
        assert find_session(connection, session.secret) is None
    with pytest.raises(NotSignedIn):
        door.enter()
    accept_invitation(door.database, invitation.secret, OTHER)
    door.enter(password=OTHER)


def test_signing_in_ends_the_previous_session_of_the_browser(door: Door) -> None:
    first = door.enter()
    second = sign_in(door.database, "ann", PASSWORD, address="", hours=12, old_session=first.secret)
    assert first.secret != second.secret
    with door.database.read() as connection:
        assert find_session(connection, first.secret) is None
        assert find_session(connection, second.secret) is not None


def test_a_deactivated_account_has_no_sessions(door: Door) -> None:
    session = door.enter()
    with door.database.write() as connection:
        change_person(connection, door.owner, session.person, PersonChange(is_active=False))
        assert find_session(connection, session.secret) is None
        assert end_sessions(connection, session.person) == 0
    with pytest.raises(NotSignedIn):
        door.enter()
    with pytest.raises(NotFound), door.database.write() as connection:
        change_person(connection, door.owner, "nobody", PersonChange())


@pytest.mark.usefixtures("cheap_passwords")
def test_the_first_owner_is_created_once(database: Database) -> None:
    with database.write() as connection:
        old = make_setup_secret(connection)
        secret = make_setup_secret(connection)
    for wrong in (old, "", "guess"):
        with pytest.raises(NotSignedIn):
            set_up(database, wrong, "root", PASSWORD)
    with pytest.raises(InputError, match="name"):
        set_up(database, secret, "Root!", PASSWORD)
    actor = set_up(database, secret, "root", PASSWORD)
    assert actor.is_owner
    assert sign_in(database, "root", PASSWORD, address="", hours=12).person == actor.person
    with pytest.raises(NotSignedIn):
        set_up(database, secret, "again", PASSWORD)
    with database.write() as connection, pytest.raises(Conflict):
        make_setup_secret(connection)
    with database.write() as connection, pytest.raises(Conflict):
        create_first_owner(connection, "again", PASSWORD)
