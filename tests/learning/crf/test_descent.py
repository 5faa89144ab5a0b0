"""Training by gradient descent: it fits the data and is deterministic."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.learning.crf import encoded_corpus
from goldsmith.learning.crf.chain import LinearChain
from goldsmith.learning.crf.descent import LayerParameters, TrainingSettings, train_ensemble
from goldsmith.learning.crf.encoded_corpus import EncodedCorpus, encode_corpus
from goldsmith.learning.crf.tag_ends import collect_kinds, mark_ends
from goldsmith.learning.crf.tags import TaggedMention, encode_tags

SENTENCES = [
    [["w=no"], ["w=fever"]],
    [["w=mild"], ["w=chest"], ["w=pain"]],
    [["w=on"], ["w=aspirin"], ["w=for"], ["w=fever"]],
]
TAGS = [["O", "B-C"], ["O", "B-C", "I-C"], ["O", "B-D", "O", "B-C"]]
KINDS = ("-C", "-D")


def _train(
    seed: int = 0, hidden: int = 4, members: int = 2
) -> tuple[EncodedCorpus, LayerParameters]:
    corpus = encode_corpus([SENTENCES], least=1)
    return corpus, train_ensemble(
        corpus, TAGS, KINDS, TrainingSettings(300, hidden, members, 0.1, seed), lambda _: None
    )


def _score(
    corpus: EncodedCorpus, parameters: LayerParameters, sentence: list[list[str]]
) -> np.ndarray:
    rows = [[corpus.names[name] for name in names if name in corpus.names] for names in sentence]
    sums = np.array([parameters.table[row].sum(axis=0) for row in rows], np.float32)
    labels = parameters.hidden.shape[1]
    return sums[:, :labels] + np.tanh(sums[:, labels:]) @ parameters.hidden


@pytest.mark.parametrize("hidden", [0, 4])
@pytest.mark.parametrize("members", [1, 3])
def test_training_data_is_recovered(hidden: int, members: int) -> None:
    corpus, parameters = _train(hidden=hidden, members=members)
    chain = LinearChain(KINDS, parameters.transitions)
    new = [["w=on"], ["w=aspirin"], ["w=for"], ["w=chest"], ["w=pain"]]
    pieces = chain.find_segments(_score(corpus, parameters, new).astype(np.float32), [5])
    likely = {(piece.start, piece.end, piece.tag) for piece in pieces if piece.probability > 0.5}
    assert likely == {(1, 2, "-D"), (3, 5, "-C")}


def test_seed_determines_the_parameters() -> None:
    first, second, different = (_train(seed)[1] for seed in (1, 1, 5))
    assert (first.table == second.table).all() and (first.hidden == second.hidden).all()
    assert (first.table != different.table).any()


def test_rare_features_are_left_out() -> None:
    assert set(encode_corpus([SENTENCES], least=2).names) == {"w=fever"}
    assert len(encode_corpus([SENTENCES], least=0).names) == 8


def test_features_of_a_large_corpus_are_encoded_on_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    documents: list[list[list[list[str]]]] = [SENTENCES, [], [[[]]], SENTENCES[1:]]
    in_memory = encode_corpus(iter(documents), least=2)
    monkeypatch.setattr(encoded_corpus, "_MAX_NUMBERS", 2)
    monkeypatch.setattr(encoded_corpus, "_BLOCK", 3)
    on_disk = encode_corpus(iter(documents), least=2)
    assert isinstance(on_disk.columns, np.memmap) and on_disk.names == in_memory.names
    assert on_disk.columns.tolist() == in_memory.columns.tolist()
    assert on_disk.ends.tolist() == in_memory.ends.tolist()
    rows = np.split(on_disk.columns, on_disk.ends[1:-1])
    names = list(on_disk.names)
    assert [[names[number] for number in row] for row in rows][:3] == [[], ["w=fever"], ["w=mild"]]


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3), st.sampled_from("AB")), max_size=4),
    st.integers(0, 3),
)
def test_end_marks_preserve_the_tags(gaps: list[tuple[int, int, str]], rest: int) -> None:
    mentions, at = [], 0
    for gap, size, type_ in gaps:
        mentions.append(TaggedMention(type_, ((at + gap, at + gap + size),)))
        at += gap + size
    tags = encode_tags(mentions, at + rest)
    closed = mark_ends(tags)
    plain = {"S": "B", "E": "I"}
    assert [plain.get(tag[0], tag[0]) + tag[1:] for tag in closed] == tags
    assert sum(tag[0] in "SE" for tag in closed) == len(mentions)
    assert collect_kinds([[tags]]) == tuple(sorted({f"-{type_}" for _, _, type_ in gaps}))
