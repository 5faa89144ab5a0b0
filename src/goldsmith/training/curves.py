"""Learning curves: what models find that were trained on more and more documents."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from goldsmith.core import AnnotationSet
from goldsmith.errors import InputError
from goldsmith.pipeline import Config, Example, Resources
from goldsmith.pipeline.model import SET_NAME
from goldsmith.training.folding import Keep, folds, ordered
from goldsmith.training.validation import Round, trials

SHARES = (0.1, 0.2, 0.4, 0.7, 1.0)


class Point(msgspec.Struct, frozen=True):
    """A point of the curve: how many documents were trained on, and what was found in each."""

    documents: float
    """The mean over folds, which need not be of one size."""
    sets: Mapping[str, AnnotationSet]


def learning_curve(
    config: Config,
    resources: Resources,
    examples: Sequence[Example],
    k: int = 5,
    *,
    shares: Sequence[float] = SHARES,
    by: Keep = "",
    seed: int = 0,
    given: Collection[str] = (),
    workers: int = 1,
    set_name: str = SET_NAME,
) -> list[Point]:
    """A point for each share of the training documents; every point is about all documents.

    Each share holds the smaller ones, so that a curve rises by what was added and not by luck.
    """
    if not shares or any(not 0 < share <= 1 for share in shares):
        raise InputError("shares must be above 0 and at most 1", expected="such as 0.1, 0.5, 1")
    docs = [one.work.doc for one in examples]
    parts = folds(docs, k, by=by, seed=seed)
    order = ordered(docs, by, seed)
    rounds = [Round(_first(order, part, share), part) for share in shares for part in parts]
    found = trials(
        config, resources, examples, rounds, given=given, workers=workers, set_name=set_name
    )
    points = []
    for at in range(0, len(rounds), k):
        sets = {
            docs[number].id: one
            for each, trial in zip(rounds[at : at + k], found[at : at + k], strict=True)
            for number, one in zip(each.test, trial.sets, strict=True)
        }
        size = sum(len(each.train) for each in rounds[at : at + k]) / k
        points.append(Point(size, {doc.id: sets[doc.id] for doc in docs}))
    return points


def _first(order: Sequence[int], kept: Collection[int], share: float) -> tuple[int, ...]:
    """That share of the documents that are not kept aside; at least one."""
    others = [at for at in order if at not in set(kept)]
    return tuple(sorted(others[: max(1, round(share * len(others)))]))
