"""Speed and memory of every format, beside what bioc and dkpro-cassis do alone, in one run.

usage: python benchmarks/formats.py [--corpus PATH] [--memory] [--documents 20000] [--only NAME …]

Speed: the corpus is converted to each format (losses allowed), then written and read again, best of
three, in documents and megabytes of files a second. With --memory: peak resident memory while a
corpus of 1,000 and one of --documents documents is read, each in a process of its own; a streaming
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


def best(run: Callable[[], object], times: int = 3) -> float:
    """The shortest of several runs, in seconds of processor time: other work does not count."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        run()
        spent.append(time.process_time() - start)
    return min(spent)


def size(path: Path, *, annotations_only: bool = False) -> float:
    """Megabytes of files below a path."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    if annotations_only:
        files = [file for file in files if file.suffix != ".txt"]
    return sum(file.stat().st_size for file in files) / 1e6


def drain(docs: Iterator[object]) -> int:
    """How many there were; none is kept."""
    return sum(1 for _ in docs)


def speed(corpus: list[Document], only: list[str]) -> None:
    table = Table(title=f"Formats on {len(corpus)} documents (best of 3, processor time, one core)")
    for column in ("format", "MB", "read docs/s", "read MB/s", "write docs/s", "write MB/s"):
        table.add_column(column, justify="left" if column == "format" else "right")
    peers: list[tuple[str, str, float]] = []
    with tempfile.TemporaryDirectory() as room:
        for name in only or [one for one in names() if get(one).writes]:
            out = Path(room) / name

            def put(out: Path = out, name: str = name) -> None:
                write(corpus, out, name, allow_loss=["all"], overwrite=True)

            writing = best(put)
            reading = best(lambda out=out, name=name: drain(read(out, name)))
            megabytes = size(out, annotations_only=True)
            row = (
                len(corpus) / reading,
                megabytes / reading,
                len(corpus) / writing,
                megabytes / writing,
            )
            table.add_row(name, f"{megabytes:.1f}", *(f"{value:,.1f}" for value in row))
            peers += [(*peer, peer_time / reading) for peer, peer_time in alone(name, out)]
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


def alone(name: str, out: Path) -> list[tuple[tuple[str, str], float]]:
    """What the library under a format takes to read the same files by itself."""
    if name == "bioc-xml":
        from bioc import biocxml

        [file] = out.glob("*.xml")
        return [((name, "bioc"), best(lambda: biocxml.load(str(file))))]
    if name == "bioc-json":
        from bioc import biocjson

        [file] = out.glob("*.json")
        return [((name, "bioc"), best(lambda: biocjson.load(open(file, encoding="utf-8"))))]
    if name == "xmi":
        return [((name, "dkpro-cassis"), best(lambda: cassis_alone(out)))]
    return []


def cassis_alone(out: Path) -> None:
    from cassis import load_cas_from_xmi, load_typesystem

    with open(next(out.rglob("TypeSystem.xml")), "rb") as file:
        types = load_typesystem(file)
    for path in sorted(out.rglob("*.xmi")):
        with open(path, "rb") as file:
            load_cas_from_xmi(file, typesystem=types, lenient=True)


def many(corpus: list[Document], count: int) -> Iterator[Document]:
    """A corpus of any size: the same documents over and over under new ids."""
    for number, doc in zip(range(count), itertools.cycle(corpus), strict=False):
        yield msgspec.structs.replace(doc, id=f"d{number:06}")


def memory(corpus: list[Document], documents: int, only: list[str]) -> None:
    table = Table(title="Peak memory while reading, MB")
    for column in ("format", "1,000 documents", f"{documents:,} documents", "ratio"):
        table.add_column(column, justify="left" if column == "format" else "right")
    with tempfile.TemporaryDirectory() as room:
        for name in only or [one for one in names() if get(one).writes]:
            peaks = []
            for count in (1000, documents):
                out = Path(room) / f"{name}-{count}"
                write(many(corpus, count), out, name, allow_loss=["all"])
                peaks.append(peak(out, name))
                subprocess.run(["rm", "-rf", str(out)], check=True)
            small, large = peaks
            table.add_row(name, f"{small:,.0f}", f"{large:,.0f}", f"{large / small:.2f}")
            Console(stderr=True).print(f"{name}: {small:.0f} -> {large:.0f} MB")
    Console(width=110).print(table)


def peak(out: Path, name: str) -> float:
    """Peak resident megabytes of a process that reads a corpus and keeps nothing."""
    command = [sys.executable, __file__, "--drain", str(out), name]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout)) / 1024


def high_water() -> int:
    """The most resident kilobytes of this process (getrusage would count the parent's too)."""
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"VmHWM:\s+(\d+)", status.read_text())
        if found:
            return int(found[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--corpus", help="a corpus in any format (default: the built-in notes)")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--drain", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.drain:
        drain(read(*given.drain))
        print(high_water())
        return
    corpus = list(read(given.corpus)) if given.corpus else list(notes.documents())
    if given.memory:
        memory(corpus, given.documents, given.only)
    else:
        speed(corpus, given.only)


if __name__ == "__main__":
    main()
