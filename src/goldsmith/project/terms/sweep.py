"""Score a pre-annotation at every threshold: the F-measure against the relevance score.

Ogren et al. (2008, section 4) name this as the fair evaluation of a look-up such as MMTx: the score
that maximises F, not one that was set in advance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Document
from goldsmith.errors import UnknownName
from goldsmith.metrics import Measurement, SetPair
from goldsmith.project.terms.preannotate import Annotator
from goldsmith.rendering.blocks import Figure, Section
from goldsmith.rendering.charts import LineChart, Series, render_line_chart
from goldsmith.rendering.page import Page, render_page
from goldsmith.rendering.table import Table, make_data_table

THRESHOLDS = tuple(range(0, 101, 5))
_CONCEPT = "overlap + concept"


class SweepPoint(msgspec.Struct, frozen=True):
    """The scores of the look-up at one threshold; None if the denominator is 0."""

    threshold: int
    mentions: int
    precision: float | None
    recall: float | None
    f1: float | None
    """On equal spans and types."""
    relaxed_precision: float | None
    relaxed_recall: float | None
    relaxed: float | None
    """F1 on overlapping spans of the same type."""
    concept: float | None
    """F1 on overlapping spans with the same concept; None if the gold standard has no codes."""


class Sweep(msgspec.Struct, frozen=True):
    """The scores at all thresholds, and the threshold with the best F1."""

    gold: str
    documents: int
    types: list[str]
    """The types that the look-up can find; others of the gold standard do not count."""
    gold_mentions: int
    points: list[SweepPoint]
    best: int


def sweep_thresholds(
    docs: Sequence[Document],
    gold: str,
    make_annotator: Callable[[int], Annotator],
    *,
    thresholds: Sequence[int] = THRESHOLDS,
    progress: Callable[[str], None] = lambda _: None,
) -> Sweep:
    """Annotate documents with each threshold and score the result against a gold standard.

    Args:
        docs: The documents; those without the gold set are left out.
        gold: The set that is the gold standard.
        make_annotator: Makes the annotator for a threshold.
        thresholds: The thresholds.
        progress: Receives a message for each threshold.

    Raises:
        UnknownName: No document has the set.
    """
    selected = [doc for doc in docs if gold in doc.sets]
    if not selected:
        raise UnknownName("annotation set", gold, {name for doc in docs for name in doc.sets})
    points, types, total = [], [""], 0
    for threshold in thresholds:
        progress(f"threshold {threshold}")
        annotator = make_annotator(threshold)
        types = sorted(annotator.types)
        pairs = list(_pair_sets(selected, gold, annotator))
        total = sum(len(pair.a.mentions) for pair in pairs)
        points.append(_score(pairs, threshold))
    best = max(points, key=lambda point: (point.f1 or 0.0, point.relaxed or 0.0, point.threshold))
    return Sweep(gold, len(selected), types, total, points, best.threshold)


def _pair_sets(docs: Iterable[Document], gold: str, annotator: Annotator) -> Iterable[SetPair]:
    for doc in annotator.annotate(docs):
        yield SetPair(doc, _select_types(doc.sets[gold], annotator), doc.sets[annotator.name])


def _select_types(annotation_set: AnnotationSet, annotator: Annotator) -> AnnotationSet:
    mentions = tuple(m for m in annotation_set.mentions if m.type in annotator.types)
    return replace(annotation_set, mentions=mentions, relations=(), groups=(), notes=())


def _score(pairs: Sequence[SetPair], threshold: int) -> SweepPoint:
    names = ("the gold standard", "the look-up")
    spans = Measurement(metrics.get("spans"), names=names)
    concepts = Measurement(metrics.get("positive-agreement"), names=names)
    for pair in pairs:
        spans.count_pair(pair)
        concepts.count_pair(pair)
    row = spans.compute_result().micro
    values = row.values if row else {}
    is_coded = any(mention.codes for pair in pairs for mention in pair.a.mentions)
    agreement = concepts.compute_result().rows.get(_CONCEPT) if is_coded else None
    return SweepPoint(
        threshold,
        sum(len(pair.b.mentions) for pair in pairs),
        values.get("strict_precision"),
        values.get("strict_recall"),
        values.get("strict"),
        values.get("relaxed_precision"),
        values.get("relaxed_recall"),
        values.get("relaxed"),
        agreement.values["agreement"] if agreement else None,
    )


def tabulate_sweep(sweep: Sweep) -> Table:
    """Make the table of a sweep; a star marks the best threshold."""
    has_concepts = any(point.concept is not None for point in sweep.points)
    columns = ("threshold", "mentions", "P", "R", "F1", "relaxed P", "relaxed R", "relaxed F1")
    rows = tuple(
        (
            f"{point.threshold}{' *' * (point.threshold == sweep.best)}",
            f"{point.mentions:,}",
            *map(_format, (point.precision, point.recall, point.f1)),
            *map(_format, (point.relaxed_precision, point.relaxed_recall, point.relaxed)),
            *((_format(point.concept),) if has_concepts else ()),
        )
        for point in sweep.points
    )
    title = f"Look-up against {sweep.gold} by threshold"
    return Table(title, (*columns, *(("concept F1",) if has_concepts else ())), rows)


def _format(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.3f}"


def draw_sweep(sweep: Sweep) -> Markup:
    """Draw precision, recall and F1 against the threshold as SVG."""
    lines = {
        "F1": [(point.threshold, point.f1) for point in sweep.points],
        "precision": [(point.threshold, point.precision) for point in sweep.points],
        "recall": [(point.threshold, point.recall) for point in sweep.points],
        "relaxed F1": [(point.threshold, point.relaxed) for point in sweep.points],
    }
    series = tuple(
        Series(name, [(float(x), y) for x, y in points if y is not None])
        for name, points in lines.items()
    )
    ticks = tuple(float(value) for value in range(0, 101, 10))
    title = "F1 against the relevance score"
    return render_line_chart(LineChart(title, "threshold", "score", series, x_ticks=ticks))


def render_sweep(sweep: Sweep, corpus: str) -> str:
    """Render the page of a sweep: the picture and the table, without note text."""
    best = next(point for point in sweep.points if point.threshold == sweep.best)
    caption = "Scores on equal spans; relaxed: on overlapping spans."
    figure = Figure("sweep.chart", draw_sweep(sweep), caption)
    table = make_data_table(tabulate_sweep(sweep), "sweep.table")
    page = Page(
        "Threshold sweep",
        f"Pre-annotation of {corpus}",
        finding=f"F1 is highest at the threshold {sweep.best}: {_format(best.f1)}.",
        facts={
            "Gold standard": f"set {sweep.gold}, {sweep.gold_mentions:,} mentions",
            "Documents": f"{sweep.documents:,}",
            "Types": ", ".join(sweep.types),
        },
        blocks=(Section("sweep", "Scores by threshold", (figure, table)),),
        title="Threshold sweep",
    )
    return render_page(page)
