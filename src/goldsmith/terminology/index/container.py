"""Named arrays in one file, mapped into memory, with a manifest that says what they are.

A folder holds `manifest.json` and `arrays.bin`. The manifest is written last and the folder is put
in its place by renaming, so that what is there is whole, or is the one that was there before.
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

VERSION = 2
_ALIGN = 64
_MANIFEST, _ARRAYS = "manifest.json", "arrays.bin"
Arrays = Mapping[str, NDArray[Any]]


class Entry(msgspec.Struct, frozen=True):
    """Where an array lies in the file."""

    dtype: str
    offset: int
    length: int


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """One source that was compiled: which files, what was taken from them, on what terms."""

    source: str
    title: str
    version: str = ""
    licence: str = ""
    files: Mapping[str, str] = {}
    options: Mapping[str, Any] = {}
    concepts: int = 0
    names: int = 0


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a compiled terminology is. `digest` is the SHA-256 of its arrays: its version."""

    format: int
    name: str
    concepts: int
    names: int
    systems: Mapping[str, int]
    digest: str
    size: int
    origins: tuple[Origin, ...]
    arrays: Mapping[str, Entry]


def save(folder: Path, arrays: Arrays, manifest: Manifest) -> Manifest:
    """The manifest as it was written, with the arrays entered; replaces what was at `folder`."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    try:
        entries, digest, size = _write(fresh / _ARRAYS, arrays)
        whole = msgspec.structs.replace(
            manifest, format=VERSION, arrays=entries, digest=digest, size=size
        )
        text = msgspec.json.format(msgspec.json.encode(whole, order="sorted"), indent=1)
        (fresh / _MANIFEST).write_bytes(text + b"\n")
        _put(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return whole


def _write(path: Path, arrays: Arrays) -> tuple[dict[str, Entry], str, int]:
    entries: dict[str, Entry] = {}
    digest = hashlib.sha256()
    offset = 0
    with path.open("wb") as stream:
        for name in sorted(arrays):
            array = np.ascontiguousarray(arrays[name])
            block = array.tobytes()
            block += bytes(-len(block) % _ALIGN)
            entries[name] = Entry(array.dtype.str, offset, len(array))
            stream.write(block)
            digest.update(block)
            offset += len(block)
    return entries, digest.hexdigest(), offset


def _put(fresh: Path, folder: Path) -> None:
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


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a compiled terminology."""
    try:
        return msgspec.json.decode((folder / _MANIFEST).read_bytes(), type=Manifest)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            "this is no compiled terminology",
            where=str(folder),
            expected=f"a folder with {_MANIFEST}",
            remedy="Compile one with `goldsmith terms build`",
        ) from None
    except msgspec.MsgspecError:
        raise InputError(
            "the manifest cannot be read", where=str(folder / _MANIFEST), remedy=_AGAIN
        ) from None


_AGAIN = "Compile it again with `goldsmith terms build`"


def load(folder: Path) -> tuple[Manifest, dict[str, NDArray[Any]]]:
    """The manifest and the arrays, which stay in the file until they are used."""
    manifest = read_manifest(folder)
    if manifest.format != VERSION:
        raise InputError(
            f"this terminology was compiled in format {manifest.format}",
            where=str(folder),
            expected=f"format {VERSION}",
            remedy=_AGAIN,
        )
    path = folder / _ARRAYS
    size = path.stat().st_size if path.exists() else -1
    if size != manifest.size:
        raise InputError(
            f"{_ARRAYS} is not whole: {max(size, 0):,} bytes",
            where=str(folder),
            expected=f"{manifest.size:,} bytes",
            remedy=_AGAIN,
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
            f"the places that the manifest gives are not all in {_ARRAYS}",
            where=str(folder),
            expected="the manifest that was written with it",
            remedy=_AGAIN,
        ) from None


def verify(folder: Path) -> None:
    """Raise InputError unless the arrays are those that the manifest was written for."""
    manifest, _ = load(folder)
    with (folder / _ARRAYS).open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != manifest.digest:
        raise InputError("the arrays were changed", where=str(folder), remedy=_AGAIN)
