"""Agreement by iteration, pair, background, arm …, from the counts of all batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, get_args

import msgspec

from goldsmith.errors import UnknownName
from goldsmith.metrics import Result
from goldsmith.project.agreement.causes.trend import Trend, measure_trend
from goldsmith.project.agreement.tasks import find_task
from goldsmith.project.workflow.agreement import make_measurements
from goldsmith.project.workflow.counting import TASK
from goldsmith.store.access import Actor
from goldsmith.store.database import Database
from goldsmith.store.workflow.comparisons import ComparisonRow, list_comparisons

#: Whose agreement: of annotators with each other, with the consensus, or of trainees.
Among = Literal["annotators", "consensus", "trainees"]
#: What agreement is broken down by -> the slice of a comparison.
SLICES: Mapping[str, Callable[[ComparisonRow], str]] = {
    "iteration": lambda row: row.iteration,
    "batch": lambda row: row.batch,
    "pair": lambda row: _join(row.first, row.second),
    "background": lambda row: _join(
        row.first_background, "" if row.with_consensus else row.second_background
    ),
    "arm": lambda row: _join(row.first_arm, "" if row.with_consensus else row.second_arm),
    "type": lambda row: row.type,
}


class AgreementView(msgspec.Struct, frozen=True):
    """Agreement over many batches.

    Attributes:
        among: Whose agreement it is.
        by: What it is broken down by; "" for nothing.
        documents: The documents that count.
        results: Metric -> values, intervals and counts by type, over all comparisons.
        slices: Slice -> metric -> the same.
    """

    among: str
    by: str
    documents: int
    results: dict[str, Result]
    slices: dict[str, dict[str, Result]]


class AgreementTrend(msgspec.Struct, frozen=True):
    """Agreement batch by batch, and where it levels off."""

    trends: tuple[Trend, ...]
    documents: int
    """The documents that are compared."""
    level_after: int | None
    """The documents up to the batch from which agreement is level; None if it is not yet."""


def view_agreement(
    database: Database,
    actor: Actor,
    project: str,
    *,
    among: str = "annotators",
    by: str = "",
    iteration: str = "",
) -> AgreementView:
    """Return agreement over all batches that were measured, pooled over rotating pairs.

    Args:
        database: The database.
        actor: The acting person.
        project: The project.
        among: Annotators with each other, each with the consensus, or trainees with each other.
        by: iteration, batch, pair, background, arm or type; "" for no breakdown.
        iteration: The id of an iteration; all if empty.

    Raises:
        NotFound: The person is no member of the project.
        Forbidden: They may not see agreement.
        UnknownName: There is no such breakdown or group.
    """
    if among not in get_args(Among):
        raise UnknownName("group of annotators", among, get_args(Among))
    if by and by not in SLICES:
        raise UnknownName("breakdown of agreement", by, SLICES)
    with database.read() as connection:
        rows = list_comparisons(connection, actor, project, iteration=iteration)
    chosen = [row for row in rows if _is_among(row, among)]
    find_slice = SLICES[by] if by else _name_nothing
    measured = make_measurements(((row.document, row.counts), find_slice(row)) for row in chosen)
    names = dict.fromkeys(find_slice(row) for row in chosen) if by else {}
    return AgreementView(
        among,
        by,
        len({row.document for row in chosen}),
        {name: each.compute_result(intervals=True) for name, each in measured.items()},
        {
            part: {
                name: each.compute_result(only=part, intervals=True)
                for name, each in measured.items()
            }
            for part in names
        },
    )


def view_trend(database: Database, actor: Actor, project: str) -> AgreementTrend:
    """Return the agreement of annotators batch by batch, and where it levels off.

    Raises:
        NotFound: The person is no member of the project.
        Forbidden: They may not see agreement.
    """
    with database.read() as connection:
        rows = list_comparisons(connection, actor, project)
    chosen = [row for row in rows if _is_among(row, "annotators")]
    order = {name: number for number, name in enumerate(dict.fromkeys(r.batch for r in chosen))}
    # names sort as the batches follow each other, whatever they are called
    labels = {name: f"{number:06} {name}" for name, number in order.items()}
    measured = make_measurements(((row.document, row.counts), labels[row.batch]) for row in chosen)
    views = {view.metric: view for view in find_task(TASK).views}
    trends = [measure_trend(each, views[name]) for name, each in measured.items()]
    level = _find_level(trends[0], chosen, labels) if trends and trends[0] else None
    return AgreementTrend(
        tuple(_strip_labels(trend) for trend in trends if trend),
        len({row.document for row in chosen}),
        level,
    )


def _find_level(trend: Trend, rows: list[ComparisonRow], labels: Mapping[str, str]) -> int | None:
    if not trend.stable_from:
        return None
    return len({row.document for row in rows if labels[row.batch] <= trend.stable_from})


def _strip_labels(trend: Trend) -> Trend:
    replace = msgspec.structs.replace
    points = [replace(point, batch=point.batch.partition(" ")[2]) for point in trend.points]
    return replace(trend, points=points, stable_from=trend.stable_from.partition(" ")[2])


def _is_among(row: ComparisonRow, among: str) -> bool:
    if among == "consensus":
        return row.with_consensus
    is_trainee = row.batch_kind == "train"
    return (
        not row.with_consensus
        and is_trainee == (among == "trainees")
        and (row.batch_kind != "correct")
    )


def _name_nothing(_row: ComparisonRow) -> str:
    return ""


def _join(first: str, second: str) -> str:
    """Join two names in an order that does not depend on who comes first."""
    names = sorted(name for name in (first, second) if name)
    return " – ".join(names)
