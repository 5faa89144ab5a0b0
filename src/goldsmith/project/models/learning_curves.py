"""Learning curves of F against effort: the results of a simulation, summarised over its seeds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import Literal, get_args

import msgspec

from goldsmith.errors import UnknownName
from goldsmith.training.active_learning import Strategy
from goldsmith.training.folds import Grouping

Effort = Literal["mentions", "documents", "words", "minutes"]
EFFORTS: tuple[Effort, ...] = get_args(Effort)
#: The goal, as a share of the F with the whole pool.
GOAL = 0.95


class LearningPlan(msgspec.Struct, frozen=True):
    """How to simulate annotating a corpus.

    `rounds` is the number of batches after the first documents. The simulation runs `seeds` times,
    with consecutive seeds starting at `seed`.
    """

    strategies: tuple[Strategy, ...] = ("diverse", "random")
    start: int = 10
    batch: int = 10
    rounds: int = 8
    test_share: float = 0.25
    by: Grouping = ""
    seeds: int = 3
    seed: int = 0


class Stage(msgspec.Struct, frozen=True):
    """A point of a learning curve: the amount annotated, and the F of a model trained on it."""

    documents: float
    words: float
    mentions: float
    minutes: float
    f: float


class Run(msgspec.Struct, frozen=True):
    """A strategy with one seed; `final` is the F with the whole pool."""

    strategy: str
    seed: int
    stages: list[Stage]
    final: float


class Summary(msgspec.Struct, frozen=True):
    """The effort of a strategy: means over the seeds."""

    strategy: str
    stages: list[Stage]
    mean_f: float
    """The mean F up to the effort that all strategies reach with that seed."""
    needed: float | None
    """The effort to reach 95 % of the final F, over the seeds that reach it."""
    reached: int
    better: int
    """Seeds with a higher mean F than random order."""


class Simulation(msgspec.Struct, frozen=True):
    """The result of a simulation."""

    corpus: str
    effort: Effort
    plan: LearningPlan
    kept_by: str
    pool: int
    tested: int
    """Documents held out, with the first seed."""
    all: Stage
    """The whole pool: means over the seeds."""
    summaries: list[Summary]
    runs: list[Run]


def parse_effort(name: str) -> Effort:
    """Return the measure of effort of this name."""
    for effort in EFFORTS:
        if effort == name:
            return effort
    raise UnknownName("measure of effort", name, EFFORTS)


def average_stages(stages: Sequence[Stage]) -> Stage:
    """Average points of learning curves."""
    fields = Stage.__struct_fields__
    return Stage(**{name: fmean(getattr(stage, name) for stage in stages) for name in fields})


def summarise_runs(runs: Sequence[Run], by: Effort) -> list[Summary]:
    """Summarise the runs of each strategy."""
    means = {(run.strategy, run.seed): _compute_mean_f(run, runs, by) for run in runs}
    summaries = []
    for name in dict.fromkeys(run.strategy for run in runs):
        own = [run for run in runs if run.strategy == name]
        efforts = [effort for run in own if (effort := compute_needed_effort(run, by)) is not None]
        summaries.append(
            Summary(
                name,
                [
                    average_stages(stages)
                    for stages in zip(*(run.stages for run in own), strict=False)
                ],
                fmean(means[name, run.seed] for run in own),
                fmean(efforts) if efforts else None,
                len(efforts),
                sum(means[name, run.seed] > means.get(("random", run.seed), 1.0) for run in own),
            )
        )
    return summaries


def compute_needed_effort(run: Run, by: Effort, goal: float = GOAL) -> float | None:
    """Compute the effort at which a curve first reaches a share of the final F, or None."""
    target = goal * run.final
    points = _list_points(run, by)
    if points[0][1] >= target:
        return points[0][0]
    for (x, y), (x2, y2) in pairwise(points):
        if y2 >= target:
            return x + (x2 - x) * (target - y) / (y2 - y)
    return None


def _compute_mean_f(run: Run, runs: Sequence[Run], by: Effort) -> float:
    """Compute the mean F of a curve up to the effort that every strategy reaches with its seed."""
    end = min(_list_points(each, by)[-1][0] for each in runs if each.seed == run.seed)
    points = _list_points(run, by)
    area, first = 0.0, points[0][0]
    for (x, y), (x2, y2) in pairwise(points):
        stop = min(x2, end)
        if x < stop:
            at_stop = y + (y2 - y) * (stop - x) / (x2 - x)
            area += (stop - x) * (y + at_stop) / 2
    return area / (end - first) if end > first else points[0][1]


def _list_points(run: Run, by: Effort) -> list[tuple[float, float]]:
    return [(getattr(stage, by), stage.f) for stage in run.stages]
