"""Why agreement is low, collected in one pass over the documents."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from goldsmith.core import Document, Schema
from goldsmith.errors import UnknownName
from goldsmith.metrics import Measurement
from goldsmith.metrics.engine.hierarchy import Hierarchy
from goldsmith.project.agreement.causes.difference_counts import DifferenceCounter, PairDifferences
from goldsmith.project.agreement.causes.influence import Influence, measure_influence
from goldsmith.project.agreement.causes.trend import TOLERANCE, Trend, measure_trend
from goldsmith.project.agreement.tasks import Task

_CAUSES = ("differences", "influence", "trend")


class CauseOptions(msgspec.Struct, frozen=True):
    """The causes of disagreement to examine."""

    differences: bool = False
    """Classify the differences of each pair of annotators."""
    with_text: bool = True
    """Quote the notes in examples."""
    hierarchy: Hierarchy | None = None
    """The hierarchy of codes, for parents and siblings."""
    influence: bool = False
    """Score without each document in turn."""
    trend: bool = False
    """Follow the slices in their order until agreement is stable."""
    tolerance: float = TOLERANCE
    """The largest difference between values that count as stable."""


def choose_causes(names: Collection[str]) -> CauseOptions:
    """Return the options that find these causes: differences, influence, trend.

    Raises:
        UnknownName: There is no such cause.
    """
    for name in names:
        if name not in _CAUSES:
            raise UnknownName("cause", name, _CAUSES)
    return CauseOptions(
        differences="differences" in names,
        influence="influence" in names,
        trend="trend" in names,
    )


class Causes(msgspec.Struct, frozen=True):
    """The causes of disagreement; those that were not requested are empty."""

    differences: list[PairDifferences] = []
    influence: list[Influence] = []
    """For each metric, over the counts of all pairs of annotators."""
    trend: list[Trend] = []


class CauseCounter:
    """Collects the causes of disagreement between annotators."""

    def __init__(self, options: CauseOptions, task: Task, schema: Schema | None) -> None:
        self._options, self._task, self._schema = options, task, schema
        self._pairs: dict[tuple[str, str], DifferenceCounter] = {}

    def add(self, doc: Document, pairs: Sequence[tuple[str, str]]) -> None:
        """Count the differences of these pairs of annotators in a document."""
        if not self._options.differences:
            return
        for pair in pairs:
            counter = self._pairs.get(pair)
            if counter is None:
                counter = self._pairs[pair] = DifferenceCounter(
                    pair,
                    self._schema,
                    self._options.hierarchy,
                    with_text=self._options.with_text,
                )
            counter.add(doc)

    def make_result(self, pooled: Mapping[str, Measurement]) -> Causes:
        """Return the causes.

        Args:
            pooled: Metric -> the counts of all pairs of annotators, document by document.
        """
        options = self._options
        views = [(pooled[view.metric], view) for view in self._task.views]
        influence = [measure_influence(*item) for item in views if options.influence]
        trend = [
            measure_trend(*item, tolerance=options.tolerance) for item in views if options.trend
        ]
        return Causes(
            [counter.make_result() for counter in self._pairs.values()],
            [item for item in influence if item],
            [item for item in trend if item],
        )
