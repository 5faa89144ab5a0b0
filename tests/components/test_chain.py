"""A linear-chain model at work, beside counting every way to label a sentence."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.components._chain import Chain, Floats

LABELS = ("O", "B-A", "I-A", "B-B", "DB-A", "DI-A", "I-B")


def chain_and_scores(seed: int, lengths: list[int]) -> tuple[Chain, Floats]:
    chance = np.random.default_rng(seed)
    transitions = chance.normal(0, 2, (len(LABELS), len(LABELS))).astype(np.float32)
    scores = chance.normal(0, 2, (sum(lengths), len(LABELS))).astype(np.float32)
    return Chain(LABELS, transitions), scores


def may_follow(before: str, label: str) -> bool:
    place, _, type_ = label.partition("-")
    return place[-1] != "I" or before in (label, f"{place[:-1]}B-{type_}")


def ways(chain: Chain, scores: Floats) -> dict[tuple[str, ...], float]:
    """Every way to label one sentence, with how probable it is."""
    found = {}
    for path in product(range(len(LABELS)), repeat=len(scores)):
        names = tuple(LABELS[at] for at in path)
        if all(may_follow(one, two) for one, two in pairwise(("", *names))):
            total = sum(float(scores[at, label]) for at, label in enumerate(path))
            total += sum(float(chain.transitions[one, two]) for one, two in pairwise(path))
            found[names] = np.exp(total)
    whole = sum(found.values())
    return {names: weight / whole for names, weight in found.items()}


def stretches(names: tuple[str, ...]) -> set[tuple[int, int, str]]:
    found, start = set(), 0
    for at, name in enumerate([*names, "O"]):
        if at and name.partition("-")[0][-1:] != "I":
            if names[start] != "O":
                place, _, type_ = names[start].partition("-")
                found.add((start, at, f"{place[:-1]}-{type_}"))
            start = at
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
        assert share == pytest.approx(expected[key], abs=2e-4)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000), st.lists(st.integers(1, 4), min_size=1, max_size=3))
def test_labels_are_as_probable_as_all_ways_together_say(seed: int, lengths: list[int]) -> None:
    chain, scores = chain_and_scores(seed, lengths)
    found = chain.marginals(scores, lengths)
    first = 0
    for size in lengths:
        expected = np.zeros((size, len(LABELS)))
        for names, probability in ways(chain, scores[first : first + size]).items():
            for at, name in enumerate(names):
                expected[at, LABELS.index(name)] += probability
        assert found[first : first + size] == pytest.approx(expected, abs=2e-4)
        first += size


def test_long_sentences_and_great_scores_do_not_run_over() -> None:
    chain, scores = chain_and_scores(1, [3000, 1])
    found = chain.marginals(scores * 40, [3000, 1])
    assert np.isfinite(found).all()
    assert found.sum(axis=1) == pytest.approx(np.ones(3001), abs=1e-3)


def test_nothing_gives_nothing() -> None:
    chain, scores = chain_and_scores(1, [])
    assert chain.pieces(scores, []) == []
    assert chain.marginals(scores, []).shape == (0, len(LABELS))
