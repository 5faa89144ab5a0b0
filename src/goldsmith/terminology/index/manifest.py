"""The manifest of a compiled terminology: its name, version, sources and arrays."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from goldsmith import storage
from goldsmith.core.decoding import BAD_JSON
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

    `digest` is the SHA-256 of the arrays and serves as the version; `seal` is the SHA-256 of the
    manifest itself.
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
    seal: str = ""

    def compute_seal(self) -> str:
        """Return the SHA-256 of all other fields."""
        content = msgspec.json.encode(msgspec.structs.replace(self, seal=""), order="sorted")
        return hashlib.sha256(content).hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a compiled terminology.

    Raises:
        InputError: The folder has no manifest, or the manifest cannot be decoded.
    """
    path = folder / MANIFEST_FILE
    if not folder.exists():
        storage.recover(folder)
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            "this is not a compiled terminology",
            where=str(folder),
            expected=f"a folder with {MANIFEST_FILE}",
            remedy="Compile one with `goldsmith terms build`",
        ) from None
    except BAD_JSON:
        raise InputError("the manifest cannot be read", where=str(path), remedy=REBUILD) from None
