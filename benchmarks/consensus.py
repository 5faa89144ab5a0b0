"""The gain from adjudication: F of annotators and of their consensus against the known truth.

usage: python benchmarks/consensus.py [--notes 2000] [--profiles annotator annotator] [--seed 1]
           [--chart FILE]

Simulated annotators annotate made-up CLEF notes. Annotators with the profile `annotator` share part
of their errors; the errors of two with the profile `expert` complement each other. A
simulated adjudicator decides each unit of their differences under the rules `clef`, correctly
with probability p. Prints Markdown; the chart shows the strict F of mentions and of relations by p.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from goldsmith import metrics
from goldsmith.adjudication import build_consensus, compare_sets, decide_automatically, load_rules
from goldsmith.core import Document, load_builtin_schema
from goldsmith.metrics import Measurement, SetPair
from goldsmith.project.adjudication.make import queue_units
from goldsmith.project.adjudication.queue import QueuedDocument
from goldsmith.rendering.charts import LineChart, Series, render_line_chart
from goldsmith_demo.adjudicators import Adjudicator
from goldsmith_demo.annotators import find_profile, simulate
from goldsmith_demo.make import make_documents

SCHEMA, RULES = load_builtin_schema("clef"), load_rules("clef")
GOLD = "clef"
RIGHT = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
POLICIES = ("union", "intersection")


class Scores:
    """F of mentions and relations of several sets against the truth."""

    def __init__(self) -> None:
        self._measured: dict[tuple[str, str], Measurement] = {}

    def add(self, doc: Document, name: str) -> None:
        """Count a set of a document against the truth."""
        pair = SetPair(doc, doc.sets[GOLD], doc.sets[name], SCHEMA)
        for metric in ("spans", "relations"):
            key = (name, metric)
            if key not in self._measured:
                self._measured[key] = Measurement(metrics.get(metric))
            self._measured[key].count_pair(pair)

    def get(self, name: str, metric: str, value: str) -> float:
        """Return a value of a set."""
        return self._measured[name, metric].compute_result().get_value(value) or 0.0


def generate_notes(notes: int, seed: int) -> Iterator[Document]:
    """Generate made-up notes with the gold standard of CLEF."""
    made = make_documents(notes, seed=seed, schemas=(GOLD,))
    return islice((doc for doc in made if GOLD in doc.sets), notes)


def annotate(doc: Document, profiles: Iterable[str], seed: int) -> Document:
    """Add the sets of simulated annotators, A and B."""
    for name, profile in zip("AB", profiles, strict=True):
        annotations = simulate(
            doc,
            doc.sets[GOLD],
            find_profile(profile),
            seed=seed,
            schema=SCHEMA,
            annotator=name,
        )
        doc = doc.with_set(annotations)
    return doc


def settle(doc: Document, seed: int) -> Document:
    """Return the document with each consensus: by adjudicators, and by policies."""
    comparison = compare_sets(doc, {name: doc.sets[name] for name in "AB"}, RULES, SCHEMA)
    units = tuple(queue_units(comparison))
    for right in RIGHT:
        adjudicator = Adjudicator(RULES, SCHEMA, right=right, seed=seed)
        decisions = {}
        if units:
            decisions = adjudicator.decide_document(QueuedDocument(doc.id, units), doc.sets[GOLD])
        made = build_consensus(comparison, decisions, name=f"{right:g}", schema=SCHEMA)
        doc = doc.with_set(made.annotations)
    for policy in POLICIES:
        decisions = {
            unit.id: decide_automatically(unit, policy, RULES, SCHEMA) for unit in comparison.units
        }
        made = build_consensus(comparison, decisions, name=policy, schema=SCHEMA)
        doc = doc.with_set(made.annotations)
    return doc


def print_scores(scores: Scores) -> None:
    """Print a row for each annotator and each consensus."""
    print("| set | mentions, strict F | lenient F | relations, F | corrected |")
    print("| --- | ---: | ---: | ---: | ---: |")
    labels = {"A": "annotator A", "B": "annotator B"}
    labels |= {policy: f"consensus by {policy}" for policy in POLICIES}
    labels |= {f"{right:g}": f"consensus, p = {right:g}" for right in RIGHT}
    for name, label in labels.items():
        values = (
            scores.get(name, "spans", "strict"),
            scores.get(name, "spans", "lenient"),
            scores.get(name, "relations", "iaa"),
            scores.get(name, "relations", "ciaa"),
        )
        print(f"| {label} | " + " | ".join(f"{value:.3f}" for value in values) + " |")


def draw_chart(scores: Scores, path: Path) -> None:
    """Draw F by p, with the better annotator as flat lines."""
    series = []
    for title, metric, value in (
        ("mentions", "spans", "strict"),
        ("relations", "relations", "iaa"),
    ):
        best = max(scores.get(name, metric, value) for name in "AB")
        points = [(right, scores.get(f"{right:g}", metric, value)) for right in RIGHT]
        series.append(Series(title, points))
        series.append(Series(f"annotator, {title}", [(right, best) for right in RIGHT]))
    chart = LineChart(
        "F against the truth, of the consensus and of the better annotator",
        "probability of the best permitted decision",
        "F",
        tuple(series),
        x_ticks=(0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
    )
    path.write_text(str(render_line_chart(chart)), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=2_000)
    parser.add_argument("--profiles", nargs=2, default=["annotator", "annotator"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chart", type=Path)
    options = parser.parse_args()
    scores, notes = Scores(), 0
    for doc in generate_notes(options.notes, options.seed):
        notes += 1
        settled = settle(annotate(doc, options.profiles, options.seed), options.seed)
        for name in settled.sets:
            if name != GOLD:
                scores.add(settled, name)
    print(f"{notes:,} notes, annotators {' and '.join(options.profiles)}\n")
    print_scores(scores)
    if options.chart:
        draw_chart(scores, options.chart)


if __name__ == "__main__":
    main()
