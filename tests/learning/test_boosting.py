"""Boosted oblivious trees: they learn, are saved, and refuse damaged files."""

from pathlib import Path

import numpy as np
import pytest

from goldsmith.errors import InputError
from goldsmith.learning.boosting import BoostedTrees, BoostingOptions


def make_rows(seed: int, count: int = 400) -> tuple[np.ndarray, np.ndarray]:
    rows = np.random.default_rng(seed).random((count, 3)).astype(np.float32)
    return rows, (rows[:, 0] > 0.5) != (rows[:, 1] > 0.5)


def test_trees_learn_what_no_single_column_shows(tmp_path: Path) -> None:
    model = BoostedTrees().fit(*make_rows(0), BoostingOptions(trees=60, depth=3))
    rows, labels = make_rows(1)
    assert ((model.score(rows) > 0) == labels).mean() > 0.9
    model.save(tmp_path)
    assert np.array_equal(BoostedTrees.load(tmp_path).score(rows), model.score(rows))


def test_training_on_a_sample_of_rows_is_deterministic() -> None:
    rows, labels = make_rows(0)
    options = BoostingOptions(trees=10, depth=2, sample=100)
    first, second = (BoostedTrees().fit(rows, labels, options) for _ in range(2))
    assert np.array_equal(first.score(rows), second.score(rows))


def test_constant_columns_and_single_labels_are_accepted() -> None:
    rows = np.ones((5, 2), np.float32)
    assert (BoostedTrees().fit(rows, np.ones(5, np.bool_)).score(rows) > 0).all()


def test_bad_input_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="0 rows"):
        BoostedTrees().fit(np.zeros((0, 2), np.float32), np.zeros(0, np.bool_))
    with pytest.raises(InputError, match="not trained"):
        BoostedTrees().score(np.zeros((1, 2), np.float32))
    (tmp_path / "trees.npz").write_bytes(b"damaged")
    with pytest.raises(InputError, match="cannot be read"):
        BoostedTrees.load(tmp_path)
