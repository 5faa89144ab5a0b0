"""Coreference on public corpora, cross-validated over documents, and its speed.

usage: python benchmarks/coreference.py {craft,maccrobat,speed} [--data DIR] [--all] [--rules]
           [--found] [--folds 5] [--only N] [--seed 1] [--train DIR --layer NAME]

craft, maccrobat: cross-validation with given mentions: only the mentions in chains, or --all. With
--found, `entities` is trained in each fold and finds the mentions. The threshold of links is chosen
inside each fold, by cross-validation over its training documents. Baselines: the same string; the
same string or the long form of an abbreviation.
speed: a record of 20 pages from the corpus --train, made by `goldsmith demo make`. All scores are
for chains without singletons. benchmarks/coreference_made.py has the scores on made-up notes.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.components.coreference import Coreference, Options
from goldsmith.components.coreference.markables import Markable, build_markables
from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Mention,
    Schema,
    Span,
    load_builtin_schema,
)
from goldsmith.core.chain import derive_chains
from goldsmith.core.schema import RelationType
from goldsmith.formats import read
from goldsmith.metrics import Measurement, SetPair
from goldsmith.pipeline import Analysis, Example, Pipeline, Resources, parse_config

CORPORA = {
    "craft": ("craft_coref/train.jsonl.gz", "identity"),
    "maccrobat": ("maccrobat", "IDENTICAL"),
}
METRICS = ("coreference", "muc", "b-cubed", "ceaf-e", "blanc")


def make_schema(relation: str) -> Schema:
    kind = RelationType(relation, first=("*",), second=("*",), symmetric=True, identity=True)
    return Schema("benchmark", "1", "Benchmark", relation=(kind,))


def read_examples(corpus: str, data: Path, *, every: bool) -> tuple[list[Example], Schema]:
    """Read documents with only the mentions in chains, or with all if `every`."""
    path, relation = CORPORA[corpus]
    schema = make_schema(relation)
    examples = []
    for doc in read(data / path):
        gold = next(iter(doc.sets.values()))
        chains = [c.members for c in derive_chains(gold, schema) if len(c.members) > 1]
        ids = {member for chain in chains for member in chain}
        mentions = [m for m in gold.mentions if m.spans and (every or m.id in ids)]
        groups = [Group(f"chain-{n}", relation, chain) for n, chain in enumerate(chains)]
        chained = AnnotationSet("gold", tuple(mentions), groups=tuple(groups))
        examples.append(Example(Analysis(replace(doc, sets={})), chained))
    return examples, schema


def score(pairs: Iterable[SetPair], names: Sequence[str] = METRICS) -> dict[str, float]:
    measurements = {
        name: Measurement(
            metrics.get(name).with_options(singletons="none"), names=("gold", "system")
        )
        for name in names
    }
    for pair in pairs:
        for measurement in measurements.values():
            measurement.count_pair(pair)
    values = {}
    for name, measurement in measurements.items():
        row = measurement.compute_result(intervals=False).find_row("all")
        key = "conll" if name == "coreference" else "f1"
        value = row.values.get(key) if row else None
        values[name] = float("nan") if value is None else value
    return values


def print_scores(title: str, values: dict[str, float]) -> None:
    shown = "  ".join(f"{name} {value:.3f}" for name, value in values.items())
    print(f"{title:28} {shown}", flush=True)


def apply(part: Callable[[Analysis], None], example: Example) -> AnnotationSet:
    analysis = Analysis(example.analysis.doc)
    analysis.take(example.gold)
    part(analysis)
    return AnnotationSet("system", tuple(analysis.mentions), tuple(analysis.relations),
                         tuple(analysis.groups))  # fmt: skip


def link_same(get_key: Callable[[Markable], object], relation: str) -> Callable[[Analysis], None]:
    """Return a baseline that links all mentions with the same key."""

    def link(analysis: Analysis) -> None:
        chains = defaultdict(list)
        for markable in build_markables(analysis, analysis.mentions):
            chains[get_key(markable)].append(markable.mention.id)
        analysis.groups = [
            Group(f"c{n}", relation, tuple(ids)) for n, ids in enumerate(chains.values())
        ]

    return link


def print_baselines(examples: Sequence[Example], schema: Schema) -> None:
    for title, get_key in (
        ("same string", lambda m: m.phrase.low),
        ("same string or long form", lambda m: m.phrase.expanded),
    ):
        part = link_same(get_key, schema.relation[0].name)
        pairs = [SetPair(e.analysis.doc, e.gold, apply(part, e), schema) for e in examples]
        print_scores(title, score(pairs))


#: In craft all mentions are in chains: find many mentions, and drop singletons.
FOUND = """
[[component]]
use = "entities"
threshold = {threshold}

[[component]]
use = "coreference"
"""
MANY, USUAL = 0.07, 0.3


def make_pipeline(resources: Resources, *, many: bool) -> Pipeline:
    text = FOUND.format(threshold=MANY if many else USUAL)
    return Pipeline(parse_config(text, where="benchmark"), resources)


def annotate_fold(
    arguments: argparse.Namespace, train: list[Example], test: list[Example], schema: Schema
) -> list[SetPair]:
    resources = Resources(schema=schema)
    if arguments.found:
        pipeline = make_pipeline(resources, many=arguments.what == "craft")
        pipeline.train(train)
        return [SetPair(e.analysis.doc, e.gold, pipeline.annotate(e.analysis.doc), schema)
                for e in test]  # fmt: skip
    part = Coreference(Options(form="groups", rules_only=arguments.rules), resources)
    if not arguments.rules:
        part.train(train)
    return [SetPair(e.analysis.doc, e.gold, apply(part, e), schema) for e in test]


def run_folds(arguments: argparse.Namespace) -> None:
    every = arguments.all or (arguments.found and arguments.what != "craft")
    examples, schema = read_examples(arguments.what, arguments.data, every=every)
    order = list(range(len(examples)))
    random.Random(arguments.seed).shuffle(order)
    folds = [set(order[k :: arguments.folds]) for k in range(arguments.folds)]
    folds = folds[: arguments.only or None]
    if not arguments.found:
        print_baselines([examples[n] for fold in folds for n in fold], schema)
    pairs: list[SetPair] = []
    for number, fold in enumerate(folds, 1):
        begin = time.process_time()
        train = [e for n, e in enumerate(examples) if n not in fold]
        new = annotate_fold(arguments, train, [examples[n] for n in sorted(fold)], schema)
        pairs += new
        title = f"fold {number} ({time.process_time() - begin:.0f} s)"
        print_scores(title, score(new, ("coreference",)))
    title = "rules" if arguments.rules else "found mentions" if arguments.found else "coreference"
    print_scores(title, score(pairs))


def read_layer(path: Path, layer: str) -> list[Example]:
    return [
        Example(Analysis(replace(doc, sets={})), doc.sets[layer])
        for doc in read(path)
        if layer in doc.sets
    ]


def run_speed(arguments: argparse.Namespace) -> None:
    """Time a record of 20 pages of 3,000 characters, made from notes of made-up patients."""
    train = read_layer(arguments.train, arguments.layer)
    part = Coreference(Options(), Resources(schema=load_builtin_schema(arguments.layer)))
    part.train(train)
    text, mentions = "", []
    for example in train:
        if len(text) >= 60_000:
            break
        for mention in example.gold.mentions:
            spans = tuple(
                Span(span.start + len(text), span.end + len(text)) for span in mention.spans
            )
            mentions.append(Mention(f"m{len(mentions)}", mention.type, spans))
        text += example.analysis.text + "\n\n"
    doc = Document("record", text)
    for rules in (True, False):
        timed = part if not rules else Coreference(Options(rules_only=True), part.resources)
        seconds = []
        for _ in range(5):
            analysis = Analysis(doc)
            analysis.mentions = list(mentions)
            begin = time.process_time()
            timed(analysis)
            seconds.append(time.process_time() - begin)
        title = "rules" if rules else "ranker"
        print(
            f"{title}: {len(text):,} characters, {len(mentions):,} mentions: {min(seconds):.2f} s"
        )


def main() -> None:
    parser = argparse.ArgumentParser(usage=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("what", choices=[*CORPORA, "speed"])
    parser.add_argument("--data", type=Path, help="folder with craft_coref and maccrobat")
    parser.add_argument("--train", type=Path)
    parser.add_argument("--layer", default="odie")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--only", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--found", action="store_true")
    arguments = parser.parse_args()
    if arguments.what in CORPORA and arguments.data is None:
        parser.error("name the folder of the corpora with --data")
    run = run_speed if arguments.what == "speed" else run_folds
    run(arguments)


if __name__ == "__main__":
    main()
