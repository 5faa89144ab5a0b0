"""Fit a part of the identifier model: weights of features, and a layer of hidden units.

The score of a row is the sum of the weights of its features for each class, plus what the hidden
units add: each is the positive part of another sum of weights. Without hidden units this is
logistic regression. The same rows give the same weights, because one thread computes them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import cross_entropy, dropout, embedding_bag

from goldsmith.privacy.scoring.groups import Ints
from goldsmith.privacy.scoring.model import Network

BATCH: Final = 4096
DECAY: Final = 2e-6
DROPOUT: Final = 0.2
INITIAL: Final = 0.1


class Rows(NamedTuple):
    """Rows to learn from."""

    features: Ints
    classes: NDArray[np.int64]
    weights: NDArray[np.float32]


class Pace(NamedTuple):
    """How long and how fast to learn."""

    epochs: int
    rate: float


def join_rows(parts: Sequence[Rows]) -> Rows:
    """Join rows."""
    return Rows(*map(np.concatenate, zip(*parts, strict=True)))


def thin_rows(rows: Rows, share: float, seed: int) -> Rows:
    """Select a share of the rows at random; each counts for those left out, too."""
    kept = np.random.default_rng(seed).random(len(rows.classes)) < share
    return Rows(rows.features[kept], rows.classes[kept], rows.weights[kept] / share)


def make_network(total: int, classes: int, hidden: int, seed: int = 1) -> Network:
    """Make a network with random weights of its hidden units.

    Args:
        total: The number of features.
        classes: The number of classes.
        hidden: The number of hidden units.
        seed: The seed of the random weights.
    """
    rng = np.random.default_rng(seed)
    weights = np.zeros((total, classes + hidden), np.float32)
    weights[:, classes:] = rng.normal(0, INITIAL, (total, hidden))
    output = rng.normal(0, INITIAL, (hidden, classes))
    return Network(weights, output.astype(np.float32))


def fit_network(network: Network, rows: Rows, pace: Pace, seed: int = 1) -> Network:
    """Fit a network to rows, from the weights that it has.

    Weights of features that no row has become zero.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    features = torch.from_numpy(np.ascontiguousarray(rows.features, dtype=np.int32))
    classes = torch.from_numpy(np.asarray(rows.classes, np.int64))
    costs = torch.from_numpy((rows.weights / rows.weights.mean()).astype(np.float32))
    table = torch.from_numpy(network.weights.copy()).requires_grad_()
    output = torch.from_numpy(network.output.copy()).requires_grad_()
    learner = torch.optim.Adam((table, output), lr=pace.rate, betas=(0.9, 0.99))
    steps = pace.epochs * math.ceil(len(classes) / BATCH)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(learner, steps)
    for _ in range(pace.epochs):
        for batch in torch.randperm(len(classes)).split(BATCH):
            odds = _compute_odds(table, output, features[batch])
            losses = cross_entropy(odds, classes[batch], reduction="none") * costs[batch]
            loss = losses.mean() + DECAY * table.square().sum()
            learner.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            learner.step()
            schedule.step()
    weights = table.detach().numpy().copy()
    weights[np.setdiff1d(np.arange(len(weights)), rows.features)] = 0
    return Network(weights, output.detach().numpy().copy())


def _compute_odds(
    table: torch.Tensor, output: torch.Tensor, features: torch.Tensor
) -> torch.Tensor:
    sums = embedding_bag(features, table, mode="sum")
    classes = output.shape[1]
    hidden = dropout(torch.relu(sums[:, classes:]), DROPOUT)
    return sums[:, :classes] + hidden @ output
