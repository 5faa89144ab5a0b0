"""Robustness of every reader: damaged files must give documents or one of our own errors.

usage: python benchmarks/fuzz.py --inputs N [--format NAME …] [--seed S] [--processes P] [--out DIR]
       python benchmarks/fuzz.py --show FORMAT:NUMBER [--seed S] [--out DIR]

The golden files of every format, and documents written in it, are damaged at random and read, each
with a limit on time and memory (goldsmith.testing.fuzz). The inputs are divided equally among the
formats. Every kind of failure is printed once, with a folder that holds the input and the
traceback; --show writes the input with a number to such a folder. Exits with 1 after a failure.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from goldsmith.testing.fuzz import Failure, Files, Fuzzer, Report, collect_inputs

GOLDEN = Path(__file__).parent.parent / "tests" / "formats" / "golden"
#: Inputs that one process reads before another takes its place: a crash loses no more than these.
CHUNK = 2000
PROCESSES = multiprocessing.get_context("fork")


def run_chunk(fuzzer: Fuzzer, numbers: range) -> Report:
    """Read inputs in a process of their own; a crash of the process is a failure of its input."""
    receiver, sender = PROCESSES.Pipe(duplex=False)
    current = PROCESSES.Value("q", numbers.start)
    process = PROCESSES.Process(
        target=serve_chunk, args=(fuzzer, numbers, current, sender), daemon=True
    )
    process.start()
    sender.close()
    try:
        report: Report = receiver.recv()
    except EOFError:
        process.join()
        kind = f"the process ended with {process.exitcode}"
        failure = Failure(fuzzer.name, current.value, kind, kind)
        report = Report(fuzzer.name, current.value - numbers.start + 1, failures={kind: failure})
        rest = range(current.value + 1, numbers.stop)
        if rest:
            report.add(run_chunk(fuzzer, rest))
    process.join()
    return report


def serve_chunk(fuzzer: Fuzzer, numbers: range, current: Any, sender: Connection) -> None:
    def track() -> Iterator[int]:
        for number in numbers:
            current.value = number
            yield number

    sender.send(fuzzer.run(track()))


def save_input(fuzzer: Fuzzer, number: int, folder: Path, details: str = "") -> Path:
    """Write the files of an input, and what is known about its failure."""
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
    parser.add_argument("--inputs", type=int, default=20_000, help="over all formats")
    parser.add_argument("--format", nargs="*", default=[], help="only these formats")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--out", type=Path, help="where failures are written; a temporary folder")
    parser.add_argument("--show", help="write one input, such as brat:17, and read it")
    options = parser.parse_args()
    out = options.out or Path(tempfile.mkdtemp(prefix="goldsmith-fuzz-"))
    examples = collect_inputs(GOLDEN)
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
    start = time.perf_counter()
    with ThreadPoolExecutor(options.processes) as pool:
        results = pool.map(lambda chunk: run_chunk(*chunk), chunks)
        for count, report in enumerate(results, 1):
            total = reports[report.format]
            for kind in report.failures.keys() - total.failures.keys():
                failure = report.failures[kind]
                folder = save_input(fuzzers[failure.format], failure.number, out, failure.details)
                print(f"\r{failure.format}: {kind}\n  {folder}", flush=True)
            total.add(report)
            sys.stderr.write(f"\r{count} of {len(chunks)} chunks ")
            sys.stderr.flush()
    sys.stderr.write("\n")
    print_reports(list(reports.values()), time.perf_counter() - start)
    return 1 if any(report.failures for report in reports.values()) else 0


if __name__ == "__main__":
    main()
