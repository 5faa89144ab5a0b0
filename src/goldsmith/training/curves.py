"""Learning curves: models trained on growing shares of the documents."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from goldsmith.core import AnnotationSet
from goldsmith.errors import InputError
from goldsmith.pipeline import Config, Example, Resources
from goldsmith.pipeline.model import SET_NAME
from goldsmith.training.folds import Grouping, shuffle_documents, split_folds
from goldsmith.training.validation import Round, collect_sets, run_trials

SHARES = (0.1, 0.2, 0.4, 0.7, 1.0)


class Point(msgspec.Struct, frozen=True):
    """A point of the curve: the number of training documents and the sets the models produced."""

    documents: float
    """The mean over folds, which may differ in size."""
    sets: Mapping[str, AnnotationSet]


def compute_learning_curve(
    config: Config,
    resources: Resources,
    examples: Sequence[Example],
    k: int = 5,
    *,
    shares: Sequence[float] = SHARES,
    by: Grouping = "",
    seed: int = 0,
    gold_layers: Collection[str] = (),
    workers: int = 1,
    set_name: str = SET_NAME,
) -> list[Point]:
    """Compute a point for each share of the training documents, by cross-validation.

    Each share contains the smaller ones, so that the curve reflects the added documents and not
    chance.

    Args:
        config: The pipeline.
        resources: Its resources.
        examples: The training examples.
        k: The number of folds.
        shares: The shares of the training documents, above 0 and at most 1.
        by: The unit that is never split: patients or documents (see `folds`).
        seed: The seed of folds and order.
        gold_layers: Layers taken from gold.
        workers: The number of parallel training processes.
        set_name: The name of the new sets.

    Raises:
        InputError: A share is out of range.
    """
    if not shares or any(not 0 < share <= 1 for share in shares):
        raise InputError("shares must be above 0 and at most 1", expected="such as 0.1, 0.5, 1")
    docs = [example.analysis.doc for example in examples]
    folds = split_folds(docs, k, by=by, seed=seed)
    order = shuffle_documents(docs, by, seed)
    rounds = [Round(_select_share(order, fold, share), fold) for share in shares for fold in folds]
    trials = run_trials(
        config,
        resources,
        examples,
        rounds,
        gold_layers=gold_layers,
        workers=workers,
        set_name=set_name,
    )
    points = []
    for at in range(0, len(rounds), k):
        folds_of_share = rounds[at : at + k]
        size = sum(len(round_.train) for round_ in folds_of_share) / k
        points.append(Point(size, collect_sets(docs, folds_of_share, trials[at : at + k])))
    return points


def _select_share(order: Sequence[int], held_out: Collection[int], share: float) -> tuple[int, ...]:
    """Return a share of the documents that are not held out; at least one."""
    pool = [index for index in order if index not in set(held_out)]
    return tuple(sorted(pool[: max(1, round(share * len(pool)))]))
