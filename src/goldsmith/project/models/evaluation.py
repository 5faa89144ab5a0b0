"""What an evaluation is: how it was done, and all of its figures."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from goldsmith.core import Document, Schema
from goldsmith.metrics import Result
from goldsmith.project.agreement.tasks import Task
from goldsmith.training.folding import Keep

#: Metric -> group -> value -> number.
Averages = dict[str, dict[str, dict[str, float | None]]]


class Plan(msgspec.Struct, frozen=True):
    """How a pipeline is tried out."""

    set_name: str = ""
    folds: int = 10
    by: Keep = ""
    seed: int = 0
    given: tuple[str, ...] = ()
    curve: bool = False
    agreement: tuple[str, ...] = ()
    workers: int = 1


class CurvePoint(msgspec.Struct, frozen=True):
    """Scores after training on so many documents: metric -> the value that counts."""

    documents: float
    scores: dict[str, float | None]


class FoldTold(msgspec.Struct, frozen=True):
    """How large a fold is, and how long it took."""

    train: int
    test: int
    seconds: float


class Evaluation(msgspec.Struct, frozen=True):
    """All figures of a trial."""

    corpus: str
    set: str
    documents: int
    digest: str
    components: list[str]
    by: str
    seed: int
    given: list[str]
    folds: list[FoldTold]
    results: dict[str, Result]
    """Over all documents at once, with 95 % bootstrap intervals."""
    averages: Averages
    """Means over folds, as CLEF prints them; empty for a trained model."""
    agreement: dict[str, Result]
    """Of the two annotators."""
    annotators: list[str]
    curve: list[CurvePoint]
    notices: list[str]


class Tried(NamedTuple):
    """An evaluation and what it is about: documents with gold, system and annotators' sets."""

    evaluation: Evaluation
    task: Task
    schema: Schema | None
    documents: list[Document]
    names: list[str]
