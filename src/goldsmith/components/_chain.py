"""A linear-chain model at work: how probable each stretch of tokens is as a piece of a mention.

Scores of tokens come from outside; the chain adds what labels say of each other. All sentences of a
document go through it together, step by step, so that a step is one product of matrices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
#: Pieces that are less probable are not looked at.
_LEAST = 0.02
#: No score is further below the best one: what a chain may not do must not run over.
_LOWEST = np.float32(-40)
_TINY = np.float32(1e-30)


class Piece(NamedTuple):
    """Tokens from `start` up to `end` that go on from each other, with how probable that is."""

    start: int
    end: int
    tag: str
    """The label without B or I: "-Condition", "D-Condition", "H-Condition"."""
    probability: float


class _Steps(NamedTuple):
    """Sentences side by side, the longest first: at each step those that are not over."""

    tokens: Numbers
    """The token at each place, step after step."""
    edges: list[int]
    after: Numbers
    """The place of the token that follows; -1 at the end of a sentence."""


class _Growing(NamedTuple):
    """Pieces at work: kind, first and last place, label of the last, and how probable so far."""

    kinds: Numbers
    starts: Numbers
    last: Numbers
    labels: Numbers
    mass: Floats


class _Passed(NamedTuple):
    """What going through the sentences forwards and backwards gives, for each place."""

    scores: Floats
    forward: Floats
    backward: Floats
    sizes: Floats


class Chain:
    """Labels in a row: B begins a piece, I goes on with it, O is outside."""

    def __init__(self, labels: Sequence[str], transitions: Floats) -> None:
        self.labels = tuple(labels)
        self.transitions = transitions
        numbers = {label: at for at, label in enumerate(labels)}
        self.tags = [_tag(label) for label in labels if _place(label).endswith("B")]
        self._begin = np.array([numbers[_label(tag, "B")] for tag in self.tags], np.int64)
        # A kind of piece that never goes on has no I: the label after the last is never reached.
        none = len(labels)
        self._inside = np.array(
            [numbers.get(_label(tag, "I"), none) for tag in self.tags], np.int64
        )
        self._factors = self._allowed(np.exp(transitions - transitions.max(initial=0.0)))
        self._padded = np.pad(self._factors, ((0, 0), (0, 1)))
        self._first = np.array([not _place(label).endswith("I") for label in labels], np.float32)

    def _allowed(self, factors: Floats) -> Floats:
        """I goes on only from B or I of its kind."""
        for to, label in enumerate(self.labels):
            if _place(label).endswith("I"):
                tag = _tag(label)
                same = [one != "O" and _tag(one) == tag for one in self.labels]
                factors[:, to] *= np.array(same, np.float32)
        return factors

    def marginals(self, scores: Floats, lengths: Sequence[int]) -> Floats:
        """For each token, how probable each label is."""
        steps = _side_by_side(lengths)
        passed = self._pass(scores, steps)
        found = np.empty_like(scores)
        found[steps.tokens] = passed.forward * passed.backward
        return found

    def pieces(
        self, scores: Floats, lengths: Sequence[int], *, least: float = _LEAST
    ) -> list[Piece]:
        """All pieces that are not too improbable, in no order; tokens are numbered throughout."""
        steps = _side_by_side(lengths)
        passed = self._pass(scores, steps)
        begun = (passed.forward * passed.backward)[:, self._begin] >= least
        grown = self._begun(passed, *np.nonzero(begun))
        going_on = self._going_on(passed, steps)
        found: list[Piece] = []
        while len(grown.kinds):
            inside = self._inside[grown.kinds]
            on = going_on[grown.last, inside] * self._padded[grown.labels, inside]
            ended = grown.mass * (passed.backward[grown.last, grown.labels] - on)
            found += self._ended(grown, ended, steps, least)
            grown = self._grown(grown, grown.mass * on >= least, passed, steps)
        return found

    def _begun(self, passed: _Passed, places: Numbers, kinds: Numbers) -> _Growing:
        labels = self._begin[kinds]
        return _Growing(kinds, places, places, labels, passed.forward[places, labels])

    def _grown(
        self, grown: _Growing, more: NDArray[np.bool_], passed: _Passed, steps: _Steps
    ) -> _Growing:
        """Those pieces that may well go on, longer by a token."""
        kinds, starts = grown.kinds[more], grown.starts[more]
        last, inside = steps.after[grown.last[more]], self._inside[kinds]
        mass = grown.mass[more] * self._factors[grown.labels[more], inside]
        mass = mass * passed.scores[last, inside] / passed.sizes[last]
        return _Growing(kinds, starts, last, inside, mass)

    def _ended(
        self, grown: _Growing, probable: Floats, steps: _Steps, least: float
    ) -> Iterator[Piece]:
        for at in np.flatnonzero(probable >= least).tolist():
            start, last = steps.tokens[grown.starts[at]], steps.tokens[grown.last[at]]
            tag = self.tags[grown.kinds[at]]
            yield Piece(int(start), int(last) + 1, tag, min(1.0, float(probable[at])))

    def _going_on(self, passed: _Passed, steps: _Steps) -> Floats:
        """For each place and label: what the next token being of that label would bring."""
        found = np.zeros((len(steps.tokens), len(self.labels) + 1), np.float32)
        here = np.flatnonzero(steps.after >= 0)
        to = steps.after[here]
        found[here, :-1] = passed.scores[to] * passed.backward[to] / passed.sizes[to, None]
        return found

    def _pass(self, scores: Floats, steps: _Steps) -> _Passed:
        given = scores[steps.tokens]
        given -= given.max(axis=1, keepdims=True)
        given = np.exp(np.maximum(given, _LOWEST))
        edges = steps.edges
        forward, sizes = np.empty_like(given), np.empty(len(given), np.float32)
        before = np.empty((0, len(self.labels)), np.float32)
        for at, (first, end) in enumerate(pairwise(edges)):
            here = forward[first:end]
            if at:
                np.matmul(before[: end - first], self._factors, out=here)
                here *= given[first:end]
            else:
                np.multiply(given[first:end], self._first, out=here)
            sizes[first:end] = here.sum(axis=1)
            sizes[first:end] += _TINY
            here /= sizes[first:end, None]
            before = here
        return _Passed(given, forward, self._backward(given, sizes, edges), sizes)

    def _backward(self, given: Floats, sizes: Floats, edges: Sequence[int]) -> Floats:
        found = np.ones_like(given)
        turned = np.ascontiguousarray(self._factors.T)
        for at in range(len(edges) - 2, 0, -1):
            first, end = edges[at], edges[at + 1]
            coming = found[first:end] * given[first:end]
            coming /= sizes[first:end, None]
            start = edges[at - 1]
            np.matmul(coming, turned, out=found[start : start + end - first])
        return found


def _side_by_side(lengths: Sequence[int]) -> _Steps:
    sizes = np.array(lengths, np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    order = np.argsort(-sizes, kind="stable")
    sizes, starts = sizes[order], starts[order]
    longest = int(sizes[0]) if len(sizes) else 0
    counts = np.searchsorted(-sizes, -np.arange(longest), side="left")
    edges = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    step = np.repeat(np.arange(longest), counts)
    rank = np.arange(edges[-1]) - edges[step]
    after = np.where(step + 1 < sizes[rank], edges[np.minimum(step + 1, longest)] + rank, -1)
    return _Steps(starts[rank] + step, edges.tolist(), after)


def _place(label: str) -> str:
    return label.partition("-")[0]


def _tag(label: str) -> str:
    place, _, type_ = label.partition("-")
    return f"{place[:-1]}-{type_}"


def _label(tag: str, place: str) -> str:
    letter, _, type_ = tag.partition("-")
    return f"{letter}{place}-{type_}"
