"""Linear classifiers: training, scores, saving."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import InputError
from goldsmith.learning.linear import LinearClassifier, Loss

FRUIT = [["red", "round"], ["red", "small"], ["long"], ["long", "small"], ["green", "round"]] * 3
NAMES = ["apple", "apple", "banana", "banana", "lime"] * 3
LOSSES: tuple[Loss, ...] = ("hinge", "logistic")


@pytest.mark.parametrize("loss", LOSSES)
def test_classifier_separates_its_training_data(loss: Loss) -> None:
    model = LinearClassifier().fit(FRUIT, NAMES, c=10, loss=loss)
    assert model.labels == ("apple", "banana", "lime")
    assert model.predict(FRUIT) == NAMES
    assert model.score(FRUIT).shape == (15, 3)


def test_scores_of_two_labels_are_opposite() -> None:
    model = LinearClassifier().fit(FRUIT[:4], NAMES[:4])
    scores = model.score([["red"], ["long"], ["never seen"]])
    assert np.allclose(scores[:, 0], -scores[:, 1])
    assert model.predict([["red"], ["long"]]) == ["apple", "banana"]


def test_single_label_is_always_predicted() -> None:
    model = LinearClassifier().fit([["a"], ["b"]], ["x", "x"])
    assert model.predict([["c"], []]) == ["x", "x"]
    assert model.predict_probabilities([["c"]]).tolist() == [[1.0]]


@given(st.lists(st.lists(st.sampled_from(["red", "round", "long", "green", "?"])), max_size=5))
def test_probabilities_sum_to_one(rows: list[list[str]]) -> None:
    probabilities = LOGISTIC.predict_probabilities(rows)
    assert probabilities.shape == (len(rows), 3)
    assert np.allclose(probabilities.sum(axis=1), 1)
    assert ((probabilities >= 0) & (probabilities <= 1)).all()


LOGISTIC = LinearClassifier().fit(FRUIT, NAMES, c=10, loss="logistic")


@given(st.lists(st.sampled_from(["red", "round", "long", "green", "?"]), max_size=6))
def test_features_add_up_and_their_order_does_not_matter(row: list[str]) -> None:
    none, *each = LOGISTIC.score([[], *([name] for name in row)])
    whole = LOGISTIC.score([row, row[::-1]])
    assert np.allclose(whole[0], none + sum((row - none for row in each), np.zeros(3)))
    assert np.allclose(whole[0], whole[1])


def test_rare_features_are_left_out() -> None:
    model = LinearClassifier().fit([*FRUIT, ["odd"]], [*NAMES, "lime"], least=2)
    assert np.allclose(model.score([["odd"]]), model.score([[]]))


def test_label_with_a_higher_weight_is_preferred() -> None:
    rows, names = [["a"]] * 4, ["x", "x", "x", "y"]
    assert LinearClassifier().fit(rows, names).predict([["a"]]) == ["x"]
    assert LinearClassifier().fit(rows, names, weights={"y": 20.0}).predict([["a"]]) == ["y"]


def test_saved_model_loads(tmp_path: Path) -> None:
    model = LinearClassifier().fit(FRUIT, NAMES)
    model.save(tmp_path)
    loaded = LinearClassifier.load(tmp_path)
    assert loaded.labels == model.labels
    assert (loaded.score(FRUIT) == model.score(FRUIT)).all()


@pytest.mark.parametrize("name", ["names.json", "weights.npy", "offsets.npy"])
def test_broken_file_is_reported_with_its_folder(tmp_path: Path, name: str) -> None:
    LinearClassifier().fit(FRUIT, NAMES).save(tmp_path)
    (tmp_path / name).write_bytes(b"\x93 not this")
    with pytest.raises(InputError, match="cannot be read") as caught:
        LinearClassifier.load(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_files_of_different_models_are_refused(tmp_path: Path) -> None:
    LinearClassifier().fit(FRUIT[:4], NAMES[:4]).save(tmp_path)
    names = (tmp_path / "names.json").read_bytes()
    LinearClassifier().fit(FRUIT, NAMES).save(tmp_path)
    (tmp_path / "names.json").write_bytes(names)
    with pytest.raises(InputError, match="do not match"):
        LinearClassifier.load(tmp_path)


def test_empty_training_data_and_untrained_use_are_refused() -> None:
    with pytest.raises(InputError, match="cannot train"):
        LinearClassifier().fit([], [])
    with pytest.raises(InputError, match="not trained"):
        LinearClassifier().score([["a"]])
