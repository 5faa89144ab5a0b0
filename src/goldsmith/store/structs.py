"""Structs made ready for decoding before threads decode them.

msgspec examines a struct when it is first decoded, and keeps what it finds. If two threads decode
the same struct for the first time at once, one may use what the other has not finished, and the
process ends with a segmentation fault (msgspec 0.22). A server that starts under load does that.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

_PACKAGE = "goldsmith"


def prepare_structs() -> None:
    """Let msgspec examine every struct of Goldsmith that is loaded; call it before threads start.

    A struct with fields that no file or request holds, such as a future, is never decoded.
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
