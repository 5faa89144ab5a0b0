"""The manifest of a compiled terminology: its name, version, sources and arrays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from goldsmith.errors import InputError

MANIFEST_FILE, ARRAYS_FILE = "manifest.json", "arrays.bin"
#: The files of a compiled terminology.
FILES = frozenset((MANIFEST_FILE, ARRAYS_FILE))
REBUILD = "Compile it again with `goldsmith terms build`"


class ArrayEntry(msgspec.Struct, frozen=True):
    """Position of an array in the file."""

    dtype: str
    offset: int
    length: int


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """A compiled source: its files with their digests, the options used, its licence."""

    source: str
    title: str
    version: str = ""
    licence: str = ""
    files: Mapping[str, str] = {}
    options: Mapping[str, Any] = {}
    concepts: int = 0
    names: int = 0


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True):
    """Description of a compiled terminology.

    `digest` is the SHA-256 of the arrays and serves as the version.
    """

    format: int
    name: str
    concepts: int
    names: int
    systems: Mapping[str, int]
    digest: str
    size: int
    origins: tuple[Origin, ...]
    arrays: Mapping[str, ArrayEntry]


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a compiled terminology.

    Raises:
        InputError: The folder has no manifest, or the manifest cannot be decoded.
    """
    path = folder / MANIFEST_FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            "this is no compiled terminology",
            where=str(folder),
            expected=f"a folder with {MANIFEST_FILE}",
            remedy="Compile one with `goldsmith terms build`",
        ) from None
    except msgspec.MsgspecError:
        raise InputError("the manifest cannot be read", where=str(path), remedy=REBUILD) from None
