"""Learning by descent: it finds what is there to be found, and the same each time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.learning.crf.chain import Chain
from goldsmith.learning.crf.descent import Corpus, Net, Settings, corpus, fit
from goldsmith.learning.crf.tag_ends import ended, kinds_of
from goldsmith.learning.crf.tags import Tagged, encode

SENTENCES = [
    [["w=no"], ["w=fever"]],
    [["w=mild"], ["w=chest"], ["w=pain"]],
    [["w=on"], ["w=aspirin"], ["w=for"], ["w=fever"]],
]
TAGS = [["O", "B-C"], ["O", "B-C", "I-C"], ["O", "B-D", "O", "B-C"]]
KINDS = ("-C", "-D")


def _learned(seed: int = 0, hidden: int = 4, members: int = 2) -> tuple[Corpus, Net]:
    seen = corpus([SENTENCES], least=1)
    return seen, fit(seen, TAGS, KINDS, Settings(300, hidden, members, 0.1, seed), lambda _: None)


def _scores(seen: Corpus, net: Net, sentence: list[list[str]]) -> np.ndarray:
    rows = [[seen.names[name] for name in names if name in seen.names] for names in sentence]
    sums = np.array([net.table[row].sum(axis=0) for row in rows], np.float32)
    labels = net.hidden.shape[1]
    return sums[:, :labels] + np.tanh(sums[:, labels:]) @ net.hidden


@pytest.mark.parametrize("hidden", [0, 4])
@pytest.mark.parametrize("members", [1, 3])
def test_what_was_learned_is_found_again(hidden: int, members: int) -> None:
    seen, net = _learned(hidden=hidden, members=members)
    chain = Chain(KINDS, net.transitions)
    new = [["w=on"], ["w=aspirin"], ["w=for"], ["w=chest"], ["w=pain"]]
    pieces = chain.pieces(_scores(seen, net, new).astype(np.float32), [5])
    likely = {(one.start, one.end, one.tag) for one in pieces if one.probability > 0.5}
    assert likely == {(1, 2, "-D"), (3, 5, "-C")}


def test_the_same_seed_gives_the_same_and_another_does_not() -> None:
    one, two, three = (_learned(seed)[1] for seed in (1, 1, 5))
    assert (one.table == two.table).all() and (one.hidden == two.hidden).all()
    assert (one.table != three.table).any()


def test_rare_features_are_left_out() -> None:
    assert set(corpus([SENTENCES], least=2).names) == {"w=fever"}
    assert len(corpus([SENTENCES], least=0).names) == 8


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3), st.sampled_from("AB")), max_size=4),
    st.integers(0, 3),
)
def test_ends_say_no_more_than_beginnings(gaps: list[tuple[int, int, str]], rest: int) -> None:
    mentions, at = [], 0
    for gap, size, type_ in gaps:
        mentions.append(Tagged(type_, ((at + gap, at + gap + size),)))
        at += gap + size
    tags = encode(mentions, at + rest)
    closed = ended(tags)
    plain = {"S": "B", "E": "I"}
    assert [plain.get(tag[0], tag[0]) + tag[1:] for tag in closed] == tags
    assert sum(tag[0] in "SE" for tag in closed) == len(mentions)
    assert kinds_of([[tags]]) == tuple(sorted({f"-{type_}" for _, _, type_ in gaps}))
