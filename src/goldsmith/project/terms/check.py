"""Check that compiled terminologies are complete and unchanged."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from goldsmith.errors import InputError, Remedy
from goldsmith.terminology import shelf
from goldsmith.terminology.index import container


class TerminologyCheck(msgspec.Struct, frozen=True):
    """The outcome of a check; `problem` describes what is wrong."""

    name: str
    folder: str
    whole: bool
    digest: str = ""
    size: int = 0
    problem: str = ""


def check_terminologies(requested: Iterable[str] = ()) -> list[TerminologyCheck]:
    """Read terminologies from end to end and check them.

    Args:
        requested: Names on the shelf, `demo`, or folders; all on the shelf if empty.

    Raises:
        InputError: A name is unknown, or a folder contains no terminology.
    """
    folders = {name: shelf.find_folder(name) for name in list(requested) or shelf.names()}
    for name in folders.keys() - set(shelf.names()):
        if not any((folders[name] / file).exists() for file in shelf.FILES):
            container.read_manifest(folders[name])
    return [_check_terminology(name, folder) for name, folder in folders.items()]


def _check_terminology(name: str, folder: Path) -> TerminologyCheck:
    try:
        container.verify(folder)
        manifest = container.read_manifest(folder)
    except InputError as error:
        return TerminologyCheck(name, str(folder), False, problem=str(error))
    except (OSError, ValueError, TypeError):
        # The system's message may be unrelated; what matters is that the terminology is unusable.
        problem = str(InputError("cannot read it", where=str(folder), remedy=Remedy.BUILD_TERMS))
        return TerminologyCheck(name, str(folder), False, problem=problem)
    return TerminologyCheck(name, str(folder), True, manifest.digest, manifest.size)
