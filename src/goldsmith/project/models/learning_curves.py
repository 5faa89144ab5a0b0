"""Curves of effort against F: what a simulation of annotating found, summed up over its seeds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import Literal, get_args

import msgspec

from goldsmith.errors import UnknownName
from goldsmith.training.choosing import Strategy
from goldsmith.training.folding import Keep

Effort = Literal["mentions", "documents", "words", "minutes"]
EFFORTS: tuple[Effort, ...] = get_args(Effort)
#: Good enough, as a share of what the whole pool gives.
GOAL = 0.95


class LearningPlan(msgspec.Struct, frozen=True):
    """How the simulation goes; `rounds` counts the batches after the first documents.

    It is repeated with as many seeds as `seeds` says, from `seed` on.
    """

    strategies: tuple[Strategy, ...] = ("diverse", "random")
    start: int = 10
    batch: int = 10
    rounds: int = 8
    test_share: float = 0.25
    by: Keep = ""
    seeds: int = 3
    seed: int = 0


class Stage(msgspec.Struct, frozen=True):
    """A point of a curve: what had been annotated, and how well a model trained on it did."""

    documents: float
    words: float
    mentions: float
    minutes: float
    f: float


class Run(msgspec.Struct, frozen=True):
    """One strategy with one seed; `final` is the F with all documents that could be chosen."""

    strategy: str
    seed: int
    stages: list[Stage]
    final: float


class Summary(msgspec.Struct, frozen=True):
    """What a strategy costs: means over the seeds."""

    strategy: str
    stages: list[Stage]
    mean_f: float
    """The mean F up to the effort that all strategies reached with that seed."""
    needed: float | None
    """Effort to reach 95 % of the final F, over the seeds that did."""
    reached: int
    better: int
    """Seeds with a higher mean F than random order."""


class Simulation(msgspec.Struct, frozen=True):
    """What came of a simulation."""

    corpus: str
    effort: Effort
    plan: LearningPlan
    kept_by: str
    pool: int
    tested: int
    """Documents kept aside, with the first seed."""
    all: Stage
    """The whole pool: a mean over the seeds."""
    summaries: list[Summary]
    runs: list[Run]


def effort(name: str) -> Effort:
    """The measure of effort of that name."""
    for one in EFFORTS:
        if one == name:
            return one
    raise UnknownName("measure of effort", name, EFFORTS)


def mean(stages: Sequence[Stage]) -> Stage:
    """The mean of several points."""
    fields = Stage.__struct_fields__
    return Stage(**{name: fmean(getattr(one, name) for one in stages) for name in fields})


def summaries(runs: Sequence[Run], by: Effort) -> list[Summary]:
    """A summary for each strategy, in their order."""
    heights = {(run.strategy, run.seed): _height(run, runs, by) for run in runs}
    made = []
    for name in dict.fromkeys(run.strategy for run in runs):
        mine = [run for run in runs if run.strategy == name]
        needs = [one for run in mine if (one := needed(run, by)) is not None]
        made.append(
            Summary(
                name,
                [mean(several) for several in zip(*(run.stages for run in mine), strict=False)],
                fmean(heights[name, run.seed] for run in mine),
                fmean(needs) if needs else None,
                len(needs),
                sum(
                    heights[name, run.seed] > heights.get(("random", run.seed), 1.0) for run in mine
                ),
            )
        )
    return made


def needed(run: Run, by: Effort, goal: float = GOAL) -> float | None:
    """The effort at which a curve first reaches a share of the final F; None if it never does."""
    wanted = goal * run.final
    places = _places(run, by)
    if places[0][1] >= wanted:
        return places[0][0]
    for (x, y), (x2, y2) in pairwise(places):
        if y2 >= wanted:
            return x + (x2 - x) * (wanted - y) / (y2 - y)
    return None


def _height(run: Run, runs: Sequence[Run], by: Effort) -> float:
    """The mean F of a curve up to the effort that every strategy reached with its seed."""
    end = min(_places(one, by)[-1][0] for one in runs if one.seed == run.seed)
    places = _places(run, by)
    area, first = 0.0, places[0][0]
    for (x, y), (x2, y2) in pairwise(places):
        stop = min(x2, end)
        if x < stop:
            at_stop = y + (y2 - y) * (stop - x) / (x2 - x)
            area += (stop - x) * (y + at_stop) / 2
    return area / (end - first) if end > first else places[0][1]


def _places(run: Run, by: Effort) -> list[tuple[float, float]]:
    return [(getattr(stage, by), stage.f) for stage in run.stages]
