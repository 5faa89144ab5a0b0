"""Open a folder, a single file, or a zip or tar archive as a tree of files."""

from __future__ import annotations

import os
import stat
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from goldsmith import storage
from goldsmith.errors import InputError, quote_id
from goldsmith.formats.damage import DAMAGED, UNREADABLE, make_open_error
from goldsmith.formats.tree import Tree

_MAX_MEMBER_SIZE, _MAX_ARCHIVE_SIZE = 4 << 30, 64 << 30


def open_tree(path: Path) -> Tree:
    """Open the folder, archive or file at a path.

    A folder that is missing because its replacement was interrupted is restored first.

    Raises:
        InputError: There is nothing at the path, or the archive is damaged or unsafe.
    """
    if path.is_dir():
        return _FolderTree(path)
    if not path.exists():
        if storage.recover(path):
            return open_tree(path)
        raise _make_missing_error(path)
    try:
        if zipfile.is_zipfile(path):
            return _ZipTree(path)
        if tarfile.is_tarfile(path):
            return _TarTree(path)
    except PermissionError as error:
        raise make_open_error(error, str(path)) from None
    except UNREADABLE as error:
        raise InputError(
            f"the archive is damaged ({type(error).__name__})",
            where=str(path),
            remedy="Download or export it again",
        ) from None
    return _FileTree(path)


def _make_missing_error(path: Path) -> InputError:
    if path.is_symlink():
        return InputError(
            "this is a link to something that does not exist",
            where=str(path),
            remedy="Repair the link, or name the file itself",
        )
    return InputError("there is no such file or folder", where=str(path), remedy="Check the path")


class _FolderTree(Tree):
    def __init__(self, root: Path) -> None:
        super().__init__(root, _walk(root))

    def _open(self, member: str) -> IO[bytes]:
        path = self.root / member
        if not path.is_file():
            raise _make_special_error(path)
        return open(path, "rb")


def _make_special_error(path: Path) -> InputError:
    """Return the error for an entry that is not a plain file: opening a pipe could hang."""
    if not path.exists():
        return _make_missing_error(path)
    return InputError(
        "this is not a plain file but a pipe or a device",
        where=str(path),
        remedy="Remove it from the folder",
    )


class _ZipTree(Tree):
    def __init__(self, root: Path) -> None:
        self._archive = zipfile.ZipFile(root)
        self._infos: dict[str, zipfile.ZipInfo] = {}
        checker = _MemberChecker(root)
        try:
            for info in self._archive.infolist():
                name = info.filename.removeprefix("./")
                if not info.filename.endswith("/"):  # is_dir fails on an empty name
                    checker.check(name, info.file_size, is_file=_is_plain(info))
                    self._infos[name] = info
        except InputError:
            self._archive.close()
            raise
        super().__init__(root, _drop_hidden(self._infos))

    def _open(self, member: str) -> IO[bytes]:
        return self._archive.open(self._infos[member])

    def close(self) -> None:
        self._archive.close()


def _is_plain(info: zipfile.ZipInfo) -> bool:
    kind = stat.S_IFMT(info.external_attr >> 16)
    return kind in (0, stat.S_IFREG)


class _TarTree(Tree):
    def __init__(self, root: Path) -> None:
        self._archive = tarfile.open(root)
        self._infos: dict[str, tarfile.TarInfo] = {}
        checker = _MemberChecker(root)
        try:
            for info in self._archive:
                name = info.name.removeprefix("./")
                if not info.isdir():
                    checker.check(name, info.size, is_file=info.isfile())
                    self._infos[name] = info
        except (InputError, *DAMAGED):
            self._archive.close()
            raise
        super().__init__(root, _drop_hidden(self._infos))

    def _open(self, member: str) -> IO[bytes]:
        stream = self._archive.extractfile(self._infos[member])
        assert stream is not None  # __init__ rejects members that are not files
        return stream

    def close(self) -> None:
        self._archive.close()


class _FileTree(Tree):
    is_file = True

    def __init__(self, root: Path) -> None:
        super().__init__(root, [root.name])

    def include_neighbours(self, names: Iterable[str]) -> None:
        for name in names:
            for member in (name, f"{name}.gz"):
                if name not in self._members and (self.root.parent / member).is_file():
                    self._members[name] = member

    def _open(self, member: str) -> IO[bytes]:
        return open(self.root.parent / member, "rb")

    def where(self, name: str) -> str:
        return str(self.root.parent / self._members.get(name, self.root.name))


def _walk(root: Path) -> Iterator[str]:
    for folder, subfolders, files in os.walk(root, onerror=_refuse_folder):
        subfolders[:] = [name for name in subfolders if not name.startswith(".")]
        relative = os.path.relpath(folder, root).replace(os.sep, "/")
        prefix = "" if relative == "." else f"{relative}/"
        for file in files:
            if not file.startswith("."):
                _check_encoding(prefix + file, root)
                yield prefix + file


def _refuse_folder(error: OSError) -> None:
    raise make_open_error(error, os.fspath(error.filename)) from None


def _check_encoding(name: str, root: Path) -> None:
    """Raise an error for a file name that is not UTF-8 and so cannot be a document id."""
    if name.isascii():
        return
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(
            f"the name of the file {quote_id(name.rpartition('/')[2])} is not UTF-8",
            where=str(root),
            remedy="Rename it, perhaps with: convmv -f latin1 -t utf-8",
        ) from None


def _drop_hidden(names: Iterable[str]) -> Iterator[str]:
    """Yield the names of members without a hidden part, as for folders."""
    return (name for name in names if not any(part[:1] == "." for part in name.split("/")))


class _MemberChecker:
    """Checks the members of an archive, one after the other."""

    def __init__(self, root: Path) -> None:
        self._root, self._size = root, 0
        self._names: set[str] = set()

    def check(self, name: str, size: int, *, is_file: bool) -> None:
        """Check a member as `check_member` does, and against the previous members."""
        if not is_file:
            raise _make_member_error(name, self._root, "is a link or a device")
        check_member(name, size, self._root)
        if name in self._names:
            raise _make_member_error(name, self._root, "occurs twice")
        self._names.add(name)
        self._size += size
        if self._size > _MAX_ARCHIVE_SIZE:
            fault = f"takes the archive beyond {_MAX_ARCHIVE_SIZE >> 30} GiB"
            raise _make_member_error(name, self._root, fault)


def check_member(name: str, size: int, root: Path) -> None:
    """Check that an archive member is inside the archive and not too large.

    Raises:
        InputError: The member would be unpacked elsewhere, or is too large.
    """
    parts = name.replace("\\", "/").split("/")
    if not name:
        raise _make_member_error(name, root, "has no name")
    if name.startswith(("/", "\\")) or ".." in parts or (len(name) > 1 and name[1] == ":"):
        raise _make_member_error(name, root, "points outside the archive")
    if size > _MAX_MEMBER_SIZE:
        raise _make_member_error(name, root, f"is larger than {_MAX_MEMBER_SIZE >> 30} GiB")


def _make_member_error(name: str, root: Path, fault: str) -> InputError:
    return InputError(
        f"the member {quote_id(name)} {fault}",
        where=str(root),
        expected="plain files inside the archive, each once",
        remedy="Nothing was unpacked; pack the archive again",
    )
