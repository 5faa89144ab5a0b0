"""Speed, memory and variety of the made-up notes.

usage: python benchmarks/demo.py [--notes 3000] [--workers 2] [--tables] [--memory] [--large 100000]

Prints how many notes with gold in six schemas are made per second of processor time on one core,
and per second of wall-clock time with several workers; how many of a thousand sentences differ from
all others; with --memory, the peak memory of a process that makes 1,000 and --large notes without
keeping them; with --tables, the entities and relations of 50 notes of each family next to the
figures of the CLEF corpus (Tables 12 to 14).
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from goldsmith_demo.make import make_documents

_ENOUGH = 10_000_000
_TYPES = (
    "Condition Drug-or-device Intervention Investigation Locus Result Laterality Negation "
    "Sub-location has_finding has_indication has_location has_target laterality_modifies "
    "negation_modifies sub_location_modifies"
).split()
#: Roberts et al. 2009, Tables 12, 13 and 14.
PAPER = {
    family: dict(zip(_TYPES, counts, strict=True))
    for family, counts in {
        "narrative": (429, 172, 191, 220, 284, 125, 76, 55, 49, 233, 168, 205, 95, 73, 67, 43),
        "histopathology": (357, 12, 53, 145, 357, 96, 14, 50, 77, 263, 47, 270, 86, 14, 54, 79),
        "imaging": (270, 13, 10, 66, 373, 71, 85, 53, 125, 156, 12, 268, 51, 82, 59, 125),
    }.items()
}


def measure_speed(notes: int) -> None:
    start = time.process_time()
    docs = list(islice(make_documents(_ENOUGH, seed=1), notes))
    spent = time.process_time() - start
    table = Table(title=f"{len(docs):,} made-up notes with gold in six schemas")
    for column in ("", "value"):
        table.add_column(column)
    mentions = sum(
        len(annotation_set.mentions) for doc in docs for annotation_set in doc.sets.values()
    )
    table.add_row("notes a second of processor time", f"{len(docs) / spent:,.0f}")
    table.add_row("mentions a note, all layers", f"{mentions / len(docs):,.1f}")
    table.add_row("words a note", f"{sum(len(d.text.split()) for d in docs) / len(docs):,.0f}")
    for kind, share in measure_variety([doc.text for doc in docs]).items():
        table.add_row(f"distinct sentences per thousand, {kind}", f"{share:,.0f}")
    Console(width=100).print(table)


def measure_workers(notes: int, workers: int) -> None:
    """Print how many notes one process and several make per second of wall-clock time."""
    table = Table(title=f"{notes:,} made-up notes, wall-clock time")
    for column in ("workers", "seconds", "notes a second"):
        table.add_column(column)
    for count in (1, workers):
        start = time.perf_counter()
        made = sum(1 for _ in islice(make_documents(_ENOUGH, seed=1, workers=count), notes))
        spent = time.perf_counter() - start
        table.add_row(str(count), f"{spent:,.1f}", f"{made / spent:,.0f}")
    Console(width=100).print(table)


def measure_variety(texts: list[str]) -> dict[str, float]:
    """Return how many of a thousand sentences are unique, as written and without figures."""
    sentences = [
        sentence.strip() for text in texts for sentence in re.split(r"(?<=[.?!])\s+|\n+", text)
    ]
    sentences = [sentence for sentence in sentences if len(sentence.split()) > 3]
    plain = Counter(sentences)
    bare = Counter(re.sub(r"\d[\d./]*", "#", sentence) for sentence in sentences)
    return {
        "as written": 1000 * len(plain) / len(sentences),
        "figures left out": 1000 * len(bare) / len(sentences),
    }


def print_tables() -> None:
    for family, paper in PAPER.items():
        docs = [
            d for d in islice(make_documents(_ENOUGH, seed=1), 4000) if d.metadata.type == family
        ]
        sample = Random(1).sample(docs, 50)
        counts = Counter(m.type for d in sample for m in d.sets["clef"].mentions)
        counts.update(r.type for d in sample for r in d.sets["clef"].relations)
        table = Table(title=f"50 of {family}: the paper's counts and ours")
        for column in ("type", "CLEF", "made up"):
            table.add_column(column, justify="left" if column == "type" else "right")
        for name, count in paper.items():
            table.add_row(name, str(count), str(counts[name]))
        Console(width=100).print(table)


def measure_memory(large: int) -> None:
    table = Table(title="Peak memory while making notes and keeping none, MB")
    for column in ("notes", "MB"):
        table.add_column(column, justify="right")
    for count in (1000, large):
        command = [sys.executable, __file__, "--drain", str(count)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        table.add_row(f"{count:,}", f"{int(done.stdout) / 1024:,.0f}")
    Console(width=100).print(table)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--notes", type=int, default=3000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tables", action="store_true")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--large", type=int, default=100_000)
    parser.add_argument("--drain", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.drain:
        for _ in islice(make_documents(_ENOUGH, seed=1), options.drain):
            pass
        match = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
        print(match[1] if match else 0)
    elif options.tables:
        print_tables()
    elif options.memory:
        measure_memory(options.large)
    elif options.workers > 1:
        measure_workers(options.notes, options.workers)
    else:
        measure_speed(options.notes)


if __name__ == "__main__":
    main()
