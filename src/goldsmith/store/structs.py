"""Preparation of structs before threads decode them.

msgspec analyses a struct when it is first decoded, and caches the result. If two threads decode the
same struct for the first time at once, one may use an unfinished result, and the process crashes
with a segmentation fault (msgspec 0.22). This happens to a server that starts under load.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

_PACKAGE = "goldsmith"


def prepare_structs() -> None:
    """Let msgspec analyse every loaded struct of Goldsmith; call this before threads start.

    A struct with a field that cannot be decoded, such as a future, is never decoded.
    """
    for struct in _list_structs(msgspec.Struct):
        try:
            msgspec.json.Decoder(struct)
        except (TypeError, NameError):
            continue


def _list_structs(parent: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for struct in parent.__subclasses__():
        if struct.__module__.partition(".")[0] == _PACKAGE:
            yield struct
        yield from _list_structs(struct)
