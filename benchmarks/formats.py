"""Speed and memory of every format, compared with bioc and dkpro-cassis alone, in the same run.

usage: python benchmarks/formats.py [--corpus PATH] [--memory] [--documents 20000] [--only NAME …]

Speed: the corpus is converted to each format (losses allowed), then written and read, best of
three, in documents and megabytes of files per second. With --memory: peak resident memory while a
corpus of 1,000 and one of --documents documents is read, each in its own process; a streaming
reader needs about the same for both.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from goldsmith.core import Document
from goldsmith.examples import notes
from goldsmith.formats import get, names, read, write


def time_best(run: Callable[[], object], times: int = 3) -> float:
    """Return the shortest of several runs, in seconds of processor time."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        run()
        spent.append(time.process_time() - start)
    return min(spent)


def measure_size(path: Path, *, annotations_only: bool = False) -> float:
    """Return the size of the files under a path in megabytes."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    if annotations_only:
        files = [file for file in files if file.suffix != ".txt"]
    return sum(file.stat().st_size for file in files) / 1e6


def drain(docs: Iterator[object]) -> int:
    """Count the items of a stream without keeping them."""
    return sum(1 for _ in docs)


def print_speed(corpus: list[Document], only: list[str]) -> None:
    table = Table(title=f"Formats on {len(corpus)} documents (best of 3, processor time, one core)")
    for column in ("format", "MB", "read docs/s", "read MB/s", "write docs/s", "write MB/s"):
        table.add_column(column, justify="left" if column == "format" else "right")
    peers: list[tuple[str, str, float]] = []
    with tempfile.TemporaryDirectory() as room:
        for name in only or [fmt for fmt in names() if get(fmt).writes]:
            out = Path(room) / name

            def put(out: Path = out, name: str = name) -> None:
                write(corpus, out, name, allow_loss=["all"], overwrite=True)

            writing = time_best(put)
            reading = time_best(lambda out=out, name=name: drain(read(out, name)))
            megabytes = measure_size(out, annotations_only=True)
            row = (
                len(corpus) / reading,
                megabytes / reading,
                len(corpus) / writing,
                megabytes / writing,
            )
            table.add_row(name, f"{megabytes:.1f}", *(f"{value:,.1f}" for value in row))
            peers += [(*peer, peer_time / reading) for peer, peer_time in time_libraries(name, out)]
    Console(width=110).print(table)
    if peers:
        against = Table(
            title="The libraries alone, reading the same files (their objects, no checks)"
        )
        for column in ("format", "library", "its time / ours"):
            against.add_column(column)
        for fmt, library, ratio in peers:
            against.add_row(fmt, library, f"{ratio:.2f}")
        Console(width=110).print(against)


def time_libraries(name: str, out: Path) -> list[tuple[tuple[str, str], float]]:
    """Time the library under a format on the same files."""
    if name == "bioc-xml":
        from bioc import biocxml

        [file] = out.glob("*.xml")
        return [((name, "bioc"), time_best(lambda: biocxml.load(str(file))))]
    if name == "bioc-json":
        from bioc import biocjson

        [file] = out.glob("*.json")
        return [((name, "bioc"), time_best(lambda: biocjson.load(open(file, encoding="utf-8"))))]
    if name == "xmi":
        return [((name, "dkpro-cassis"), time_best(lambda: load_with_cassis(out)))]
    return []


def load_with_cassis(out: Path) -> None:
    from cassis import load_cas_from_xmi, load_typesystem

    with open(next(out.rglob("TypeSystem.xml")), "rb") as file:
        types = load_typesystem(file)
    for path in sorted(out.rglob("*.xmi")):
        with open(path, "rb") as file:
            load_cas_from_xmi(file, typesystem=types, lenient=True)


def repeat_documents(corpus: list[Document], count: int) -> Iterator[Document]:
    """Yield the documents of a corpus repeatedly, under new ids."""
    for number, doc in zip(range(count), itertools.cycle(corpus), strict=False):
        yield msgspec.structs.replace(doc, id=f"d{number:06}")


def print_memory(corpus: list[Document], documents: int, only: list[str]) -> None:
    table = Table(title="Peak memory while reading, MB")
    for column in ("format", "1,000 documents", f"{documents:,} documents", "ratio"):
        table.add_column(column, justify="left" if column == "format" else "right")
    with tempfile.TemporaryDirectory() as room:
        for name in only or [fmt for fmt in names() if get(fmt).writes]:
            peaks = []
            for count in (1000, documents):
                out = Path(room) / f"{name}-{count}"
                write(repeat_documents(corpus, count), out, name, allow_loss=["all"])
                peaks.append(measure_peak(out, name))
                subprocess.run(["rm", "-rf", str(out)], check=True)
            small, large = peaks
            table.add_row(name, f"{small:,.0f}", f"{large:,.0f}", f"{large / small:.2f}")
            Console(stderr=True).print(f"{name}: {small:.0f} -> {large:.0f} MB")
    Console(width=110).print(table)


def measure_peak(out: Path, name: str) -> float:
    """Return the peak resident megabytes of a process that reads a corpus without keeping it."""
    command = [sys.executable, __file__, "--drain", str(out), name]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout)) / 1024


def read_peak_memory() -> int:
    """Return the peak resident kilobytes of this process.

    getrusage would include the peak of the parent before the fork.
    """
    status = Path("/proc/self/status")
    if status.exists():
        match = re.search(r"VmHWM:\s+(\d+)", status.read_text())
        if match:
            return int(match[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--corpus", help="a corpus in any format (default: the built-in notes)")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--drain", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.drain:
        drain(read(*args.drain))
        print(read_peak_memory())
        return
    corpus = list(read(args.corpus)) if args.corpus else list(notes.load_documents())
    if args.memory:
        print_memory(corpus, args.documents, args.only)
    else:
        print_speed(corpus, args.only)


if __name__ == "__main__":
    main()
