"""Which documents to annotate next: those of which a model would learn most for the work.

Doubt is what a model says of itself; novelty is what the words say. All choices follow from ids,
texts and seed, not from the order that documents come in.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, get_args, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError, UnknownName
from goldsmith.pipeline import Analysis, Pipeline
from goldsmith.sampling.order import key

Strategy = Literal["random", "doubt", "doubt-total", "diverse"]
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
#: Opening a document costs about as much as reading so many words; without this the shortest
#: documents would always seem to pay best.
_OPENING = 100
_SHORTEST_WORD = 3
Numbers = NDArray[np.float64]


class Candidate(NamedTuple):
    """A document as far as choosing goes; `doubt` is of no use where it is not asked for."""

    id: str
    size: int
    """Tokens."""
    words: Mapping[str, int]
    """Content words, with how often each occurs."""
    doubt: float = 0.0


class Choice(NamedTuple):
    """A chosen document by its number, with the score it was chosen for."""

    at: int
    score: float


@runtime_checkable
class Doubting(Protocol):
    """A component that knows how sure it is."""

    def doubt(self, work: Analysis) -> float:
        """How much of what it finds in a document is probably wrong."""
        ...


def strategy(name: str) -> Strategy:
    """The strategy of that name."""
    for one in STRATEGIES:
        if one == name:
            return one
    raise UnknownName("strategy", name, STRATEGIES)


def doubt(pipeline: Pipeline, work: Analysis) -> float:
    """How much of what a pipeline finds in a document is probably wrong."""
    able = [one for one in pipeline.components if isinstance(one, Doubting)]
    if not able:
        raise InputError(
            "no component of the pipeline can tell how sure it is",
            expected="the component entities",
            remedy="Train a pipeline with it, or choose the strategy random",
        )
    return sum(one.doubt(work) for one in able)


def candidate(work: Analysis, doubt: float = 0.0) -> Candidate:
    """A document as one to choose or not."""
    words = Counter(
        word.lower() for word in work.tokens.words if len(word) >= _SHORTEST_WORD and word.isalpha()
    )
    return Candidate(work.doc.id, len(work.tokens.words), words, doubt)


def choose(
    by: Strategy,
    candidates: Sequence[Candidate],
    count: int,
    *,
    known: Sequence[Candidate] = (),
    seed: int = 0,
) -> list[Choice]:
    """So many candidates, the most useful first; `known` are those annotated already."""
    if count < 0:
        raise InputError(f"{count} documents cannot be chosen", expected="0 or more")
    lots = [key(seed, "choose", one.id) for one in candidates]
    if by == "diverse":
        return _diverse(candidates, count, known, lots)
    scores = [_score(by, one) for one in candidates]
    order = sorted(range(len(candidates)), key=lambda at: (-scores[at], lots[at]))
    return [Choice(at, scores[at]) for at in order[:count]]


def _score(by: Strategy, one: Candidate) -> float:
    if by == "random":
        return 0.0
    return one.doubt if by == "doubt-total" else _per_token(one)


def _per_token(one: Candidate) -> float:
    return one.doubt / (one.size + _OPENING)


def _diverse(
    candidates: Sequence[Candidate], count: int, known: Sequence[Candidate], lots: Sequence[bytes]
) -> list[Choice]:
    """Doubt for each token, times how unlike a document is to the nearest one known or chosen."""
    if not candidates:
        return []
    vectors = _vectors([*candidates, *known])
    mine, theirs = vectors[: len(candidates)], vectors[len(candidates) :]
    nearest = _nearest(mine, theirs)
    doubts = np.array([_per_token(one) for one in candidates])
    left = sorted(range(len(candidates)), key=lambda at: lots[at])
    chosen: list[Choice] = []
    while left and len(chosen) < count:
        scores = doubts * (1.0 - nearest)
        best = max(left, key=lambda at: scores[at])  # of equal ones the first by lot
        chosen.append(Choice(best, float(scores[best])))
        left.remove(best)
        nearest = np.maximum(nearest, _alike(mine, mine[[best]]).ravel())
    return chosen


def _nearest(mine: Any, theirs: Any) -> Numbers:
    """For each row, how like it the most similar known one is; nothing known is unlike all."""
    found = np.zeros(mine.shape[0])
    for at in range(0, theirs.shape[0], 256):
        found = np.maximum(found, _alike(mine, theirs[at : at + 256]).max(axis=1))
    return found


def _alike(some: Any, others: Any) -> Numbers:
    # Rounded: sums in another order must not decide between equals.
    found: Numbers = np.clip(np.round((some @ others.T).toarray(), 9), 0.0, 1.0)
    return found


def _vectors(candidates: Sequence[Candidate]) -> Any:
    """A row of length 1 for each document: its words, weighed by how rare they are."""
    from scipy.sparse import csr_array

    spread = Counter(word for one in candidates for word in one.words)
    columns = {word: at for at, word in enumerate(sorted(spread))}
    places: list[int] = []
    weights: list[float] = []
    ends = [0]
    for one in candidates:
        row = {
            columns[word]: (1 + math.log(n)) * math.log((1 + len(candidates)) / spread[word])
            for word, n in sorted(one.words.items())
        }
        length = math.sqrt(math.fsum(weight**2 for weight in row.values())) or 1.0
        places.extend(row)
        weights.extend(weight / length for weight in row.values())
        ends.append(len(places))
    shape = (len(candidates), max(1, len(columns)))
    return csr_array((weights, places, ends), shape=shape)
