"""The cost of a million notes, derived from measurements of small runs.

usage: python benchmarks/scale.py --rules FOLDER --trained FOLDER [--quick]

benchmarks/extract.py makes the models under its --work. Made-up notes (benchmarks/memory.py) are
extracted to tables. One variable changes at a time: the number of notes, their length, the size of
a made-up terminology, the number of workers. Processor seconds cover all processes, but not the
start of the command, which a run with a single note measures. Other load on the machine affects
processor seconds little, but wall-clock seconds much. Everything is printed as Markdown for
docs/scale.md. The derived figures assume that cores do not slow each other down.

Workers are compared by wall-clock time including the start, which needs an idle machine. The bound
next to it comes from processor seconds: the highest possible speed-up if the command, which starts
and distributes parts, never works at the same time as its workers, and they share the work evenly.
The last row of a model shows what the machine allows: as many separate commands at the same time,
each with its share of the notes. --only workers measures nothing else.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from memory import SYLLABLES, WORDS
from spark import make_command, make_notes

TARGETS, CORES, PART_ROWS = (1_000_000, 25_000_000), (16, 64), 20_000
LOOKUP = """
title = "lookup"
[terms]
made_up = "{terms}"
[[component]]
use = "lookup"
type = "Condition"
"""


class Cost(NamedTuple):
    """The cost of a run; `own` is the part of `busy` spent in the command itself."""

    clock: float
    busy: float
    peak: float
    stored: float
    own: float


class Sizes(NamedTuple):
    """The sizes of the measurements."""

    notes: tuple[int, ...] = (500, 2_000, 8_000)
    characters: tuple[int, ...] = (300, 1_500, 6_000, 24_000)
    #: Characters of all notes together, for the rules and for the trained pipeline.
    rules_total: int = 6_000_000
    trained_total: int = 1_500_000
    names: tuple[int, ...] = (10_000, 100_000, 400_000)
    workers: tuple[int, ...] = (1, 2)
    #: Notes for the comparison of workers: enough that the start matters little.
    rules_workers: int = 10_000
    trained_workers: int = 4_000


QUICK = Sizes((50, 200), (300, 1_500), 100_000, 50_000, (1_000, 10_000), (1, 2), 100, 100)
#: Parts for each worker in their comparison: with few parts, workers wait for the last one.
WORKER_PARTS = 16


def measure(
    work: Path, model: Path, count: int, length: int, workers: int = 1, part_rows: int = 0
) -> Cost:
    """Extract made-up notes with a model."""
    make_notes(work / "notes.parquet", count, length)
    out = work / "out"
    part_rows = part_rows or max(1, min(2_000, count // (4 * workers)))
    before, begin = os.times(), time.perf_counter()
    process = start_command(work, out, model, workers, part_rows)
    peak, own = watch_process(process)
    if process.returncode:
        raise SystemExit("the extraction failed")
    clock, after = time.perf_counter() - begin, os.times()
    busy = after.children_user + after.children_system
    busy -= before.children_user + before.children_system
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    return Cost(clock, busy, peak, size / 1e6, own)


def start_command(
    work: Path, out: Path, model: Path, workers: int, part_rows: int
) -> subprocess.Popen[bytes]:
    """Start the extraction of the notes in a folder."""
    shutil.rmtree(out, ignore_errors=True)
    run = argparse.Namespace(work=work, model=model, part_rows=part_rows)
    command = make_command(run, out, "--workers", str(workers))
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, env=make_environment(work))


def make_environment(work: Path) -> dict[str, str]:
    """Return the environment of a command, with a cache of compiled modules.

    If Python is set not to write bytecode, each command would compile all of Goldsmith again,
    unlike an installed package.
    """
    environment = dict(os.environ, PYTHONPYCACHEPREFIX=str(work / "bytecode"))
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def measure_apart(work: Path, model: Path, count: int, length: int, commands: int) -> float:
    """Return the seconds of independent commands that share the notes.

    No workers can be faster: this includes what the machine loses with several busy cores.
    """
    make_notes(work / "notes.parquet", count // commands, length)
    rows = max(1, count // (WORKER_PARTS * commands))
    begin = time.perf_counter()
    processes = [
        start_command(work, work / f"out-{number}", model, 1, rows) for number in range(commands)
    ]
    if any(process.wait() for process in processes):
        raise SystemExit("the extraction failed")
    return time.perf_counter() - begin


def watch_process(process: subprocess.Popen[bytes]) -> tuple[float, float]:
    """Wait for a process; return its peak memory in MB and its own processor seconds.

    The figures of `wait4` would include the memory that this program had when it started the
    process, and the processor time of the workers.
    """
    folder, peak, own = Path(f"/proc/{process.pid}"), 0.0, 0.0
    ticks = os.sysconf("SC_CLK_TCK")
    while process.poll() is None:
        with suppress(OSError, ValueError, IndexError):
            status = (folder / "status").read_text()
            peak = int(status.split("VmHWM:")[1].split()[0]) * 1.024 / 1000
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            own = (int(stat[11]) + int(stat[12])) / ticks
        time.sleep(0.02)
    return peak, own


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table in Markdown as soon as each row is measured."""
    print(f"\n### {title}\n\n| " + " | ".join(columns) + " |")
    print("| " + " | ".join(["---"] + ["---:"] * (len(columns) - 1)) + " |")
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)


class Study:
    """Measurements of two models."""

    def __init__(self, work: Path, models: dict[str, Path], sizes: Sizes) -> None:
        self.work, self.models, self.sizes = work, models, sizes
        self.starts = {name: measure(work, model, 1, 300) for name, model in models.items()}
        #: Model, characters -> processor seconds and kB stored per note.
        self.each: dict[tuple[str, int], tuple[float, float]] = {}

    def compute_cost(self, name: str, cost: Cost, count: int) -> float:
        """Return the processor seconds per note, without the start."""
        return max(0.0, cost.busy - self.starts[name].busy) / count

    def vary_notes(self) -> Iterable[Sequence[str]]:
        for count in self.sizes.notes:
            cost = measure(self.work, self.models["rules"], count, 1_500)
            each = self.compute_cost("rules", cost, count)
            yield (
                f"{count:,}", f"{cost.clock:.1f}", f"{each * 1000:.2f}", f"{cost.peak:.0f}",
                f"{cost.stored / count * 1000:.1f}",
            )  # fmt: skip

    def vary_length(self) -> Iterable[Sequence[str]]:
        for name in self.models:
            total = getattr(self.sizes, f"{name}_total")
            for length in self.sizes.characters:
                count = max(2, total // length)
                cost = measure(self.work, self.models[name], count, length)
                each = self.compute_cost(name, cost, count)
                stored = cost.stored / count * 1000
                self.each[name, length] = each, stored
                yield (
                    f"{name}", f"{length:,}", f"{count:,}", f"{each * 1000:.2f}",
                    f"{each / length * 1e9:.2f}", f"{cost.peak:.0f}", f"{stored:.1f}",
                )  # fmt: skip

    def vary_names(self) -> Iterable[Sequence[str]]:
        for names in self.sizes.names:
            begin = time.perf_counter()
            model = make_lookup(self.work, names)
            seconds = time.perf_counter() - begin
            size = sum(path.stat().st_size for path in (self.work / f"terms-{names}").rglob("*"))
            start = measure(self.work, model, 1, 300)
            count = self.sizes.rules_total // 1_500 // 2
            cost = measure(self.work, model, count, 1_500)
            each = (cost.busy - start.busy) / count
            yield (
                f"{names:,}", f"{seconds:.0f}", f"{size / 1e6:.0f}", f"{start.clock:.1f}",
                f"{each * 1000:.2f}", f"{cost.peak:.0f}",
            )  # fmt: skip

    def vary_workers(self) -> Iterable[Sequence[str]]:
        for name, model in self.models.items():
            count = getattr(self.sizes, f"{name}_workers")
            part_rows = max(1, count // (WORKER_PARTS * max(self.sizes.workers)))
            first: Cost | None = None
            for workers in self.sizes.workers:
                cost = measure(self.work, model, count, 1_500, workers, part_rows)
                first = first or cost
                yield (
                    name, str(workers), f"{count:,}", f"{cost.clock:.1f}",
                    f"{first.clock / cost.clock:.2f}", f"{cost.busy:.1f}", f"{cost.own:.1f}",
                    f"{first.busy / compute_bound(cost, workers):.2f}", f"{cost.peak:.0f}",
                )  # fmt: skip
            most = max(self.sizes.workers)
            clock = measure_apart(self.work, model, count, 1_500, most)
            assert first is not None
            yield (name, f"{most} commands", f"{count:,}", f"{clock:.1f}",
                   f"{first.clock / clock:.2f}", "", "", "", "")  # fmt: skip

    def derive(self) -> Iterable[Sequence[str]]:
        for (name, length), (each, stored) in self.each.items():
            for target in TARGETS:
                hours = each * target / 3600
                yield (
                    name, f"{length:,}", f"{target:,}", f"{hours:,.1f}",
                    *(f"{hours / cores:,.2f}" for cores in CORES),
                    f"{stored * target / 1e6:,.0f}", f"{8 * -(-target // PART_ROWS):,}",
                )  # fmt: skip


def compute_bound(cost: Cost, workers: int) -> float:
    """Return a lower bound on the seconds of a run, whose workers start after the command."""
    return cost.own + (cost.busy - cost.own) / workers if workers > 1 else cost.busy


def make_lookup(work: Path, names: int) -> Path:
    """Make a model that looks up this many made-up names, including the words of the notes."""
    from goldsmith.pipeline import Pipeline, parse_config
    from goldsmith.project.models import load
    from goldsmith.terminology.concept import Concept, Name
    from goldsmith.terminology.index.compile import compile_concepts

    rng = random.Random(1)
    texts = dict.fromkeys(word.removeprefix("a ") for word in WORDS)
    while len(texts) < names:
        words = ("".join(rng.choices(SYLLABLES, k=rng.randint(2, 4))) for _ in range(2))
        texts[" ".join(words)] = None
    concepts = (
        Concept(f"C{number}", "MADE", (Name(text, "preferred"),))
        for number, text in enumerate(texts)
    )
    compile_concepts(concepts, work / f"terms-{names}", name="made-up")
    config = parse_config(LOOKUP.format(terms=work / f"terms-{names}"), where="lookup")
    model = work / f"lookup-{names}"
    Pipeline(config, load.open_resources(config)).save(model)
    return model


def vary_sizes(study: Study) -> None:
    """Print the cost by number of notes, length of notes and size of a terminology."""
    print_table("Notes", ("notes, rules, 1,500 characters", "wall-clock s",
                "processor ms a note", "peak MB", "kB stored a note"),
                study.vary_notes())  # fmt: skip
    print_table("Length", ("model", "characters of a note", "notes", "processor ms a note",
                "ns a character", "peak MB", "kB stored a note"), study.vary_length())  # fmt: skip
    print_table("Terminology", ("names", "s to compile", "MB on disk", "s to start",
                "processor ms a note", "peak MB"), study.vary_names())  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--rules", type=Path, required=True)
    parser.add_argument("--trained", type=Path, required=True)
    parser.add_argument("--quick", action="store_true", help="tiny sizes, to try the script")
    parser.add_argument("--only", choices=["workers"], help="measure only this")
    parser.add_argument("--work", type=Path, default=Path("/tmp/scale-benchmark"))
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    models = {"rules": args.rules, "trained": args.trained}
    study = Study(args.work, models, QUICK if args.quick else Sizes())
    if args.only != "workers":
        vary_sizes(study)
    print_table("Workers", ("model", "workers", "notes", "wall-clock s", "times as fast",
                "processor s", "of the command", "bound", "peak MB of the command"),
                study.vary_workers())  # fmt: skip
    if study.each:
        print_table("Derived", ("model", "characters", "notes", "core hours",
                *(f"hours, {cores} cores" for cores in CORES), "storage GB",
                f"files, parts of {PART_ROWS:,}"), study.derive())  # fmt: skip


if __name__ == "__main__":
    main()
