"""The reduction of annotators' disagreement by consensus."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from goldsmith.project.agreement.averages import average_pairs
from goldsmith.project.agreement.pairs import PairAgreement
from goldsmith.project.agreement.tasks import Task


class Reduction(msgspec.Struct, frozen=True):
    """The reduction of disagreement by consensus (Mayo §3.2)."""

    metric: str
    value: str
    group: str
    before: float
    after: float
    reduction: float


def compute_reductions(
    task: Task, individual: Sequence[PairAgreement], consensus: Sequence[PairAgreement]
) -> list[Reduction]:
    """Compute 1 − (1 − after) / (1 − before) for the value that each matrix shows."""
    if not consensus:
        return []
    before, after = average_pairs(individual), average_pairs(consensus)
    reductions = []
    for view in task.views:
        for group, values in before.get(view.metric, {}).items():
            old = values.get(view.cell)
            new = after.get(view.metric, {}).get(group, {}).get(view.cell)
            if old is not None and new is not None and old < 1:
                gain = (new - old) / (1 - old)
                reductions.append(Reduction(view.metric, view.cell, group, old, new, gain))
    return reductions
