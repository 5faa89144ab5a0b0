"""Linear-chain CRF inference: forward-backward, marginals and segment probabilities.

Emission scores come from outside; the chain adds transition scores. Each kind of segment has four
labels: B begins a segment of several tokens, I continues it, E ends it, S is a segment of one
token; O is outside. All sentences of a document go through the chain in parallel, so that one time
step is one matrix product. Inside a segment the next label is I or E of the same kind, so that only
transitions between segments need the product.
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
#: Less probable segments are not listed.
_MIN_PROBABILITY = 0.02
#: The score of a forbidden transition. No score may be further below the best: exp would underflow.
IMPOSSIBLE = -40.0
_FLOOR = np.float32(IMPOSSIBLE)
_TINY = np.float32(1e-30)


class Segment(NamedTuple):
    """A segment of tokens, end exclusive, with its probability."""

    start: int
    end: int
    tag: str
    """The kind: "-Condition", or "D-Condition" and "H-Condition" in discontiguous mentions."""
    probability: float


class LabelLayout(NamedTuple):
    """The columns of the labels in a score matrix: I, B, S, O, E, each with one column per kind.

    Labels that leave no segment open (S, O, E) are adjacent, and so are those that may follow them
    (B, S, O).
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
        """B, S and O: labels that may follow when no segment is open."""
        return slice(len(self.kinds), 3 * len(self.kinds) + 1)

    @property
    def closed(self) -> slice:
        """S, O and E: labels that leave no segment open."""
        return slice(2 * len(self.kinds), 4 * len(self.kinds) + 1)

    @property
    def size(self) -> int:
        """Number of labels."""
        return 4 * len(self.kinds) + 1

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels in column order."""
        inside, begin, single, end = (
            [make_label(kind, place) for kind in self.kinds] for place in "IBSE"
        )
        return (*inside, *begin, *single, OUTSIDE, *end)


class Transitions(NamedTuple):
    """Transition scores."""

    across: Floats
    """From S, O, E to B, S, O."""
    within: Floats
    """For each kind: from B to I, B to E, I to I, I to E."""

    @classmethod
    def zeros(cls, kinds: int) -> Transitions:
        """Make transition scores of zero for a number of kinds."""
        size = 2 * kinds + 1
        return cls(np.zeros((size, size), np.float32), np.zeros((4, kinds), np.float32))


class TimeSteps(NamedTuple):
    """Sentences in parallel, longest first: a time step has a row for each unfinished sentence."""

    tokens: Numbers
    """The token of each row, time step after time step."""
    edges: list[int]
    """The first row of each time step, and the number of rows at the end."""
    after: Numbers
    """The row of the following token; -1 at the end of a sentence."""


class ForwardBackward(NamedTuple):
    """Scaled forward and backward variables, for each row of the time steps."""

    emissions: Floats
    forward: Floats
    backward: Floats
    scales: Floats


class _PartialSegments(NamedTuple):
    """Segments under construction: kind, first and last row, probability mass so far."""

    kinds: Numbers
    starts: Numbers
    last: Numbers
    mass: Floats


class LinearChain:
    """A linear-chain CRF over the kinds of segments of one tag layer.

    Args:
        kinds: The kinds of segments.
        transitions: Transition scores; zeros if left out.
    """

    def __init__(self, kinds: Sequence[str], transitions: Transitions | None = None) -> None:
        self.layout = LabelLayout(tuple(kinds))
        self.transitions = transitions or Transitions.zeros(len(kinds))
        # One scale for both: transitions within segments compete with those across.
        highest = max(float(part.max(initial=0.0)) for part in self.transitions)
        self.across: Floats = np.exp(np.maximum(self.transitions.across - highest, _FLOOR))
        self.within: Floats = np.exp(np.maximum(self.transitions.within - highest, _FLOOR))

    def compute_marginals(self, scores: Floats, lengths: Sequence[int]) -> Floats:
        """Compute for each token the probability of each label.

        Args:
            scores: Emission scores, a row for each token.
            lengths: The lengths of the sentences, in order.
        """
        steps = schedule_sentences(lengths)
        passes = self.run_forward_backward(scores, steps)
        marginals = np.empty_like(scores)
        marginals[steps.tokens] = passes.forward * passes.backward
        return marginals

    def find_segments(
        self,
        scores: Floats,
        lengths: Sequence[int],
        *,
        min_probability: float = _MIN_PROBABILITY,
    ) -> list[Segment]:
        """List all segments above a probability, in no particular order.

        Token numbers run through all sentences.
        """
        steps = schedule_sentences(lengths)
        passes = self.run_forward_backward(scores, steps)
        single = (passes.forward * passes.backward)[:, self.layout.single]
        rows, kinds = np.nonzero(single >= min_probability)
        singles = _PartialSegments(kinds, rows, rows, single[rows, kinds])
        segments = list(self._list_segments(singles, steps, min_probability))
        forward = passes.forward[:, self.layout.begin]
        rows, kinds = np.nonzero(forward * passes.backward[:, self.layout.begin] >= min_probability)
        partial = _PartialSegments(kinds, rows, rows, forward[rows, kinds])
        to_inside, to_end = self.within[0], self.within[1]
        while len(partial.kinds):
            ended = self._extend(partial, to_end, self.layout.ending, passes, steps)
            mass = ended.mass * passes.backward[:, self.layout.ending][ended.last, ended.kinds]
            segments += self._list_segments(ended._replace(mass=mass), steps, min_probability)
            partial = self._extend(partial, to_inside, self.layout.inside, passes, steps)
            mass = (
                partial.mass * passes.backward[:, self.layout.inside][partial.last, partial.kinds]
            )
            selected = mass >= min_probability
            partial = _PartialSegments(*(part[selected] for part in partial))  # type: ignore[arg-type]
            to_inside, to_end = self.within[2], self.within[3]
        return segments

    @staticmethod
    def _extend(
        partial: _PartialSegments,
        factors: Floats,
        labels: slice,
        passes: ForwardBackward,
        steps: TimeSteps,
    ) -> _PartialSegments:
        """Extend segments by the following token; drop those at the end of a sentence."""
        last = steps.after[partial.last]
        inside = last >= 0
        kinds, starts, last = partial.kinds[inside], partial.starts[inside], last[inside]
        mass = partial.mass[inside] * factors[kinds] * passes.emissions[:, labels][last, kinds]
        return _PartialSegments(kinds, starts, last, mass / passes.scales[last])

    def _list_segments(
        self, partial: _PartialSegments, steps: TimeSteps, min_probability: float
    ) -> Iterator[Segment]:
        for index in np.flatnonzero(partial.mass >= min_probability).tolist():
            start, last = steps.tokens[partial.starts[index]], steps.tokens[partial.last[index]]
            tag = self.layout.kinds[partial.kinds[index]]
            yield Segment(int(start), int(last) + 1, tag, min(1.0, float(partial.mass[index])))

    def run_forward_backward(self, scores: Floats, steps: TimeSteps) -> ForwardBackward:
        """Run the scaled forward-backward algorithm; forward times backward is the marginal."""
        emissions = scores[steps.tokens]
        emissions -= emissions.max(axis=1, keepdims=True)
        emissions = np.exp(np.maximum(emissions, _FLOOR))
        # No segment is open before the first token and after the last.
        first, last = slice(0, steps.edges[1] if len(steps.edges) > 1 else 0), steps.after < 0
        for part in (self.layout.inside, self.layout.ending):
            emissions[first, part] = 0
        for part in (self.layout.inside, self.layout.begin):
            emissions[last, part] = 0
        forward, scales = self._run_forward(emissions, steps.edges)
        backward = self._run_backward(emissions, scales, steps.edges)
        return ForwardBackward(emissions, forward, backward, scales)

    def _run_forward(self, emissions: Floats, edges: Sequence[int]) -> tuple[Floats, Floats]:
        at = self.layout
        begin_inside, begin_end, inside, end = self.within
        forward, scales = np.empty_like(emissions), np.empty(len(emissions), np.float32)
        before = emissions[:0]
        for step, (first, stop) in enumerate(pairwise(edges)):
            here, now = forward[first:stop], emissions[first:stop]
            if step:
                before = before[: stop - first]
                here[:, at.opening] = before[:, at.closed] @ self.across
                begun, continued = before[:, at.begin], before[:, at.inside]
                here[:, at.inside] = begun * begin_inside + continued * inside
                here[:, at.ending] = begun * begin_end + continued * end
                here *= now
            else:
                here[:] = now
            scales[first:stop] = here.sum(axis=1) + _TINY
            here /= scales[first:stop, None]
            before = here
        return forward, scales

    def _run_backward(self, emissions: Floats, scales: Floats, edges: Sequence[int]) -> Floats:
        at = self.layout
        begin_inside, begin_end, inside, end = self.within
        backward = np.ones_like(emissions)
        transposed = np.ascontiguousarray(self.across.T)
        for step in range(len(edges) - 2, 0, -1):
            first, stop = edges[step], edges[step + 1]
            coming = backward[first:stop] * emissions[first:stop]
            coming /= scales[first:stop, None]
            before = edges[step - 1]
            here = backward[before : before + stop - first]
            here[:, at.closed] = coming[:, at.opening] @ transposed
            continued, ended = coming[:, at.inside], coming[:, at.ending]
            here[:, at.begin] = continued * begin_inside + ended * begin_end
            here[:, at.inside] = continued * inside + ended * end
        return backward


def schedule_sentences(lengths: Sequence[int]) -> TimeSteps:
    """Arrange consecutive sentences of these lengths in parallel time steps."""
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
    return TimeSteps(starts[rank] + step, edges.tolist(), after)


def make_label(kind: str, place: str) -> str:
    """Make a label from kind and place: "D-Condition" and "B" give "DB-Condition"."""
    letter, _, type_ = kind.partition("-")
    return f"{letter}{place}-{type_}"


def get_kind(label: str) -> str:
    """Return the kind of segment a label belongs to; empty for O."""
    if label == OUTSIDE:
        return ""
    place, _, type_ = label.partition("-")
    return f"{place[:-1]}-{type_}"
