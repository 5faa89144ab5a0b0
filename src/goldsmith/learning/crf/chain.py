"""A linear-chain model at work: how probable each stretch of tokens is as a piece of a mention.

Scores of tokens come from outside; the chain adds what labels say of each other. For each kind of
piece there are four labels: B begins a piece of several tokens, I goes on with it, E ends it, S is
a piece of one token; O is outside. All sentences of a document go through the chain together, step
by step, so that a step is one product of matrices; what is begun is gone on with or ended, so only
labels that leave nothing open need the product.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.learning.crf.tags import OUTSIDE

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
#: Pieces that are less probable are not looked at.
_LEAST = 0.02
#: The score of what a chain may not do. No score is further below the best one: else it runs over.
NEVER = -40.0
_LOWEST = np.float32(NEVER)
_TINY = np.float32(1e-30)


class Piece(NamedTuple):
    """Tokens from `start` up to `end` that go on from each other, with how probable that is."""

    start: int
    end: int
    tag: str
    """The kind: "-Condition", or "D-Condition" and "H-Condition" for a piece among others."""
    probability: float


class Layout(NamedTuple):
    """Where the labels of each kind stand among the scores: I, B, S, O, E, one kind beside another.

    Labels that a piece may follow (S, O, E) stand together, and so do those that may follow them.
    """

    kinds: tuple[str, ...]

    @property
    def inside(self) -> slice:
        return slice(0, len(self.kinds))

    @property
    def begin(self) -> slice:
        return slice(len(self.kinds), 2 * len(self.kinds))

    @property
    def single(self) -> slice:
        return slice(2 * len(self.kinds), 3 * len(self.kinds))

    @property
    def ending(self) -> slice:
        return slice(3 * len(self.kinds) + 1, 4 * len(self.kinds) + 1)

    @property
    def opening(self) -> slice:
        """B, S and O: what may follow where nothing is open."""
        return slice(len(self.kinds), 3 * len(self.kinds) + 1)

    @property
    def closed(self) -> slice:
        """S, O and E: what leaves nothing open."""
        return slice(2 * len(self.kinds), 4 * len(self.kinds) + 1)

    @property
    def size(self) -> int:
        """How many labels there are."""
        return 4 * len(self.kinds) + 1

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in the order of their scores."""
        around = [[named(kind, place) for kind in self.kinds] for place in "IBSE"]
        return (*around[0], *around[1], *around[2], OUTSIDE, *around[3])


class Transitions(NamedTuple):
    """What labels add when they follow each other."""

    across: Floats
    """From S, O, E to B, S, O."""
    within: Floats
    """For each kind: from B to I, B to E, I to I, I to E."""

    @classmethod
    def none(cls, kinds: int) -> Transitions:
        """Labels that say nothing of each other."""
        size = 2 * kinds + 1
        return cls(np.zeros((size, size), np.float32), np.zeros((4, kinds), np.float32))


class Steps(NamedTuple):
    """Sentences side by side, the longest first: at each step those that are not over."""

    tokens: Numbers
    """The token at each place, step after step."""
    edges: list[int]
    after: Numbers
    """The place of the token that follows; -1 at the end of a sentence."""


class Passed(NamedTuple):
    """What going through the sentences forwards and backwards gives, for each place."""

    scores: Floats
    forward: Floats
    backward: Floats
    sizes: Floats


class _Growing(NamedTuple):
    """Pieces at work: kind, first and last place, and how probable so far."""

    kinds: Numbers
    starts: Numbers
    last: Numbers
    mass: Floats


class Chain:
    """Labels in a row, for the kinds of pieces of one layer."""

    def __init__(self, kinds: Sequence[str], transitions: Transitions | None = None) -> None:
        self.layout = Layout(tuple(kinds))
        self.transitions = transitions or Transitions.none(len(kinds))
        # In one scale: what is within pieces competes with what is across.
        most = max(float(part.max(initial=0.0)) for part in self.transitions)
        self.across: Floats = np.exp(np.maximum(self.transitions.across - most, _LOWEST))
        self.within: Floats = np.exp(np.maximum(self.transitions.within - most, _LOWEST))

    def marginals(self, scores: Floats, lengths: Sequence[int]) -> Floats:
        """For each token, how probable each label is."""
        steps = side_by_side(lengths)
        passed = self.passed(scores, steps)
        found = np.empty_like(scores)
        found[steps.tokens] = passed.forward * passed.backward
        return found

    def pieces(
        self, scores: Floats, lengths: Sequence[int], *, least: float = _LEAST
    ) -> list[Piece]:
        """All pieces that are not too improbable, in no order; tokens are numbered throughout."""
        steps = side_by_side(lengths)
        passed = self.passed(scores, steps)
        single = (passed.forward * passed.backward)[:, self.layout.single]
        places, kinds = np.nonzero(single >= least)
        alone = _Growing(kinds, places, places, single[places, kinds])
        found = list(self._told(alone, steps, least))
        forward = passed.forward[:, self.layout.begin]
        places, kinds = np.nonzero(forward * passed.backward[:, self.layout.begin] >= least)
        grown = _Growing(kinds, places, places, forward[places, kinds])
        to_inside, to_end = self.within[0], self.within[1]
        while len(grown.kinds):
            ended = self._longer(grown, to_end, self.layout.ending, passed, steps)
            whole = ended.mass * passed.backward[:, self.layout.ending][ended.last, ended.kinds]
            found += self._told(ended._replace(mass=whole), steps, least)
            grown = self._longer(grown, to_inside, self.layout.inside, passed, steps)
            share = grown.mass * passed.backward[:, self.layout.inside][grown.last, grown.kinds]
            grown = _Growing(*(part[share >= least] for part in grown))  # type: ignore[arg-type]
            to_inside, to_end = self.within[2], self.within[3]
        return found

    @staticmethod
    def _longer(
        grown: _Growing, factors: Floats, labels: slice, passed: Passed, steps: Steps
    ) -> _Growing:
        """Those pieces that a token follows, longer by it."""
        last = steps.after[grown.last]
        there = last >= 0
        kinds, starts, last = grown.kinds[there], grown.starts[there], last[there]
        mass = grown.mass[there] * factors[kinds] * passed.scores[:, labels][last, kinds]
        return _Growing(kinds, starts, last, mass / passed.sizes[last])

    def _told(self, pieces: _Growing, steps: Steps, least: float) -> Iterator[Piece]:
        for at in np.flatnonzero(pieces.mass >= least).tolist():
            start, last = steps.tokens[pieces.starts[at]], steps.tokens[pieces.last[at]]
            tag = self.layout.kinds[pieces.kinds[at]]
            yield Piece(int(start), int(last) + 1, tag, min(1.0, float(pieces.mass[at])))

    def passed(self, scores: Floats, steps: Steps) -> Passed:
        """Both ways through the sentences; forward times backward is how probable a label is."""
        given = scores[steps.tokens]
        given -= given.max(axis=1, keepdims=True)
        given = np.exp(np.maximum(given, _LOWEST))
        # Nothing is open before the first token and after the last.
        first, last = slice(0, steps.edges[1] if len(steps.edges) > 1 else 0), steps.after < 0
        for part in (self.layout.inside, self.layout.ending):
            given[first, part] = 0
        for part in (self.layout.inside, self.layout.begin):
            given[last, part] = 0
        forward, sizes = self._forward(given, steps.edges)
        return Passed(given, forward, self._backward(given, sizes, steps.edges), sizes)

    def _forward(self, given: Floats, edges: Sequence[int]) -> tuple[Floats, Floats]:
        at = self.layout
        begin_inside, begin_end, inside, end = self.within
        forward, sizes = np.empty_like(given), np.empty(len(given), np.float32)
        before = given[:0]
        for number, (first, stop) in enumerate(pairwise(edges)):
            here, now = forward[first:stop], given[first:stop]
            if number:
                before = before[: stop - first]
                here[:, at.opening] = before[:, at.closed] @ self.across
                begun, going = before[:, at.begin], before[:, at.inside]
                here[:, at.inside] = begun * begin_inside + going * inside
                here[:, at.ending] = begun * begin_end + going * end
                here *= now
            else:
                here[:] = now
            sizes[first:stop] = here.sum(axis=1) + _TINY
            here /= sizes[first:stop, None]
            before = here
        return forward, sizes

    def _backward(self, given: Floats, sizes: Floats, edges: Sequence[int]) -> Floats:
        at = self.layout
        begin_inside, begin_end, inside, end = self.within
        found = np.ones_like(given)
        turned = np.ascontiguousarray(self.across.T)
        for number in range(len(edges) - 2, 0, -1):
            first, stop = edges[number], edges[number + 1]
            coming = found[first:stop] * given[first:stop]
            coming /= sizes[first:stop, None]
            before = edges[number - 1]
            here = found[before : before + stop - first]
            here[:, at.closed] = coming[:, at.opening] @ turned
            going, ended = coming[:, at.inside], coming[:, at.ending]
            here[:, at.begin] = going * begin_inside + ended * begin_end
            here[:, at.inside] = going * inside + ended * end
        return found


def side_by_side(lengths: Sequence[int]) -> Steps:
    """Sentences of these lengths, one after the other, as steps that all take together."""
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
    return Steps(starts[rank] + step, edges.tolist(), after)


def named(kind: str, place: str) -> str:
    """A label: "D-Condition" and "B" make "DB-Condition"."""
    letter, _, type_ = kind.partition("-")
    return f"{letter}{place}-{type_}"


def kind_of(label: str) -> str:
    """The kind of piece that a label is of; empty for O."""
    if label == OUTSIDE:
        return ""
    place, _, type_ = label.partition("-")
    return f"{place[:-1]}-{type_}"
