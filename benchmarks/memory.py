"""Peak memory of extraction by number and length of notes, and of training by documents.

usage: python benchmarks/memory.py --model FOLDER [--notes 1000 10000 100000] [--megabytes 1 5]
                                   [--limit 400] [--longest-note N] [--among 1000]
                                   [--kind prose line names curly emoji words solid digits breaks]
                                   [--to jsonl | --tables | --master local[1,4]]
       python benchmarks/memory.py --train 10 20 40

With --train, `goldsmith train` learns entities from made-up notes of that many patients, in one
epoch: the further epochs of a real training take time, but no more memory.

With --kind, the long notes are prose with paragraphs, prose without a line break, only names, prose
with a curly quotation mark or an emoji, whose text takes two or four times the memory in Python,
words that are nearly all different, which fill the tables of a trained model, letters or digits
without any space, or line breaks before a single word. With --among, the file of a long note also
contains that many short notes. `extract` refuses a note beyond its limit, which --longest-note
sets.

Made-up notes are streamed through a pipe, so that no process keeps them all in memory. The peak is
the peak of the largest process, as reported by the system (ru_maxrss). With --tables, notes are
read from a Parquet file and written to tables; with --master, this runs on Spark, and the peak is
the peak of the largest Python worker.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import string
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

SENTENCES = (
    "The patient has {} and {}.",
    "No evidence of {}.",
    "Started on {} for {} two weeks ago.",
    "Family history of {}; denies {}.",
    "CT of the chest shows {} without {}.",
)
WORDS = (
    "breast cancer|chest pain|fever|metformin|aspirin|hypertension|pneumonia|nausea|a fracture of "
    "the left hip|type 2 diabetes|shortness of breath|abdominal pain|anaemia|a lump"
).split("|")


SYLLABLES = "ka lo mi ne ru sa ti vo xe zu bra cle dri flo gna pre sto tra ul wen".split()


def make_text(rng: random.Random, characters: int) -> str:
    """Make up a text of about this many characters, with occasional paragraph breaks."""
    parts, size = [], 0
    while size < characters:
        frame = rng.choice(SENTENCES)
        parts.append(frame.format(*rng.choices(WORDS, k=frame.count("{}"))))
        parts.append("\n\n" if rng.random() < 0.1 else " ")
        size += len(parts[-2]) + len(parts[-1])
    return "".join(parts)


def make_names(rng: random.Random, characters: int) -> str:
    """Make up a list of names with about this many characters in total."""
    size = sum(map(len, WORDS)) / len(WORDS) + 2
    return ", ".join(rng.choices(WORDS, k=int(characters / size)))


def make_words(rng: random.Random, characters: int) -> str:
    """Make up sentences of about this many characters whose words are nearly all different."""
    parts, size = [], 0
    while size < characters:
        words = ["".join(rng.choices(SYLLABLES, k=rng.randint(2, 5))) for _ in range(8)]
        parts.append(" ".join([*words, rng.choice(WORDS)]) + ". ")
        size += len(parts[-1])
    return "".join(parts)


def make_solid(characters: str) -> Callable[[random.Random, int], str]:
    """Return a function that makes up a text of the given characters, without any space."""
    return lambda rng, size: "".join(rng.choices(characters, k=size))


#: The kinds of text that a note can have.
KINDS: dict[str, Callable[[random.Random, int], str]] = {
    "prose": make_text,
    "line": lambda rng, characters: make_text(rng, characters).replace("\n\n", " "),
    "names": make_names,
    "curly": lambda rng, characters: make_text(rng, characters) + "’",
    "emoji": lambda rng, characters: make_text(rng, characters) + "🙂",
    "words": make_words,
    "solid": make_solid(string.ascii_lowercase),
    "digits": make_solid(string.digits),
    "breaks": lambda _, characters: "\n" * characters + "fever",
}


def make_lines(count: int, characters: int, kind: str = "prose") -> Iterator[bytes]:
    """Yield notes as JSON lines; every note has its own id and one of 500 texts."""
    rng = random.Random(1)
    texts = [KINDS[kind](rng, characters) for _ in range(min(count, 500))]
    for number in range(count):
        line = {"id": f"note-{number:09}", "text": texts[number % len(texts)]}
        yield json.dumps(line).encode() + b"\n"


CONFIG = """
[[component]]
use = "entities"
epochs = 1
"""


def measure_training(patients: int) -> tuple[int, int, float, float]:
    """Train on made-up notes; return the documents, tokens, peak memory in MB and seconds."""
    from goldsmith.formats import write
    from goldsmith.text import tokenise
    from goldsmith_demo import make

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        docs = list(make.make_documents(patients, seed=1, schemas=("clef",)))
        tokens = sum(len(tokenise(doc.text).words) for doc in docs)
        write(docs, folder / "notes.jsonl", "jsonl")
        (folder / "pipeline.toml").write_text(CONFIG)
        command = [sys.executable, "-m", "goldsmith", "train", str(folder / "notes.jsonl")]
        command += ["--set", "clef", "--config", str(folder / "pipeline.toml")]
        begin = time.perf_counter()
        process = subprocess.Popen(
            [*command, "--out", str(folder / "model")], stderr=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit("the training failed")
        return len(docs), tokens, usage.ru_maxrss / 1000, time.perf_counter() - begin


def show_training(sizes: Sequence[int]) -> None:
    """Print the peak memory of training for several sizes and the increase per token."""
    table = Table("patients", "documents", "tokens", "peak MB", "s", "kB more a token")
    before: tuple[int, float] | None = None
    for patients in sizes:
        documents, tokens, peak, seconds = measure_training(patients)
        growth = f"{(peak - before[1]) * 1000 / (tokens - before[0]):.2f}" if before else ""
        before = tokens, peak
        table.add_row(
            str(patients), f"{documents:,}", f"{tokens:,}", f"{peak:.0f}", f"{seconds:.0f}", growth
        )
    Console(width=80).print(table)


class Cost(NamedTuple):
    """The peak memory in MB and the seconds of an extraction, and how many notes it refused."""

    peak: float
    seconds: float
    refused: int


def measure(model: Path, lines: Iterable[bytes], options: Sequence[str], fmt: str) -> Cost:
    """Extract made-up notes from a pipe."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / f"out.{fmt}"
        command = [sys.executable, "-m", "goldsmith", "extract", "-", "--out", str(out)]
        command += ["--to", fmt, "--model", str(model), "--keep-going", *options]
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert process.stdin
        for line in lines:
            process.stdin.write(line)
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            raise SystemExit("the extraction failed")
        errors = Path(scratch) / f"{out.name}.errors.jsonl"
        refused = len(errors.read_bytes().splitlines()) if errors.exists() else 0
        return Cost(usage.ru_maxrss / 1000, time.perf_counter() - begin, refused)


def measure_tables(model: Path, lines: Iterable[bytes], options: Sequence[str]) -> Cost:
    """Extract made-up notes from Parquet to tables; return the peak of the Python processes."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with tempfile.TemporaryDirectory() as scratch:
        notes, out = Path(scratch) / "notes.parquet", Path(scratch) / "out"
        rows = [json.loads(line) for line in lines]
        pq.write_table(pa.Table.from_pylist(rows), notes)
        command = [sys.executable, "-m", "goldsmith", "extract", str(notes), "--tables", *options]
        command += ["--out", str(out), "--model", str(model)]
        begin = time.perf_counter()
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        peak = watch_python(process)
        if process.returncode:
            raise SystemExit("the extraction failed")
        refused = json.loads((out / "run.json").read_bytes())["counts"]["failed"]
        return Cost(peak, time.perf_counter() - begin, refused)


def watch_python(process: subprocess.Popen[bytes]) -> float:
    """Wait for a process; return the peak in MB of the largest among it and its Python workers."""
    from spark import find_descendants

    peak = 0.0
    while process.poll() is None:
        for pid in (process.pid, *find_descendants(process.pid, b"pyspark.daemon")):
            with suppress(OSError, IndexError):
                status = Path(f"/proc/{pid}/status").read_text()
                peak = max(peak, int(status.split("VmHWM:")[1].split()[0]) * 1.024 / 1000)
        time.sleep(0.1)
    return peak


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--train", type=int, nargs="*", default=[], help="numbers of patients")
    parser.add_argument("--notes", type=int, nargs="*", default=[1_000, 10_000, 100_000])
    parser.add_argument("--megabytes", type=float, nargs="*", default=[1, 5])
    parser.add_argument("--to", default="jsonl", help="the format to write")
    parser.add_argument("--tables", action="store_true", help="extract from Parquet to tables")
    parser.add_argument("--master", default="", help="extract on Spark, to tables")
    parser.add_argument("--kind", nargs="*", choices=KINDS, default=["prose"])
    parser.add_argument("--characters", type=int, default=300, help="length of a note in a stream")
    parser.add_argument("--longest-note", type=int, help="the limit of extract, in characters")
    parser.add_argument(
        "--among", type=int, default=0, help="short notes in the file of a long one"
    )
    parser.add_argument("--limit", type=float, default=400, help="MB allowed for any single note")
    args = parser.parse_args()
    if args.train:
        show_training(args.train)
    if args.model:
        show_extraction(args)


def measure_run(args: argparse.Namespace, lines: Iterable[bytes]) -> Cost:
    """Extract made-up notes to tables or from a pipe, depending on the arguments."""
    options = ["--longest-note", str(args.longest_note)] if args.longest_note else []
    if not (args.tables or args.master):
        return measure(args.model, lines, options, args.to)
    options += ["--runner", "spark", "--master", args.master] if args.master else []
    return measure_tables(args.model, lines, options)


def format_cost(cost: Cost) -> tuple[str, str, str]:
    """Format a cost as table cells."""
    return f"{cost.peak:.0f}", f"{cost.seconds:.1f}", f"{cost.refused:,}"


def show_extraction(args: argparse.Namespace) -> None:
    """Print the peak memory of extraction by the number and the length of notes."""
    table = Table("notes", "kind", "characters", "peak MB", "s", "refused")
    peaks = []
    for count in args.notes:
        cost = measure_run(args, make_lines(count, args.characters))
        peaks.append(cost.peak)
        table.add_row(f"{count:,}", "prose", f"{args.characters:,}", *format_cost(cost))
    longest = 0.0
    for kind, megabytes in product(args.kind, args.megabytes):
        size = int(megabytes * 1e6)
        short = (line.replace(b"note-", b"short-", 1) for line in make_lines(args.among, 300))
        cost = measure_run(args, chain(short, make_lines(1, size, kind)))
        longest = max(longest, cost.peak)
        table.add_row(f"{args.among + 1:,}", kind, f"{size:,}", *format_cost(cost))
    Console(width=80).print(table)
    if len(peaks) > 1:
        print(f"stream: {peaks[-1] - peaks[0]:+.0f} MB from {args.notes[0]:,} to "
              f"{args.notes[-1]:,} notes")  # fmt: skip
    if args.megabytes:
        verdict = "met" if longest <= args.limit else "MISSED"
        print(f"any single note within {args.limit:.0f} MB: {longest:.0f}, {verdict}")


if __name__ == "__main__":
    main()
