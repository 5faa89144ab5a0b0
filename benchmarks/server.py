"""Changes per second that the server acknowledges, each durable and checked against the schema.

usage: python benchmarks/server.py [--seconds 5] [--clients 1,8,50] [--annotations 0,5000]
                                   [--databases sqlite,postgresql] [--peer doccano=PYTHON]

Each client is an annotator with their own set on a document of 10,000 words, and sends mentions one
by one, each based on the last acknowledgement. The server is a separate process, and the clients
are bare sockets in another. Before and after, transactions of one row with plain sqlite3 (WAL,
synchronous=FULL) show what the disk allows. doccano, if available, is measured in the same run with
one span per request, and compared with our first database and fewest annotations. Prints Markdown.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.annotators import Annotator, Step, seat_annotators, work_together
from tests.server.processes import run_server
from tests.store.postgres import make_database_url

from goldsmith.core import Mention, Span
from goldsmith.store.access import Actor
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change
from goldsmith.store.journal.log import Journal
from goldsmith.store.journal.steps import AddMention
from goldsmith.store.tables import annotation_sets
from server_peers import measure_doccano

WORDS = 10_000
TEXT = " ".join(f"word{number % 100:02d}" for number in range(WORDS))
LENGTH = 6


class Typist(Annotator):
    """An annotator who only adds mentions."""

    def make_steps(self) -> list[Step]:
        self._number += 1
        start = self._number % (len(TEXT) - 100)
        mention = {
            "id": f"t{self._number}",
            "type": "Condition",
            "spans": [[start, start + LENGTH + 1 + self._number // (len(TEXT) - 100)]],
        }
        return [{"do": "add-mention", "mention": mention}]


class Speed(NamedTuple):
    """The speed of the server in a run."""

    rate: float
    latencies: list[float]
    processor: float
    """Processor seconds of the server for each change."""


def measure(kind: str, clients: int, annotations: int, seconds: float) -> Speed:
    """Measure a fresh server on a fresh database."""
    with tempfile.TemporaryDirectory() as name:
        folder, url = Path(name), make_database_url() if kind == "postgresql" else ""
        database = Database(folder, url)
        typists = [_make_typist(annotator) for annotator in seat(database, clients, annotations)]
        database.close()
        with run_server(folder, url) as server:
            asyncio.run(_work(typists, server.port, 0.5))  # loads the sets
            for typist in typists:
                typist.latencies.clear()
            processor, start = server.measure_processor(), time.perf_counter()
            asyncio.run(_work(typists, server.port, seconds))
            spent = time.perf_counter() - start
            latencies = sorted(latency for typist in typists for latency in typist.latencies)
            used = server.measure_processor() - processor
        return Speed(len(latencies) / spent, latencies, used / len(latencies))


def seat(database: Database, clients: int, annotations: int) -> list[Annotator]:
    """Make a project, and annotators whose sets already have annotations."""
    annotators = seat_annotators(database, clients, text=TEXT)
    steps = tuple(
        AddMention(Mention(f"m{number}", "Condition", (_place(number),)))
        for number in range(annotations)
    )
    for annotator in annotators if annotations else ():
        with database.write() as connection:
            owner = connection.execute(
                annotation_sets.select().where(annotation_sets.c.id == annotator.set)
            ).one()
            actor = Actor(owner.owner, annotator.name)
            receipt = Journal().append(connection, actor, annotator.set, Change("0", 0, steps))
        annotator.base = receipt.revision
    return annotators


def measure_disk(seconds: float) -> float:
    """Return the transactions of one row per second that plain sqlite3 makes durable."""
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(Path(folder) / "disk.db", isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE rows (text TEXT)")
        count, start = 0, time.perf_counter()
        while time.perf_counter() < start + seconds:
            connection.execute("INSERT INTO rows VALUES (?)", ("x" * 300,))
            count += 1
        connection.close()
    return count / (time.perf_counter() - start)


def find_percentile(latencies: Sequence[float], share: float) -> float:
    """Return a percentile of sorted latencies, in milliseconds."""
    return 1000 * latencies[min(int(len(latencies) * share), len(latencies) - 1)]


def _place(number: int) -> Span:
    start = number * (LENGTH + 1)
    return Span(start, start + LENGTH)


def _make_typist(annotator: Annotator) -> Typist:
    typist = Typist(annotator.name, annotator.set, annotator.token)
    typist.base = annotator.base
    return typist


async def _work(typists: Sequence[Typist], port: int, seconds: float) -> None:
    end = time.perf_counter() + seconds
    await work_together(typists, port, lambda: time.perf_counter() < end)


def _print_row(*cells: object) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def _print_goldsmith(options: argparse.Namespace) -> dict[int, float]:
    """Print the table of our rates; return the first rate by the number of clients.

    The first rate is for the first database with the fewest annotations, as for the peer.
    """
    _print_row(
        "database", "annotations", "clients", "changes/s", "p50 ms", "p99 ms", "processor ms"
    )
    _print_row("---", *["---:"] * 6)
    rates: dict[int, float] = {}
    for kind in options.databases.split(","):
        for present in map(int, options.annotations.split(",")):
            for clients in map(int, options.clients.split(",")):
                speed = measure(kind, clients, present, options.seconds)
                p50, p99 = (find_percentile(speed.latencies, share) for share in (0.5, 0.99))
                processor = f"{1000 * speed.processor:.2f}"
                figures = (f"{speed.rate:,.0f}", f"{p50:.1f}", f"{p99:.1f}", processor)
                _print_row(kind, f"{present:,}", clients, *figures)
                rates.setdefault(clients, speed.rate)
    return rates


def _print_peer(peer: str, rates: dict[int, float], seconds: float) -> None:
    name, _, python = peer.partition("=")
    if name != "doccano":
        raise SystemExit(f"unknown peer {name}; known: doccano")
    print()
    _print_row("clients", "doccano spans/s", "p50 ms", "p99 ms", "Goldsmith changes/s", "ratio")
    _print_row(*["---:"] * 6)
    for clients in sorted(set(rates) & {1, 8}):
        rate, latencies = measure_doccano(Path(python), clients, seconds)
        p50, p99 = (f"{find_percentile(latencies, share):.1f}" for share in (0.5, 0.99))
        ours = rates[clients]
        _print_row(clients, f"{rate:.0f}", p50, p99, f"{ours:,.0f}", f"{ours / rate:.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--clients", default="1,8,50")
    parser.add_argument("--annotations", default="0,5000")
    parser.add_argument("--databases", default="sqlite,postgresql")
    parser.add_argument("--peer", default="", help="doccano=PYTHON of an environment that has it")
    options = parser.parse_args()
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"load {load}; plain sqlite3 before: {measure_disk(2):,.0f} transactions/s\n")
    rates = _print_goldsmith(options)
    if options.peer:
        _print_peer(options.peer, rates, options.seconds)
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"\nload {load}; plain sqlite3 after: {measure_disk(2):,.0f} transactions/s")


if __name__ == "__main__":
    main()
