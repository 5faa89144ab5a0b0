"""Training of linear-chain CRFs by stochastic gradient descent: AdaGrad over mini-batches.

Features score labels directly and through a layer of hidden units that learns which features
belong together. Dropout hides random features at every step. An ensemble of members, trained from
different seeds, is averaged to one model. The work grows with the number of tokens, not with the
number of features.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from goldsmith.learning.crf.chain import Floats, LabelLayout, LinearChain, Numbers, Transitions
from goldsmith.learning.crf.encoded_corpus import EncodedCorpus
from goldsmith.learning.crf.gradients import compute_gradients
from goldsmith.learning.crf.tag_ends import mark_ends
from goldsmith.learning.threads import use_one_thread

_BATCH_SIZE = 32
_RATE, _HIDDEN_RATE = 0.05, 0.02
_DECAY, _HIDDEN_DECAY = 1e-3, 1e-4
#: Standard deviation of the initial weights into hidden units.
_INITIAL_DEVIATION = 0.05
#: The usual number of epochs. Small corpora get more, to reach a number of steps, up to a maximum.
_EPOCHS, _MIN_STEPS, _MAX_EPOCHS = 12, 600, 30
#: Initial sum of squared gradients in AdaGrad.
_INITIAL_SQUARES = 1e-8


class TrainingSettings(NamedTuple):
    """Hyperparameters of the training."""

    epochs: int
    """Passes over the training data; 0 chooses a number by the size of the corpus."""
    hidden: int
    members: int
    dropout: float
    seed: int


class LayerParameters(NamedTuple):
    """Trained parameters of one tag layer."""

    table: Floats
    """For each feature its weights for labels, then for hidden units."""
    hidden: Floats
    """The weights of hidden units for labels."""
    transitions: Transitions


def train_ensemble(
    corpus: EncodedCorpus,
    tags: Sequence[Sequence[str]],
    kinds: Sequence[str],
    settings: TrainingSettings,
    progress: Callable[[str], None],
) -> LayerParameters:
    """Train the members of an ensemble and average them.

    Args:
        corpus: The encoded features.
        tags: The BIO tags of each sentence of the corpus.
        kinds: The kinds of segments in the tags.
        settings: The hyperparameters.
        progress: Called with a message at each epoch.
    """
    numbers = {label: number for number, label in enumerate(LabelLayout(tuple(kinds)).labels)}
    labels = np.array([numbers[tag] for row in tags for tag in mark_ends(row)], np.int64)
    edges = np.cumsum([0, *(len(row) for row in tags if len(row))])
    with use_one_thread():
        members = [
            _Member(corpus, edges, labels, kinds, settings, settings.seed + member).train(
                progress, f"member {member + 1} of {settings.members}"
            )
            for member in range(settings.members)
        ]
    return _average_members(members, len(numbers))


def _average_members(members: Sequence[LayerParameters], labels: int) -> LayerParameters:
    """Merge the members into one network whose scores are the mean of theirs."""
    direct = _average([member.table[:, :labels] for member in members])
    table = np.concatenate([direct, *(member.table[:, labels:] for member in members)], axis=1)
    hidden = np.concatenate([member.hidden for member in members])
    hidden /= np.float32(len(members))
    across = _average([member.transitions.across for member in members])
    within = _average([member.transitions.within for member in members])
    return LayerParameters(table, hidden, Transitions(across, within))


def _average(arrays: Sequence[Floats]) -> Floats:
    mean = arrays[0].copy()
    for array in arrays[1:]:
        mean += array
    mean /= np.float32(len(arrays))
    return mean


class _Member:
    """One member of the ensemble in training, with AdaGrad's sums of squared gradients."""

    def __init__(
        self,
        corpus: EncodedCorpus,
        edges: Numbers,
        labels: Numbers,
        kinds: Sequence[str],
        settings: TrainingSettings,
        seed: int,
    ) -> None:
        """Initialise the weights; `edges` are sentence boundaries, `labels` gold label numbers."""
        self._corpus, self._edges, self._gold = corpus, edges, labels
        self._settings = settings
        self._random = np.random.default_rng(seed)
        self._chain = LinearChain(kinds)
        self._labels = size = self._chain.layout.size
        hidden, features = settings.hidden, len(corpus.names)
        self._table = np.zeros((features, size + hidden), np.float32)
        self._table[:, size:] = self._random.normal(0, _INITIAL_DEVIATION, (features, hidden))
        self._output = self._random.normal(0, 0.01, (hidden, size)).astype(np.float32)
        transitions = Transitions.zeros(len(kinds))
        self._arrays: list[Floats] = [self._output, transitions.across, transitions.within]
        self._squares = [np.full_like(array, _INITIAL_SQUARES) for array in self._arrays]
        self._table_squares = np.full_like(self._table, _INITIAL_SQUARES)
        sizes = [size, hidden]
        self._rates = np.repeat(np.array([_RATE, _HIDDEN_RATE], np.float32), sizes)
        self._decay = np.repeat(np.array([_DECAY, _HIDDEN_DECAY], np.float32), sizes)

    def train(self, progress: Callable[[str], None], name: str) -> LayerParameters:
        sentences = len(self._edges) - 1
        batches = max(1, -(-sentences // _BATCH_SIZE))
        epochs = self._settings.epochs or max(_EPOCHS, min(_MAX_EPOCHS, -(-_MIN_STEPS // batches)))
        done, total = 0, epochs * batches
        for epoch in range(epochs):
            progress(f"{name}, pass {epoch + 1} of {epochs}")
            order = self._random.permutation(sentences)
            for first in range(0, sentences, _BATCH_SIZE):
                self._step(order[first : first + _BATCH_SIZE], np.float32(1 - done / total))
                done += 1
        transitions = Transitions(self._arrays[1], self._arrays[2])
        return LayerParameters(self._table, self._output, transitions)

    def _step(self, batch: Numbers, rate: np.float32) -> None:
        """Update the weights on a batch of sentences; `rate` falls from 1 to 0."""
        edges = self._edges
        tokens = _concatenate_ranges(edges[batch], edges[batch + 1])
        lengths = edges[batch + 1] - edges[batch]
        rows, features = self._select_features(tokens)
        weights, labels = self._table[rows], self._labels
        scores = features @ weights
        units = np.tanh(scores[:, labels:])
        mask = self._draw_mask(units.shape)
        active = units * mask
        transitions = Transitions(self._arrays[1], self._arrays[2])
        self._chain = LinearChain(self._chain.layout.kinds, transitions)
        emissions = np.ascontiguousarray(scores[:, :labels]) + active @ self._output
        error, across, within = compute_gradients(
            self._chain, emissions, lengths, self._gold[tokens], decay=_DECAY
        )
        hidden_error = (error @ self._output.T) * mask * (1 - units * units)
        gradient = features.T @ np.concatenate([error, hidden_error], axis=1)
        self._update_table(rows, weights, gradient, rate)
        self._update_arrays((active.T @ error + _HIDDEN_DECAY * self._output, across, within), rate)

    def _update_table(
        self, rows: Numbers, weights: Floats, gradient: Floats, rate: np.float32
    ) -> None:
        """Update rows of the table; overwrite the arguments, because new arrays cost as much."""
        gradient += self._decay * weights
        squares = self._table_squares[rows]
        squares += gradient * gradient
        self._table_squares[rows] = squares
        gradient *= rate * self._rates
        gradient /= np.sqrt(squares, out=squares)
        weights -= gradient
        self._table[rows] = weights

    def _update_arrays(self, gradients: tuple[Floats, ...], rate: np.float32) -> None:
        """Update hidden-unit and transition weights in place."""
        rates = (_HIDDEN_RATE, _RATE, _RATE)
        for array, squares, gradient, speed in zip(
            self._arrays, self._squares, gradients, rates, strict=True
        ):
            squares += gradient * gradient
            array -= rate * np.float32(speed) * gradient / np.sqrt(squares)

    def _select_features(self, tokens: Numbers) -> tuple[Numbers, Any]:
        """Select the features of tokens after dropout: table rows, and a token-by-row matrix."""
        begin, end = self._corpus.ends[tokens], self._corpus.ends[tokens + 1]
        columns = self._corpus.columns[_concatenate_ranges(begin, end)]
        owners = np.repeat(np.arange(len(tokens)), end - begin)
        dropout = self._settings.dropout
        if dropout:
            stays = self._random.random(len(columns)) >= dropout
            columns, owners = columns[stays], owners[stays]
        rows, places = np.unique(columns, return_inverse=True)
        ends = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=len(tokens)))])
        weight = np.full(len(columns), 1 / (1 - dropout), np.float32)
        shape = (len(tokens), len(rows))
        matrix: Any = csr_array(
            (weight, places.astype(np.int32), ends.astype(np.int32)), shape=shape
        )
        return rows.astype(np.int64), matrix

    def _draw_mask(self, shape: tuple[int, ...]) -> Floats:
        """Draw a dropout mask for hidden units, scaled so that the expected sum stays the same."""
        dropout = self._settings.dropout
        stays = self._random.random(shape) >= dropout
        return (stays / (1 - dropout)).astype(np.float32)


def _concatenate_ranges(begin: Numbers, end: Numbers) -> Numbers:
    """Concatenate the numbers of several ranges."""
    sizes = end - begin
    total = int(sizes.sum())
    starts = np.repeat(begin - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes)
    return starts + np.arange(total)
