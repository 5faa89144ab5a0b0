"""Files of a trained model: arrays of numbers, and a JSON file with the names of their rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError

Array = NDArray[Any]
_State = TypeVar("_State")
_RETRAIN = "Train the model again"


def write_state(path: Path, state: object) -> None:
    """Write a struct or the names of features as JSON."""
    path.write_bytes(msgspec.json.encode(state))


def write_arrays(folder: Path, **arrays: Array) -> None:
    """Write each array to a file NAME.npy of an existing folder."""
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array, allow_pickle=False)


def read_state(path: Path, kind: type[_State]) -> _State:
    """Read a file that `write_state` wrote.

    Raises:
        InputError: The file is missing or damaged.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError):
        raise make_read_error(path) from None


def read_arrays(folder: Path, **shapes: Sequence[int]) -> list[Array]:
    """Read arrays that `write_arrays` wrote, in the order of the names.

    Args:
        folder: The folder of the model.
        shapes: The name of each array and the shape that it must have.

    Raises:
        InputError: A file is missing or damaged, or an array has the wrong shape.
    """
    arrays = [_read_array(folder / f"{name}.npy") for name in shapes]
    if [array.shape for array in arrays] != [tuple(shape) for shape in shapes.values()]:
        raise make_mismatch_error(folder)
    return arrays


def _read_array(path: Path) -> Array:
    try:
        array: Array = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        raise make_read_error(path) from None
    return array


def make_read_error(path: Path) -> InputError:
    """Make the error for a missing or damaged file of a model."""
    return InputError(f"{path.name} cannot be read", where=str(path.parent), remedy=_RETRAIN)


def make_mismatch_error(folder: Path) -> InputError:
    """Make the error for a model whose files do not belong together."""
    return InputError("the files of the model do not match", where=str(folder), remedy=_RETRAIN)
