"""Links of clinical events with times (CLEF, section 7), on made-up patients.

    python benchmarks/temporal_links.py
    python benchmarks/temporal_links.py --patients 12 --seed 91 --found both

Trains on patients of one seed and scores on those of another. Events and times are given; with
`--found times`, times come from the component `temporal`, with `--found both` events come from
`entities` too, and a link counts only if the spans of both are exact. The last column is the share
of links that the paper counts in its ten documents (Table 15); its Table 16 counts events and
times. "always the most frequent type" is the baseline.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from goldsmith.components.entities import Entities
from goldsmith.components.entities import Options as EntityOptions
from goldsmith.components.temporal import Options as TimeOptions
from goldsmith.components.temporal import Temporal
from goldsmith.components.temporal_links import Options, TemporalLinks
from goldsmith.components.temporal_links.page import EVENT, TIME
from goldsmith.core import AnnotationSet, Document, Provenance
from goldsmith.core.schema_file import load_builtin_schema
from goldsmith.metrics import Measurement, SetPair
from goldsmith.metrics.temporal import tlinks
from goldsmith.pipeline import Analysis, Example, Resources
from goldsmith_demo.make import make_documents

SCHEMA = "clef-temporal"
VALUES = ("precision", "recall", "f1")
TRAINING = 17
#: Type of link -> links of Task A and of Task B in Table 15.
PAPER = {
    "after": (5, 18),
    "ended_by": (3, 0),
    "begun_by": (4, 0),
    "overlap": (7, 26),
    "before": (5, 135),
    "none": (4, 8),
    "is_included": (31, 67),
    "unknown": (6, 14),
    "includes": (13, 137),
}


class Finders(NamedTuple):
    """The components that find events and times; None if they are given."""

    events: Entities | None
    times: Temporal | None


def train_finders(examples: Sequence[Example], mode: str) -> Finders:
    resources = Resources(schema=load_builtin_schema(SCHEMA))
    events = Entities(EntityOptions(types=(EVENT,)), resources) if mode == "both" else None
    times = Temporal(TimeOptions(), resources) if mode != "none" else None
    for part in (events, times):
        if part is not None:
            part.train(examples)
    return Finders(events, times)


def annotate(
    docs: Iterable[Document], links: TemporalLinks, finders: Finders
) -> list[AnnotationSet]:
    """Return the sets with predicted links."""
    made = []
    for doc in docs:
        analysis = Analysis(doc)
        replaced = {EVENT: finders.events, TIME: finders.times}
        gold = doc.sets[SCHEMA].mentions
        analysis.mentions = [m for m in gold if replaced.get(m.type) is None]
        for part in finders:
            if part is not None:
                part(analysis)
        links(analysis)
        made.append(analysis.to_annotation_set("system", schema=SCHEMA, provenance=Provenance()))
    return made


def score(
    docs: Sequence[Document], systems: Sequence[AnnotationSet]
) -> dict[str, dict[str, float]]:
    """Return precision, recall and F1 by task and type, and for each task."""
    measurement = Measurement(tlinks.TemporalLinks(task="both"))
    for doc, system in zip(docs, systems, strict=True):
        measurement.count_pair(SetPair(doc, doc.sets[SCHEMA], system))
    result = measurement.compute_result(intervals=False)
    return {
        name: {value: row.values[value] or 0.0 for value in VALUES}
        for name, row in result.rows.items()
    }


def print_counts(docs: Sequence[Document], systems: Sequence[AnnotationSet]) -> None:
    """Print how many events and times the gold standard has and how many were found (Table 16)."""
    print(f"{'':14}{'gold':>8}{'found':>8}{'exact':>8}")
    for kind in (EVENT, TIME):
        gold = [{m.spans for m in d.sets[SCHEMA].mentions if m.type == kind} for d in docs]
        found = [{m.spans for m in s.mentions if m.type == kind} for s in systems]
        exact = sum(len(a & b) for a, b in zip(gold, found, strict=True))
        print(f"{kind:14}{sum(map(len, gold)):8,}{sum(map(len, found)):8,}{exact:8,}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--patients", type=int, default=20)
    parser.add_argument("--seed", type=int, default=91)
    parser.add_argument("--found", choices=["none", "times", "both"], default="none")
    options = parser.parse_args()
    training = list(make_documents(options.patients, seed=TRAINING))
    docs = list(make_documents(options.patients, seed=options.seed))
    links = TemporalLinks(Options(), Resources(schema=load_builtin_schema(SCHEMA)))
    examples = [Example(Analysis(doc), doc.sets[SCHEMA]) for doc in training]
    links.train(examples)
    systems = annotate(docs, links, train_finders(examples, options.found))
    values = score(docs, systems)
    counts = Counter(
        (rel.attributes["task"], rel.attributes["type"])
        for doc in docs
        for rel in doc.sets[SCHEMA].relations
    )
    print(f"{len(training):,} notes to train on, {len(docs):,} to score (seed {options.seed})")
    if options.found != "none":
        print_counts(docs, systems)
    for task in ("A", "B"):
        own = {kind: count for (name, kind), count in counts.items() if name == task}
        total, most = sum(own.values()), max(own.values())
        print(f"\nTask {task}: always the most frequent type {most / total:.3f}")
        print(f"{'type':14}{'links':>8}{'share':>8}{'P':>8}{'R':>8}{'F1':>8}{'paper':>8}")
        paper = sum(row["AB".index(task)] for row in PAPER.values())
        for kind, row in PAPER.items():
            numbers = values.get(f"{task}/{kind}", {})
            shown = "".join(
                f"{numbers[name]:8.3f}" if name in numbers else f"{'–':>8}" for name in VALUES
            )
            count = own.get(kind, 0)
            share = row["AB".index(task)] / paper
            print(f"{kind:14}{count:8,}{count / total:8.2f}{shown}{share:8.2f}")


if __name__ == "__main__":
    main()
