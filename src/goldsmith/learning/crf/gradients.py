"""Gradients of the CRF's negative log-likelihood: expected minus observed counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from goldsmith.learning.crf.chain import (
    Floats,
    ForwardBackward,
    LabelLayout,
    LinearChain,
    Numbers,
    schedule_sentences,
)


class Gradients(NamedTuple):
    """Gradients of emission and transition scores, averaged over sentences."""

    emissions: Floats
    across: Floats
    within: Floats


def compute_gradients(
    chain: LinearChain, scores: Floats, lengths: Numbers, labels: Numbers, *, decay: float
) -> Gradients:
    """Compute the gradients for a batch of sentences.

    Args:
        chain: The chain with its current transition scores.
        scores: Emission scores, a row for each token.
        lengths: The lengths of the sentences.
        labels: The number of each token's gold label.
        decay: Weight decay of the transition scores.
    """
    steps = schedule_sentences(lengths.tolist())
    passes = chain.run_forward_backward(scores, steps)
    emissions = np.empty_like(scores)
    emissions[steps.tokens] = passes.forward * passes.backward
    emissions[np.arange(len(labels)), labels] -= 1
    share = np.float32(1 / len(lengths))
    across, within = _expect_transitions(chain, passes, steps.edges)
    _subtract_observed(chain.layout, across, within, labels, lengths)
    return Gradients(
        emissions * share,
        across * share + decay * chain.transitions.across,
        within * share + decay * chain.transitions.within,
    )


def _expect_transitions(
    chain: LinearChain, passes: ForwardBackward, edges: Sequence[int]
) -> tuple[Floats, Floats]:
    """Compute the expected counts of transitions."""
    at = chain.layout
    across, within = np.zeros_like(chain.across), np.zeros_like(chain.within)
    first = edges[1] if len(edges) > 1 else 0
    coming = passes.backward[first:] * passes.emissions[first:] / passes.scales[first:, None]
    before = passes.forward[_find_previous_rows(edges)]
    across += (before[:, at.closed].T @ coming[:, at.opening]) * chain.across
    for row, (source, target) in enumerate(
        (
            (at.begin, at.inside),
            (at.begin, at.ending),
            (at.inside, at.inside),
            (at.inside, at.ending),
        )
    ):
        within[row] = (before[:, source] * coming[:, target]).sum(axis=0) * chain.within[row]
    return across, within


def _find_previous_rows(edges: Sequence[int]) -> Numbers:
    """Find, for each row after the first time step, the row of the previous token."""
    parts = [
        np.arange(edges[step - 1], edges[step - 1] + edges[step + 1] - edges[step])
        for step in range(1, len(edges) - 1)
    ]
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)


def _subtract_observed(
    layout: LabelLayout, across: Floats, within: Floats, labels: Numbers, lengths: Numbers
) -> None:
    """Subtract the transitions of the gold labels, in place."""
    same_sentence = np.ones(max(0, len(labels) - 1), np.bool_)
    same_sentence[np.cumsum(lengths)[:-1] - 1] = False
    source, target = labels[:-1][same_sentence], labels[1:][same_sentence]
    opens = target >= layout.begin.start
    opens &= target < layout.opening.stop
    np.subtract.at(
        across,
        (source[opens] - layout.closed.start, target[opens] - layout.opening.start),
        1,
    )
    source, target = source[~opens], target[~opens]
    from_inside = source < layout.inside.stop
    to_end = target >= layout.ending.start
    kinds = np.where(to_end, target - layout.ending.start, target)
    np.subtract.at(within, (2 * from_inside + to_end, kinds), 1)
