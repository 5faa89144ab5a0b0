"""Limits on attempts, counted in the database so that all processes share them."""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from goldsmith.errors import TooManyRequests
from goldsmith.store.people.tokens import hash_secret
from goldsmith.store.tables import login_failures, now

#: The time within which attempts are counted, in milliseconds.
WINDOW = 15 * 60_000


class Limit(msgspec.Struct, frozen=True):
    """The number of attempts that a subject has within the window."""

    subject: str
    most: int


def limit_account(name: str) -> Limit:
    """Return the limit on sign-in attempts for an account, whether it exists or not."""
    return Limit(hash_secret(f"account {name}"), 10)


def limit_address(address: str, way: str = "password") -> Limit:
    """Return the limit on attempts from a network address, which a whole clinic may share."""
    return Limit(hash_secret(f"{way} {_find_network(address)}"), 100)


def count_attempt(connection: Connection, limits: Sequence[Limit]) -> None:
    """Count an attempt before it is made, so that parallel attempts cannot exceed the limit.

    Raises:
        TooManyRequests: A limit is reached; the attempt is not counted.
    """
    moment = now()
    lock(connection, [limit.subject for limit in limits])
    connection.execute(delete(login_failures).where(login_failures.c.at <= moment - WINDOW))
    for limit in limits:
        _check(connection, limit, moment)
    rows = [{"subject": limit.subject, "at": moment} for limit in limits]
    connection.execute(insert(login_failures), rows)


def forget_attempts(connection: Connection, limit: Limit) -> None:
    """Delete the attempts of a subject after one has succeeded."""
    connection.execute(delete(login_failures).where(login_failures.c.subject == limit.subject))


def lock(connection: Connection, subjects: Sequence[str]) -> None:
    """Lock a subject for one transaction at a time; SQLite has only one writer anyway."""
    if connection.dialect.name != "sqlite":
        for subject in sorted(subjects):
            connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(subject))))


def _check(connection: Connection, limit: Limit, moment: int) -> None:
    query = (
        select(login_failures.c.at)
        .where(login_failures.c.subject == limit.subject, login_failures.c.at > moment - WINDOW)
        .order_by(login_failures.c.at.desc())
        .limit(limit.most)
    )
    times = connection.execute(query).scalars().all()
    if len(times) >= limit.most:
        seconds = math.ceil((times[-1] + WINDOW - moment) / 1000)
        raise TooManyRequests("too many attempts to sign in", max(1, seconds))


def _find_network(address: str) -> str:
    """Return the address, or the network of an IPv6 address: one user has 2^64 addresses."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
