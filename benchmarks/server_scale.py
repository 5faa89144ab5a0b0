"""Lists, assignment, dashboards and search in a project of 565,000 documents and 200 people.

usage: python benchmarks/server_scale.py [--documents 565000] [--annotated 5650] [--people 200]
                                         [--repeats 7] [--databases sqlite,postgresql]

The project is inserted directly into the tables: texts of forty words; the annotated ones are in
batches of five with two annotators each, their sets, tasks and counts of agreement. Requests go
over HTTP to a server process. Finally, a document of 10,000 words with 5,000 annotations is opened.
Prints Markdown: the median and the longest time of a request, and the processor time of the server.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent))

from sqlalchemy import insert, text
from tests.server.processes import ServerProcess, run_server
from tests.store.builders import World
from tests.store.postgres import make_database_url

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Span
from goldsmith.store.access import Actor, Exposure, Role, Scope
from goldsmith.store.database import Database
from goldsmith.store.migrations import prepare
from goldsmith.store.new_documents import insert_documents
from goldsmith.store.people.tokens import make_token
from goldsmith.store.sets import create_set
from goldsmith.store.tables import (
    annotation_sets,
    batch_documents,
    batches,
    comparisons,
    iterations,
    new_id,
    now,
    tasks,
)
from goldsmith.store.workflow.workloads import recount

PER_BATCH = 5
CHUNK = 5_000
VOCABULARY = [
    f"{start}{middle}{end}"
    for start in ("car", "hem", "neph", "pul", "gas")
    for middle in ("di", "ato", "ro", "mo", "tri")
    for end in ("um", "is", "al", "ia")
]
RARE = 20_000


class Corpus:
    """A large project, inserted directly into the tables of a database."""

    def __init__(self, database: Database, size: int, annotated: int, people: int) -> None:
        self.database, self._random = database, random.Random(0)
        self.world = World(database)
        self.people = [
            self.world.add_person(f"annotator{number:03}", Role.ANNOTATOR)
            for number in range(people)
        ]
        self.ids = [*self._insert_documents(size)]
        self.iteration = self._insert_iteration()
        count = min(annotated, size) // PER_BATCH
        self.batches = [new_id() for _ in range(count)]
        for start in range(0, count, CHUNK // PER_BATCH):
            self._insert_batches(range(start, min(count, start + CHUNK // PER_BATCH)))
        with database.write() as connection:
            recount(connection, self.world.project, [actor.person for actor in self.people])
        self.large = self._insert_large()
        with database.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").execute(text("ANALYZE"))

    def _insert_documents(self, size: int) -> Iterator[str]:
        for start in range(0, size, CHUNK):
            docs = [
                self._make_document(number) for number in range(start, min(size, start + CHUNK))
            ]
            with self.database.write() as connection:
                yield from insert_documents(connection, self.world.project, docs, start).values()

    def _make_document(self, number: int) -> Document:
        words = [*self._random.choices(VOCABULARY, k=39), f"rare{number % RARE}"]
        details = Metadata(patient=f"p{number // 20}", type=("letter", "report")[number % 2])
        return Document(f"note-{number:07}", " ".join(words), details)

    def _insert_iteration(self) -> str:
        iteration = new_id()
        with self.database.write() as connection:
            connection.execute(
                insert(iterations).values(
                    id=iteration,
                    project=self.world.project,
                    name="production",
                    kind="production",
                    phase="closed",
                    position=1,
                    created_at=now(),
                )
            )
        return iteration

    def _insert_batches(self, numbers: range) -> None:
        project, first_open = self.world.project, len(self.batches) * 9 // 10
        rows: dict[str, list[dict[str, Any]]] = {
            name: [] for name in ("batches", "documents", "sets", "tasks", "comparisons")
        }
        for number in numbers:
            is_open = number >= first_open
            rows["batches"].append(
                {
                    "id": self.batches[number],
                    "project": project,
                    "iteration": self.iteration,
                    "name": f"batch-{number}",
                    "state": "open" if is_open else "closed",
                    "position": number,
                    "frontier": number * PER_BATCH,
                    "created_at": now(),
                }
            )
            pair = sorted(self._random.sample(self.people, 2), key=lambda actor: actor.person)
            for place in range(PER_BATCH):
                self._add_document(rows, number, place, pair, is_open=is_open)
        with self.database.write() as connection:
            connection.execute(insert(batches), rows["batches"])
            connection.execute(insert(batch_documents), rows["documents"])
            connection.execute(insert(annotation_sets), rows["sets"])
            connection.execute(insert(tasks), rows["tasks"])
            if rows["comparisons"]:
                connection.execute(insert(comparisons), rows["comparisons"])

    def _add_document(
        self,
        rows: dict[str, list[dict[str, Any]]],
        number: int,
        place: int,
        pair: Sequence[Actor],
        *,
        is_open: bool,
    ) -> None:
        project, document = self.world.project, self.ids[number * PER_BATCH + place]
        batch = self.batches[number]
        rows["documents"].append({"batch": batch, "document": document, "position": place})
        for actor in pair:
            set_id = new_id()
            rows["sets"].append(
                {
                    "id": set_id,
                    "project": project,
                    "document": document,
                    "name": actor.name,
                    "kind": "human",
                    "owner": actor.person,
                    "exposure": Exposure.PRIVATE if is_open else Exposure.SHARED,
                    "state": "open" if is_open else "closed",
                    "created_at": now(),
                }
            )
            rows["tasks"].append(
                {
                    "id": new_id(),
                    "project": project,
                    "batch": batch,
                    "document": document,
                    "person": actor.person,
                    "set": set_id,
                    "kind": "annotate",
                    "state": "started" if is_open else "done",
                    "words": 40,
                    "beats": 4,
                    "position": number * PER_BATCH + place,
                    "assigned_at": now(),
                    "started_at": now(),
                    "done_at": None if is_open else now(),
                    "active_at": now(),
                }
            )
        if not is_open:
            rows["comparisons"].append(
                {
                    "batch": batch,
                    "document": document,
                    "start": 0,
                    "first": pair[0].person,
                    "second": pair[1].person,
                    "project": project,
                    "entity_matches": self._random.randrange(8, 14),
                    "entity_total": 14,
                    "relation_matches": 1,
                    "relation_total": 2,
                    "counts": "{}",
                    "at": now(),
                }
            )

    def _insert_large(self) -> tuple[str, str]:
        """Insert a document of 10,000 words with 5,000 annotations; return it and its set."""
        source = " ".join(f"word{number % 100:02d}" for number in range(10_000))
        owner, project = self.world.owner, self.world.project
        mentions = tuple(
            Mention(f"m{number}", "Condition", (Span(number * 7, number * 7 + 6),))
            for number in range(5_000)
        )
        with self.database.write() as connection:
            doc = Document("large", source)
            document = insert_documents(connection, project, [doc], 9_999_999)["large"]
            row = create_set(
                connection,
                owner,
                project,
                document,
                "consensus",
                kind="consensus",
                exposure=Exposure.SHARED,
                annotation_set=AnnotationSet("", mentions),
            )
        return document, row.id


class Meter:
    """Sends requests and prints how long they take."""

    def __init__(self, server: ServerProcess, repeats: int) -> None:
        self._server, self._repeats = server, repeats
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=120)

    def measure(
        self,
        what: str,
        token: str,
        path: str | Callable[[], str],
        method: str = "GET",
        body: Callable[[], object] | None = None,
    ) -> httpx.Response:
        """Send a request several times after a first one, and print a row."""
        times, used = [], 0.0
        for number in range(self._repeats + 1):
            processor, start = self._server.measure_processor(), time.perf_counter()
            answer = self._http.request(
                method,
                path if isinstance(path, str) else path(),
                headers={"Authorization": f"Bearer {token}"},
                json=body() if body else None,
            )
            if answer.is_error:
                raise RuntimeError(f"{what}: {answer.status_code} {answer.text[:300]}")
            if number:
                times.append(time.perf_counter() - start)
                used += self._server.measure_processor() - processor
        median, longest = 1000 * statistics.median(times), 1000 * max(times)
        processor_time = 1000 * used / len(times)
        print(
            f"| {what} | {median:.0f} | {longest:.0f} | {processor_time:.0f} "
            f"| {len(answer.content):,} |",
            flush=True,
        )
        return answer


def measure_all(meter: Meter, corpus: Corpus, manager: str, annotator: str) -> None:
    """Measure the requests of a manager and of an annotator."""
    project = f"/api/projects/{corpus.world.project}"
    listed = meter.measure("documents, first page", manager, f"{project}/documents").json()
    after = listed["after"]
    meter.measure("documents, next page", manager, f"{project}/documents?after={after}")
    for what, query in (
        ("documents of a type", "type=report"),
        ("documents of a patient", "patient=p20000"),
        ("documents by the start of the name", "prefix=note-0300"),
        ("documents that nobody has", "assignment=unassigned"),
        ("documents that somebody has", "assignment=assigned"),
        ("search: a rare word", "words=rare777"),
        ("search: a word of most documents", "words=cardium"),
        ("search: two words", "words=cardium%20rare777"),
    ):
        meter.measure(what, manager, f"{project}/documents?{query}")
    meter.measure("batches, first page", manager, f"{project}/batches")
    meter.measure("batches that are open", manager, f"{project}/batches?state=open")
    meter.measure("a batch", manager, f"/api/batches/{corpus.batches[0]}")
    meter.measure("progress of everybody", manager, f"{project}/progress")
    meter.measure("agreement of everybody", manager, f"{project}/agreement")
    meter.measure("agreement over time", manager, f"{project}/trend")
    meter.measure("effort", manager, f"{project}/effort")
    meter.measure("arms", manager, f"{project}/arms")
    meter.measure("members", manager, f"{project}/members")
    meter.measure("audit log", manager, f"{project}/audit")
    numbers = itertools.count()

    def make_batch() -> object:
        return {
            "iteration": corpus.iteration,
            "name": f"new {next(numbers)}",
            "documents": {"by": "next", "size": PER_BATCH},
            "assign": {},
        }

    meter.measure(
        "new batch, assigned automatically", manager, f"{project}/batches", "POST", make_batch
    )
    meter.measure("own tasks", annotator, f"{project}/tasks")
    task = meter.measure("next task", annotator, f"{project}/tasks/next").json()
    slots = itertools.cycle([now() // 15_000])
    meter.measure(
        "activity",
        annotator,
        f"/api/tasks/{task['id']}/beats",
        "POST",
        lambda: {"slots": [next(slots)]},
    )
    task = meter.measure("start a task", annotator, f"/api/tasks/{task['id']}/start", "POST").json()
    meter.measure("open a document", annotator, f"/api/documents/{task['document']}")
    meter.measure("open a set", annotator, f"/api/sets/{task['set']}")
    document, set_id = corpus.large
    meter.measure("open 10,000 words", manager, f"/api/documents/{document}")
    meter.measure("open 5,000 annotations", manager, f"/api/sets/{set_id}")


def run(kind: str, options: argparse.Namespace) -> None:
    """Build the project on one kind of database, and measure."""
    with tempfile.TemporaryDirectory() as name:
        folder, url = Path(name), make_database_url() if kind == "postgresql" else ""
        database = Database(folder, url)
        prepare(database)
        start = time.perf_counter()
        corpus = Corpus(database, options.documents, options.annotated, options.people)
        with database.write() as connection:
            manager = make_token(connection, corpus.world.owner, "speed", list(Scope))
            annotator = make_token(connection, corpus.people[0], "speed", list(Scope))
        database.close()
        print(
            f"\n{kind}: {options.documents:,} documents, {len(corpus.batches):,} batches, "
            f"{options.people} people, made in {time.perf_counter() - start:.0f} s\n"
        )
        print("| request | median ms | longest ms | processor ms | bytes |")
        print("| --- | ---: | ---: | ---: | ---: |", flush=True)
        with run_server(folder, url) as server:
            measure_all(Meter(server, options.repeats), corpus, manager, annotator)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=565_000)
    parser.add_argument("--annotated", type=int, default=5_650)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--databases", default="sqlite,postgresql")
    options = parser.parse_args()
    for kind in options.databases.split(","):
        run(kind, options)


if __name__ == "__main__":
    main()
