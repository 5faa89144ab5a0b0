"""Choice among alternatives: training, probabilities, saving."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from goldsmith.errors import InputError
from goldsmith.learning.choice import ChoiceModel

#: The longer stick is chosen, unless the short one is red.
STICKS = [
    [["short"], ["long"]],
    [["long"], ["short"]],
    [["short", "red"], ["long"]],
    [["long"], ["short", "red"], ["short"]],
] * 5
CHOSEN = [1, 0, 0, 1] * 5


def test_choice_depends_on_the_other_alternatives() -> None:
    model = ChoiceModel().fit(STICKS, CHOSEN, l2=0.01)
    assert [int(row.argmax()) for row in model.predict(STICKS)] == CHOSEN
    (single,) = model.predict([[["short"]]])
    assert single.tolist() == [1.0]


def test_probabilities_of_a_question_sum_to_one() -> None:
    model = ChoiceModel().fit(STICKS, CHOSEN)
    rows = model.predict([[["short"], ["long"], ["never seen"]], [["long"], ["long"]]])
    assert [len(row) for row in rows] == [3, 2]
    assert np.allclose([row.sum() for row in rows], 1)
    assert np.allclose(rows[1], 0.5)
    assert model.predict([]) == []


def test_more_regularisation_is_less_certain() -> None:
    free, bound = (ChoiceModel().fit(STICKS, CHOSEN, l2=l2) for l2 in (0.01, 10.0))
    question = STICKS[:1]
    assert free.predict(question)[0][1] > bound.predict(question)[0][1] > 0.5


def test_rare_features_are_left_out() -> None:
    model = ChoiceModel().fit([[["once"], ["x"]], [["x"], ["y"]], [["y"], ["x"]]], [0, 1, 0])
    (row,) = model.predict([[["once"], []]])
    assert row.tolist() == [0.5, 0.5]


def test_saved_model_gives_the_same_probabilities(tmp_path: Path) -> None:
    model = ChoiceModel().fit(STICKS, CHOSEN)
    model.save(tmp_path)
    loaded = ChoiceModel.load(tmp_path)
    assert [row.tolist() for row in loaded.predict(STICKS)] == [
        row.tolist() for row in model.predict(STICKS)
    ]


@pytest.mark.parametrize("name", ["features.json", "weights.npy"])
def test_damaged_model_is_refused(tmp_path: Path, name: str) -> None:
    ChoiceModel().fit(STICKS, CHOSEN).save(tmp_path)
    (tmp_path / name).write_bytes(b"[")
    with pytest.raises(InputError, match="cannot be read"):
        ChoiceModel.load(tmp_path)


def test_files_of_different_models_are_refused(tmp_path: Path) -> None:
    ChoiceModel().fit(STICKS, CHOSEN).save(tmp_path)
    (tmp_path / "features.json").write_text('["long"]', "utf-8")
    with pytest.raises(InputError, match="do not match"):
        ChoiceModel.load(tmp_path)


@pytest.mark.parametrize(("questions", "chosen"), [([], []), (STICKS, [1])])
def test_bad_training_data_is_refused(questions: list[list[list[str]]], chosen: list[int]) -> None:
    with pytest.raises(InputError, match="as many answers"):
        ChoiceModel().fit(questions, chosen)


def test_forgotten_features_have_no_effect() -> None:
    model = ChoiceModel().fit(
        [[["on", "here"], ["off"]], [["on", "there"], ["off"]]] * 9, [0, 0] * 9
    )
    whole = model.predict([[["on", "here"], ["off"]]])[0]
    part = model.forget(lambda name: name == "here").predict([[["on", "here"], ["off"]]])[0]
    assert whole[0] > part[0] == model.predict([[["on"], ["off"]]])[0][0]
