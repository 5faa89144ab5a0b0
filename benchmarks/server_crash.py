"""Kill the server at random moments under load, and count losses.

usage: python benchmarks/server_crash.py [--kills 200] [--annotators 8] [--seed 0]
                                         [--databases sqlite,postgresql]

Annotators send changes without a pause, some of several steps, and keep a record of the
acknowledged ones. The server process is killed with SIGKILL up to half a second after its first
response and restarted; annotators send unacknowledged changes again, with the same ids. At the end,
every acknowledged change must be in the journal once, complete, at the acknowledged revision; the
replayed journal must match what the annotators see. Prints Markdown; exits with 1 on a loss.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.annotators import count_acknowledged, find_losses, seat_annotators
from tests.server.crash import crash_repeatedly
from tests.store.postgres import make_database_url

from goldsmith.store.database import Database


def run(kind: str, options: argparse.Namespace) -> list[str]:
    """Kill a server on one kind of database, print the figures, and return the problems."""
    with tempfile.TemporaryDirectory() as name:
        folder, url = Path(name), make_database_url() if kind == "postgresql" else ""
        database = Database(folder, url)
        annotators = seat_annotators(database, options.annotators, seed=options.seed)
        start = time.perf_counter()
        crash = crash_repeatedly(
            folder, url, annotators, options.kills, seed=options.seed, advance=_report
        )
        asyncio.run(crash)
        with database.read() as connection:
            losses = find_losses(connection, annotators)
        database.close()
    figures = (
        options.kills,
        f"{count_acknowledged(annotators):,}",
        f"{sum(annotator.interrupted for annotator in annotators):,}",
        len(losses),
        f"{time.perf_counter() - start:.0f}",
    )
    print(f"| {kind} | " + " | ".join(str(figure) for figure in figures) + " |", flush=True)
    return losses


def _report(number: int) -> None:
    print(f"kill {number + 1}", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--annotators", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--databases", default="sqlite,postgresql")
    options = parser.parse_args()
    print("| database | kills | changes acknowledged | sent again | losses | seconds |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    losses = [loss for kind in options.databases.split(",") for loss in run(kind, options)]
    for loss in losses:
        print(loss, file=sys.stderr)
    raise SystemExit(1 if losses else 0)


if __name__ == "__main__":
    main()
