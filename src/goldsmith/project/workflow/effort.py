"""Hours, and the number of documents that fit in the time (CLEF sections 3.2 and 5.5)."""

from __future__ import annotations

import math

import msgspec

from goldsmith.project.workflow.views import view_trend
from goldsmith.store.access import Actor
from goldsmith.store.database import Database
from goldsmith.store.projects import get_settings
from goldsmith.store.workflow.comparisons import sum_by_arm
from goldsmith.store.workflow.progress import Times, read_arm_times, read_times

#: Minutes for a narrative, and for its consensus, if nothing has been measured yet (CLEF 5.5).
_ANNOTATION, _CONSENSUS = 34.0, 15.0


class Effort(msgspec.Struct, frozen=True):
    """The time of a project, and its consequence for the sample size.

    Attributes:
        annotators: The time of each annotator.
        consensus: The time of adjudicators; None if none was measured.
        minutes_per_annotation: The mean time of one annotator for a document.
        minutes_per_consensus: The mean time of the consensus of a document.
        is_measured: Whether these are measured; otherwise they are CLEF's figures.
        hours_per_document: All annotators and the consensus of a document together.
        hours: The available hours; None if not given.
        documents: The number of documents that these hours cover.
        level_after: The number of documents after which agreement was level; None if not yet.
    """

    annotators: tuple[Times, ...]
    consensus: Times | None
    minutes_per_annotation: float
    minutes_per_consensus: float
    is_measured: bool
    hours_per_document: float
    hours: float | None
    documents: int | None
    level_after: int | None


class ArmFigures(msgspec.Struct, frozen=True):
    """Time and agreement of one arm.

    Attributes:
        arm: blind or assisted.
        times: The time of tasks; None if none was measured.
        words_per_hour: The speed; None if no time was measured.
        entity: Lenient entity IAA if both annotators were in this arm.
        relation: Relation CIAA if both annotators were in this arm.
        entity_consensus: Lenient entity IAA with the consensus.
        relation_consensus: Relation CIAA with the consensus.
    """

    arm: str
    times: Times | None
    words_per_hour: float | None
    entity: float | None
    relation: float | None
    entity_consensus: float | None
    relation_consensus: float | None


def plan_effort(
    database: Database, actor: Actor, project: str, hours: float | None = None
) -> Effort:
    """Return the hours spent, and the number of documents that further hours would cover.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: They may not see progress.
    """
    with database.read() as connection:
        annotators, consensus = read_times(connection, actor, project)
        passes = get_settings(connection, project).annotators_per_document
    count = sum(times.tasks for times in annotators)
    annotation = sum(times.hours for times in annotators) * 60 / count if count else _ANNOTATION
    settling = consensus.mean if consensus else _CONSENSUS
    each = (annotation * passes + settling) / 60
    return Effort(
        annotators,
        consensus,
        annotation,
        settling,
        bool(count),
        each,
        hours,
        None if hours is None else math.floor(hours / each),
        view_trend(database, actor, project).level_after,
    )


def compare_arms(database: Database, actor: Actor, project: str) -> tuple[ArmFigures, ...]:
    """Return time and agreement of tasks with and without pre-annotation.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: They may not see progress.
    """
    with database.read() as connection:
        times = read_arm_times(connection, actor, project)
        sums = sum_by_arm(connection, actor, project)
    figures = []
    for arm in ("blind", "assisted"):
        spent = times.get(arm)
        pair, golden = sums.get((arm, arm)), sums.get((arm, ""))
        figures.append(
            ArmFigures(
                arm,
                spent,
                spent.words / spent.hours if spent and spent.hours else None,
                pair.entity if pair else None,
                pair.relation if pair else None,
                golden.entity if golden else None,
                golden.relation if golden else None,
            )
        )
    return tuple(figures)
