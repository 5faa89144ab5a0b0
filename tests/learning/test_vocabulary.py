"""Features as columns, and the files of models."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from goldsmith.errors import InputError
from goldsmith.learning.model_files import read_arrays, read_state, write_arrays, write_state
from goldsmith.learning.vocabulary import Vocabulary


def test_features_that_few_rows_have_get_no_column() -> None:
    vocabulary = Vocabulary.collect([["b", "b"], ["a", "c"], ["a", "c"]], least=2)
    assert list(vocabulary) == ["a", "c"]


def test_a_feature_is_counted_as_often_as_it_occurs() -> None:
    matrix = Vocabulary(["a", "b"]).encode([["b", "?", "b", "a"], [], ["?"]])
    assert matrix.toarray().tolist() == [[1, 2], [0, 0], [0, 0]]
    assert Vocabulary(["a", "b"]).encode([]).shape == (0, 2)


def test_selected_columns_are_renumbered() -> None:
    vocabulary = Vocabulary(["a", "b", "c"]).select(np.array([2, 0]))
    assert vocabulary.encode([["c"]]).toarray().tolist() == [[1, 0]]


def test_model_files_are_read_back_and_checked(tmp_path: Path) -> None:
    write_state(tmp_path / "names.json", ["a", "b"])
    write_arrays(tmp_path, weights=np.array([1.0, 2.0]))
    assert read_state(tmp_path / "names.json", list[str]) == ["a", "b"]
    (weights,) = read_arrays(tmp_path, weights=(2,))
    assert weights.tolist() == [1, 2]
    with pytest.raises(InputError, match="do not match"):
        read_arrays(tmp_path, weights=(3,))
    (tmp_path / "weights.npy").write_bytes(b"")
    with pytest.raises(InputError, match=r"weights\.npy cannot be read"):
        read_arrays(tmp_path, weights=(2,))
    with pytest.raises(InputError, match=r"other\.json cannot be read"):
        read_state(tmp_path / "other.json", list[str])
