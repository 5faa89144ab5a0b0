"""Fit a part of the identifier model: weights of features, and layers of hidden units.

The score of a row is the sum of the weights of its features for each class, plus the contribution
of the hidden units: each is the positive part of another sum of weights. Without hidden units this
is logistic regression. A part with hidden units has several members, whose scores are averaged:
each starts from different random weights and weights the notes differently (a Bayesian bootstrap),
so that a single member has little influence. The same rows give the same weights, because a single
thread computes them.
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
from goldsmith.privacy.scoring.model import Network, Weights

BATCH: Final = 4096
DECAY: Final = 2e-6
DROPOUT: Final = 0.2
INITIAL: Final = 0.1


class Rows(NamedTuple):
    """Rows to learn from."""

    features: Ints
    classes: NDArray[np.int64]
    weights: NDArray[np.float32]
    notes: NDArray[np.int64]
    """The note of each row, as a number."""


class Pace(NamedTuple):
    """The number of epochs and the learning rate."""

    epochs: int
    rate: float


class Members(NamedTuple):
    """Networks that are trained in parallel."""

    weights: Weights
    """A row for each feature: its weights for each class by member, then for each hidden unit."""
    output: Weights
    """The weights of each hidden unit for each class, by member."""


def join_rows(parts: Sequence[Rows]) -> Rows:
    """Join rows."""
    return Rows(*map(np.concatenate, zip(*parts, strict=True)))


def thin_rows(rows: Rows, share: float, seed: int) -> Rows:
    """Select a share of the rows at random, weighted to represent the others as well."""
    kept = np.random.default_rng(seed).random(len(rows.classes)) < share
    selected = Rows(*(values[kept] for values in rows))
    return selected._replace(weights=selected.weights / share)


def make_members(total: int, classes: int, hidden: int, count: int = 1) -> Members:
    """Make networks with random weights of their hidden units.

    Args:
        total: The number of features.
        classes: The number of classes.
        hidden: The number of hidden units of each network.
        count: The number of networks.
    """
    rng = np.random.default_rng(1)
    weights = np.zeros((total, count * (classes + hidden)), np.float32)
    weights[:, count * classes :] = rng.normal(0, INITIAL, (total, count * hidden))
    output = rng.normal(0, INITIAL, (count, hidden, classes))
    return Members(weights, output.astype(np.float32))


def average_members(members: Members) -> Network:
    """Make the network whose scores are the mean of the members' scores."""
    count, hidden, classes = members.output.shape
    direct = members.weights[:, : count * classes].reshape(-1, count, classes).mean(axis=1)
    weights = np.concatenate((direct, members.weights[:, count * classes :]), axis=1)
    return Network(weights, members.output.reshape(count * hidden, classes) / count)


def fit_members(members: Members, rows: Rows, pace: Pace) -> Members:
    """Fit networks to rows, starting from their present weights.

    The weights of features that occur in no row become zero.
    """
    torch.manual_seed(1)
    torch.set_num_threads(1)
    features = torch.from_numpy(np.ascontiguousarray(rows.features, dtype=np.int32))
    classes = torch.from_numpy(np.asarray(rows.classes, np.int64))
    costs = torch.from_numpy(_draw_costs(rows, len(members.output)))
    table = torch.from_numpy(members.weights.copy()).requires_grad_()
    output = torch.from_numpy(members.output.copy()).requires_grad_()
    learner = torch.optim.Adam(
        ({"params": (table,), "weight_decay": 2 * DECAY}, {"params": (output,)}),
        lr=pace.rate,
        betas=(0.9, 0.99),
        fused=True,
    )
    steps = pace.epochs * math.ceil(len(classes) / BATCH)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(learner, steps)
    for _ in range(pace.epochs):
        for batch in torch.randperm(len(classes)).split(BATCH):
            odds = _compute_odds(table, output, features[batch])
            truth = classes[batch, None].expand(-1, len(output))
            losses = cross_entropy(odds, truth, reduction="none") * costs[batch]
            learner.zero_grad()
            losses.mean(dim=0).sum().backward()  # type: ignore[no-untyped-call]
            learner.step()
            schedule.step()
    weights = table.detach().numpy().copy()
    weights[np.setdiff1d(np.arange(len(weights)), rows.features)] = 0
    return Members(weights, output.detach().numpy().copy())


def _draw_costs(rows: Rows, count: int) -> NDArray[np.float32]:
    """Draw how much each member learns from each row: the rows of a note have equal weights."""
    notes, places = np.unique(rows.notes, return_inverse=True)
    shape = len(notes), count
    draws = np.random.default_rng(1).exponential(size=shape) if count > 1 else np.ones(shape)
    costs = rows.weights[:, None] * draws[places]
    shares: NDArray[np.float32] = (costs / costs.mean(axis=0)).astype(np.float32)
    return shares


def _compute_odds(
    table: torch.Tensor, output: torch.Tensor, features: torch.Tensor
) -> torch.Tensor:
    """Compute the log-odds of each row: a row for each class, a column for each member."""
    sums = embedding_bag(features, table, mode="sum")
    count, hidden, classes = output.shape
    direct = sums[:, : count * classes].view(len(sums), count, classes)
    units = dropout(torch.relu(sums[:, count * classes :]), DROPOUT).view(len(sums), count, hidden)
    return (direct + torch.einsum("rmh,mhc->rmc", units, output)).transpose(1, 2)
