"""Speed of lookup and search in a million names, compared with other libraries.

usage: python benchmarks/terminology.py --data FOLDER --notes NOTES.jsonl.gz [--work FOLDER]
                                        [--names 1000000] [--megabytes 15] [--peers PYTHON]
       python benchmarks/terminology.py --data FOLDER --recall
       python benchmarks/terminology.py --data FOLDER --notes NOTES.jsonl.gz --inexact 200
       python benchmarks/terminology.py --data FOLDER --candidates DEVEL.pubtator.txt

The names come from the open terminologies under --data; the same names with a word before them are
added until there are enough. All rates use processor time on one core, because machines are shared;
the time to open is wall-clock time after the file was dropped from the page cache. Each
figure of the lookup comes from a fresh process that reads the notes repeatedly without keeping
them in memory; the best of three such processes counts.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

MEGA = 1e6
KIBI = 1024
#: Words put before names to make more names.
MORE = ("left", "right", "chronic", "recurrent", "familial", "suspected", "severe", "history of")
SOURCES = (
    ("mesh-tsv", "mesh_mondo_doid_json/mesh_id_label_mappings.tsv.gz"),
    ("term-list", "mesh_mondo_doid_json/mondo.json.gz"),
    ("obo", "hpo/hp.obo.gz"),
    ("obo", "do/doid_2016-09-01.obo.gz"),
    ("obo", "uberon_craft/UBERON.obo.gz"),
    ("obo", "uberon_craft/CL.obo.gz"),
    ("icd10cm", "icd10cm/icd10c-tabular-April-1-2026.xml.gz"),
)
#: The target of each figure: a limit, and whether it is a minimum or a maximum.
TARGETS = {
    "build, s": (60.0, "most"),
    "open, s": (0.1, "most"),
    "resident, MB": (150.0, "most"),
    "per document, MB/s": (3.0, "least"),
    "in bulk, MB/s": (8.0, "least"),
    "search, prefix, p95 ms": (10.0, "most"),
    "search, words, p95 ms": (10.0, "most"),
    "search, typo, p95 ms": (50.0, "most"),
}


def notes(path: Path) -> Iterator[str]:
    """Yield the texts of a file of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield str(json.loads(line)["transcription"])


def stream(path: Path, size: int) -> Iterator[str]:
    """Yield notes, repeatedly, until there are `size` bytes."""
    remaining = size
    while remaining > 0:
        for text in notes(path):
            yield text
            remaining -= len(text.encode())
            if remaining <= 0:
                return


def concepts(folder: Path) -> Iterator[Any]:
    """Yield the concepts of the open terminologies, one per code."""
    from goldsmith.terminology import sources

    keys = set()
    for kind, name in SOURCES:
        release = sources.get(kind).read(
            folder / name, sources.check_options(kind, sources.Options())
        )
        for concept in release.concepts:
            if concept.key not in keys:
                keys.add(concept.key)
                yield concept


def many_concepts(folder: Path, count: int) -> list[Any]:
    """Return concepts with `count` names: the open terminologies, then variants of them."""
    import msgspec

    originals = list(concepts(folder))
    active = [concept for concept in originals if not concept.retired]
    result, total = [], 0
    for concept in itertools.chain(
        originals, *(_make_variants(active, word, msgspec) for word in MORE)
    ):
        names = concept.names[: count - total]
        result.append(msgspec.structs.replace(concept, names=names))
        total += len(names)
        if total >= count:
            break
    return result


def _make_variants(active: list[Any], word: str, msgspec: Any) -> Iterator[Any]:
    change = msgspec.structs.replace
    for concept in active:
        names = tuple(change(name, text=f"{word} {name.text}") for name in concept.names)
        yield change(
            concept, code=f"{concept.code}-{word}", names=names, parents=(concept.code,), xrefs=()
        )


# Measurements, each in a separate process


def measure_build(args: argparse.Namespace) -> dict[str, float]:
    from goldsmith.terminology.index.compile import compile_concepts

    selected = many_concepts(args.data, args.names)
    start = time.process_time()
    manifest = compile_concepts(selected, args.work / "terms", name="million")
    spent = time.process_time() - start
    with (args.work / "names.txt").open("w", encoding="utf-8") as lines:
        for concept in selected:
            if not concept.retired:
                lines.writelines(" ".join(name.text.split()) + "\n" for name in concept.names)
    disk = manifest.size / MEGA
    return {"names": manifest.names, "concepts": manifest.concepts, "build, s": spent,
            "build, peak MB": _get_peak(), "on disk, MB": disk}  # fmt: skip


def measure_open(args: argparse.Namespace) -> dict[str, float]:
    from goldsmith.terminology.lookup.finder import Lookup
    from goldsmith.terminology.store import Terminology

    with (args.work / "terms" / "arrays.bin").open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    start, busy = time.perf_counter(), time.process_time()
    Lookup(Terminology(args.work / "terms"))("Chest pain.")
    spent = time.perf_counter() - start
    return {"open, s": spent, "open, processor s": time.process_time() - busy}


def measure_documents(args: argparse.Namespace) -> dict[str, float]:
    from goldsmith.terminology.lookup.finder import Lookup
    from goldsmith.terminology.store import Terminology

    lookup = Lookup(Terminology(args.work / "terms"))
    matches = size = 0
    spent = 0.0
    for text in stream(args.notes, args.megabytes * 1_000_000):
        start = time.process_time()
        matches += len(lookup(text))
        spent += time.process_time() - start
        size += len(text.encode())
    return {"resident, MB": _get_peak(), "of which anonymous memory, MB": _get_anonymous(),
            "per document, MB/s": size / MEGA / spent, "matches": matches}  # fmt: skip


def measure_bulk(args: argparse.Namespace) -> dict[str, float]:
    from goldsmith.terminology.lookup.finder import Lookup
    from goldsmith.terminology.store import Terminology

    lookup = Lookup(Terminology(args.work / "terms"))
    matches = size = 0
    spent = 0.0
    texts = stream(args.notes, args.megabytes * 1_000_000)
    while part := list(itertools.islice(texts, 500)):
        start = time.process_time()
        matches += sum(len(columns.start) for columns in lookup.find_many(part))
        spent += time.process_time() - start
        size += sum(len(text.encode()) for text in part)
    return {"in bulk, MB/s": size / MEGA / spent, "in bulk, resident MB": _get_peak(),
            "matches in bulk": matches}  # fmt: skip


def measure_search(args: argparse.Namespace) -> dict[str, float]:
    from goldsmith.terminology.search.query import Search
    from goldsmith.terminology.store import Terminology

    find = Search(Terminology(args.work / "terms"))
    figures = {}
    for kind, queries in make_queries(args.work / "names.txt", 300).items():
        for query in queries[:20]:
            find.search(query)
        times = []
        for query in queries[20:]:
            start = time.process_time()
            find.search(query)
            times.append(1000 * (time.process_time() - start))
        times.sort()
        figures[f"search, {kind}, p50 ms"] = times[len(times) // 2]
        figures[f"search, {kind}, p95 ms"] = times[int(0.95 * len(times))]
    return figures


def make_queries(path: Path, count: int) -> dict[str, list[str]]:
    """Make queries from names: prefixes, words in another order, typos."""
    chance = random.Random(1)
    lines = path.read_text("utf-8").split("\n")
    names = [name for name in chance.sample(lines, 20 * count) if name.count(" ") in (1, 2, 3)]
    queries: dict[str, list[str]] = {"prefix": [], "words": [], "typo": []}
    for name in names[:count]:
        words = name.split()
        queries["prefix"].append(name[: chance.randint(3, 8)])
        queries["words"].append(" ".join(reversed(chance.sample(words, 2))))
        at = chance.randrange(1, max(2, len(name) - 2))
        queries["typo"].append(name[:at] + name[at + 1] + name[at] + name[at + 2 :])
    return queries


def _get_peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIBI / MEGA


def _get_anonymous() -> float:
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.split("\n") if line.startswith("RssAnon"))
    return int(line.split()[1]) * KIBI / MEGA


STEPS: dict[str, Callable[[argparse.Namespace], dict[str, float]]] = {
    "build": measure_build,
    "open": measure_open,
    "document": measure_documents,
    "bulk": measure_bulk,
    "search": measure_search,
}  # fmt: skip


def run(step: str, args: argparse.Namespace) -> dict[str, Any]:
    """Run a step in a fresh process and return its figures."""
    options = ["--data", args.data, "--notes", args.notes, "--work", args.work]
    options += ["--names", args.names, "--megabytes", args.megabytes, "--step", step]
    command = [sys.executable, __file__, *map(str, options)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return dict(json.loads(answer.splitlines()[-1]))


def best(rounds: list[dict[str, float]]) -> dict[str, float]:
    """Return the best value of each figure: the maximum of rates, the minimum of others."""
    return {
        name: (max if name.endswith("/s") else min)(figures[name] for figures in rounds)
        for name in rounds[0]
    }


def show(figures: dict[str, float]) -> None:
    """Print the figures and their targets."""
    table = Table("figure", "measured", "target", "")
    for name, value in figures.items():
        limit, side = TARGETS.get(name, (None, ""))
        met = "" if limit is None else "met" if (value < limit) == (side == "most") else "MISSED"
        target = "" if limit is None else f"{'<' if side == 'most' else '>='} {limit:g}"
        shown = f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
        table.add_row(name, shown, target, met)
    Console(width=100).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True, help="folder of open terminologies")
    parser.add_argument("--notes", type=Path, default=Path(), help="notes as JSON lines, gzipped")
    parser.add_argument("--work", type=Path, default=Path("/tmp/terminology-benchmark"))
    parser.add_argument("--names", type=int, default=1_000_000)
    parser.add_argument("--megabytes", type=int, default=15)
    parser.add_argument("--rounds", type=int, default=3, help="rounds of all steps but the build")
    parser.add_argument("--peers", default="", help="a Python with the peers; else venvs")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--recall", action="store_true", help="measure recall of held-out synonyms")
    parser.add_argument("--inexact", type=int, default=0, help="list frequent inexact matches")
    parser.add_argument("--candidates", type=Path, help="a PubTator file with MeSH codes")
    parser.add_argument("--step", choices=list(STEPS), help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    if args.step:
        print(json.dumps(STEPS[args.step](args)))
    elif args.recall or args.inexact or args.candidates:
        import terminology_quality

        terminology_quality.main(args)
    else:
        figures: dict[str, float] = run("build", args)
        for step in list(STEPS)[1:]:
            figures |= best([run(step, args) for _ in range(args.rounds)])
        show(figures)
        if not args.no_peers:
            import terminology_peers

            terminology_peers.main(args, figures)


if __name__ == "__main__":
    main()
