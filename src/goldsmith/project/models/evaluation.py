"""Evaluations of a pipeline: the plan, and the figures."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from goldsmith.core import Document, Schema
from goldsmith.metrics import Result
from goldsmith.project.agreement.tasks import Task
from goldsmith.training.folds import Grouping

#: Metric -> group -> value -> number.
Averages = dict[str, dict[str, dict[str, float | None]]]


class Plan(msgspec.Struct, frozen=True):
    """How to evaluate a pipeline."""

    set_name: str = ""
    folds: int = 10
    by: Grouping = ""
    seed: int = 0
    gold_layers: tuple[str, ...] = msgspec.field(name="given", default=())
    """The layers that the pipeline takes from the gold standard: mentions, codes, assertion."""
    curve: bool = False
    agreement: tuple[str, ...] = ()
    workers: int = 1


class CurvePoint(msgspec.Struct, frozen=True):
    """A point of a learning curve: documents trained on, and metric -> its main value."""

    documents: float
    scores: dict[str, float | None]


class FoldSize(msgspec.Struct, frozen=True):
    """The size of a fold, and the seconds it took."""

    train: int
    test: int
    seconds: float


class Evaluation(msgspec.Struct, frozen=True):
    """The figures of an evaluation."""

    corpus: str
    set: str
    documents: int
    digest: str
    components: list[str]
    by: str
    seed: int
    gold_layers: list[str] = msgspec.field(name="given")
    folds: list[FoldSize]
    results: dict[str, Result]
    """Over all documents, with 95 % bootstrap intervals."""
    averages: Averages
    """Means over folds, as in CLEF; empty for a trained model."""
    agreement: dict[str, Result]
    """The agreement of two annotators."""
    annotators: list[str]
    curve: list[CurvePoint]
    notices: list[str]


class Trial(NamedTuple):
    """An evaluation with its documents, which have the sets of gold, system and annotators."""

    evaluation: Evaluation
    task: Task
    schema: Schema | None
    documents: list[Document]
    names: list[str]
