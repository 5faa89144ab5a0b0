"""Robustness of every reader: damaged files must yield documents or one of our own errors.

usage: python benchmarks/fuzz.py --inputs N [--format NAME …] [--seed S] [--processes P] [--out DIR]
       python benchmarks/fuzz.py --show FORMAT:NUMBER [--seed S] [--out DIR]

The golden files of every format, and documents written in it, are damaged at random and read, each
with a limit on time and memory (goldsmith.testing.fuzz). The inputs are divided equally among the
formats. Every kind of failure is printed once, with a folder that contains the input and the
traceback; --show writes the input with a number to such a folder. Exits with 1 after a failure.

The readers run in processes that are forked from this one. This process must have no other thread,
because a lock that a thread of pyarrow or of a numerical library holds at the fork is never
released in the new process. It therefore reads and writes no files itself, and a process that makes
no progress is ended and counted as a failure.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

from rich.console import Console
from rich.table import Table

from goldsmith.errors import MissingExtra
from goldsmith.testing.fuzz import Failure, Files, Fuzzer, Report, collect_inputs

GOLDEN = Path(__file__).parent.parent / "tests" / "formats" / "golden"
#: Inputs that one process reads before it is replaced: a crash loses no more than these.
CHUNK = 2000
#: Seconds without progress after which a process is ended. The limit on the time of an input cannot
#: interrupt a library that waits for a lock.
PATIENCE = 60.0
PROCESSES = multiprocessing.get_context("fork")


class Worker:
    """A process that reads some inputs of a format."""

    def __init__(self, fuzzer: Fuzzer, numbers: range) -> None:
        self._fuzzer, self._numbers = fuzzer, numbers
        self.receiver, sender = PROCESSES.Pipe(duplex=False)
        # No lock: a process that ends while it holds one would block this process.
        self._current = PROCESSES.RawValue("q", numbers.start)
        arguments = (fuzzer, numbers, self._current, sender)
        self._process = PROCESSES.Process(target=serve_chunk, args=arguments, daemon=True)
        self._process.start()
        sender.close()
        self._last, self._last_time = numbers.start, time.monotonic()

    def finish(self) -> Report:
        """Return the report of a process that has sent one or has ended."""
        try:
            report: Report = self.receiver.recv()
        except EOFError:
            self._process.join()
            report = self._report_failure(f"the process ended with {self._process.exitcode}")
        self._process.join()
        self.receiver.close()
        return report

    def end_if_stuck(self) -> Report | None:
        """End a process that has read no input for too long, and return its failure."""
        now = time.monotonic()
        if self._current.value != self._last:
            self._last, self._last_time = self._current.value, now
        if now - self._last_time < PATIENCE:
            return None
        self._process.kill()
        self._process.join()
        self.receiver.close()
        return self._report_failure(f"no progress for {PATIENCE:.0f} s")

    def _report_failure(self, kind: str) -> Report:
        number = self._current.value
        failure = Failure(self._fuzzer.name, number, kind, kind)
        return Report(self._fuzzer.name, number - self._numbers.start + 1, failures={kind: failure})

    def list_rest(self, report: Report) -> list[tuple[Fuzzer, range]]:
        """Return the inputs that remain after a report, as one chunk or none."""
        rest = self._numbers[report.inputs :]
        return [(self._fuzzer, rest)] if rest else []


def serve_chunk(fuzzer: Fuzzer, numbers: range, current: Any, sender: Connection) -> None:
    def track() -> Iterator[int]:
        for number in numbers:
            current.value = number
            yield number

    sender.send(fuzzer.run(track()))


def run_chunks(chunks: Iterable[tuple[Fuzzer, range]], processes: int) -> Iterator[Report]:
    """Yield a report of each chunk, or of each part of it if its process ends early."""
    pending = deque(chunks)
    workers: list[Worker] = []
    while pending or workers:
        while pending and len(workers) < processes:
            workers.append(Worker(*pending.popleft()))
        ready = wait([worker.receiver for worker in workers], timeout=1)
        for worker in list(workers):
            report = worker.finish() if worker.receiver in ready else worker.end_if_stuck()
            if report is not None:
                workers.remove(worker)
                pending.extendleft(worker.list_rest(report))
                yield report


def collect_in_process() -> dict[str, list[Files]]:
    """Collect the undamaged inputs in a separate process, whose threads end with it."""
    receiver, sender = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=lambda: sender.send(collect_inputs(GOLDEN)), daemon=True)
    process.start()
    sender.close()
    inputs: dict[str, list[Files]] = receiver.recv()
    process.join()
    return inputs


def import_slow_libraries() -> None:
    """Import modules that take seconds and start no thread, so that each process inherits them."""
    with suppress(MissingExtra):
        from goldsmith.formats.docbin import write  # noqa: F401
    from goldsmith.formats import cas_json, xmi  # noqa: F401


def check_threads() -> None:
    """Stop if this process has several threads, where the system reports them."""
    tasks = Path("/proc/self/task")
    if tasks.is_dir() and len(list(tasks.iterdir())) > 1:
        sys.exit("fuzz: a library started a thread in this process; import it only in workers")


def save_input(fuzzer: Fuzzer, number: int, folder: Path, details: str = "") -> Path:
    """Write the files of an input, and the details of its failure."""
    target = folder / f"{fuzzer.name}-{number}"
    files: Files = fuzzer.make_input(number)
    for index, (name, content) in enumerate(sorted(files.items())):
        path = target / "input" / name
        if not path.resolve().is_relative_to(target.resolve()):
            path = target / "input" / f"outside-{index}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (target / "failure.txt").write_text(details, "utf-8", "backslashreplace")
    return target


def print_reports(reports: Sequence[Report], seconds: float) -> None:
    total = sum(report.inputs for report in reports)
    table = Table(title=f"{total:,} damaged inputs in {seconds:,.0f} s")
    for column in ("format", "inputs", "inputs/s", "documents", "slowest s", "errors", "failures"):
        table.add_column(column, justify="left" if column in ("format", "errors") else "right")
    for report in reports:
        table.add_row(
            report.format,
            f"{report.inputs:,}",
            f"{report.inputs / max(report.seconds, 1e-9):,.0f}",
            f"{report.documents:,}",
            f"{report.slowest:.2f}",
            ", ".join(f"{name} {count:,}" for name, count in report.errors.most_common()),
            f"{len(report.failures):,}",
        )
    Console(width=110).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--inputs", type=int, default=20_000, help="inputs over all formats")
    parser.add_argument("--format", nargs="*", default=[], help="only these formats")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--out", type=Path, help="folder for failures; by default a temporary one")
    parser.add_argument("--show", help="write one input, such as brat:17, and read it")
    options = parser.parse_args()
    out = options.out or Path(tempfile.mkdtemp(prefix="goldsmith-fuzz-"))
    import_slow_libraries()
    examples = collect_in_process()
    fuzzers = {name: Fuzzer(name, inputs, seed=options.seed) for name, inputs in examples.items()}
    if options.show:
        name, _, number = options.show.partition(":")
        report = fuzzers[name].run([int(number)])
        details = "".join(failure.details for failure in report.failures.values())
        print(save_input(fuzzers[name], int(number), out, details))
        print(details or f"no failure; errors: {dict(report.errors)}")
        return
    sys.exit(run(fuzzers, options, out))


def run(fuzzers: dict[str, Fuzzer], options: argparse.Namespace, out: Path) -> int:
    """Read all inputs, print each kind of failure as soon as it occurs, then the table."""
    names = options.format or list(fuzzers)
    share = -(-options.inputs // len(names))
    reports = {name: Report(name) for name in names}
    chunks = [
        (fuzzers[name], range(start, min(start + CHUNK, share)))
        for start in range(0, share, CHUNK)
        for name in names
    ]
    check_threads()
    start = time.perf_counter()
    for report in run_chunks(chunks, options.processes):
        total = reports[report.format]
        for kind in report.failures.keys() - total.failures.keys():
            failure = report.failures[kind]
            folder = save_input(fuzzers[failure.format], failure.number, out, failure.details)
            print(f"\r{failure.format}: {kind}\n  {folder}", flush=True)
        total.add(report)
        done = sum(report.inputs for report in reports.values())
        sys.stderr.write(f"\r{done:,} of {share * len(names):,} inputs ")
        sys.stderr.flush()
    sys.stderr.write("\n")
    print_reports(list(reports.values()), time.perf_counter() - start)
    return 1 if any(report.failures for report in reports.values()) else 0


if __name__ == "__main__":
    main()
