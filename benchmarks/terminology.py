"""Speed of the terminology look-up and of its search, on a million names, beside its peers.

usage: python benchmarks/terminology.py --data FOLDER --notes NOTES.jsonl.gz [--work FOLDER]
                                        [--names 1000000] [--megabytes 15] [--peers PYTHON]
       python benchmarks/terminology.py --data FOLDER --recall
       python benchmarks/terminology.py --data FOLDER --notes NOTES.jsonl.gz --inexact 200
       python benchmarks/terminology.py --data FOLDER --candidates DEVEL.pubtator.txt

The names are those of the open terminologies under --data, then the same with a word before them
until there are enough. All rates are of processor time on one core, since machines are shared; the
time to open is by the clock, after the file was dropped from the cache. Each figure of the look-up
is of a fresh process that reads the notes again and again and keeps none of them, the best of
three such processes.
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
#: Words put before names to make more of them.
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
#: What each figure should be: a limit and whether it is the least or the most.
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
    """The texts of a file of JSON lines, one at a time."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield str(json.loads(line)["transcription"])


def stream(path: Path, size: int) -> Iterator[str]:
    """Notes, again and again, until there are `size` bytes of them."""
    left = size
    while left > 0:
        for text in notes(path):
            yield text
            left -= len(text.encode())
            if left <= 0:
                return


def concepts(folder: Path) -> Iterator[Any]:
    """The concepts of the open terminologies, one for each code."""
    from goldsmith.terminology import sources

    seen = set()
    for kind, name in SOURCES:
        release = sources.get(kind).read(folder / name, sources.checked(kind, sources.Options()))
        for concept in release.concepts:
            if concept.key not in seen:
                seen.add(concept.key)
                yield concept


def many_concepts(folder: Path, count: int) -> list[Any]:
    """Concepts that have `count` names: the open terminologies, then variants of them."""
    import msgspec

    plain = list(concepts(folder))
    living = [concept for concept in plain if not concept.retired]
    found, total = [], 0
    for concept in itertools.chain(plain, *(_variants(living, word, msgspec) for word in MORE)):
        names = concept.names[: count - total]
        found.append(msgspec.structs.replace(concept, names=names))
        total += len(names)
        if total >= count:
            break
    return found


def _variants(living: list[Any], word: str, msgspec: Any) -> Iterator[Any]:
    change = msgspec.structs.replace
    for concept in living:
        names = tuple(change(name, text=f"{word} {name.text}") for name in concept.names)
        yield change(
            concept, code=f"{concept.code}-{word}", names=names, parents=(concept.code,), xrefs=()
        )


# What is measured, each in a process of its own


def build(args: argparse.Namespace) -> dict[str, float]:
    from goldsmith.terminology.index.compile import compile_concepts

    found = many_concepts(args.data, args.names)
    start = time.process_time()
    manifest = compile_concepts(found, args.work / "terms", name="million")
    spent = time.process_time() - start
    with (args.work / "names.txt").open("w", encoding="utf-8") as lines:
        for concept in found:
            if not concept.retired:
                lines.writelines(" ".join(name.text.split()) + "\n" for name in concept.names)
    disk = manifest.size / MEGA
    return {"names": manifest.names, "concepts": manifest.concepts, "build, s": spent,
            "build, peak MB": _peak(), "on disk, MB": disk}  # fmt: skip


def opened(args: argparse.Namespace) -> dict[str, float]:
    from goldsmith.terminology.lookup.finder import Lookup
    from goldsmith.terminology.store import Terminology

    with (args.work / "terms" / "arrays.bin").open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    start, busy = time.perf_counter(), time.process_time()
    Lookup(Terminology(args.work / "terms"))("Chest pain.")
    spent = time.perf_counter() - start
    return {"open, s": spent, "open, processor s": time.process_time() - busy}


def per_document(args: argparse.Namespace) -> dict[str, float]:
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
    return {"resident, MB": _peak(), "of it in memory of its own, MB": _own(),
            "per document, MB/s": size / MEGA / spent, "matches": matches}  # fmt: skip


def bulk(args: argparse.Namespace) -> dict[str, float]:
    from goldsmith.terminology.lookup.finder import Lookup
    from goldsmith.terminology.store import Terminology

    lookup = Lookup(Terminology(args.work / "terms"))
    matches = size = 0
    spent = 0.0
    texts = stream(args.notes, args.megabytes * 1_000_000)
    while part := list(itertools.islice(texts, 500)):
        start = time.process_time()
        matches += sum(len(found.start) for found in lookup.many(part))
        spent += time.process_time() - start
        size += sum(len(text.encode()) for text in part)
    return {"in bulk, MB/s": size / MEGA / spent, "in bulk, resident MB": _peak(),
            "matches in bulk": matches}  # fmt: skip


def search(args: argparse.Namespace) -> dict[str, float]:
    from goldsmith.terminology.search.query import Search
    from goldsmith.terminology.store import Terminology

    find = Search(Terminology(args.work / "terms"))
    found = {}
    for kind, queries in asked(args.work / "names.txt", 300).items():
        for query in queries[:20]:
            find.search(query)
        times = []
        for query in queries[20:]:
            start = time.process_time()
            find.search(query)
            times.append(1000 * (time.process_time() - start))
        times.sort()
        found[f"search, {kind}, p50 ms"] = times[len(times) // 2]
        found[f"search, {kind}, p95 ms"] = times[int(0.95 * len(times))]
    return found


def asked(path: Path, count: int) -> dict[str, list[str]]:
    """What people might type, made from names: beginnings, words in another order, typos."""
    chance = random.Random(1)
    lines = path.read_text("utf-8").split("\n")
    names = [name for name in chance.sample(lines, 20 * count) if name.count(" ") in (1, 2, 3)]
    found: dict[str, list[str]] = {"prefix": [], "words": [], "typo": []}
    for name in names[:count]:
        words = name.split()
        found["prefix"].append(name[: chance.randint(3, 8)])
        found["words"].append(" ".join(reversed(chance.sample(words, 2))))
        at = chance.randrange(1, max(2, len(name) - 2))
        found["typo"].append(name[:at] + name[at + 1] + name[at] + name[at + 2 :])
    return found


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIBI / MEGA


def _own() -> float:
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.split("\n") if line.startswith("RssAnon"))
    return int(line.split()[1]) * KIBI / MEGA


STEPS: dict[str, Callable[[argparse.Namespace], dict[str, float]]] = {
    "build": build, "open": opened, "document": per_document, "bulk": bulk, "search": search,
}  # fmt: skip


def run(step: str, args: argparse.Namespace) -> dict[str, Any]:
    """What a step measures in a fresh process."""
    given = ["--data", args.data, "--notes", args.notes, "--work", args.work]
    given += ["--names", args.names, "--megabytes", args.megabytes, "--step", step]
    command = [sys.executable, __file__, *map(str, given)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return dict(json.loads(answer.splitlines()[-1]))


def best(rounds: list[dict[str, float]]) -> dict[str, float]:
    """Of each figure the best of some rounds: the most of a rate, the least of all else."""
    return {
        name: (max if name.endswith("/s") else min)(one[name] for one in rounds)
        for name in rounds[0]
    }


def show(figures: dict[str, float]) -> None:
    """Prints the figures beside what they should be."""
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
    parser.add_argument("--rounds", type=int, default=3, help="of all but the build")
    parser.add_argument("--peers", default="", help="a Python that has the peers; else venvs")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--recall", action="store_true", help="held-out synonyms found")
    parser.add_argument("--inexact", type=int, default=0, help="commonest matches not exact")
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
