"""Linear classifiers: what they learn, that scores add up, and that files give them back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import InputError
from goldsmith.learning.linear import Linear, Loss

FRUIT = [["red", "round"], ["red", "small"], ["long"], ["long", "small"], ["green", "round"]] * 3
NAMES = ["apple", "apple", "banana", "banana", "lime"] * 3
LOSSES: tuple[Loss, ...] = ("hinge", "logistic")


@pytest.mark.parametrize("loss", LOSSES)
def test_it_tells_apart_what_it_was_shown(loss: Loss) -> None:
    model = Linear().fit(FRUIT, NAMES, c=10, loss=loss)
    assert model.labels == ("apple", "banana", "lime")
    assert model.predict(FRUIT) == NAMES
    assert model.scores(FRUIT).shape == (15, 3)


def test_of_two_labels_one_score_is_the_opposite_of_the_other() -> None:
    model = Linear().fit(FRUIT[:4], NAMES[:4])
    scores = model.scores([["red"], ["long"], ["never seen"]])
    assert np.allclose(scores[:, 0], -scores[:, 1])
    assert model.predict([["red"], ["long"]]) == ["apple", "banana"]


def test_one_label_is_always_right() -> None:
    model = Linear().fit([["a"], ["b"]], ["x", "x"])
    assert model.predict([["c"], []]) == ["x", "x"]
    assert model.probabilities([["c"]]).tolist() == [[1.0]]


@given(st.lists(st.lists(st.sampled_from(["red", "round", "long", "green", "?"])), max_size=5))
def test_probabilities_of_a_row_make_one(rows: list[list[str]]) -> None:
    found = LOGISTIC.probabilities(rows)
    assert found.shape == (len(rows), 3)
    assert np.allclose(found.sum(axis=1), 1)
    assert ((found >= 0) & (found <= 1)).all()


LOGISTIC = Linear().fit(FRUIT, NAMES, c=10, loss="logistic")


@given(st.lists(st.sampled_from(["red", "round", "long", "green", "?"]), max_size=6))
def test_features_add_up_and_their_order_does_not_matter(row: list[str]) -> None:
    none, *each = LOGISTIC.scores([[], *([name] for name in row)])
    whole = LOGISTIC.scores([row, row[::-1]])
    assert np.allclose(whole[0], none + sum((one - none for one in each), np.zeros(3)))
    assert np.allclose(whole[0], whole[1])


def test_rare_features_are_left_out() -> None:
    model = Linear().fit([*FRUIT, ["odd"]], [*NAMES, "lime"], least=2)
    assert np.allclose(model.scores([["odd"]]), model.scores([[]]))


def test_a_costly_label_is_preferred() -> None:
    rows, names = [["a"]] * 4, ["x", "x", "x", "y"]
    assert Linear().fit(rows, names).predict([["a"]]) == ["x"]
    assert Linear().fit(rows, names, weights={"y": 20.0}).predict([["a"]]) == ["y"]


def test_a_model_comes_back_from_its_folder(tmp_path: Path) -> None:
    model = Linear().fit(FRUIT, NAMES)
    model.save(tmp_path)
    again = Linear.load(tmp_path)
    assert again.labels == model.labels
    assert (again.scores(FRUIT) == model.scores(FRUIT)).all()


@pytest.mark.parametrize("name", ["names.json", "weights.npy", "offsets.npy"])
def test_a_broken_file_is_said_with_its_folder(tmp_path: Path, name: str) -> None:
    Linear().fit(FRUIT, NAMES).save(tmp_path)
    (tmp_path / name).write_bytes(b"\x93 not this")
    with pytest.raises(InputError, match="cannot be read") as caught:
        Linear.load(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_files_of_two_models_are_not_taken_for_one(tmp_path: Path) -> None:
    Linear().fit(FRUIT[:4], NAMES[:4]).save(tmp_path)
    names = (tmp_path / "names.json").read_bytes()
    Linear().fit(FRUIT, NAMES).save(tmp_path)
    (tmp_path / "names.json").write_bytes(names)
    with pytest.raises(InputError, match="do not fit"):
        Linear.load(tmp_path)


def test_nothing_to_learn_and_nothing_learned() -> None:
    with pytest.raises(InputError, match="cannot be trained"):
        Linear().fit([], [])
    with pytest.raises(InputError, match="not trained"):
        Linear().scores([["a"]])
