"""The two classifiers that tell related pairs, and the scores a relation has to reach."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components._linear import Floats, Linear
from goldsmith.components._relation_context import context
from goldsmith.components._relation_pairs import NONE, Pair, Placed, Types

_FILE = "thresholds.json"
_FIRST, _SECOND = "first", "second"
_GRID = tuple(round(-0.6 + 0.05 * step, 2) for step in range(19))
_NEVER = -1e9
Allowed = Mapping[Types, Collection[str]]


class Candidates(NamedTuple):
    """The pairs of a document that are looked at, with their features and true labels."""

    placed: Sequence[Placed]
    pairs: Sequence[Pair]
    rows: Sequence[list[str]]
    labels: Sequence[str] = ()


@dataclass
class Model:
    """What is learned: a first look, a second look where rivals are seen, thresholds."""

    first: Linear = field(default_factory=Linear)
    second: Linear | None = None
    thresholds: dict[str, float] = field(default_factory=dict)

    def __call__(self, given: Candidates, allowed: Allowed) -> dict[Pair, str]:
        """The label of each pair that is related."""
        if not given.pairs:
            return {}
        if self.second is None:
            scored = _scored(self.first, given)
        else:
            scored = _scored(self.second, _again(self.first, given))
        best, reached = _best(_masked(scored, allowed), scored.labels, self.thresholds)
        return {
            pair: scored.labels[at]
            for pair, at, is_related in zip(scored.of.pairs, best, reached, strict=True)
            if is_related
        }

    def fit(
        self,
        docs: Sequence[Candidates],
        allowed: Allowed,
        *,
        costs: tuple[float, float],
        folds: int,
        progress: Callable[[str], None],
    ) -> None:
        """Train on documents; `costs` are C of either classifier."""
        folds = min(folds, len(docs))
        progress("training relations, first look")
        self.first = _fit(docs, costs[0])
        self.second, self.thresholds = None, {}
        if folds < 2:
            return
        again = _crossed(docs, folds, costs[0], _again)
        if not any(doc.rows for doc in again):
            return
        progress("training relations, second look")
        self.second = _fit(again, costs[1])
        scored = _crossed(again, folds, costs[1], _scored)
        self.thresholds = _tuned(docs, scored, allowed)

    def save(self, folder: Path) -> None:
        """Write the model to a folder that is there."""
        for name, model in ((_FIRST, self.first), (_SECOND, self.second)):
            if model is not None:
                (folder / name).mkdir()
                model.save(folder / name)
        (folder / _FILE).write_bytes(msgspec.json.encode(self.thresholds))

    @classmethod
    def load(cls, folder: Path) -> Model:
        """The model in a folder."""
        second = Linear.load(folder / _SECOND) if (folder / _SECOND).is_dir() else None
        thresholds = msgspec.json.decode((folder / _FILE).read_bytes(), type=dict[str, float])
        return cls(Linear.load(folder / _FIRST), second, thresholds)


class _Scored(NamedTuple):
    of: Candidates
    labels: tuple[str, ...]
    scores: Floats


Made = TypeVar("Made")


def _fit(docs: Sequence[Candidates], c: float) -> Linear:
    rows = [row for doc in docs for row in doc.rows]
    return Linear().fit(rows, [label for doc in docs for label in doc.labels], c=c, least=2)


def _crossed(
    docs: Sequence[Candidates], folds: int, c: float, use: Callable[[Linear, Candidates], Made]
) -> list[Made]:
    """What comes of each document with a model that was trained without it."""
    found: dict[int, Made] = {}
    for fold in range(folds):
        others = [doc for number, doc in enumerate(docs) if number % folds != fold]
        if not any(doc.rows for doc in others):
            others = list(docs)
        model = _fit(others, c)
        for number in range(fold, len(docs), folds):
            found[number] = use(model, docs[number])
    return [found[number] for number in range(len(docs))]


def _scored(model: Linear, doc: Candidates) -> _Scored:
    return _Scored(doc, model.labels, model.scores(doc.rows))


def _again(model: Linear, doc: Candidates) -> Candidates:
    """The pairs that a second look is worth, with what it sees beside the first."""
    seen = context(doc.placed, doc.pairs, model.labels, model.scores(doc.rows))
    kept = [at for at, names in enumerate(seen) if names]
    return Candidates(
        doc.placed,
        [doc.pairs[at] for at in kept],
        [doc.rows[at] + seen[at] for at in kept],
        [doc.labels[at] for at in kept] if doc.labels else (),
    )


def _masked(scored: _Scored, allowed: Allowed) -> Floats:
    """The scores, with those of labels that a pair cannot have out of the way."""
    placed = scored.of.placed
    rows: dict[Types, list[bool]] = {}
    for one, two in scored.of.pairs:
        types = placed[one].type, placed[two].type
        if types not in rows:
            rows[types] = [name in allowed.get(types, ()) for name in scored.labels]
    open_ = [rows[placed[one].type, placed[two].type] for one, two in scored.of.pairs]
    shape = len(open_), len(scored.labels)
    found: Floats = np.where(np.array(open_, bool).reshape(shape), scored.scores, _NEVER)
    return found


def _best(
    scores: Floats, labels: Sequence[str], thresholds: Mapping[str, float]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """For each pair the label that is farthest above its threshold, and whether it is above."""
    needed = np.array([thresholds.get(name[:-1], 0.0) for name in labels])
    above = scores - needed
    best = above.argmax(axis=1)
    return best, above[np.arange(len(best)), best] > 0


def _tuned(
    docs: Sequence[Candidates], scored: Sequence[_Scored], allowed: Allowed
) -> dict[str, float]:
    """The threshold of each relation type that together give the best F over all of them."""
    names = sorted({name for one in scored for name in one.labels if name != NONE})
    scores = np.concatenate([_aligned(one, names, allowed) for one in scored])
    order = {name: at for at, name in enumerate(names)}
    truth = np.array([order.get(name, -1) for one in scored for name in one.of.labels], np.intp)
    total = sum(label != NONE for doc in docs for label in doc.labels)
    found = dict.fromkeys(sorted({name[:-1] for name in names}), 0.0)

    def f_with(trial: Mapping[str, float]) -> float:
        best, reached = _best(scores, names, trial)
        return 2 * int(((best == truth) & reached).sum()) / (int(reached.sum()) + total)

    for name in [*found, *found]:
        found[name] = max(_GRID, key=lambda value: (f_with({**found, name: value}), value))
    return found


def _aligned(scored: _Scored, names: Sequence[str], allowed: Allowed) -> Floats:
    """The scores with a column for each of `names`: a model knows the labels it was shown."""
    masked = _masked(scored, allowed)
    found: Floats = np.full((len(masked), len(names)), _NEVER)
    for at, name in enumerate(names):
        if name in scored.labels:
            found[:, at] = masked[:, scored.labels.index(name)]
    return found
