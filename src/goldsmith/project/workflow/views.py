"""Agreement by iteration, pair, background, arm …, from the counts of all batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, get_args

import msgspec

from goldsmith.errors import UnknownName
from goldsmith.metrics import Result
from goldsmith.project.agreement.causes.trend import FEW, Trend, TrendPoint, find_stable
from goldsmith.project.workflow.agreement import make_measurements
from goldsmith.store.access import Actor
from goldsmith.store.database import Database
from goldsmith.store.workflow.comparisons import (
    ComparisonRow,
    Sums,
    list_comparisons,
    sum_by_batch,
)

#: Whose agreement: of annotators with each other, with the consensus, or of trainees.
Among = Literal["annotators", "consensus", "trainees"]
#: The maximum number of documents in a view with intervals.
_MOST_RESAMPLED = 1_000
#: Breakdown of agreement -> the slice of a comparison.
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
        by: Its breakdown; "" for none.
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
    """The documents up to the batch from which agreement is level; None if it is not yet level."""


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

    Intervals are computed up to a thousand documents: resampling more would take seconds.

    Raises:
        NotFound: The person is not a member of the project.
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
    documents = len({row.document for row in chosen})
    resample = documents <= _MOST_RESAMPLED
    return AgreementView(
        among,
        by,
        documents,
        {name: each.compute_result(intervals=resample) for name, each in measured.items()},
        {
            part: {
                name: each.compute_result(only=part, intervals=resample)
                for name, each in measured.items()
            }
            for part in names
        },
    )


def view_trend(database: Database, actor: Actor, project: str) -> AgreementTrend:
    """Return the agreement of annotators batch by batch, and where it levels off.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: They may not see agreement.
    """
    with database.read() as connection:
        sums = sum_by_batch(connection, actor, project)
    trends = [
        _make_trend(
            sums, "spans", "lenient", lambda each: (each.entity_matches, each.entity_total)
        ),
        _make_trend(
            sums, "relations", "ciaa", lambda each: (each.relation_matches, each.relation_total)
        ),
    ]
    return AgreementTrend(
        tuple(trend for trend in trends if trend),
        sum(each.documents for each in sums.values()),
        _find_level(trends[0], sums) if trends[0] else None,
    )


def _make_trend(
    sums: Mapping[str, Sums],
    metric: str,
    value: str,
    get_pair: Callable[[Sums], tuple[float, float]],
) -> Trend | None:
    """Return the trend of one value; None with fewer than two batches."""
    if len(sums) < 2 or not any(get_pair(each)[1] for each in sums.values()):
        return None
    points: list[TrendPoint] = []
    all_matches = all_total = 0.0
    for batch, each in sums.items():
        matches, total = get_pair(each)
        all_matches, all_total = all_matches + matches, all_total + total
        points.append(
            TrendPoint(
                batch,
                each.documents,
                round(total),
                total < FEW,
                matches / total if total else None,
                all_matches / all_total if all_total else None,
            )
        )
    return Trend(metric, value, points, find_stable(points))


def _get_entities(sums: Sums) -> tuple[float, float]:
    return sums.entity_matches, sums.entity_total


def _get_relations(sums: Sums) -> tuple[float, float]:
    return sums.relation_matches, sums.relation_total


def _find_level(trend: Trend, sums: Mapping[str, Sums]) -> int | None:
    """Return how many documents were compared up to the batch from which agreement is level."""
    documents = 0
    for batch, each in sums.items():
        documents += each.documents
        if batch == trend.stable_from:
            return documents
    return None


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
    """Join two names in a fixed order, whichever comes first."""
    names = sorted(name for name in (first, second) if name)
    return " – ".join(names)
