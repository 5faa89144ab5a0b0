"""Linear-chain CRF inference, compared with an enumeration of all label sequences."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.learning.crf.chain import Floats, LinearChain, Transitions, schedule_sentences
from goldsmith.learning.crf.gradients import _expect_transitions

KINDS = ("-A", "D-A", "-B")


def make_chain(seed: int, lengths: list[int]) -> tuple[LinearChain, Floats]:
    chance = np.random.default_rng(seed)
    size = 2 * len(KINDS) + 1
    across = chance.normal(0, 2, (size, size)).astype(np.float32)
    within = chance.normal(0, 2, (4, len(KINDS))).astype(np.float32)
    chain = LinearChain(KINDS, Transitions(across, within))
    labels = 4 * len(KINDS) + 1
    return chain, chance.normal(0, 2, (sum(lengths), labels)).astype(np.float32)


def score_transition(chain: LinearChain, before: str, after: str) -> float | None:
    """Return the score of a transition; None if it is forbidden."""
    at, labels = chain.layout, chain.layout.labels
    first, second = labels.index(before), labels.index(after)
    closed, opening = range(*at.closed.indices(99)), range(*at.opening.indices(99))
    if first in closed and second in opening:
        return float(chain.transitions.across[first - closed.start, second - opening.start])
    pairs = ((at.begin, at.inside), (at.begin, at.ending), (at.inside, at.inside))
    for row, (a, b) in enumerate((*pairs, (at.inside, at.ending))):
        kind = first - a.start
        if a.start <= first < a.stop and second == b.start + kind:
            return float(chain.transitions.within[row, kind])
    return None


def enumerate_paths(chain: LinearChain, scores: Floats) -> dict[tuple[str, ...], float]:
    """Enumerate all label sequences of a sentence with their probabilities."""
    labels = chain.layout.labels
    opening = labels[chain.layout.opening]
    paths: list[tuple[tuple[str, ...], float]] = [
        ((name,), float(scores[0, labels.index(name)])) for name in opening
    ]
    for row in scores[1:]:
        longer = []
        for names, total in paths:
            for at, name in enumerate(labels):
                more = score_transition(chain, names[-1], name)
                if more is not None:
                    longer.append(((*names, name), total + more + float(row[at])))
        paths = longer
    closed = set(labels[chain.layout.closed])
    result = {names: np.exp(total) for names, total in paths if names[-1] in closed}
    whole = sum(result.values())
    return {names: weight / whole for names, weight in result.items()}


def list_segments(names: tuple[str, ...]) -> set[tuple[int, int, str]]:
    result, start = set(), 0
    for at, name in enumerate(names):
        place, _, type_ = name.partition("-")
        if place[-1] in "BS":
            start = at
        if place[-1] in "SE":
            result.add((start, at + 1, f"{place[:-1]}-{type_}"))
    return result


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_segment_probabilities_match_enumeration(seed: int, lengths: list[int]) -> None:
    chain, scores = make_chain(seed, lengths)
    expected: dict[tuple[int, int, str], float] = {}
    first = 0
    for size in lengths:
        for names, probability in enumerate_paths(chain, scores[first : first + size]).items():
            for start, end, tag in list_segments(names):
                key = (first + start, first + end, tag)
                expected[key] = expected.get(key, 0.0) + probability
        first += size
    result = {(p.start, p.end, p.tag): p.probability for p in chain.find_segments(scores, lengths)}
    assert {key for key, share in expected.items() if share > 0.021} <= set(result)
    for key, share in result.items():
        assert share == pytest.approx(expected[key], abs=3e-4)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000), st.lists(st.integers(1, 4), min_size=1, max_size=3))
def test_marginals_match_enumeration(seed: int, lengths: list[int]) -> None:
    chain, scores = make_chain(seed, lengths)
    result = chain.compute_marginals(scores, lengths)
    first = 0
    for size in lengths:
        expected = np.zeros((size, len(chain.layout.labels)))
        for names, probability in enumerate_paths(chain, scores[first : first + size]).items():
            for at, name in enumerate(names):
                expected[at, chain.layout.labels.index(name)] += probability
        assert result[first : first + size] == pytest.approx(expected, abs=3e-4)
        first += size


def test_long_sentences_and_high_scores_do_not_overflow() -> None:
    chain, scores = make_chain(1, [3000, 1])
    result = chain.compute_marginals(scores * 40, [3000, 1])
    assert np.isfinite(result).all()
    assert result.sum(axis=1) == pytest.approx(np.ones(3001), abs=1e-3)


def test_no_sentences_give_no_segments() -> None:
    chain, scores = make_chain(1, [])
    assert chain.find_segments(scores, []) == []
    assert chain.compute_marginals(scores, []).shape == (0, len(chain.layout.labels))


def test_expected_transitions_match_enumeration() -> None:
    chain, scores = make_chain(7, [3, 1, 2])
    steps = schedule_sentences([3, 1, 2])
    across, within = _expect_transitions(
        chain, chain.run_forward_backward(scores, steps), steps.edges
    )
    expected: dict[tuple[str, str], float] = {}
    for first, size in ((0, 3), (3, 1), (4, 2)):
        for names, probability in enumerate_paths(chain, scores[first : first + size]).items():
            for pair in pairwise(names):
                expected[pair] = expected.get(pair, 0.0) + probability
    at, labels = chain.layout, chain.layout.labels
    for before, name in enumerate(labels[at.closed]):
        for after, target in enumerate(labels[at.opening]):
            assert across[before, after] == pytest.approx(expected.get((name, target), 0), abs=1e-4)
    for kind in range(len(KINDS)):
        begin, inside, end = (labels[part][kind] for part in (at.begin, at.inside, at.ending))
        transitions = [(begin, inside), (begin, end), (inside, inside), (inside, end)]
        for row, pair in enumerate(transitions):
            assert within[row, kind] == pytest.approx(expected.get(pair, 0), abs=1e-4)
