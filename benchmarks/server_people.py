"""Time to identify a person, to verify a password, and to page through the audit log.

usage: .venv/bin/python benchmarks/server_people.py [--changes 1000000] [--database postgresql]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from litestar import Request
from sqlalchemy import insert

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.store.builders import World
from tests.store.postgres import make_database_url

from goldsmith.store.access import Scope
from goldsmith.store.audit import AuditFilter, list_entries
from goldsmith.store.database import Database
from goldsmith.store.people.passwords import hash_password, verify_password
from goldsmith.store.people.sessions import start_session
from goldsmith.store.people.tokens import make_token
from goldsmith.store.tables import (
    annotation_sets,
    audit,
    changes,
    documents,
    metadata,
    new_id,
    people,
    projects,
)
from goldsmith.web.security.identity import provide_actor
from goldsmith.web.workbench import Workbench

CALLS = 2_000
SETS = 20_000
START = 1_700_000_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=1_000_000)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    options = parser.parse_args()
    url = make_database_url() if options.database == "postgresql" else ""
    with tempfile.TemporaryDirectory() as folder:
        workbench = Workbench(Path(folder), url)
        metadata.create_all(workbench.database.engine)
        world = World(workbench.database)
        measure_identity(workbench, world)
        measure_passwords()
        measure_audit(workbench.database, world, options.changes)
        workbench.close()


def measure_identity(workbench: Workbench, world: World) -> None:
    with workbench.database.write() as connection:
        session = start_session(connection, world.owner.person, 12)
        token = make_token(connection, world.owner, "benchmark", list(Scope))
    ways = {
        "session": {"cookie": f"session={session.secret}", "x-csrf-token": session.csrf},
        "token": {"authorization": f"Bearer {token}"},
    }
    for name, headers in ways.items():
        for remembered in (True, False):
            times = asyncio.run(time_identity(workbench, headers, remembered))
            origin = "remembered" if remembered else "from the database"
            report(f"identify a {name}, {origin}", times)


async def time_identity(
    workbench: Workbench, headers: dict[str, str], remembered: bool
) -> list[float]:
    coded = [(name.encode(), value.encode()) for name, value in headers.items()]
    times = []
    for _ in range(CALLS):
        scope = {"type": "http", "method": "POST", "path": "/", "headers": coded}
        request: Request = Request(scope)  # type: ignore[type-arg, arg-type]
        if not remembered:
            workbench.identities.clear()
        start = time.perf_counter()
        await provide_actor(request, workbench)
        times.append(time.perf_counter() - start)
    return times


def measure_passwords() -> None:
    password_hash = hash_password("correct horse battery")
    for name, stored in (("wrong password", password_hash), ("unknown account", "")):
        report(f"verify, {name}", repeat(lambda stored=stored: verify_password("x", stored), 20))


def measure_audit(database: Database, world: World, count: int) -> None:
    """Time a page of 50 entries under every filter.

    One project has 999 of 1,000 sets; 200 people made the changes.
    """
    big, persons, docs = fill_audit(database, world, count)
    filters = {
        "the whole server": AuditFilter(),
        "from the middle on": AuditFilter(since=START + count // 2),
        "a large project": AuditFilter(project=big),
        "a small project": AuditFilter(project=world.project),
        "a person": AuditFilter(person=persons[7]),
        "a person without entries in the project": AuditFilter(world.project, persons[7]),
        "a document": AuditFilter(document=docs[7]),
        "documents read in a small project": AuditFilter(world.project, action="document"),
    }
    with database.read() as connection:
        for name, matching in filters.items():
            times = repeat(
                lambda matching=matching: list_entries(connection, world.owner, matching), 20
            )
            report(f"audit log, {name}", times)


def fill_audit(database: Database, world: World, count: int) -> tuple[str, list[str], list[str]]:
    big = new_id()
    persons, docs, sets = ([new_id() for _ in range(size)] for size in (200, SETS, SETS))
    places = [world.project if number % 1_000 == 0 else big for number in range(SETS)]
    authors = [persons[number % 200] for number in range(SETS)]
    with database.write() as connection:
        columns = {"name": "big", "schema": "", "created_by": world.owner.person, "created_at": 0}
        connection.execute(insert(projects).values(id=big, **columns))
        rows = [{"id": person, "name": person, "created_at": 0} for person in persons]
        connection.execute(insert(people), rows)
        sizes = {"text_hash": "", "length": 1, "words": 1, "position": 0}
        connection.execute(
            insert(documents),
            [
                {"id": doc, "name": doc, "project": place, **sizes}
                for doc, place in zip(docs, places, strict=True)
            ],
        )
        fixed = {"name": "x", "kind": "human", "exposure": "private", "created_at": 0}
        connection.execute(
            insert(annotation_sets),
            [
                {"id": name, "project": place, "document": doc, "owner": author, **fixed}
                for name, place, doc, author in zip(sets, places, docs, authors, strict=True)
            ],
        )
        for revision in range(1, count // SETS + 1):
            connection.execute(insert(changes), make_changes(revision, sets, places, authors))
        for _ in range(10):
            connection.execute(insert(audit), make_readings(docs, places, authors))
    return big, persons, docs


def make_changes(
    revision: int, sets: list[str], places: list[str], authors: list[str]
) -> list[dict[str, object]]:
    fixed = {"id": str(revision), "base": 0, "steps": "[]", "inverse": "[]", "source": "human"}
    return [
        {
            "set": name,
            "revision": revision,
            "project": place,
            "person": author,
            "at": START + revision * SETS + number,
            **fixed,
        }
        for number, (name, place, author) in enumerate(zip(sets, places, authors, strict=True))
    ]


def make_readings(
    docs: list[str], places: list[str], authors: list[str]
) -> list[dict[str, object]]:
    return [
        {
            "at": START + number,
            "person": author,
            "project": place,
            "action": "document.read",
            "document": doc,
        }
        for number, (doc, place, author) in enumerate(zip(docs, places, authors, strict=True))
    ]


def repeat(action: Callable[[], object], count: int) -> list[float]:
    times = []
    for _ in range(count):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return times


def report(name: str, times: list[float]) -> None:
    ordered = sorted(times)
    half, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    columns = {"least": ordered[0], "p50": half, "p99": most}
    figures = "".join(f"   {column} {value * 1e3:8.3f} ms" for column, value in columns.items())
    print(f"{name:60}{figures}")


if __name__ == "__main__":
    main()
