"""Spark compared with processes: overhead as a ratio, identical output, and runs with kills.

usage: python benchmarks/spark.py --model FOLDER [--notes 100000] [--master local[2,4]]
                                  [--kill] [--ship] [--work FOLDER]

Made-up notes (benchmarks/memory.py) are extracted to tables by two processes and on Spark. With
--kill, the Spark run loses a Python worker and, on local-cluster, an executor; then its driver is
killed and the run resumed. With --ship, executors of local-cluster use a model whose folder
no longer exists, so that they have only the archive from Spark. Every output must be byte-identical
to the output of the processes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from memory import make_text

CLUSTER = "local-cluster[2,1,1024]"


def make_notes(path: Path, count: int, characters: int) -> None:
    """Write made-up notes; every note has a different text."""
    rng = random.Random(1)
    schema = pa.schema([("id", pa.string()), ("text", pa.string())])
    with pq.ParquetWriter(path, schema) as writer:
        for first in range(0, count, 10_000):
            numbers = range(first, min(first + 10_000, count))
            ids = [f"note-{number:09}" for number in numbers]
            texts = [make_text(rng, characters) for _ in numbers]
            writer.write_table(pa.table({"id": ids, "text": texts}, schema))


def make_command(args: argparse.Namespace, out: Path, *options: str) -> list[str]:
    command = [sys.executable, "-m", "goldsmith", "extract", str(args.work / "notes.parquet")]
    command += ["--model", str(args.model), "--out", str(out), "--tables"]
    return [*command, "--part-rows", str(args.part_rows), *options]


def digest(out: Path) -> str:
    """Return a digest over the names and bytes of all tables."""
    total = hashlib.sha256()
    for path in sorted(out.rglob("*.parquet")):
        total.update(path.relative_to(out).as_posix().encode() + path.read_bytes())
    return total.hexdigest()


class Cost(NamedTuple):
    """The wall-clock seconds and processor seconds of the command and all its descendants."""

    clock: float
    busy: float


def run(args: argparse.Namespace, name: str, *options: str) -> Cost:
    """Run an extraction and return its cost."""
    out = args.work / name
    shutil.rmtree(out, ignore_errors=True)
    begin = time.perf_counter()
    process = subprocess.Popen(make_command(args, out, *options), stderr=subprocess.DEVNULL)
    busy = watch_processes(process)
    if process.returncode:
        raise SystemExit(f"the extraction {name} failed")
    return Cost(time.perf_counter() - begin, busy)


def watch_processes(process: subprocess.Popen[bytes]) -> float:
    """Wait for a process; return the processor seconds of it and all its descendants.

    No process waits for Java and the Python workers of Spark, so the system does not sum their
    times.
    """
    ticks = os.sysconf("SC_CLK_TCK")
    spent: dict[int, float] = {}
    while process.poll() is None:
        for pid in find_descendants(process.pid, b""):
            with suppress(OSError):
                stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                spent[pid] = (int(stat[11]) + int(stat[12])) / ticks
        time.sleep(1)
    return sum(spent.values())


def wait_for_parts(out: Path, count: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until this many parts are finished."""
    while process.poll() is None:
        if len(list((out.with_name(out.name + ".run") / "parts").glob("[0-9]*"))) >= count:
            return
        time.sleep(0.05)


def find_descendants(root: int, mark: bytes) -> list[int]:
    """Return the descendants of a process whose command line contains a mark, youngest first."""
    parents: dict[int, int] = {}
    marked = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name)] = int(stat[1])
            if mark in (folder / "cmdline").read_bytes():
                marked.append(int(folder.name))
        except OSError:
            continue

    def is_below(pid: int) -> bool:
        while pid in parents and pid != root:
            pid = parents[pid]
        return pid == root

    return sorted((pid for pid in marked if is_below(pid)), reverse=True)


def run_with_kills(args: argparse.Namespace, name: str, options: list[str]) -> list[str]:
    """Kill a Python worker, an executor and the driver; resume; return what was killed."""
    out = args.work / name
    shutil.rmtree(out, ignore_errors=True)
    shutil.rmtree(out.with_name(out.name + ".run"), ignore_errors=True)
    process = subprocess.Popen(
        make_command(args, out, *options), stderr=subprocess.DEVNULL, start_new_session=True
    )
    killed = []
    for count, what, mark in (
        (1, "Python worker", b"pyspark.daemon"),
        (3, "executor", b"CoarseGrainedExecutorBackend"),
    ):
        wait_for_parts(out, count, process)
        pids = find_descendants(process.pid, mark)
        if pids:
            os.kill(pids[0], signal.SIGKILL)
            killed.append(what)
    wait_for_parts(out, 6, process)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        killed.append("driver")
    process.wait()
    subprocess.run(make_command(args, out, *options, "--resume"), check=True, capture_output=True)
    return killed


def run_shipped(args: argparse.Namespace, name: str) -> float:
    """Extract with a model that only the driver has seen; return the seconds."""
    from goldsmith.project.models.annotate_notes import ExtractOptions
    from goldsmith.project.models.extract_files import Target
    from goldsmith.project.models.tables.extract_tables import extract_tables
    from goldsmith.runners import Runner
    from goldsmith.runners.place import Place, open_place

    model, out = args.work / "shipped-model", args.work / name
    for folder in (model, out):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(args.model, model)
    place = Place("spark", master=CLUSTER, settings={"spark.ui.enabled": "false"})
    begin = time.perf_counter()
    with open_place(place, ship=model.absolute()) as make_runner:

        def make_without_model(describe: Callable[[], str]) -> Runner:
            shutil.rmtree(model)
            return make_runner(describe)

        extract_tables(
            args.work / "notes.parquet", ExtractOptions(model), Target(out), make_without_model,
            part_rows=args.part_rows,
        )  # fmt: skip
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--notes", type=int, default=100_000)
    parser.add_argument("--characters", type=int, default=300)
    parser.add_argument("--part-rows", type=int, default=2_000)
    parser.add_argument("--master", nargs="*", default=["local[2,4]", CLUSTER])
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--ship", action="store_true")
    parser.add_argument("--work", type=Path, default=Path("/tmp/spark-benchmark"))
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    make_notes(args.work / "notes.parquet", args.notes, args.characters)
    processes = run(args, "processes", "--workers", "2")
    expected = digest(args.work / "processes")
    print(f"2 processes: {processes.clock:.1f} s, {args.notes / processes.clock:,.0f} notes/s, "
          f"{processes.busy:.1f} processor s", flush=True)  # fmt: skip
    for number, master in enumerate(args.master):
        options = [
            "--runner",
            "spark",
            "--master",
            master,
            "--spark-conf",
            "spark.ui.enabled=false",
        ]
        cost = run(args, f"spark-{number}", *options)
        same = "same bytes" if digest(args.work / f"spark-{number}") == expected else "DIFFERENT"
        print(f"{master}: {cost.clock:.1f} s, {cost.clock / processes.clock:.2f} x processes, "
              f"{cost.busy:.1f} processor s, {cost.busy / processes.busy:.2f} x, {same}",
              flush=True)  # fmt: skip
        if args.kill:
            killed = run_with_kills(args, f"killed-{number}", options)
            same = digest(args.work / f"killed-{number}") == expected
            print(f"  killed {', '.join(killed)}; resumed: {'same bytes' if same else 'DIFFERENT'}",
                  flush=True)  # fmt: skip
    if args.ship:
        seconds = run_shipped(args, "shipped")
        same = "same bytes" if digest(args.work / "shipped") == expected else "DIFFERENT"
        print(f"{CLUSTER} with a shipped model: {seconds:.1f} s, {same}")


if __name__ == "__main__":
    main()
