"""Time of an import: one file of JSON lines into a project on SQLite.

    python benchmarks/server_import.py --documents 565000

Makes documents of 200 random words, every tenth with 20 mentions, and imports them as a worker
would.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import insert

from goldsmith import schemas
from goldsmith.project.jobs.submit import submit_job
from goldsmith.project.jobs.worker import run_next
from goldsmith.store import bulk
from goldsmith.store.access import Actor, Role
from goldsmith.store.database import Database
from goldsmith.store.files import get_folder
from goldsmith.store.jobs.model import NewJob
from goldsmith.store.jobs.views import get_job
from goldsmith.store.migrations import prepare
from goldsmith.store.tables import members, new_id, now, people, projects


def make_lines(count: int) -> Iterator[str]:
    rng = random.Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(rng.choices(letters, k=rng.randint(3, 10))) for _ in range(20_000)]
    mentions = [
        {"id": f"T{k}", "type": "Condition", "spans": [[k * 10, k * 10 + 5]]} for k in range(20)
    ]
    for number in range(count):
        metadata = {"patient": f"P{number % 9000}", "type": "letter"}
        doc: dict[str, object] = {"id": f"note-{number}", "metadata": metadata}
        doc["text"] = " ".join(rng.choices(words, k=200))
        if number % 10 == 0:
            doc["sets"] = {"ann": {"name": "ann", "mentions": mentions}}
        yield json.dumps(doc) + "\n"


def make_project(database: Database) -> tuple[Actor, str]:
    actor, project = Actor(new_id(), "manager"), new_id()
    with database.write() as connection:
        connection.execute(
            insert(people).values(id=actor.person, name=actor.name, created_at=now())
        )
        connection.execute(
            insert(projects).values(
                id=project,
                name="benchmark",
                schema=schemas.read_text("clef"),
                created_by=actor.person,
                created_at=now(),
            )
        )
        row = {"project": project, "person": actor.person, "role": Role.MANAGER}
        connection.execute(insert(members).values(**row, created_at=now()))
    return actor, project


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=20_000)
    count = parser.parse_args().documents
    publish = bulk.publish_import

    def publish_timed(*arguments: str) -> None:
        begin = time.perf_counter()
        publish(*arguments)  # type: ignore[arg-type]
        print(f"last transaction: {time.perf_counter() - begin:.1f} s")

    bulk.publish_import = publish_timed  # type: ignore[assignment]
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder))
        prepare(database)
        actor, project = make_project(database)
        job = new_id()
        place = get_folder(database, project, "imports", job)
        place.mkdir(parents=True)
        with (place / "notes.jsonl").open("w", encoding="utf-8") as file:
            file.writelines(make_lines(count))
            print(f"{count:,} documents, {file.tell() / 1e6:.0f} MB")
        new = NewJob(job, "import", {"file": "notes.jsonl", "format": "jsonl"})
        submit_job(database, actor, project, new)
        begin = time.perf_counter()
        run_next(database, "benchmark")
        seconds = time.perf_counter() - begin
        with database.read() as connection:
            done = get_job(connection, actor, job)
        database.close()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    print(f"{done.state}: {seconds:.0f} s, {count / seconds:,.0f} documents/s, {memory:.0f} MB")


if __name__ == "__main__":
    main()
