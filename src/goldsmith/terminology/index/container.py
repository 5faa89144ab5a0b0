"""Named arrays in one memory-mapped file, described by a manifest.

A folder contains `manifest.json` and `arrays.bin`. `goldsmith.storage` replaces an old folder
atomically, so readers see either the complete new terminology or the old one. Opening checks the
manifest, the size of the arrays and the content of small arrays; `verify` checks all content.
"""

from __future__ import annotations

import hashlib
import mmap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith import storage
from goldsmith.errors import InputError
from goldsmith.terminology.index.manifest import (
    ARRAYS_FILE,
    MANIFEST_FILE,
    REBUILD,
    ArrayEntry,
    Manifest,
    read_manifest,
)

__all__ = ["VERSION", "load", "read_manifest", "save", "verify"]

#: Version of the format on disk.
VERSION = 2
_ALIGN = 64
#: Arrays of at most this size are compared with their digest whenever they are opened (10 ms).
_SMALL = 16 << 20
Arrays = Mapping[str, NDArray[Any]]


def save(folder: Path, arrays: Arrays, manifest: Manifest) -> Manifest:
    """Write a compiled terminology, replacing the one at `folder`.

    Returns:
        The manifest as written, with the positions, size and digest of the arrays.
    """
    with storage.stage_folder(folder) as staged:
        entries, digest, size = _write_arrays(staged / ARRAYS_FILE, arrays)
        complete = msgspec.structs.replace(
            manifest, format=VERSION, arrays=entries, digest=digest, size=size
        )
        complete = msgspec.structs.replace(complete, seal=complete.compute_seal())
        text = msgspec.json.format(msgspec.json.encode(complete, order="sorted"), indent=1)
        (staged / MANIFEST_FILE).write_bytes(text + b"\n")
    return complete


def _write_arrays(path: Path, arrays: Arrays) -> tuple[dict[str, ArrayEntry], str, int]:
    entries: dict[str, ArrayEntry] = {}
    digest = hashlib.sha256()
    offset = 0
    with path.open("wb") as stream:
        for name in sorted(arrays):
            array = np.ascontiguousarray(arrays[name])
            block = array.tobytes()
            block += bytes(-len(block) % _ALIGN)
            entries[name] = ArrayEntry(array.dtype.str, offset, len(array))
            stream.write(block)
            digest.update(block)
            offset += len(block)
    return entries, digest.hexdigest(), offset


def load(folder: Path) -> tuple[Manifest, dict[str, NDArray[Any]]]:
    """Read the manifest and map the arrays into memory without reading them.

    Raises:
        InputError: The folder is not a compiled terminology, has a different format version, or is
            damaged.
    """
    manifest = read_manifest(folder)
    if manifest.format != VERSION:
        raise InputError(
            f"this terminology was compiled in format {manifest.format}",
            where=str(folder),
            expected=f"format {VERSION}",
            remedy=REBUILD,
        )
    if manifest.seal and manifest.seal != manifest.compute_seal():
        raise InputError("the manifest has been changed", where=str(folder), remedy=REBUILD)
    path = folder / ARRAYS_FILE
    size = path.stat().st_size if path.exists() else -1
    if size != manifest.size:
        raise InputError(
            f"{ARRAYS_FILE} is incomplete: {max(size, 0):,} bytes",
            where=str(folder),
            expected=f"{manifest.size:,} bytes",
            remedy=REBUILD,
        )
    if size <= _SMALL:
        _check_digest(folder, manifest)
    with path.open("rb") as stream:
        mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
    try:
        arrays = {
            name: np.frombuffer(mapped, np.dtype(entry.dtype), entry.length, entry.offset)
            for name, entry in manifest.arrays.items()
        }
        return manifest, _CompleteArrays(folder, arrays)
    except (ValueError, TypeError, OverflowError):
        raise InputError(
            f"the manifest refers to positions outside {ARRAYS_FILE}",
            where=str(folder),
            expected="the manifest that was written with the arrays",
            remedy=REBUILD,
        ) from None


class _CompleteArrays(dict[str, NDArray[Any]]):
    """Arrays by name; a missing array is reported as an error of the terminology."""

    def __init__(self, folder: Path, arrays: Arrays) -> None:
        super().__init__(arrays)
        self._folder = folder

    def __missing__(self, name: str) -> NDArray[Any]:
        raise InputError(f"the array {name} is missing", where=str(self._folder), remedy=REBUILD)


def verify(folder: Path) -> None:
    """Compare the digest of the arrays with the manifest.

    Raises:
        InputError: The digest differs, or the terminology cannot be loaded.
    """
    manifest, _ = load(folder)
    _check_digest(folder, manifest)


def _check_digest(folder: Path, manifest: Manifest) -> None:
    with (folder / ARRAYS_FILE).open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    if digest != manifest.digest:
        raise InputError("the arrays have been changed", where=str(folder), remedy=REBUILD)
