"""Scores of tokens: what a model learned, added up, is what its features say one by one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pycrfsuite
import pytest

from goldsmith.components import _emissions
from goldsmith.components._crfsuite import weights
from goldsmith.components._emissions import Emissions
from goldsmith.components._features import Features, Seen
from goldsmith.components._weights import Learned
from goldsmith.components.entities import trained_bytes
from goldsmith.core import Document
from goldsmith.demo.notes import documents
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


def test_scores_are_the_sums_of_weights(
    features: Features, works: list[Analysis], models: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_emissions, "_AT_ONCE", 60)
    learned = Learned.of(models)
    score = Emissions(features, learned.features, learned.states)
    rows = learned.states.toarray()
    for work in [*works, works[0]]:
        groups = list(score(work, LAID))
        assert [one for some, _ in groups for one in some] == work.sentences
        found = np.concatenate([scores for _, scores in groups])
        seen = [row for sentence in features(work, LAID) for row in sentence]
        for token, names in enumerate(seen):
            known = [learned.features[name] for name in names if name in learned.features]
            assert found[token] == pytest.approx(rows[known].sum(axis=0), abs=1e-4)


def test_tables_that_are_full_are_begun_anew(
    features: Features, works: list[Analysis], models: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    learned = Learned.of(models)
    whole = Emissions(features, learned.features, learned.states)
    monkeypatch.setattr(_emissions, "_ROWS", 50)
    monkeypatch.setattr(_emissions, "_BYTES", 0)
    small = Emissions(features, learned.features, learned.states)
    for work in works:
        for (_, one), (_, two) in zip(small(work), whole(work), strict=True):
            assert one == pytest.approx(two)


def test_an_empty_note_has_no_scores(features: Features, models: list[bytes]) -> None:
    learned = Learned.of(models)
    score = Emissions(features, learned.features, learned.states)
    assert list(score(Analysis(Document("d", " ")))) == []


def test_what_was_saved_is_loaded(models: list[bytes], tmp_path: Path) -> None:
    learned = Learned.of(models)
    learned.save(tmp_path)
    again = Learned.load(tmp_path)
    assert again.features == learned.features
    assert (again.states != learned.states).nnz == 0
    for one, two in zip(again.chains, learned.chains, strict=True):
        assert one.labels == two.labels
        assert (one.transitions == two.transitions).all()


@pytest.mark.parametrize("change", ["starts", "labels", "weights"])
def test_parts_that_do_not_fit_are_refused(
    models: list[bytes], tmp_path: Path, change: str
) -> None:
    Learned.of(models).save(tmp_path)
    with np.load(tmp_path / "states.npz") as file:
        parts = {name: file[name] for name in file.files}
    parts[change] = parts[change][:-1] if change != "labels" else parts[change] + 99
    np.savez(tmp_path / "states.npz", **parts)
    with pytest.raises(ValueError):
        Learned.load(tmp_path)
