"""Named arrays in one memory-mapped file, described by a manifest.

A folder holds `manifest.json` and `arrays.bin`. A new folder is written beside the old one and
renamed into place, so readers see either the complete new terminology or the old one.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

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
Arrays = Mapping[str, NDArray[Any]]


def save(folder: Path, arrays: Arrays, manifest: Manifest) -> Manifest:
    """Write a compiled terminology, replacing the one at `folder`.

    Returns:
        The manifest as written, with the positions, size and digest of the arrays.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    try:
        entries, digest, size = _write_arrays(fresh / ARRAYS_FILE, arrays)
        complete = msgspec.structs.replace(
            manifest, format=VERSION, arrays=entries, digest=digest, size=size
        )
        text = msgspec.json.format(msgspec.json.encode(complete, order="sorted"), indent=1)
        (fresh / MANIFEST_FILE).write_bytes(text + b"\n")
        _replace_folder(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
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


def _replace_folder(fresh: Path, folder: Path) -> None:
    """Rename `fresh` to `folder`; put the old folder back if that fails."""
    old = folder.with_name(f".{folder.name}.{os.getpid()}.old")
    if folder.exists():
        folder.rename(old)
    try:
        fresh.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def load(folder: Path) -> tuple[Manifest, dict[str, NDArray[Any]]]:
    """Read the manifest and map the arrays into memory without reading them.

    Raises:
        InputError: The folder is no compiled terminology, has another format version, or its
            arrays are truncated.
    """
    manifest = read_manifest(folder)
    if manifest.format != VERSION:
        raise InputError(
            f"this terminology was compiled in format {manifest.format}",
            where=str(folder),
            expected=f"format {VERSION}",
            remedy=REBUILD,
        )
    path = folder / ARRAYS_FILE
    size = path.stat().st_size if path.exists() else -1
    if size != manifest.size:
        raise InputError(
            f"{ARRAYS_FILE} is incomplete: {max(size, 0):,} bytes",
            where=str(folder),
            expected=f"{manifest.size:,} bytes",
            remedy=REBUILD,
        )
    with path.open("rb") as stream:
        mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
    try:
        return manifest, {
            name: np.frombuffer(mapped, np.dtype(entry.dtype), entry.length, entry.offset)
            for name, entry in manifest.arrays.items()
        }
    except (ValueError, TypeError):
        raise InputError(
            f"the manifest refers to positions outside {ARRAYS_FILE}",
            where=str(folder),
            expected="the manifest that was written with the arrays",
            remedy=REBUILD,
        ) from None


def verify(folder: Path) -> None:
    """Compare the digest of the arrays with the manifest.

    Raises:
        InputError: The digest differs, or the terminology cannot be loaded.
    """
    manifest, _ = load(folder)
    with (folder / ARRAYS_FILE).open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    if digest != manifest.digest:
        raise InputError("the arrays have been changed", where=str(folder), remedy=REBUILD)
