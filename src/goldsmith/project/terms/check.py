"""Whether compiled terminologies are what was written: nothing cut off, nothing changed since."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from goldsmith.errors import InputError
from goldsmith.terminology import shelf
from goldsmith.terminology.index import container

_AGAIN = "Compile it again with `goldsmith terms build` or `goldsmith terms add`"


class Checked(msgspec.Struct, frozen=True):
    """A terminology that was read from end to end; `problem` says what is wrong with it."""

    name: str
    folder: str
    whole: bool
    digest: str = ""
    size: int = 0
    problem: str = ""


def check(wanted: Iterable[str] = ()) -> list[Checked]:
    """What was found of the terminologies of these names; without names, of all on the shelf.

    A name is one on the shelf, `demo`, or the path of a folder. Raises InputError for a name that
    nobody knows, and for a folder that holds no terminology.
    """
    places = {name: shelf.place(name) for name in list(wanted) or shelf.names()}
    for name in places.keys() - set(shelf.names()):
        if not any((places[name] / file).exists() for file in shelf.FILES):
            container.read_manifest(places[name])
    return [_checked(name, folder) for name, folder in places.items()]


def _checked(name: str, folder: Path) -> Checked:
    try:
        container.verify(folder)
        manifest = container.read_manifest(folder)
    except InputError as error:
        return Checked(name, str(folder), False, problem=str(error))
    except (OSError, ValueError, TypeError):
        # The system's message may be about anything; what matters is that it cannot be used.
        problem = str(InputError("it cannot be read", where=str(folder), remedy=_AGAIN))
        return Checked(name, str(folder), False, problem=problem)
    return Checked(name, str(folder), True, manifest.digest, manifest.size)
