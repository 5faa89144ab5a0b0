"""Emission scores: cached sums equal the sums of the feature weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pycrfsuite
import pytest

from goldsmith.core import Document
from goldsmith.examples.notes import load_documents
from goldsmith.learning.crf import emissions
from goldsmith.learning.crf.crfsuite import parse_model
from goldsmith.learning.crf.crfsuite_trainer import run_trainer
from goldsmith.learning.crf.descent import TrainingSettings, train_ensemble
from goldsmith.learning.crf.emissions import EmissionScorer
from goldsmith.learning.crf.encoded_corpus import encode_corpus
from goldsmith.learning.crf.features import FeatureExtractor, FeatureTemplate
from goldsmith.learning.crf.weights import CrfModel
from goldsmith.pipeline import Analysis

LABELS = [(0, 1, "x"), (2, 5, "y")]


@pytest.fixture(scope="module")
def analyses() -> list[Analysis]:
    return [Analysis(doc) for doc in list(load_documents())[:4]]


@pytest.fixture(scope="module")
def features() -> FeatureExtractor:
    clusters = {"the": ["1", "10"], "pain": ["0", "01"]}
    return FeatureExtractor(FeatureTemplate(parts_of_speech=True), clusters)


def train_model(
    features: FeatureExtractor, analyses: list[Analysis], labels: tuple[str, ...]
) -> bytes:
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params({"max_iterations": 5})
    for analysis in analyses:
        for row in features(analysis, LABELS):
            trainer.append(row, [labels[(len(token) * at) % 3] for at, token in enumerate(row)])
    return run_trainer(trainer)


@pytest.fixture(scope="module")
def models(features: FeatureExtractor, analyses: list[Analysis]) -> list[bytes]:
    return [
        train_model(features, analyses[:2], ("O", "B-A", "I-A")),
        train_model(features, analyses[1:3], ("O", "B-B", "O")),
    ]


def test_parsed_weights_match_the_library(models: list[bytes]) -> None:
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(models[0])
    info, parsed = tagger.info(), parse_model(models[0])
    names, labels = parsed.features, parsed.labels
    assert {
        (names[state["source"]], labels[state["label"]]): state["weight"] for state in parsed.states
    } == pytest.approx(info.state_features, abs=1e-6)
    assert {
        (labels[step["source"]], labels[step["label"]]): step["weight"]
        for step in parsed.transitions
    } == pytest.approx(info.transitions, abs=1e-6)


@pytest.mark.parametrize("cut", [0, 10, 48, 200])
def test_truncated_model_is_refused(models: list[bytes], cut: int) -> None:
    for broken in (models[0][:cut], b"x" + models[0]):
        with pytest.raises(ValueError):
            parse_model(broken)


KINDS = (("-A",), ("-B",))


@pytest.fixture(scope="module")
def crfsuite_model(models: list[bytes]) -> CrfModel:
    return CrfModel.from_crfsuite(KINDS, models)


def test_bio_scores_match_crfsuite(
    features: FeatureExtractor,
    analyses: list[Analysis],
    models: list[bytes],
    crfsuite_model: CrfModel,
) -> None:
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(models[0])
    score = EmissionScorer(features, crfsuite_model.features, crfsuite_model.table)
    sums = np.concatenate([sums for _, sums in score(analyses[0], LABELS)])
    scores, first = crfsuite_model.score(sums)[0], 0
    labels, steps = (
        crfsuite_model.layers[0].chain.layout.labels,
        crfsuite_model.layers[0].chain.transitions,
    )
    at, info = crfsuite_model.layers[0].chain.layout, tagger.info()
    assert steps.across[1, 0] == pytest.approx(info.transitions.get(("O", "B-A"), 0.0), abs=1e-5)
    assert steps.within[2, 0] == pytest.approx(info.transitions.get(("I-A", "I-A"), 0.0), abs=1e-5)
    for sentence in features(analyses[0], LABELS):
        for names in sentence:
            for label, plain in (("O", "O"), ("B-A", "B-A"), ("S-A", "B-A"), ("E-A", "I-A")):
                expected = sum(info.state_features.get((name, plain), 0.0) for name in names)
                assert scores[first, labels.index(label)] == pytest.approx(expected, abs=1e-3)
            first += 1
    assert first == len(scores) and at.kinds == ("-A",)


def test_sums_match_the_weights(
    features: FeatureExtractor,
    analyses: list[Analysis],
    crfsuite_model: CrfModel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(emissions, "_MAX_TOKENS", 60)
    score = EmissionScorer(features, crfsuite_model.features, crfsuite_model.table)
    for analysis in [*analyses, analyses[0]]:
        groups = list(score(analysis, LABELS))
        assert [sentence for group, _ in groups for sentence in group] == analysis.sentences
        scores = np.concatenate([sums for _, sums in groups])
        rows = [row for sentence in features(analysis, LABELS) for row in sentence]
        for token, names in enumerate(rows):
            numbers = [
                crfsuite_model.features[name] for name in names if name in crfsuite_model.features
            ]
            assert scores[token] == pytest.approx(
                crfsuite_model.table[numbers].sum(axis=0), abs=1e-4
            )


def test_clearing_full_tables_does_not_change_the_sums(
    features: FeatureExtractor,
    analyses: list[Analysis],
    crfsuite_model: CrfModel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = EmissionScorer(features, crfsuite_model.features, crfsuite_model.table)
    monkeypatch.setattr(emissions, "_MIN_ROWS", 50)
    monkeypatch.setattr(emissions, "_MAX_BYTES", 0)
    small = EmissionScorer(features, crfsuite_model.features, crfsuite_model.table)
    for analysis in analyses:
        for (_, first), (_, second) in zip(small(analysis), whole(analysis), strict=True):
            assert first == pytest.approx(second)


def test_empty_note_has_no_scores(features: FeatureExtractor, crfsuite_model: CrfModel) -> None:
    score = EmissionScorer(features, crfsuite_model.features, crfsuite_model.table)
    assert list(score(Analysis(Document("d", " ")))) == []


@pytest.fixture(scope="module")
def trained_model() -> CrfModel:
    corpus = encode_corpus([[[["w=no"], ["w=fever"]], [["w=mild"], ["w=cough"]]]], least=1)
    tags = [["O", "B-A"], ["B-A", "I-A"]]
    net = train_ensemble(corpus, tags, ["-A"], TrainingSettings(6, 3, 2, 0.1, 0), lambda _: None)
    return CrfModel.from_parameters(corpus.names, [["-A"]], [net])


@pytest.mark.parametrize("kind", ["trained_model", "crfsuite_model"])
def test_saved_model_loads_exactly(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    model: CrfModel = request.getfixturevalue(kind)
    model.save(tmp_path)
    loaded = CrfModel.load(tmp_path)
    assert loaded.features == model.features
    assert (loaded.table == model.table).all()
    for first, second in zip(loaded.layers, model.layers, strict=True):
        assert first.chain.layout == second.chain.layout
        assert (first.hidden == second.hidden).all()
        for mine, theirs in zip(first.chain.transitions, second.chain.transitions, strict=True):
            assert (mine == theirs).all()


@pytest.mark.parametrize("part", ["table", "hidden0", "across0", "within0"])
def test_mismatched_arrays_are_refused(trained_model: CrfModel, tmp_path: Path, part: str) -> None:
    trained_model.save(tmp_path)
    with np.load(tmp_path / "arrays.npz") as file:
        parts = {name: file[name] for name in file.files}
    parts[part] = parts[part][:, :-1]
    np.savez(tmp_path / "arrays.npz", **parts)
    with pytest.raises(ValueError, match="do not match"):
        CrfModel.load(tmp_path)
