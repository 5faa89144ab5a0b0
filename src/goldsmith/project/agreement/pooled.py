"""Agreement pooled over rotating pairs: counts summed over documents, for any annotators.

If each document has two annotators out of a team, no pair of annotators covers the corpus. The
counts of each document, for any two annotators, are added up, and the values are
computed from the sums (ODIE, Table 1 from the batches of Table 2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from goldsmith.metrics import Measurement, Result, Tally
from goldsmith.project.agreement.score import compute_slices
from goldsmith.project.agreement.tasks import Task

_NAMES = ("the first annotator of each document", "the second")


class PooledAgreement(msgspec.Struct, frozen=True):
    """Agreement over all documents that any two or more annotators annotated."""

    pairs: int
    """The number of pairs of annotators that occur."""
    documents: int
    """The documents that two or more annotators annotated; each is counted."""
    comparisons: int
    """The number of comparisons: a document with three annotators counts three."""
    results: dict[str, Result]
    """Metric -> result from the sums of all counts."""
    slices: dict[str, dict[str, Result]]
    """Slice -> metric -> result from the sums of its counts."""


class PooledCounter:
    """Adds up the counts of all pairs of annotators, document by document."""

    def __init__(self, task: Task) -> None:
        self.measured = {view.metric: Measurement(view.make(), names=_NAMES) for view in task.views}
        self.pairs: set[tuple[str, str]] = set()
        self.documents = self.comparisons = 0

    def add(
        self,
        document: str,
        tallies: Mapping[tuple[str, str], Mapping[str, Tally]],
        slice_name: str = "",
    ) -> None:
        """Add the counts of a document: pair of annotators -> metric -> counts."""
        if not tallies:
            return
        self.pairs |= set(tallies)
        self.documents += 1
        self.comparisons += len(tallies)
        for metric, measurement in self.measured.items():
            counts = [by_metric[metric] for by_metric in tallies.values()]
            measurement.add(_sum_tallies(document, counts), slice_name)

    def make_result(self, *, intervals: bool = False) -> PooledAgreement | None:
        """Compute the values; None if no two annotators share a document."""
        if not self.documents:
            return None
        return PooledAgreement(
            len(self.pairs),
            self.documents,
            self.comparisons,
            {
                name: measurement.compute_result(intervals=intervals)
                for name, measurement in self.measured.items()
            },
            compute_slices(self.measured, intervals=intervals),
        )


def _sum_tallies(document: str, tallies: Sequence[Tally]) -> Tally:
    """Add up the counts of the pairs of one document, which remains one unit of the bootstrap."""
    total = Tally(document)
    for tally in tallies:
        for key, number in tally.counts.items():
            total.counts[key] = total.counts.get(key, 0.0) + number
    return total
