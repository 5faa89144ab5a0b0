"""Learns a chain by stochastic gradient descent: AdaGrad over small groups of sentences.

Features vote for labels directly, and through a layer of hidden units that learns which of them
belong together. Some features are left out by chance at every step, so that none is relied on
alone. Several members are trained from different seeds and put together as one model: their votes
are averaged. Work grows with the tokens, not with the features.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain as joined
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from goldsmith.learning.crf.chain import Chain, Floats, Layout, Numbers, Transitions, side_by_side
from goldsmith.learning.crf.tag_ends import ended
from goldsmith.learning.threads import one_thread

_BATCH = 32
_RATE, _HIDDEN_RATE = 0.05, 0.02
_DECAY, _HIDDEN_DECAY = 1e-3, 1e-4
_START = 0.05
#: So often all is gone through; small corpora more often, for so many steps, up to so many passes.
_USUAL, _STEPS, _PASSES = 12, 600, 30
_BEGUN = 1e-8
_MANY = 30_000


class Settings(NamedTuple):
    """How it is learned."""

    epochs: int
    """How often all is gone through; 0: as often as the size of the corpus asks for."""
    hidden: int
    members: int
    dropout: float
    seed: int


class Corpus(NamedTuple):
    """Sentences as features: the numbers of those of each token, one token after the other."""

    names: dict[str, int]
    columns: NDArray[np.int32]
    ends: Numbers
    """Where the features of each token begin and end."""


class Net(NamedTuple):
    """What was learned for one layer of tags."""

    table: Floats
    """For each feature its votes for labels, then for hidden units."""
    hidden: Floats
    """The votes of hidden units for labels."""
    transitions: Transitions


def corpus(documents: Iterable[Sequence[Sequence[Sequence[str]]]], *, least: int) -> Corpus:
    """Sentences of documents as numbers; features that fewer tokens have are left out.

    With 0, of many tokens those are left out that one token has: they are most of all features.
    """
    rows = [row for document in documents for sentence in document for row in sentence]
    least = least or (2 if len(rows) > _MANY else 1)
    counts = Counter(joined.from_iterable(rows))
    kept = sorted(name for name, count in counts.items() if count >= least)
    names = {name: at for at, name in enumerate(kept)}
    known = [[names[name] for name in row if name in names] for row in rows]
    ends = np.cumsum([0, *map(len, known)])
    return Corpus(names, np.fromiter(joined.from_iterable(known), np.int32, int(ends[-1])), ends)


def fit(
    given: Corpus,
    tags: Sequence[Sequence[str]],
    kinds: Sequence[str],
    settings: Settings,
    progress: Callable[[str], None],
) -> Net:
    """The average of several members. `tags` has B, I and O for each sentence of the corpus."""
    numbers = {label: at for at, label in enumerate(Layout(tuple(kinds)).labels)}
    wanted = np.array([numbers[tag] for row in tags for tag in ended(row)], np.int64)
    edges = np.cumsum([0, *(len(row) for row in tags if len(row))])
    with one_thread():
        members = [
            _Member(given, edges, wanted, kinds, settings, settings.seed + member).learn(
                progress, f"member {member + 1} of {settings.members}"
            )
            for member in range(settings.members)
        ]
    return _average(members, len(numbers))


def _average(members: Sequence[Net], labels: int) -> Net:
    """One net whose votes are the mean of those of all."""
    direct = _mean([one.table[:, :labels] for one in members])
    table = np.concatenate([direct, *(one.table[:, labels:] for one in members)], axis=1)
    hidden = np.concatenate([one.hidden for one in members])
    hidden /= np.float32(len(members))
    across = _mean([one.transitions.across for one in members])
    within = _mean([one.transitions.within for one in members])
    return Net(table, hidden, Transitions(across, within))


def _mean(arrays: Sequence[Floats]) -> Floats:
    found = arrays[0].copy()
    for one in arrays[1:]:
        found += one
    found /= np.float32(len(arrays))
    return found


class _Member:
    """A model while it is learned; every array has beside it the squares of its steps so far."""

    def __init__(
        self,
        given: Corpus,
        edges: Numbers,
        wanted: Numbers,
        kinds: Sequence[str],
        settings: Settings,
        seed: int,
    ) -> None:
        """`edges` are where sentences begin and end, `wanted` the number of each token's label."""
        self._given, self._edges, self._wanted = given, edges, wanted
        self._settings = settings
        self._chance = np.random.default_rng(seed)
        self._chain = Chain(kinds)
        self._labels = labels = self._chain.layout.size
        hidden, features = settings.hidden, len(given.names)
        self._table = np.zeros((features, labels + hidden), np.float32)
        self._table[:, labels:] = self._chance.normal(0, _START, (features, hidden))
        self._votes = self._chance.normal(0, 0.01, (hidden, labels)).astype(np.float32)
        steps = Transitions.none(len(kinds))
        self._arrays: list[Floats] = [self._votes, steps.across, steps.within]
        self._squares = [np.full_like(one, _BEGUN) for one in self._arrays]
        self._of_table = np.full_like(self._table, _BEGUN)
        sizes = [labels, hidden]
        self._rates = np.repeat(np.array([_RATE, _HIDDEN_RATE], np.float32), sizes)
        self._decay = np.repeat(np.array([_DECAY, _HIDDEN_DECAY], np.float32), sizes)

    def learn(self, progress: Callable[[str], None], name: str) -> Net:
        sentences = len(self._edges) - 1
        batches = max(1, -(-sentences // _BATCH))
        passes = self._settings.epochs or max(_USUAL, min(_PASSES, -(-_STEPS // batches)))
        done, total = 0, passes * batches
        for number in range(passes):
            progress(f"{name}, pass {number + 1} of {passes}")
            order = self._chance.permutation(sentences)
            for first in range(0, sentences, _BATCH):
                self._step(order[first : first + _BATCH], np.float32(1 - done / total))
                done += 1
        return Net(self._table, self._votes, Transitions(self._arrays[1], self._arrays[2]))

    def _step(self, some: Numbers, rate: np.float32) -> None:
        edges = self._edges
        tokens = _ranges(edges[some], edges[some + 1])
        lengths = edges[some + 1] - edges[some]
        rows, seen = self._seen(tokens)
        votes, labels = self._table[rows], self._labels
        scores = seen @ votes
        units = np.tanh(scores[:, labels:])
        kept = self._kept(units.shape)
        active = units * kept
        self._chain = Chain(self._chain.layout.kinds, Transitions(self._arrays[1], self._arrays[2]))
        emitted = np.ascontiguousarray(scores[:, :labels]) + active @ self._votes
        wrong, across, within = self._errors(emitted, lengths, self._wanted[tokens])
        to_units = (wrong @ self._votes.T) * kept * (1 - units * units)
        slope = seen.T @ np.concatenate([wrong, to_units], axis=1) + self._decay * votes
        squares = self._of_table[rows] + slope * slope
        self._of_table[rows] = squares
        self._table[rows] = votes - rate * self._rates * slope / np.sqrt(squares)
        slopes = (active.T @ wrong + _HIDDEN_DECAY * self._votes, across, within)
        speeds = (_HIDDEN_RATE, _RATE, _RATE)
        for array, sums, change, speed in zip(
            self._arrays, self._squares, slopes, speeds, strict=True
        ):
            sums += change * change
            array -= rate * np.float32(speed) * change / np.sqrt(sums)

    def _seen(self, tokens: Numbers) -> tuple[Numbers, Any]:
        """The features of some tokens, without those that chance leaves out, and whose they are."""
        begin, end = self._given.ends[tokens], self._given.ends[tokens + 1]
        columns = self._given.columns[_ranges(begin, end)]
        owners = np.repeat(np.arange(len(tokens)), end - begin)
        dropout = self._settings.dropout
        if dropout:
            stays = self._chance.random(len(columns)) >= dropout
            columns, owners = columns[stays], owners[stays]
        rows, places = np.unique(columns, return_inverse=True)
        ends = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=len(tokens)))])
        weight = np.full(len(columns), 1 / (1 - dropout), np.float32)
        shape = (len(tokens), len(rows))
        seen: Any = csr_array((weight, places.astype(np.int32), ends.astype(np.int32)), shape=shape)
        return rows.astype(np.int64), seen

    def _kept(self, shape: tuple[int, ...]) -> Floats:
        """Which hidden units take part, scaled up for those that do not."""
        dropout = self._settings.dropout
        stays = self._chance.random(shape) >= dropout
        return (stays / (1 - dropout)).astype(np.float32)

    def _errors(
        self, scores: Floats, lengths: Numbers, wanted: Numbers
    ) -> tuple[Floats, Floats, Floats]:
        """How far labels, and labels after each other, are from what was wanted, by sentence."""
        steps = side_by_side(lengths.tolist())
        passed = self._chain.passed(scores, steps)
        wrong = np.empty_like(scores)
        wrong[steps.tokens] = passed.forward * passed.backward
        wrong[np.arange(len(wanted)), wanted] -= 1
        share = np.float32(1 / len(lengths))
        across, within = _expected(self._chain, passed, steps.edges)
        _subtract(self._chain.layout, across, within, wanted, lengths)
        moved = self._chain.transitions
        return (
            wrong * share,
            across * share + _DECAY * moved.across,
            within * share + _DECAY * moved.within,
        )


def _expected(chain: Chain, passed: Any, edges: Sequence[int]) -> tuple[Floats, Floats]:
    """How often labels are expected to follow each other."""
    at = chain.layout
    across, within = np.zeros_like(chain.across), np.zeros_like(chain.within)
    first = edges[1] if len(edges) > 1 else 0
    coming = passed.backward[first:] * passed.scores[first:] / passed.sizes[first:, None]
    before = _before(edges)
    was = passed.forward[before]
    across += (was[:, at.closed].T @ coming[:, at.opening]) * chain.across
    for row, (one, two) in enumerate(
        (
            (at.begin, at.inside),
            (at.begin, at.ending),
            (at.inside, at.inside),
            (at.inside, at.ending),
        )
    ):
        within[row] = (was[:, one] * coming[:, two]).sum(axis=0) * chain.within[row]
    return across, within


def _before(edges: Sequence[int]) -> Numbers:
    """For each place after the first step, the place of the token before."""
    parts = [
        np.arange(edges[step - 1], edges[step - 1] + edges[step + 1] - edges[step])
        for step in range(1, len(edges) - 1)
    ]
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)


def _subtract(
    layout: Layout, across: Floats, within: Floats, wanted: Numbers, lengths: Numbers
) -> None:
    """Take away how often labels do follow each other."""
    follows = np.ones(max(0, len(wanted) - 1), np.bool_)
    follows[np.cumsum(lengths)[:-1] - 1] = False
    one, two = wanted[:-1][follows], wanted[1:][follows]
    opens = two >= layout.begin.start
    opens &= two < layout.opening.stop
    np.subtract.at(across, (one[opens] - layout.closed.start, two[opens] - layout.opening.start), 1)
    one, two = one[~opens], two[~opens]
    going = one < layout.inside.stop
    stops = two >= layout.ending.start
    kinds = np.where(stops, two - layout.ending.start, two)
    np.subtract.at(within, (2 * going + stops, kinds), 1)


def _ranges(begin: Numbers, end: Numbers) -> Numbers:
    """All numbers of several ranges, one after the other."""
    sizes = end - begin
    total = int(sizes.sum())
    starts = np.repeat(begin - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes)
    return starts + np.arange(total)
