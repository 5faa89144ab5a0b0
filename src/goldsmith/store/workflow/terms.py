"""The states and kinds of batches and tasks, and the settings of a batch."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal

import msgspec

from goldsmith.store.projects import ProjectSettings

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
#: A short text of one line; databases refuse NUL.
Line = Annotated[str, msgspec.Meta(max_length=200, pattern=r"\A[^\x00-\x1f]*\Z")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"\A[^\x00-\x1f]*\Z")]
#: A reason or remark, which may have several lines.
Prose = Annotated[str, msgspec.Meta(min_length=1, max_length=10_000, pattern=r"\A[^\x00]*\Z")]
#: The same, possibly empty.
Remark = Annotated[str, msgspec.Meta(max_length=10_000, pattern=r"\A[^\x00]*\Z")]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
IterationKind = Literal["development", "training", "production"]
#: Whether annotators may talk about their documents.
Phase = Literal["open", "closed"]
#: The purpose of a batch: agreement of annotators, training against a consensus, or correction.
BatchKind = Literal["annotate", "train", "correct"]
#: Whether pre-annotation is shown: to nobody, to all, or to half of the tasks at random.
ArmPlan = Literal["blind", "assisted", "random"]


class BatchState(StrEnum):
    """The state of a batch."""

    OPEN = "open"
    ANNOTATED = "annotated"
    PASSED = "passed"
    FAILED = "failed"
    ADJUDICATING = "adjudicating"
    CLOSED = "closed"


class TaskState(StrEnum):
    """The state of a task."""

    ASSIGNED = "assigned"
    STARTED = "started"
    RETURNED = "returned"
    DONE = "done"
    ABANDONED = "abandoned"
    WITHDRAWN = "withdrawn"


class Arm(StrEnum):
    """Whether the annotator of a task sees pre-annotation."""

    BLIND = "blind"
    ASSISTED = "assisted"


#: The states of tasks that are still in progress.
OPEN_TASKS: Final = (TaskState.ASSIGNED, TaskState.STARTED, TaskState.RETURNED)
#: The states of tasks that count.
ACTIVE_TASKS: Final = (*OPEN_TASKS, TaskState.DONE)
#: The kind of the tasks of adjudicators; their time counts for the consensus.
ADJUDICATE: Final = "adjudicate"
#: The number of seconds of activity that a beat represents.
BEAT_SECONDS: Final = 15


class BatchSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a batch.

    Attributes:
        annotators_per_document: How many people annotate each document.
        entity_threshold: The lenient entity IAA that the batch must reach.
        relation_threshold: The relation CIAA that the batch must reach.
        abandon_after_days: When a task without activity goes to somebody else.
        types: The types of mentions and relations that agreement counts; all if empty.
        arms: Who sees pre-annotation.
        seed: The seed for drawing arms, and for the order of annotators with equal load.
        snippet_sentences: The number of sentences in a task; 0 for whole documents.
        checklist: Frequent slips, each to be ticked off before a correction is done.
    """

    annotators_per_document: Annotated[int, msgspec.Meta(ge=1, le=100)] = 2
    entity_threshold: Share = 0.65
    relation_threshold: Share = 0.50
    abandon_after_days: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 14
    types: tuple[Name, ...] = ()
    arms: ArmPlan = "blind"
    seed: Seed = 0
    snippet_sentences: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    checklist: tuple[Name, ...] = ()


def make_default_settings(project: ProjectSettings) -> BatchSettings:
    """Return the settings of a batch from the settings of the project."""
    return BatchSettings(
        annotators_per_document=project.annotators_per_document,
        entity_threshold=project.entity_threshold,
        relation_threshold=project.relation_threshold,
        abandon_after_days=project.abandon_after_days,
    )
