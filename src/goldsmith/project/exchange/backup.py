"""Backup of the whole server as one archive, made while it runs, and restore.

    manifest.json      version, time, hash of every file
    database.sqlite    the database of SQLite, or
    tables/*.jsonl     the tables of PostgreSQL
    files/…            models, releases, exports

The database is copied first. A file exists before a row names it, so every file that the copy
refers to exists when the files are copied.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec

from goldsmith import storage
from goldsmith.core.decoding import BAD_JSON
from goldsmith.errors import InputError
from goldsmith.formats.damage import DAMAGED
from goldsmith.store.database import DATABASE_FILE, Database
from goldsmith.store.dump import (
    check_file,
    copy_sqlite,
    dump_tables,
    finish_restore,
    get_revision,
    load_tables,
    refuse_tables,
)
from goldsmith.store.files import FILES
from goldsmith.version import __version__

LAYOUT = 1
_MANIFEST, _SQLITE, _TABLES = "manifest.json", "database.sqlite", "tables"
#: Folders of files that a backup leaves out: other backups, and unfinished files.
_LEFT_OUT = ("backups", "imports")
_STEP = 1 << 20
Advance = Callable[[], None]


class Manifest(msgspec.Struct, frozen=True):
    """The contents of a backup.

    Attributes:
        layout: The version of the layout.
        goldsmith: The version of Goldsmith that made it.
        created: When the copy of the database was begun, in UTC.
        database: `sqlite` or `postgresql`.
        revision: The version of the tables.
        files: Path -> SHA-256.
    """

    layout: int
    goldsmith: str
    created: str
    database: str
    revision: str
    files: dict[str, str]


class BackupResult(msgspec.Struct, frozen=True):
    """The result of a backup.

    Attributes:
        file: The name of the archive; download it from the job.
        bytes: Its size.
        files: The number of files in it.
        created: When the copy of the database was begun, in UTC: the backup contains everything
            that was acknowledged before.
    """

    file: str
    bytes: int
    files: int
    created: str


def make_backup(database: Database, target: Path, advance: Advance = lambda: None) -> BackupResult:
    """Write a backup of a server; the server may be running and in use.

    Args:
        database: The database of the server.
        target: The archive to write: complete, or not at all.
        advance: Called periodically; an exception that it raises ends the backup.
    """
    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    with (
        storage.stage_file(target) as staged,
        zipfile.ZipFile(staged, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        packer = _Packer(archive, advance)
        revision = _pack_database(database, target, packer)
        for path in _list_files(database.folder / FILES):
            packer.add(path, f"{FILES}/{path.relative_to(database.folder / FILES).as_posix()}")
        kind = "sqlite" if database.is_sqlite else "postgresql"
        manifest = Manifest(LAYOUT, __version__, created, kind, revision, packer.hashes)
        archive.writestr(_MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))
    return BackupResult(target.name, target.stat().st_size, len(manifest.files), created)


def restore_backup(
    archive: Path, folder: Path, url: str = "", advance: Advance = lambda: None
) -> Manifest:
    """Restore a backup into an empty folder, and into an empty database for PostgreSQL.

    After an error, nothing remains. Nobody is signed in on the restored server, and jobs that were
    unfinished have failed; tokens and passwords are unchanged.

    Args:
        archive: The archive.
        folder: The folder of the new server: absent or empty.
        url: The address of an empty PostgreSQL database; "" for SQLite.
        advance: Called periodically.

    Raises:
        InputError: The target is not empty, the archive is damaged, or it is for the other kind of
            database.
    """
    storage.check_free(folder, overwrite=False)
    with _open_archive(archive) as opened:
        manifest = _read_manifest(opened, archive)
        _check_kind(manifest, url)
        with storage.stage_folder(folder) as staged:
            _unpack(opened, manifest, staged, advance)
            database = Database(staged, url)
            try:
                _fill(database, manifest, staged)
            finally:
                database.close()
    return manifest


class _Packer:
    """Adds files to an archive, and hashes them."""

    def __init__(self, archive: zipfile.ZipFile, advance: Advance) -> None:
        self._archive, self.advance = archive, advance
        self.hashes: dict[str, str] = {}

    def add(self, path: Path, name: str) -> None:
        """Add a file, unless it has been deleted in the meantime."""
        try:
            source = path.open("rb")
        except FileNotFoundError:
            return
        with source, self._archive.open(name, "w", force_zip64=True) as target:
            self.hashes[name] = _copy(source, target, self.advance)


def _copy(source: IO[bytes], target: IO[bytes], advance: Advance) -> str:
    """Copy a stream and return its SHA-256."""
    digest = sha256()
    while chunk := source.read(_STEP):
        digest.update(chunk)
        target.write(chunk)
        advance()
    return digest.hexdigest()


def _pack_database(database: Database, target: Path, packer: _Packer) -> str:
    """Add a copy of the database to the archive, and return the version of its tables."""
    with storage.scratch_folder(target) as scratch:
        if database.is_sqlite:
            copy_sqlite(database, scratch / _SQLITE, packer.advance)
            packer.add(scratch / _SQLITE, _SQLITE)
            with database.read() as connection:
                return get_revision(connection)
        with database.engine.connect() as connection:
            connection.execution_options(isolation_level="REPEATABLE READ")
            revision = get_revision(connection)
            dump_tables(
                connection,
                lambda name: (scratch / f"{name}.jsonl").open("wb"),
                packer.advance,
            )
        for path in sorted(scratch.glob("*.jsonl")):
            packer.add(path, f"{_TABLES}/{path.name}")
        return revision


def _list_files(root: Path) -> Iterator[Path]:
    """Yield the files of a server, without unfinished files and other backups."""
    for path in sorted(root.rglob("*")) if root.is_dir() else ():
        parts = path.relative_to(root).parts
        hidden = any(part.startswith(".") for part in parts)
        left_out = len(parts) > 1 and parts[1] in _LEFT_OUT
        if path.is_file() and not hidden and not left_out:
            yield path


@contextmanager
def _open_archive(path: Path) -> Iterator[zipfile.ZipFile]:
    if not path.is_file():
        raise InputError("there is no such file", where=str(path))
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except DAMAGED as error:
        if isinstance(error, OSError):
            raise
        raise InputError(
            f"the backup is damaged ({type(error).__name__})", where=str(path)
        ) from None


def _read_manifest(archive: zipfile.ZipFile, path: Path) -> Manifest:
    try:
        manifest = msgspec.json.decode(archive.read(_MANIFEST), type=Manifest)
    except (KeyError, *BAD_JSON):
        raise InputError("this is not a backup of Goldsmith", where=str(path)) from None
    if manifest.layout != LAYOUT:
        raise InputError(
            f"the backup has layout {manifest.layout}",
            where=str(path),
            expected=f"layout {LAYOUT}",
            remedy=f"Use Goldsmith {manifest.goldsmith}, or a newer one",
        )
    return manifest


def _check_kind(manifest: Manifest, url: str) -> None:
    if (manifest.database == "postgresql") != bool(url):
        raise InputError(
            f"the backup contains a database of the kind {manifest.database}",
            where="database",
            expected="the address of an empty PostgreSQL database"
            if manifest.database == "postgresql"
            else "no address: the database is in the folder",
        )


def _unpack(archive: zipfile.ZipFile, manifest: Manifest, folder: Path, advance: Advance) -> None:
    """Unpack the files that the manifest names, and compare their hashes."""
    for name, digest in manifest.files.items():
        parts = PurePosixPath(name).parts
        if name.startswith("/") or ".." in parts or "\\" in name or not parts:
            raise InputError("the backup contains a path that leads outside the folder")
        target = folder.joinpath(*parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            source = archive.open(name)
        except KeyError:
            raise InputError("a file of the backup is missing") from None
        with source, target.open("wb") as file:
            if _copy(source, file, advance) != digest:
                raise InputError("a file of the backup has been changed")


def _fill(database: Database, manifest: Manifest, folder: Path) -> None:
    """Restore the content of the database."""
    if database.is_sqlite:
        (folder / _SQLITE).rename(folder / DATABASE_FILE)
        check_file(database)
    else:
        refuse_tables(database)
        with database.write() as connection:
            load_tables(connection, manifest.revision, lambda name: _read_lines(folder, name))
        for path in (folder / _TABLES).iterdir():
            path.unlink()
        (folder / _TABLES).rmdir()
    finish_restore(database)


def _read_lines(folder: Path, table: str) -> Iterator[bytes]:
    path = folder / _TABLES / f"{table}.jsonl"
    if path.exists():
        with path.open("rb") as lines:
            yield from lines
