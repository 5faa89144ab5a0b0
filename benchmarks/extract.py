"""Speed and memory of extraction: each component, the whole pipeline, one core and two, peers.

usage: python benchmarks/extract.py --data FOLDER --notes NOTES.jsonl.gz [--work FOLDER]
                                    [--count 0] [--peer-seconds 20] [--no-peers] [--fresh]

The terminology is compiled from Mondo, the Human Phenotype Ontology and the Disease Ontology under
--data. Three pipelines read the notes (every line a JSON object with the note in --field):

text     tokens, sentences, sections, explained abbreviations
rules    text, names of the terminology (lookup), assertion by rules
trained  text, entities (conditional random fields), normalise, assertion, relations, trained on the
         built-in notes and on generated ones. Their conditions get the codes that the look-up finds
         for their very words, since the notes have none.

Rates are tokens of ours per second of processor time in a fresh process, models loaded before; the
memories of words and names are empty at the beginning and fill as in any run. Two workers are
measured by the clock, through `goldsmith extract`, with one worker beside for comparison. --fresh
compiles and trains anew.
"""

from __future__ import annotations

import argparse
import gzip
import json
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

MEGA, KIBI = 1e6, 1024
SOURCES = (
    ("term-list", "mesh_mondo_doid_json/mondo.json.gz"),
    ("obo", "hpo/hp.obo.gz"),
    ("obo", "do/doid_2016-09-01.obo.gz"),
)
#: Tokens per second on one core that the trained pipeline should reach; times medspaCy the other.
TRAINED, TIMES = 25_000, 40
RULES_TOML = """
title = "rules"
[terms]
open = "{terms}"
[[component]]
use = "lookup"
subset = "clef"
[[component]]
use = "assertion"
classifier = false
"""
TRAINED_TOML = """
title = "trained"
schema = "clef"
[terms]
open = "{terms}"
[[component]]
use = "entities"
[[component]]
use = "normalise"
types = ["Condition"]
[[component]]
use = "assertion"
[[component]]
use = "relations"
"""


def notes(args: argparse.Namespace) -> Iterator[Any]:
    """The notes as documents."""
    from goldsmith.core import Document

    with gzip.open(args.notes, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if args.count and number >= args.count:
                return
            yield Document(f"n{number}", str(json.loads(line)[args.field]))


# What is made before


def compiled(args: argparse.Namespace) -> None:
    """Compiles the terminology, and writes the names that we look for, for the peers."""
    from goldsmith.terminology import sources
    from goldsmith.terminology.index.compile import compile_concepts
    from goldsmith.terminology.lookup.finder import THRESHOLD
    from goldsmith.terminology.store import Terminology
    from goldsmith.terminology.subsets import Subset

    found: dict[Any, Any] = {}
    for kind, name in SOURCES:
        release = sources.get(kind).read(args.data / name, sources.checked(kind, sources.Options()))
        for concept in release.concepts:
            found.setdefault(concept.key, concept)
    compile_concepts(found.values(), args.work / "terms", name="open")
    terms = Terminology(args.work / "terms")
    typed = Subset.load("clef").entity_types(terms).codes >= 0
    good = terms.arrays["form.worth"] >= THRESHOLD
    worthy = set(terms.arrays["form.name"][good].tolist())
    with (args.work / "names.tsv").open("w", encoding="utf-8") as lines:
        for name, concept in enumerate(terms.arrays["name.concept"].tolist()):
            if typed[concept] and name in worthy:
                key = f"{terms.system(concept)}:{terms.code(concept)}"
                lines.write(f"{key}\t{' '.join(terms.name_text(name).split())}\n")


def trained(args: argparse.Namespace) -> None:
    """Trains the pipeline and saves both models."""
    from goldsmith.examples import notes as built_in
    from goldsmith.pipeline import Analysis, Example, Pipeline, parse
    from goldsmith.project.models import load
    from goldsmith_demo import make

    given = [(doc, doc.sets["gold"]) for doc in built_in.documents()]
    made = make.documents(args.patients, seed=1, schemas=("clef",))
    given += [(doc, doc.sets["clef"]) for doc in made]
    for name, toml in (("rules", RULES_TOML), ("trained", TRAINED_TOML)):
        config = parse(toml.format(terms=args.work / "terms"), where=name)
        pipeline = Pipeline(config, load.resources(config))
        look_up = _look_up(args.work / "terms")
        pipeline.train([Example(Analysis(doc), _coded(doc, gold, look_up)) for doc, gold in given])
        pipeline.save(args.work / name)


def _look_up(folder: Path) -> Callable[[str], Any]:
    """What gives the code of a string that is a name, or None."""
    from goldsmith.core import Code
    from goldsmith.terminology.lookup.finder import Lookup
    from goldsmith.terminology.store import Terminology

    terms = Terminology(folder)
    find = Lookup(terms)

    def code(text: str) -> Code | None:
        whole = [one for one in find(text) if (one.start, one.end) == (0, len(text))]
        return Code(terms.code(whole[0].concept), terms.system(whole[0].concept)) if whole else None

    return code


def _coded(doc: Any, gold: Any, code_of: Callable[[str], Any]) -> Any:
    import msgspec

    mentions = []
    for mention in gold.mentions:
        text = " ".join(doc.text[span.start : span.end] for span in mention.spans)
        code = code_of(text) if mention.type == "Condition" else None
        codes = (code,) if code else ()
        mentions.append(msgspec.structs.replace(mention, codes=codes))
    return msgspec.structs.replace(gold, mentions=tuple(mentions))


# What is measured, each in a process of its own


def one_core(args: argparse.Namespace) -> dict[str, Any]:
    """Seconds of processor time of each part of a pipeline, and the peak of memory."""
    from goldsmith.pipeline import together
    from goldsmith.project.models import load

    pipeline = None if args.step == "text" else load.load(args.work / args.step)
    steps = [] if pipeline is None else list(pipeline.config.steps)
    parts = pipeline.components if pipeline else []
    spent = dict.fromkeys(["text", *[step.use for step in steps]], 0.0)
    counts = Counter(tokens=0, mentions=0, relations=0)
    for batch in together.batches(parts, notes(args)):  # as the pipeline itself takes them
        begin = time.process_time()
        works = [_taken_apart(doc, long_forms=args.step != "rules") for doc in batch]
        spent["text"] += time.process_time() - begin
        for step, part in zip(steps, parts, strict=True):
            begin = time.process_time()
            together.add(part, works)
            spent[step.use] += time.process_time() - begin
        for work in works:
            counts["tokens"] += len(work.tokens.words)
            counts["mentions"] += len(work.mentions)
            counts["relations"] += len(work.relations)
    return {"spent": spent, **counts, "peak": _peak()}


def _taken_apart(doc: Any, *, long_forms: bool) -> Any:
    """The document at work, its text taken apart; the rules have no use for long forms."""
    from goldsmith.pipeline import Analysis

    work = Analysis(doc)
    _ = work.tokens, work.sentences, work.section_kinds
    if long_forms:
        _ = work.long_forms
    return work


def _peak() -> float:
    """The most memory that was resident. What getrusage says would include the parent's."""
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.split("\n") if line.startswith("VmHWM"))
    return int(line.split()[1]) * KIBI / MEGA


def extracted(args: argparse.Namespace, model: str, workers: int) -> tuple[float, float]:
    """Seconds by the clock and of processor time that `goldsmith extract` takes, all its own."""
    lines = args.work / "notes.jsonl"
    with lines.open("w", encoding="utf-8") as file:
        for doc in notes(args):
            file.write(json.dumps({"id": doc.id, "text": doc.text}) + "\n")
    command = [sys.executable, "-m", "goldsmith", "extract", lines, args.work / f"out-{workers}"]
    command += ["--model", args.work / model, "--workers", str(workers), "--overwrite"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    subprocess.run([*map(str, command), "--to", "corpus"], check=True, capture_output=True)
    clock = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return clock, busy


def run(step: str, args: argparse.Namespace) -> dict[str, Any]:
    """What a step measures in a fresh process: the best of some."""
    given = ["--data", args.data, "--notes", args.notes, "--work", args.work, "--field", args.field]
    given += ["--count", args.count, "--patients", args.patients, "--step", step]
    command = [sys.executable, __file__, *map(str, given)]
    rounds = []
    for _ in range(args.rounds):
        answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        rounds.append(json.loads(answer.splitlines()[-1]))
    return min(rounds, key=lambda one: sum(one["spent"].values()))


def show(figures: dict[str, dict[str, Any]]) -> None:
    """Prints what each pipeline takes, part by part."""
    table = Table("pipeline", "part", "s", "tokens/s", "peak MB", "mentions", "relations")
    for name, found in figures.items():
        for part, spent in found["spent"].items():
            table.add_row(name, part, f"{spent:.1f}", f"{found['tokens'] / spent:,.0f}")
        table.add_row(name, "all", f"{sum(found['spent'].values()):.1f}", f"{rate(found):,.0f}",
                      f"{found['peak']:.0f}", f"{found['mentions']:,}",
                      f"{found['relations']:,}", end_section=True)  # fmt: skip
    Console(width=100).print(table)


def rate(found: dict[str, Any]) -> float:
    """Tokens per second of processor time of a whole pipeline."""
    return float(found["tokens"] / sum(found["spent"].values()))


def show_workers(args: argparse.Namespace) -> None:
    """Prints what one worker and two take through the command, start and files included."""
    from goldsmith.text import tokenise

    args = argparse.Namespace(**{**vars(args), "count": args.worker_notes})
    tokens = sum(len(tokenise(doc.text).words) for doc in notes(args))
    table = Table("goldsmith extract", "workers", "s by the clock", "tokens/s", "processor s")
    for model in ("rules", "trained"):
        for workers in (1, 2):
            clock, busy = extracted(args, model, workers)
            table.add_row(model, str(workers), f"{clock:.1f}", f"{tokens / clock:,.0f}",
                          f"{busy:.1f}")  # fmt: skip
    Console(width=100).print(table)


def peers(args: argparse.Namespace, ours: float) -> None:
    """Prints the peers beside the pipeline of rules."""
    import extract_peers
    from goldsmith.text import tokenise

    every = [doc.text for doc in notes(args)]
    texts = every[:: max(1, len(every) // 500)]
    found = extract_peers.measured(args, texts, [len(tokenise(text).words) for text in texts])
    extract_peers.show(found, ours, "rules")
    peer = found["medspaCy"]
    if not isinstance(peer, str):
        said = "met" if ours >= TIMES * peer.rate else "MISSED"
        print(f"rules, {TIMES} times medspaCy: {ours / peer.rate:.1f}, {said}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True, help="folder of open terminologies")
    parser.add_argument("--notes", type=Path, required=True, help="notes as JSON lines, gzipped")
    parser.add_argument("--field", default="transcription")
    parser.add_argument("--work", type=Path, default=Path("/tmp/extract-benchmark"))
    parser.add_argument("--count", type=int, default=0, help="notes to read; 0: all")
    parser.add_argument("--patients", type=int, default=6, help="whose notes are generated")
    parser.add_argument("--rounds", type=int, default=2, help="processes, of which the best counts")
    parser.add_argument("--worker-notes", type=int, default=600, help="notes for workers; 0: all")
    parser.add_argument("--peer-seconds", type=float, default=20)
    parser.add_argument("--peer-timeout", type=int, default=900)
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--no-workers", action="store_true")
    parser.add_argument("--fresh", action="store_true", help="compile and train anew")
    parser.add_argument("--step", choices=["text", "rules", "trained"], help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    if args.step:
        print(json.dumps(one_core(args)))
        return
    if args.fresh:
        for name in ("terms", "rules", "trained"):
            shutil.rmtree(args.work / name, ignore_errors=True)
    if not (args.work / "terms").exists():
        compiled(args)
    if not (args.work / "trained").exists():
        trained(args)
    figures = {step: run(step, args) for step in ("text", "rules", "trained")}
    show(figures)
    reached = "met" if rate(figures["trained"]) >= TRAINED else "MISSED"
    print(f"trained, {TRAINED:,} tokens/s on one core: {rate(figures['trained']):,.0f}, {reached}")
    if not args.no_workers:
        show_workers(args)
    if not args.no_peers:
        peers(args, rate(figures["rules"]))


if __name__ == "__main__":
    main()
