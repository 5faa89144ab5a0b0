"""The two classifiers that tell related pairs, and the scores a relation has to reach."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.relations.context import context
from goldsmith.components.relations.feature_parts import Numbered, Spelled, Told
from goldsmith.components.relations.pairs import NONE, Pair, Placed, Types
from goldsmith.learning.linear import Floats, Linear

_FILE = "thresholds.json"
_FIRST, _SECOND = "first", "second"
_GRID = tuple(round(-0.6 + 0.05 * step, 2) for step in range(19))
_NEVER = -1e9
Allowed = Mapping[Types, Collection[str]]
#: Pairs, labels, and the score of each pair for each label.
_Scores = tuple[Sequence[Pair], tuple[str, ...], Floats]


class Candidates(NamedTuple, Generic[Told]):
    """The pairs of a document that are looked at, with what is seen of them and true labels."""

    placed: Sequence[Placed]
    pairs: Sequence[Pair]
    rows: Sequence[list[Told]]
    labels: Sequence[str] = ()


#: With features by name, as classifiers are trained on them.
Named = Candidates[str]


@dataclass
class Model:
    """What is learned: a first look, a second look where rivals are seen, thresholds."""

    first: Linear = field(default_factory=Linear)
    second: Linear | None = None
    thresholds: dict[str, float] = field(default_factory=dict)

    _numbered: Numbered | None = None

    def numbered(self) -> Numbered:
        """What tells features by numbers, as this model takes them when it is used."""
        if self._numbered is None:
            self._numbered = Numbered([self.first, *([self.second] if self.second else [])])
        return self._numbered

    def __call__(self, given: Candidates[int], allowed: Allowed) -> dict[Pair, str]:
        """The label of each pair that is related."""
        if not given.pairs:
            return {}
        pairs, labels, scores = self._scores(given)
        masked = _masked(given.placed, pairs, labels, scores, allowed)
        best, reached = _best(masked, labels, self.thresholds)
        return {pairs[at]: labels[best[at]] for at in np.flatnonzero(reached).tolist()}

    def _scores(self, given: Candidates[int]) -> _Scores:
        """The scores of the last look for those pairs that get it."""
        tell = self.numbered()
        first, *more = tell.scores(given.rows)
        first = first + self.first.offsets
        if self.second is None:
            return given.pairs, self.first.labels, first
        seen = context(given.placed, given.pairs, self.first.labels, first, tell)
        kept = list(seen)
        second = more[0][kept] + tell.scores(list(seen.values()))[1] + self.second.offsets
        return [given.pairs[at] for at in kept], self.second.labels, second

    def fit(
        self,
        docs: Sequence[Named],
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
        self.second, self.thresholds, self._numbered = None, {}, None
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
    of: Named
    labels: tuple[str, ...]
    scores: Floats


Made = TypeVar("Made")


def _fit(docs: Sequence[Named], c: float) -> Linear:
    rows = [row for doc in docs for row in doc.rows]
    return Linear().fit(rows, [label for doc in docs for label in doc.labels], c=c, least=2)


def _crossed(
    docs: Sequence[Named], folds: int, c: float, use: Callable[[Linear, Named], Made]
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


def _scored(model: Linear, doc: Named) -> _Scored:
    return _Scored(doc, model.labels, model.scores(doc.rows))


def _again(model: Linear, doc: Named) -> Named:
    """The pairs that a second look is worth, with what it sees beside the first."""
    scores = model.scores(doc.rows)
    seen = context(doc.placed, doc.pairs, model.labels, scores, Spelled())
    return Candidates(
        doc.placed,
        [doc.pairs[at] for at in seen],
        [doc.rows[at] + names for at, names in seen.items()],
        [doc.labels[at] for at in seen],
    )


def _masked(
    placed: Sequence[Placed],
    pairs: Sequence[Pair],
    labels: Sequence[str],
    scores: Floats,
    allowed: Allowed,
) -> Floats:
    """The scores, with those of labels that a pair cannot have out of the way."""
    rows: dict[Types, list[bool]] = {}
    open_ = []
    for one, two in pairs:
        types = placed[one].type, placed[two].type
        if types not in rows:
            rows[types] = [name in allowed.get(types, ()) for name in labels]
        open_.append(rows[types])
    found: Floats = np.where(np.array(open_, bool).reshape(scores.shape), scores, _NEVER)
    return found


def _best(
    scores: Floats, labels: Sequence[str], thresholds: Mapping[str, float]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """For each pair the label that is farthest above its threshold, and whether it is above."""
    needed = np.array([thresholds.get(name[:-1], 0.0) for name in labels])
    above = scores - needed
    best = above.argmax(axis=1)
    return best, above[np.arange(len(best)), best] > 0


def _tuned(docs: Sequence[Named], scored: Sequence[_Scored], allowed: Allowed) -> dict[str, float]:
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
    doc = scored.of
    masked = _masked(doc.placed, doc.pairs, scored.labels, scored.scores, allowed)
    found: Floats = np.full((len(masked), len(names)), _NEVER)
    for at, name in enumerate(names):
        if name in scored.labels:
            found[:, at] = masked[:, scored.labels.index(name)]
    return found
