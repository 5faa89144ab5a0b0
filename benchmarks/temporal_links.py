"""Links between clinical events and times (CLEF, section 7), on made-up patients.

    python benchmarks/temporal_links.py [--patients 12] [--seed 91]

Trains on patients of one seed and scores on patients of another: with events and times given, then
with events and times that `entities` and `temporal` find, where a link is correct only if both
spans are exact. Prints the table of docs/reference/components/temporal-links.md: F1, the links of
the gold standard in brackets, and the links that the paper counts in its ten documents (Table 15).
Types that the gold standard does not have are omitted. A second table shows, as in the paper's
Table 16, how many events and times there are, how many are found, and how many of these have the
correct span.
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

#: Precision, recall and F1 by task and type.
Values = dict[str, dict[str, float]]
SCHEMA = "clef-temporal"
VALUES = ("precision", "recall", "f1")
TRAINING = 17
#: Type of link -> links of Task A and of Task B in Table 15.
PAPER = {
    "after": (5, 18),
    "before": (5, 135),
    "is_included": (31, 67),
    "includes": (13, 137),
    "begun_by": (4, 0),
    "ended_by": (3, 0),
    "overlap": (7, 26),
    "none": (4, 8),
    "unknown": (6, 14),
}


class Finders(NamedTuple):
    """The components that find events and times; None if they are given."""

    events: Entities | None
    times: Temporal | None


def train_finders(examples: Sequence[Example]) -> Finders:
    resources = Resources(schema=load_builtin_schema(SCHEMA))
    events = Entities(EntityOptions(types=(EVENT,)), resources)
    times = Temporal(TimeOptions(), resources)
    events.train(examples)
    times.train(examples)
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


def score(docs: Sequence[Document], systems: Sequence[AnnotationSet]) -> Values:
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


def print_table(docs: Sequence[Document], given: Values, found: Values) -> None:
    """Print F1 by task and type, next to the links of the paper."""
    counts = Counter(
        (rel.attributes["task"], rel.attributes["type"])
        for doc in docs
        for rel in doc.sets[SCHEMA].relations
    )
    kinds = [kind for kind in PAPER if counts["A", kind] or counts["B", kind]]
    print(
        "| | "
        + " | ".join(kinds)
        + " | most frequent type always |\n|"
        + " --- |" * (len(kinds) + 2)
    )
    for task in ("A", "B"):
        own = [counts[task, kind] for kind in kinds]
        cells = [
            f"{_format(given, task, kind)} ({counts[task, kind]:,})" if counts[task, kind] else "–"
            for kind in kinds
        ]
        print(f"| Task {task}, given | " + " | ".join(cells) + f" | {max(own) / sum(own):.3f} |")
        cells = [_format(found, task, kind) if counts[task, kind] else "–" for kind in kinds]
        print(f"| Task {task}, found | " + " | ".join(cells) + " | |")
    shares = [f"{PAPER[kind][0]} / {PAPER[kind][1]}" for kind in kinds]
    print("| links of CLEF (Table 15), A / B | " + " | ".join(shares) + " | |")


def _format(values: Values, task: str, kind: str) -> str:
    return f"{values.get(f'{task}/{kind}', {}).get('f1', 0.0):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--patients", type=int, default=12)
    parser.add_argument("--seed", type=int, default=91)
    options = parser.parse_args()
    training = list(make_documents(options.patients, seed=TRAINING))
    docs = list(make_documents(options.patients, seed=options.seed))
    links = TemporalLinks(Options(), Resources(schema=load_builtin_schema(SCHEMA)))
    examples = [Example(Analysis(doc), doc.sets[SCHEMA]) for doc in training]
    links.train(examples)
    given = score(docs, annotate(docs, links, Finders(None, None)))
    systems = annotate(docs, links, train_finders(examples))
    print_table(docs, given, score(docs, systems))
    print_counts(docs, systems)


if __name__ == "__main__":
    main()
