"""Links of clinical events with times (CLEF, section 7), on made-up patients.

    python benchmarks/temporal_links.py
    python benchmarks/temporal_links.py --patients 40 --seed 91

Trains on patients of one seed and scores on those of another. Events and times are given; with
`--found`, times come from the component `temporal`. The last column is the share of links that the
paper counts in its ten documents (Table 15). "always the most frequent type" is the baseline.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence

from goldsmith.components.temporal import Options as TimeOptions
from goldsmith.components.temporal import Temporal
from goldsmith.components.temporal_links import Options, TemporalLinks
from goldsmith.core import AnnotationSet, Document, Provenance
from goldsmith.core.schema_file import load_builtin_schema
from goldsmith.metrics import Measurement, SetPair
from goldsmith.metrics.temporal import tlinks
from goldsmith.pipeline import Analysis, Example, Resources
from goldsmith_demo.make import make_documents

SCHEMA = "clef-temporal"
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


def annotate(
    docs: Iterable[Document], links: TemporalLinks, times: Temporal | None
) -> list[AnnotationSet]:
    """Return the sets with predicted links."""
    made = []
    for doc in docs:
        analysis = Analysis(doc)
        gold = doc.sets[SCHEMA].mentions
        analysis.mentions = [m for m in gold if times is None or m.type != "TIMEX3"]
        if times is not None:
            times(analysis)
        links(analysis)
        made.append(analysis.to_annotation_set("system", schema=SCHEMA, provenance=Provenance()))
    return made


def score(docs: Sequence[Document], systems: Sequence[AnnotationSet]) -> dict[str, float]:
    """Return F1 by task and type, and for each task."""
    measurement = Measurement(tlinks.TemporalLinks(task="both"))
    for doc, system in zip(docs, systems, strict=True):
        measurement.count_pair(SetPair(doc, doc.sets[SCHEMA], system))
    result = measurement.compute_result(intervals=False)
    return {name: row.values["f1"] or 0.0 for name, row in result.rows.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--patients", type=int, default=20)
    parser.add_argument("--seed", type=int, default=91)
    parser.add_argument("--found", action="store_true")
    options = parser.parse_args()
    training = list(make_documents(options.patients, seed=TRAINING))
    docs = list(make_documents(options.patients, seed=options.seed))
    links = TemporalLinks(Options(), Resources(schema=load_builtin_schema(SCHEMA)))
    examples = [Example(Analysis(doc), doc.sets[SCHEMA]) for doc in training]
    links.train(examples)
    times = None
    if options.found:
        times = Temporal(TimeOptions(), Resources(schema=load_builtin_schema(SCHEMA)))
        times.train(examples)
    values = score(docs, annotate(docs, links, times))
    counts = Counter(
        (rel.attributes["task"], rel.attributes["type"])
        for doc in docs
        for rel in doc.sets[SCHEMA].relations
    )
    print(f"{len(training):,} notes to train on, {len(docs):,} to score (seed {options.seed})")
    for task in ("A", "B"):
        own = {kind: count for (name, kind), count in counts.items() if name == task}
        total, most = sum(own.values()), max(own.values())
        print(f"\nTask {task}: always the most frequent type {most / total:.3f}")
        print(f"{'type':14}{'links':>8}{'share':>8}{'F1':>8}{'paper':>8}")
        paper = sum(row["AB".index(task)] for row in PAPER.values())
        for kind, row in PAPER.items():
            value = values.get(f"{task}/{kind}")
            print(
                f"{kind:14}{own.get(kind, 0):8,}{own.get(kind, 0) / total:8.2f}"
                f"{'–' if value is None else f'{value:.3f}':>8}{row['AB'.index(task)] / paper:8.2f}"
            )


if __name__ == "__main__":
    main()
