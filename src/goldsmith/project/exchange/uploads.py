"""Uploaded files: stored under the id of their job, and checked before they are read.

An archive may unpack to far more than its own size. The unpacked size is computed before anything
is read, from the table of contents or, without one, by unpacking and discarding the data.
"""

from __future__ import annotations

import asyncio
import bz2
import gzip
import lzma
import re
import shutil
import tarfile
import time
import zipfile
from collections.abc import AsyncIterable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import msgspec

from goldsmith import storage
from goldsmith.errors import Conflict, InputError
from goldsmith.formats.damage import UNREADABLE
from goldsmith.formats.opening import check_member
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.database import Database
from goldsmith.store.files import FILES, get_folder
from goldsmith.store.jobs.model import ENDED
from goldsmith.store.jobs.queue import find_state

IMPORTS = "imports"
_FILE = re.compile(r"[^/\\\x00-\x1f\x7f.][^/\\\x00-\x1f\x7f]{0,199}")
_STEP = 1 << 20
_ONE_DAY = 86_400


class Limits(msgspec.Struct, frozen=True):
    """Limits on the unpacked content of an archive.

    Attributes:
        files: The maximum number of files.
        size: The maximum size of all files together, in bytes.
        ratio: The maximum ratio of unpacked to packed size.
        free: The number of bytes that are allowed at any ratio.
    """

    files: int = 2_000_000
    size: int = 32 << 30
    ratio: int = 200
    free: int = 64 << 20


class Upload(msgspec.Struct, frozen=True):
    """A file on the server, ready for the import job of the same id."""

    id: str
    file: str
    bytes: int


def check_upload(database: Database, actor: Actor, project: str, job: str, file: str) -> Path:
    """Check that a person may send a file for a job, and return its path.

    Raises:
        NotFound: They are not a member of the project.
        Forbidden: They are not a manager of it.
        Conflict: The job has already been submitted.
        InputError: The name of the file cannot be used.
    """
    with database.read() as connection:
        require(connection, actor, project, Permission.MANAGE)
        if find_state(connection, job) is not None:
            raise Conflict("the job of this upload has already been submitted. Make a new id")
    check_file_name(file)
    return get_folder(database, project, IMPORTS, job) / file


def check_file_name(file: str) -> None:
    """Refuse a name that is not a plain file name.

    Raises:
        InputError: It is a path, hidden, or too long.
    """
    if not _FILE.fullmatch(file):
        raise InputError(
            "the name of the file cannot be used",
            where="file",
            expected="a plain name, at most 200 characters, not beginning with a dot",
        )


async def receive(chunks: AsyncIterable[bytes], place: Path, max_bytes: int) -> int:
    """Write an upload to a file, and return its size; after an error, remove the file.

    Threads write and sync the file, so that the event loop never waits for the disk.

    Raises:
        InputError: The upload is too large, or empty.
    """
    with ExitStack() as stack:
        staged = await asyncio.to_thread(stack.enter_context, storage.stage_file(place))
        file = stack.enter_context(staged.open("wb"))
        size = 0
        async for chunk in chunks:
            size += len(chunk)
            if size > max_bytes:
                raise InputError(
                    "the file is too large", where=place.name, expected=f"{max_bytes:,} bytes"
                )
            await asyncio.to_thread(file.write, chunk)
        if not size:
            raise InputError("the file is empty", where=place.name)
        await asyncio.to_thread(stack.close)
    return size


def find_upload(database: Database, project: str, job: str, file: str) -> Path:
    """Return the file that was sent for a job.

    Raises:
        InputError: No such file was sent.
    """
    check_file_name(file)
    place = get_folder(database, project, IMPORTS, job) / file
    if not place.is_file():
        raise InputError(
            "no such file was sent for this job",
            where="file",
            remedy="Send the file first, under the id of the job",
        )
    return place


def remove_upload(database: Database, project: str, job: str) -> None:
    """Remove the files that were sent for a job."""
    shutil.rmtree(get_folder(database, project, IMPORTS, job), ignore_errors=True)


def remove_old_uploads(database: Database) -> None:
    """Remove files whose job has ended, or was not submitted within a day."""
    for folder in (database.folder / FILES).glob(f"*/{IMPORTS}/*"):
        with database.read() as connection:
            state = find_state(connection, folder.name)
        is_old = time.time() - folder.stat().st_mtime > _ONE_DAY
        if state in ENDED or (state is None and is_old):
            shutil.rmtree(folder, ignore_errors=True)


def check_archive(path: Path, limits: Limits = Limits()) -> None:  # noqa: B008 - frozen
    """Check the unpacked content of an archive or compressed file before it is read.

    Raises:
        InputError: It contains paths that lead outside, links or devices, exceeds the limits, or
            is damaged.
    """
    meter = _Meter(path, limits)
    try:
        if zipfile.is_zipfile(path):
            _measure_zip(path, meter)
        elif tarfile.is_tarfile(path):
            _measure_tar(path, meter)
        elif unpack := _find_compression(path):
            _measure_stream(unpack(path), meter)
    except UNREADABLE as error:
        raise InputError(
            f"the archive is damaged ({type(error).__name__})",
            where=path.name,
            remedy="Pack it again",
        ) from None


class _Meter:
    """Counts the unpacked content of an archive, and stops at the limits."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self._name, self._limits = path.name, limits
        self._most = min(limits.size, limits.free + limits.ratio * path.stat().st_size)
        self._files = self._size = 0

    def add_file(self, size: int) -> None:
        self._files += 1
        if self._files > self._limits.files:
            raise self._refuse(f"contains more than {self._limits.files:,} files")
        self.add_bytes(size)

    def add_bytes(self, size: int) -> None:
        self._size += size
        if self._size > self._limits.size:
            raise self._refuse(f"is larger than {self._limits.size >> 20:,} MiB unpacked")
        if self._size > self._most:
            raise self._refuse(f"unpacks to more than {self._limits.ratio} times its size")

    def _refuse(self, what: str) -> InputError:
        return InputError(
            f"the archive {what}",
            where=self._name,
            expected="an archive of notes",
            remedy="Send it in parts",
        )


def _measure_zip(path: Path, meter: _Meter) -> None:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            meter.add_file(info.file_size)
            check_member(info.filename.removeprefix("./"), info.file_size, Path(path.name))
            if info.filename.endswith(".gz"):
                _measure_stream(gzip.GzipFile(fileobj=archive.open(info)), meter)


def _measure_tar(path: Path, meter: _Meter) -> None:
    with tarfile.open(path) as archive:
        for info in archive:
            meter.add_file(info.size)
            if not info.isdir():
                check_member(info.name.removeprefix("./"), info.size, Path(path.name))
            if info.isfile() and info.name.endswith(".gz"):
                _measure_stream(gzip.GzipFile(fileobj=archive.extractfile(info)), meter)


_COMPRESSIONS: dict[bytes, Callable[[Path], IO[bytes]]] = {
    b"\x1f\x8b": lambda path: gzip.open(path, "rb"),  # type: ignore[dict-item,return-value]
    b"BZh": lambda path: bz2.open(path, "rb"),
    b"\xfd7zXZ": lambda path: lzma.open(path, "rb"),
}


def _find_compression(path: Path) -> Callable[[Path], IO[bytes]] | None:
    with path.open("rb") as file:
        head = file.read(6)
    return next((unpack for magic, unpack in _COMPRESSIONS.items() if head.startswith(magic)), None)


def _measure_stream(stream: IO[bytes] | gzip.GzipFile, meter: _Meter) -> None:
    with stream:
        while chunk := stream.read(_STEP):
            meter.add_bytes(len(chunk))
