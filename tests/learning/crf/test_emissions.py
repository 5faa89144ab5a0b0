"""Scores of tokens: what a model learned, added up, is what its features say one by one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pycrfsuite
import pytest

from goldsmith.components.entities import trained_bytes
from goldsmith.core import Document
from goldsmith.examples.notes import documents
from goldsmith.learning.crf import emissions
from goldsmith.learning.crf.crfsuite import weights
from goldsmith.learning.crf.descent import Settings, corpus, fit
from goldsmith.learning.crf.emissions import Emissions
from goldsmith.learning.crf.features import Features, Seen
from goldsmith.learning.crf.weights import Learned
from goldsmith.pipeline import Analysis

LAID = [(0, 1, "x"), (2, 5, "y")]


@pytest.fixture(scope="module")
def works() -> list[Analysis]:
    return [Analysis(doc) for doc in list(documents())[:4]]


@pytest.fixture(scope="module")
def features() -> Features:
    clusters = {"the": ["1", "10"], "pain": ["0", "01"]}
    return Features(Seen(parts_of_speech=True), clusters)


def model(features: Features, works: list[Analysis], labels: tuple[str, ...]) -> bytes:
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params({"max_iterations": 5})
    for work in works:
        for row in features(work, LAID):
            trainer.append(row, [labels[(len(one) * at) % 3] for at, one in enumerate(row)])
    return trained_bytes(trainer)


@pytest.fixture(scope="module")
def models(features: Features, works: list[Analysis]) -> list[bytes]:
    return [
        model(features, works[:2], ("O", "B-A", "I-A")),
        model(features, works[1:3], ("O", "B-B", "O")),
    ]


def test_weights_are_those_that_the_library_tells(models: list[bytes]) -> None:
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(models[0])
    told, found = tagger.info(), weights(models[0])
    names, labels = found.features, found.labels
    assert {
        (names[one["source"]], labels[one["label"]]): one["weight"] for one in found.states
    } == pytest.approx(told.state_features, abs=1e-6)
    assert {
        (labels[one["source"]], labels[one["label"]]): one["weight"] for one in found.transitions
    } == pytest.approx(told.transitions, abs=1e-6)


@pytest.mark.parametrize("cut", [0, 10, 48, 200])
def test_what_is_no_whole_model_is_not_guessed_at(models: list[bytes], cut: int) -> None:
    for broken in (models[0][:cut], b"x" + models[0]):
        with pytest.raises(ValueError):
            weights(broken)


KINDS = (("-A",), ("-B",))


@pytest.fixture(scope="module")
def learned(models: list[bytes]) -> Learned:
    return Learned.of_crfsuite(KINDS, models)


def test_plain_tags_score_in_a_chain_as_in_crfsuite(
    features: Features, works: list[Analysis], models: list[bytes], learned: Learned
) -> None:
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(models[0])
    score = Emissions(features, learned.features, learned.table)
    sums = np.concatenate([sums for _, sums in score(works[0], LAID)])
    scores, first = learned.scores(sums)[0], 0
    labels, steps = learned.layers[0].chain.layout.labels, learned.layers[0].chain.transitions
    at, told = learned.layers[0].chain.layout, tagger.info()
    assert steps.across[1, 0] == pytest.approx(told.transitions.get(("O", "B-A"), 0.0), abs=1e-5)
    assert steps.within[2, 0] == pytest.approx(told.transitions.get(("I-A", "I-A"), 0.0), abs=1e-5)
    for sentence in features(works[0], LAID):
        for names in sentence:
            for label, plain in (("O", "O"), ("B-A", "B-A"), ("S-A", "B-A"), ("E-A", "I-A")):
                expected = sum(told.state_features.get((name, plain), 0.0) for name in names)
                assert scores[first, labels.index(label)] == pytest.approx(expected, abs=1e-3)
            first += 1
    assert first == len(scores) and at.kinds == ("-A",)


def test_sums_are_those_of_the_weights(
    features: Features, works: list[Analysis], learned: Learned, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emissions, "_AT_ONCE", 60)
    score = Emissions(features, learned.features, learned.table)
    for work in [*works, works[0]]:
        groups = list(score(work, LAID))
        assert [one for some, _ in groups for one in some] == work.sentences
        found = np.concatenate([sums for _, sums in groups])
        seen = [row for sentence in features(work, LAID) for row in sentence]
        for token, names in enumerate(seen):
            known = [learned.features[name] for name in names if name in learned.features]
            assert found[token] == pytest.approx(learned.table[known].sum(axis=0), abs=1e-4)


def test_tables_that_are_full_are_begun_anew(
    features: Features, works: list[Analysis], learned: Learned, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Emissions(features, learned.features, learned.table)
    monkeypatch.setattr(emissions, "_ROWS", 50)
    monkeypatch.setattr(emissions, "_BYTES", 0)
    small = Emissions(features, learned.features, learned.table)
    for work in works:
        for (_, one), (_, two) in zip(small(work), whole(work), strict=True):
            assert one == pytest.approx(two)


def test_an_empty_note_has_no_sums(features: Features, learned: Learned) -> None:
    score = Emissions(features, learned.features, learned.table)
    assert list(score(Analysis(Document("d", " ")))) == []


@pytest.fixture(scope="module")
def nets() -> Learned:
    given = corpus([[[["w=no"], ["w=fever"]], [["w=mild"], ["w=cough"]]]], least=1)
    tags = [["O", "B-A"], ["B-A", "I-A"]]
    net = fit(given, tags, ["-A"], Settings(6, 3, 2, 0.1, 0), lambda _: None)
    return Learned.of_nets(given.names, [["-A"]], [net])


@pytest.mark.parametrize("kind", ["nets", "learned"])
def test_what_was_saved_is_loaded_to_the_last_digit(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    made: Learned = request.getfixturevalue(kind)
    made.save(tmp_path)
    again = Learned.load(tmp_path)
    assert again.features == made.features
    assert (again.table == made.table).all()
    for one, two in zip(again.layers, made.layers, strict=True):
        assert one.chain.layout == two.chain.layout
        assert (one.hidden == two.hidden).all()
        for mine, theirs in zip(one.chain.transitions, two.chain.transitions, strict=True):
            assert (mine == theirs).all()


@pytest.mark.parametrize("part", ["table", "hidden0", "across0", "within0"])
def test_parts_that_do_not_fit_are_refused(nets: Learned, tmp_path: Path, part: str) -> None:
    nets.save(tmp_path)
    with np.load(tmp_path / "arrays.npz") as file:
        parts = {name: file[name] for name in file.files}
    parts[part] = parts[part][:, :-1]
    np.savez(tmp_path / "arrays.npz", **parts)
    with pytest.raises(ValueError, match="do not fit"):
        Learned.load(tmp_path)
