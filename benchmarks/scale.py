"""What a million notes cost: measures small runs and derives large ones from them.

usage: python benchmarks/scale.py --models FOLDER… [--notes 2000] [--characters 1500 3000]
                                  [--workers 1 2] [--targets 1000000 25000000] [--cores 16 64]

Made-up notes (benchmarks/memory.py) are extracted to tables twice, a quarter of them and all of
them: the difference is the cost of a note, the rest is that of a start. Seconds are processor
seconds of all processes, which other work on the machine does not change much; storage is that of
the tables. The derived figures assume that cores do not disturb each other (efficiency 1) and name
the file system as the first thing that breaks: a part is eight files.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from spark import make_command, make_notes


class Cost(NamedTuple):
    """The cost of a run."""

    clock: float
    busy: float
    peak: float
    stored: float


def measure(args: argparse.Namespace, model: Path, count: int, length: int, workers: int) -> Cost:
    """Extract made-up notes with a model."""
    make_notes(args.work / "notes.parquet", count, length)
    out = args.work / "out"
    shutil.rmtree(out, ignore_errors=True)
    run = argparse.Namespace(work=args.work, model=model, part_rows=args.part_rows)
    before, begin = os.times(), time.perf_counter()
    process = subprocess.Popen(
        make_command(run, out, "--workers", str(workers)), stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit("the extraction failed")
    after = os.times()
    busy = after.children_user + after.children_system
    busy -= before.children_user + before.children_system
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    return Cost(time.perf_counter() - begin, busy, usage.ru_maxrss / 1000, size / 1e6)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--models", type=Path, nargs="+", required=True)
    parser.add_argument("--notes", type=int, default=2_000)
    parser.add_argument("--characters", type=int, nargs="+", default=[1_500, 3_000])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--targets", type=int, nargs="+", default=[1_000_000, 25_000_000])
    parser.add_argument("--cores", type=int, nargs="+", default=[16, 64])
    parser.add_argument("--part-rows", type=int, default=250)
    parser.add_argument("--work", type=Path, default=Path("/tmp/scale-benchmark"))
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    columns = ("start s", "ms a note", "clock ms", "peak MB", "kB stored a note")
    measured = Table("model", "characters", "workers", *columns)
    spans = [f"hours, {cores} cores" for cores in args.cores]
    derived = Table("model", "characters", "notes", "core hours", *spans, "storage GB", "parts")
    for model in args.models:
        for length in args.characters:
            for workers in args.workers:
                few = measure(args, model, args.notes // 4, length, workers)
                all_ = measure(args, model, args.notes, length, workers)
                extra = args.notes - args.notes // 4
                each, clock = (all_.busy - few.busy) / extra, (all_.clock - few.clock) / extra
                stored = (all_.stored - few.stored) / extra
                start = few.busy - each * (args.notes // 4)
                measured.add_row(
                    model.name, f"{length:,}", str(workers), f"{start:.1f}",
                    f"{each * 1000:.2f}", f"{clock * 1000:.2f}", f"{all_.peak:.0f}",
                    f"{stored * 1000:.1f}")  # fmt: skip
            for target in args.targets:
                hours = each * target / 3600
                derived.add_row(
                    model.name, f"{length:,}", f"{target:,}", f"{hours:,.1f}",
                    *(f"{hours / cores:,.1f}" for cores in args.cores),
                    f"{stored * target / 1000:,.0f}", f"{target / 2000:,.0f}")  # fmt: skip
    console = Console(width=110)
    console.print(measured)
    console.print(derived)


if __name__ == "__main__":
    main()
