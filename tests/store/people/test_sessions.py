"""Sessions expire when they are not used, and after a month at the latest."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.store.builders import World

from goldsmith.store.database import Database
from goldsmith.store.people import sessions as store
from goldsmith.store.people.sessions import (
    MAX_DAYS,
    end_session,
    find_session,
    is_renewal_due,
    renew_session,
    start_session,
)
from goldsmith.store.tables import now, sessions

HOUR = 3_600_000


class Clock:
    """The clock of the store, which tests can advance."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0
        monkeypatch.setattr(store, "now", lambda: now() + self.ahead)

    def advance(self, hours: float) -> None:
        self.ahead += int(hours * HOUR)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_only_a_hash_of_the_secret_is_stored(database: Database) -> None:
    owner = World(database).owner
    with database.write() as connection:
        session = start_session(connection, owner.person, 12)
        row = connection.execute(select(sessions)).one()
    assert session.secret not in str(row)
    assert session.secret != session.csrf


def test_a_session_in_use_is_renewed(database: Database, clock: Clock) -> None:
    owner = World(database).owner
    with database.write() as connection:
        secret = start_session(connection, owner.person, 12).secret
        for _ in range(5):
            clock.advance(10)
            session = find_session(connection, secret)
            assert session is not None
            assert is_renewal_due(session, 12)
            renew_session(connection, secret, session, 12)
        clock.advance(12.1)
        assert find_session(connection, secret) is None


def test_a_session_is_renewed_at_most_once_a_minute(database: Database, clock: Clock) -> None:
    owner = World(database).owner
    with database.write() as connection:
        secret = start_session(connection, owner.person, 12).secret
        session = find_session(connection, secret)
        assert session is not None
        assert not is_renewal_due(session, 12)
        clock.advance(59 / 3600)
        assert not is_renewal_due(session, 12)
        clock.advance(2 / 3600)
        assert is_renewal_due(session, 12)


def test_a_session_ends_after_a_month(database: Database, clock: Clock) -> None:
    owner = World(database).owner
    with database.write() as connection:
        secret = start_session(connection, owner.person, 12).secret
        for _ in range(MAX_DAYS * 3 - 1):
            clock.advance(8)
            session = find_session(connection, secret)
            assert session is not None
            renew_session(connection, secret, session, 12)
        clock.advance(8.1)
        assert find_session(connection, secret) is None


def test_signing_out_ends_one_session(database: Database) -> None:
    owner = World(database).owner
    with database.write() as connection:
        first = start_session(connection, owner.person, 12).secret
        second = start_session(connection, owner.person, 12).secret
        end_session(connection, first)
        assert find_session(connection, first) is None
        assert find_session(connection, second) is not None
