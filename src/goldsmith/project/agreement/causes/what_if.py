"""Agreement as annotated, compared with agreement if types were merged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from goldsmith.metrics import Result
from goldsmith.project.agreement.causes.merges import Merge
from goldsmith.project.agreement.pairs import PairAgreement
from goldsmith.project.agreement.pooled import PooledAgreement
from goldsmith.project.agreement.tasks import Task, View


class WhatIfFigure(msgspec.Struct, frozen=True):
    """A value of a pair, or pooled over all pairs, before and after the merges."""

    metric: str
    value: str
    label: str
    before: float | None
    after: float | None


class WhatIf(msgspec.Struct, frozen=True):
    """Agreement with merged types."""

    merges: list[str]
    figures: list[WhatIfFigure]


#: The pairs of annotators and the pooled counts of an agreement.
Measured = tuple[Sequence[PairAgreement], PooledAgreement | None]


def compare_merged(
    task: Task, merges: Sequence[Merge], before: Measured, after: Measured
) -> WhatIf:
    """Compare the main value of each metric before and after merges."""
    figures = [
        WhatIfFigure(
            view.metric,
            value,
            label,
            _get_value(view, first, value),
            _get_value(view, second, value),
        )
        for view in task.views
        for label, first, second in _pair_results(view, before, after)
        for value in filter(None, (view.cell, view.bracket))
    ]
    return WhatIf([str(merge) for merge in merges], figures)


def _pair_results(
    view: View, before: Measured, after: Measured
) -> Iterator[tuple[str, Result | None, Result | None]]:
    """Yield the results of each pair of annotators, then the results over all pairs."""
    merged = {(pair.first, pair.second): pair for pair in after[0]}
    for pair in before[0]:
        twin = merged.get((pair.first, pair.second))
        results = pair.results[view.metric], twin.results[view.metric] if twin else None
        yield (f"{pair.first} and {pair.second}", *results)
    if before[1] and before[1].pairs > 1:
        pooled = after[1].results[view.metric] if after[1] else None
        yield "pooled", before[1].results[view.metric], pooled


def _get_value(view: View, result: Result | None, value: str) -> float | None:
    return view.get_value(result, value) if result else None
