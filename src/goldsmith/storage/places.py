"""Checks whether a target may be written, or already has content that must not be replaced."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from goldsmith.errors import InputError, Remedy


def is_free(path: Path) -> bool:
    """Return whether `path` can be written without loss: it is absent or an empty folder."""
    if path.is_dir():
        return not any(path.iterdir())
    return not path.exists()


def check_free(
    path: Path,
    *,
    overwrite: bool,
    replaceable: Callable[[Path], bool] | None = None,
    what: str = "",
) -> None:
    """Raise InputError if something is at `path` that must not be replaced.

    Args:
        path: The target.
        overwrite: The user asked to replace existing content.
        replaceable: Returns whether Goldsmith created the existing content. If given, only content
            that passes may be replaced, even with `overwrite`; otherwise anything may.
        what: What may be replaced, for the message, such as "an earlier sample".
    """
    if is_free(path):
        return
    ours = replaceable is None or replaceable(path)
    if overwrite and ours:
        return
    raise InputError(
        "something is already here" + ("" if ours or not what else f", and it is not {what}"),
        where=str(path),
        expected="a path that does not exist or an empty folder",
        remedy=Remedy.OVERWRITE if ours else Remedy.CHOOSE_OUTPUT,
    )
