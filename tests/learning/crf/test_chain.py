"""A linear-chain model at work, beside counting every way to label a sentence."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.learning.crf.chain import Chain, Floats, Transitions, side_by_side
from goldsmith.learning.crf.descent import _expected

KINDS = ("-A", "D-A", "-B")


def chain_and_scores(seed: int, lengths: list[int]) -> tuple[Chain, Floats]:
    chance = np.random.default_rng(seed)
    size = 2 * len(KINDS) + 1
    across = chance.normal(0, 2, (size, size)).astype(np.float32)
    within = chance.normal(0, 2, (4, len(KINDS))).astype(np.float32)
    chain = Chain(KINDS, Transitions(across, within))
    labels = 4 * len(KINDS) + 1
    return chain, chance.normal(0, 2, (sum(lengths), labels)).astype(np.float32)


def step(chain: Chain, one: str, two: str) -> float | None:
    """What a label adds after another; None where it may not follow."""
    at, labels = chain.layout, chain.layout.labels
    first, second = labels.index(one), labels.index(two)
    closed, opening = range(*at.closed.indices(99)), range(*at.opening.indices(99))
    if first in closed and second in opening:
        return float(chain.transitions.across[first - closed.start, second - opening.start])
    pairs = ((at.begin, at.inside), (at.begin, at.ending), (at.inside, at.inside))
    for row, (a, b) in enumerate((*pairs, (at.inside, at.ending))):
        kind = first - a.start
        if a.start <= first < a.stop and second == b.start + kind:
            return float(chain.transitions.within[row, kind])
    return None


def ways(chain: Chain, scores: Floats) -> dict[tuple[str, ...], float]:
    """Every way to label one sentence, with how probable it is."""
    labels = chain.layout.labels
    opening = labels[chain.layout.opening]
    paths = [((name,), float(scores[0, labels.index(name)])) for name in opening]
    for row in scores[1:]:
        longer = []
        for names, total in paths:
            for at, name in enumerate(labels):
                more = step(chain, names[-1], name)
                if more is not None:
                    longer.append(((*names, name), total + more + float(row[at])))
        paths = longer
    closed = set(labels[chain.layout.closed])
    found = {names: np.exp(total) for names, total in paths if names[-1] in closed}
    whole = sum(found.values())
    return {names: weight / whole for names, weight in found.items()}


def stretches(names: tuple[str, ...]) -> set[tuple[int, int, str]]:
    found, start = set(), 0
    for at, name in enumerate(names):
        place, _, type_ = name.partition("-")
        if place[-1] in "BS":
            start = at
        if place[-1] in "SE":
            found.add((start, at + 1, f"{place[:-1]}-{type_}"))
    return found


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_pieces_are_as_probable_as_all_ways_together_say(seed: int, lengths: list[int]) -> None:
    chain, scores = chain_and_scores(seed, lengths)
    expected: dict[tuple[int, int, str], float] = {}
    first = 0
    for size in lengths:
        for names, probability in ways(chain, scores[first : first + size]).items():
            for start, end, tag in stretches(names):
                key = (first + start, first + end, tag)
                expected[key] = expected.get(key, 0.0) + probability
        first += size
    found = {(p.start, p.end, p.tag): p.probability for p in chain.pieces(scores, lengths)}
    assert {key for key, share in expected.items() if share > 0.021} <= set(found)
    for key, share in found.items():
        assert share == pytest.approx(expected[key], abs=3e-4)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000), st.lists(st.integers(1, 4), min_size=1, max_size=3))
def test_labels_are_as_probable_as_all_ways_together_say(seed: int, lengths: list[int]) -> None:
    chain, scores = chain_and_scores(seed, lengths)
    found = chain.marginals(scores, lengths)
    first = 0
    for size in lengths:
        expected = np.zeros((size, len(chain.layout.labels)))
        for names, probability in ways(chain, scores[first : first + size]).items():
            for at, name in enumerate(names):
                expected[at, chain.layout.labels.index(name)] += probability
        assert found[first : first + size] == pytest.approx(expected, abs=3e-4)
        first += size


def test_long_sentences_and_great_scores_do_not_run_over() -> None:
    chain, scores = chain_and_scores(1, [3000, 1])
    found = chain.marginals(scores * 40, [3000, 1])
    assert np.isfinite(found).all()
    assert found.sum(axis=1) == pytest.approx(np.ones(3001), abs=1e-3)


def test_nothing_gives_nothing() -> None:
    chain, scores = chain_and_scores(1, [])
    assert chain.pieces(scores, []) == []
    assert chain.marginals(scores, []).shape == (0, len(chain.layout.labels))


def test_labels_follow_each_other_as_often_as_all_ways_together_say() -> None:
    chain, scores = chain_and_scores(7, [3, 1, 2])
    steps = side_by_side([3, 1, 2])
    across, within = _expected(chain, chain.passed(scores, steps), steps.edges)
    expected: dict[tuple[str, str], float] = {}
    for first, size in ((0, 3), (3, 1), (4, 2)):
        for names, probability in ways(chain, scores[first : first + size]).items():
            for pair in pairwise(names):
                expected[pair] = expected.get(pair, 0.0) + probability
    at, labels = chain.layout, chain.layout.labels
    for one, name in enumerate(labels[at.closed]):
        for two, other in enumerate(labels[at.opening]):
            assert across[one, two] == pytest.approx(expected.get((name, other), 0), abs=1e-4)
    for kind in range(len(KINDS)):
        begin, inside, end = (labels[part][kind] for part in (at.begin, at.inside, at.ending))
        told = [(begin, inside), (begin, end), (inside, inside), (inside, end)]
        for row, pair in enumerate(told):
            assert within[row, kind] == pytest.approx(expected.get(pair, 0), abs=1e-4)
