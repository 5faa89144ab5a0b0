"""Speed and memory of extraction: each component, the whole pipeline, two cores, and peers.

usage: python benchmarks/extract.py --data FOLDER --notes NOTES.jsonl.gz [--work FOLDER]
                                    [--count 0] [--peer-seconds 20] [--no-peers] [--fresh]

The terminology is compiled from Mondo, the Human Phenotype Ontology and the Disease Ontology under
--data. Three pipelines read the notes (every line a JSON object with the note in --field):

text     tokens, sentences, sections, long forms of abbreviations
rules    text, names of the terminology (lookup), assertion by rules
trained  text, entities (conditional random fields), normalise, assertion, relations, trained on the
         built-in notes and on generated ones. Their conditions get the codes that the lookup finds
         for their words, since the notes have none.

Rates are our tokens per second of processor time in a fresh process, without loading the models;
the caches of words and names are empty at the start, as in any run. Two workers are measured by
wall clock, through `goldsmith extract`, and compared with one worker. --fresh compiles and trains
again.
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
#: Targets: tokens per second of the trained pipeline on one core; speed of the rules over medspaCy.
TRAINED, TIMES = 25_000, 40
#: The required speed-up of two workers over one.
GAINS = {"rules": 1.0, "trained": 1.9}
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
    """Yield the notes as documents."""
    from goldsmith.core import Document

    with gzip.open(args.notes, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if args.count and number >= args.count:
                return
            yield Document(f"n{number}", str(json.loads(line)[args.field]))


# Preparation


def compile_terms(args: argparse.Namespace) -> None:
    """Compile the terminology and write its names to a file for the peers."""
    from goldsmith.terminology import sources
    from goldsmith.terminology.index.compile import compile_concepts
    from goldsmith.terminology.lookup.finder import THRESHOLD
    from goldsmith.terminology.store import Terminology
    from goldsmith.terminology.subsets import Subset

    results: dict[Any, Any] = {}
    for kind, name in SOURCES:
        release = sources.get(kind).read(
            args.data / name, sources.check_options(kind, sources.Options())
        )
        for concept in release.concepts:
            results.setdefault(concept.key, concept)
    compile_concepts(results.values(), args.work / "terms", name="open")
    terms = Terminology(args.work / "terms")
    typed = Subset.load("clef").entity_types(terms).codes >= 0
    good = terms.arrays["form.worth"] >= THRESHOLD
    worthy = set(terms.arrays["form.name"][good].tolist())
    with (args.work / "names.tsv").open("w", encoding="utf-8") as lines:
        for name, concept in enumerate(terms.arrays["name.concept"].tolist()):
            if typed[concept] and name in worthy:
                key = f"{terms.system(concept)}:{terms.code(concept)}"
                lines.write(f"{key}\t{' '.join(terms.name_text(name).split())}\n")


def train_pipelines(args: argparse.Namespace) -> None:
    """Train the pipelines and save both models."""
    from goldsmith.examples import notes as built_in
    from goldsmith.pipeline import Analysis, Example, Pipeline, parse_config
    from goldsmith.project.models import load
    from goldsmith_demo import make

    arguments = [(doc, doc.sets["gold"]) for doc in built_in.load_documents()]
    made = make.make_documents(args.patients, seed=1, schemas=("clef",))
    arguments += [(doc, doc.sets["clef"]) for doc in made]
    for name, toml in (("rules", RULES_TOML), ("trained", TRAINED_TOML)):
        config = parse_config(toml.format(terms=args.work / "terms"), where=name)
        pipeline = Pipeline(config, load.open_resources(config))
        look_up = _make_coder(args.work / "terms")
        pipeline.train(
            [Example(Analysis(doc), _add_codes(doc, gold, look_up)) for doc, gold in arguments]
        )
        pipeline.save(args.work / name)


def _make_coder(folder: Path) -> Callable[[str], Any]:
    """Make a function that returns the code of a name, or None for other strings."""
    from goldsmith.core import Code
    from goldsmith.terminology.lookup.finder import Lookup
    from goldsmith.terminology.store import Terminology

    terms = Terminology(folder)
    find = Lookup(terms)

    def code(text: str) -> Code | None:
        whole = [match for match in find(text) if (match.start, match.end) == (0, len(text))]
        return Code(terms.code(whole[0].concept), terms.system(whole[0].concept)) if whole else None

    return code


def _add_codes(doc: Any, gold: Any, code_of: Callable[[str], Any]) -> Any:
    import msgspec

    mentions = []
    for mention in gold.mentions:
        text = " ".join(doc.text[span.start : span.end] for span in mention.spans)
        code = code_of(text) if mention.type == "Condition" else None
        codes = (code,) if code else ()
        mentions.append(msgspec.structs.replace(mention, codes=codes))
    return msgspec.structs.replace(gold, mentions=tuple(mentions))


# Measurements, each in its own process


def measure_step(args: argparse.Namespace) -> dict[str, Any]:
    """Measure the processor time of each part of a pipeline and the peak memory."""
    from goldsmith.pipeline.batches import make_batches
    from goldsmith.project.models import load

    pipeline = None if args.step == "text" else load.load(args.work / args.step)
    steps = [] if pipeline is None else list(pipeline.config.steps)
    parts = pipeline.components if pipeline else []
    spent = dict.fromkeys(["text", *[step.use for step in steps]], 0.0)
    counts = Counter(tokens=0, mentions=0, relations=0)
    for batch in make_batches(parts, notes(args)):
        begin = time.process_time()
        analyses = [_analyse(doc, long_forms=args.step != "rules") for doc in batch]
        spent["text"] += time.process_time() - begin
        for step, part in zip(steps, parts, strict=True):
            begin = time.process_time()
            _run_component(part, analyses)
            spent[step.use] += time.process_time() - begin
        for analysis in analyses:
            counts["tokens"] += len(analysis.tokens.words)
            counts["mentions"] += len(analysis.mentions)
            counts["relations"] += len(analysis.relations)
    return {"spent": spent, **counts, "peak": _read_peak()}


def _run_component(part: Any, analyses: list[Any]) -> None:
    """Run a component on a batch, as a pipeline does."""
    if many := getattr(part, "many", None):
        many(analyses)
    else:
        for analysis in analyses:
            part(analysis)


def _analyse(doc: Any, *, long_forms: bool) -> Any:
    """Analyse the text of a document; the rules do not need long forms."""
    from goldsmith.pipeline import Analysis

    analysis = Analysis(doc)
    _ = analysis.tokens, analysis.sentences, analysis.section_kinds
    if long_forms:
        _ = analysis.long_forms
    return analysis


def _read_peak() -> float:
    """Return the peak resident memory of this process; getrusage would include the parent's."""
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.split("\n") if line.startswith("VmHWM"))
    return int(line.split()[1]) * KIBI / MEGA


def time_extract(args: argparse.Namespace, model: str, workers: int) -> tuple[float, float]:
    """Measure the wall-clock and processor seconds of `goldsmith extract` and its processes."""
    lines = args.work / "notes.jsonl"
    with lines.open("w", encoding="utf-8") as file:
        for doc in notes(args):
            file.write(json.dumps({"id": doc.id, "text": doc.text}) + "\n")
    command = [sys.executable, "-m", "goldsmith", "extract", lines]
    command += ["--out", args.work / f"out-{workers}"]
    command += ["--model", args.work / model, "--workers", str(workers), "--overwrite"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    subprocess.run([*map(str, command), "--to", "corpus"], check=True, capture_output=True)
    clock = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return clock, busy


def run(step: str, args: argparse.Namespace) -> dict[str, Any]:
    """Measure a step in fresh processes and return the best round."""
    arguments = [
        "--data",
        args.data,
        "--notes",
        args.notes,
        "--work",
        args.work,
        "--field",
        args.field,
    ]
    arguments += ["--count", args.count, "--patients", args.patients, "--step", step]
    command = [sys.executable, __file__, *map(str, arguments)]
    rounds = []
    for _ in range(args.rounds):
        answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        rounds.append(json.loads(answer.splitlines()[-1]))
    return min(rounds, key=lambda figures: sum(figures["spent"].values()))


def show(figures: dict[str, dict[str, Any]]) -> None:
    """Print the figures of each part of each pipeline."""
    table = Table("pipeline", "part", "s", "tokens/s", "peak MB", "mentions", "relations")
    for name, results in figures.items():
        for part, spent in results["spent"].items():
            table.add_row(name, part, f"{spent:.1f}", f"{results['tokens'] / spent:,.0f}")
        table.add_row(name, "all", f"{sum(results['spent'].values()):.1f}", f"{rate(results):,.0f}",
                      f"{results['peak']:.0f}", f"{results['mentions']:,}",
                      f"{results['relations']:,}", end_section=True)  # fmt: skip
    Console(width=100).print(table)


def rate(results: dict[str, Any]) -> float:
    """Return tokens per second of processor time of a whole pipeline."""
    return float(results["tokens"] / sum(results["spent"].values()))


def show_workers(args: argparse.Namespace) -> None:
    """Print the time of one and two workers of the command, including start-up and files."""
    from goldsmith.text import tokenise

    args = argparse.Namespace(**{**vars(args), "count": args.worker_notes})
    tokens = sum(len(tokenise(doc.text).words) for doc in notes(args))
    table = Table("goldsmith extract", "workers", "wall-clock s", "tokens/s", "processor s")
    gains = {}
    for model in ("rules", "trained"):
        clocks = []
        for workers in (1, 2):
            clock, busy = time_extract(args, model, workers)
            clocks.append(clock)
            table.add_row(model, str(workers), f"{clock:.1f}", f"{tokens / clock:,.0f}",
                          f"{busy:.1f}")  # fmt: skip
        gains[model] = clocks[0] / clocks[1]
    Console(width=100).print(table)
    for model, target in GAINS.items():
        verdict = "met" if gains[model] >= target else "MISSED"
        print(f"{model}, two workers {target} times as fast as one: {gains[model]:.2f}, {verdict}")


def peers(args: argparse.Namespace, ours: float) -> None:
    """Print the peers next to the pipeline of rules."""
    import extract_peers
    from goldsmith.text import tokenise

    every = [doc.text for doc in notes(args)]
    texts = every[:: max(1, len(every) // 500)]
    results = extract_peers.measure_peers(
        args, texts, [len(tokenise(text).words) for text in texts]
    )
    extract_peers.show(results, ours, "rules")
    peer = results["medspaCy"]
    if not isinstance(peer, str):
        verdict = "met" if ours >= TIMES * peer.rate else "MISSED"
        print(f"rules, {TIMES} times medspaCy: {ours / peer.rate:.1f}, {verdict}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True, help="folder of open terminologies")
    parser.add_argument("--notes", type=Path, required=True, help="notes as JSON lines, gzipped")
    parser.add_argument("--field", default="transcription")
    parser.add_argument("--work", type=Path, default=Path("/tmp/extract-benchmark"))
    parser.add_argument("--count", type=int, default=0, help="number of notes; 0 reads all")
    parser.add_argument("--patients", type=int, default=6, help="patients to generate notes of")
    parser.add_argument("--rounds", type=int, default=2, help="processes; the best is reported")
    parser.add_argument("--worker-notes", type=int, default=600, help="notes for workers; 0 is all")
    parser.add_argument("--peer-seconds", type=float, default=20)
    parser.add_argument("--peer-timeout", type=int, default=900)
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--no-workers", action="store_true")
    parser.add_argument("--fresh", action="store_true", help="compile and train again")
    parser.add_argument("--step", choices=["text", "rules", "trained"], help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    if args.step:
        print(json.dumps(measure_step(args)))
        return
    if args.fresh:
        for name in ("terms", "rules", "trained"):
            shutil.rmtree(args.work / name, ignore_errors=True)
    if not (args.work / "terms").exists():
        compile_terms(args)
    if not (args.work / "trained").exists():
        train_pipelines(args)
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
