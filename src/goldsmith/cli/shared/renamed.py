"""Renamed options; using an old name is an error that names the new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goldsmith.errors import InputError

_TABLES = {"--as-table": "--tables"}
_TOGETHER = {"--by": "--together"}
#: Command -> old name -> new name.
RENAMED: Mapping[str, Mapping[str, str]] = {
    "agree": _TABLES,
    "compare": _TABLES,
    "evaluate": {**_TABLES, **_TOGETHER},
    "rank": {**_TABLES, **_TOGETHER},
    "score": _TABLES,
    "split": _TOGETHER,
    "train": _TOGETHER,
}


def check_names(command: str, words: Iterable[str]) -> None:
    """Raise InputError if the arguments of a command use an old option name."""
    names = RENAMED.get(command, {})
    for word in words:
        option = word.partition("=")[0]
        if option in names:
            raise InputError(
                f"{option} is now called {names[option]}", remedy=f"Write {names[option]}"
            )
