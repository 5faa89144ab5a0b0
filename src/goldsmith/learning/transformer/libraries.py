"""The packages of the extra `neural`, and the local model folders they open.

Only safetensors are read and written; nothing is unpickled, downloaded, or run from the folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from goldsmith.errors import InputError, MissingExtra

CONFIG, TOKENISER, WEIGHTS = "config.json", "tokenizer.json", "model.safetensors"


class Libraries(NamedTuple):
    """The imported packages."""

    torch: Any
    transformers: Any
    tokenizers: Any


def import_libraries() -> Libraries:
    """Import the packages of the extra, when they are first needed.

    Raises:
        MissingExtra: A package is not installed.
    """
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    try:
        return Libraries(*map(import_module, Libraries._fields))
    except ImportError:
        raise MissingExtra("the component entities-neural", "neural") from None


def check_folder(folder: Path) -> None:
    """Reject a folder that is not a transformer, or whose weights would have to be unpickled.

    Raises:
        InputError: A file is missing.
    """
    sharded = folder / f"{WEIGHTS}.index.json"
    missing = [name for name in (CONFIG, TOKENISER) if not (folder / name).is_file()]
    if not (folder / WEIGHTS).is_file() and not sharded.is_file():
        missing.append(WEIGHTS)
    if missing:
        raise InputError(
            "not a usable transformer: the folder lacks " + ", ".join(missing),
            where=str(folder),
            expected=f"a folder with {CONFIG}, {TOKENISER} and {WEIGHTS}",
            remedy="Set the option model to the folder of a model in the Hugging Face layout",
        )


@contextmanager
def convert_errors(folder: Path) -> Iterator[None]:
    """Convert any error of the libraries about a folder to an InputError that names it."""
    try:
        yield
    except Exception as error:  # the Rust parts of the libraries raise bare exceptions
        raise InputError(
            f"the transformer cannot be opened ({type(error).__name__})",
            where=str(folder),
            expected="a model that the installed version of transformers supports",
        ) from error


@contextmanager
def silence(transformers: Any) -> Iterator[None]:
    """Suppress messages and progress bars of the library."""
    log = transformers.utils.logging
    level, bars = log.get_verbosity(), log.is_progress_bar_enabled()
    log.set_verbosity_error()
    log.disable_progress_bar()
    try:
        yield
    finally:
        log.set_verbosity(level)
        if bars:
            log.enable_progress_bar()
