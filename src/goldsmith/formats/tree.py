"""The files of a corpus: a folder, a single file, a zip or tar archive, gzipped or not."""

from __future__ import annotations

import gzip
import os
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, cast

from goldsmith.errors import InputError

#: The exceptions that a truncated or damaged archive or gzip file raises on reading.
DAMAGED = (EOFError, OSError, zlib.error, zipfile.BadZipFile)
_MAX_MEMBER_SIZE = 4 << 30


class Tree:
    """The files below a root, by relative name, sorted; names are shown without a final `.gz`."""

    def __init__(self, root: Path, members: Iterable[str]) -> None:
        self.root = root
        # A folder may hold very many files: keep no more than one entry for each.
        self._members = {name.removesuffix(".gz"): name for name in sorted(members)}

    @property
    def names(self) -> Sequence[str]:
        """The names of all files, sorted."""
        return tuple(self._members)

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def where(self, name: str) -> str:
        """Return the location of a file for messages."""
        return f"{self.root}/{name}" if name else str(self.root)

    def open(self, name: str) -> IO[bytes]:
        """Open a file for reading bytes, decompressed."""
        member = self._members[name]
        stream = self._open(member)
        return cast(IO[bytes], _GzipStream(stream)) if member.endswith(".gz") else stream

    def close(self) -> None:
        """Close the archive; the tree cannot be used afterwards."""

    def read_bytes(self, name: str) -> bytes:
        """Read a whole file."""
        with self.open(name) as stream:
            try:
                return stream.read()
            except DAMAGED as error:
                raise make_damage_error(error, self.where(name)) from None

    def read_text(self, name: str) -> str:
        """Read a whole file as UTF-8 text without translating line ends."""
        return decode(self.read_bytes(name), where=self.where(name))

    def read_head(self, name: str) -> bytes:
        """Read the first bytes of a file, which identify its format."""
        with self.open(name) as stream:
            try:
                return stream.read(2048)
            except DAMAGED:
                return b""

    def _open(self, member: str) -> IO[bytes]:
        return open(self.root / member, "rb")


class _GzipStream(gzip.GzipFile):
    """A gzip stream that also closes the file it decompresses."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(fileobj=stream)
        self._compressed = stream

    def close(self) -> None:
        super().close()
        self._compressed.close()


class _ZipTree(Tree):
    def __init__(self, root: Path) -> None:
        self._archive = zipfile.ZipFile(root)
        infos = [info for info in self._archive.infolist() if not info.is_dir()]
        for info in infos:
            check_member(info.filename, info.file_size, root)
        super().__init__(root, [info.filename for info in infos])

    def _open(self, member: str) -> IO[bytes]:
        return self._archive.open(member)

    def close(self) -> None:
        self._archive.close()


class _TarTree(Tree):
    def __init__(self, root: Path) -> None:
        self._archive = tarfile.open(root)
        infos = [info for info in self._archive.getmembers() if not info.isdir()]
        try:
            for info in infos:
                if not info.isfile():
                    raise _make_member_error(info.name, root, "is a link or a device")
                check_member(info.name, info.size, root)
        except InputError:
            self._archive.close()
            raise
        super().__init__(root, [info.name for info in infos])

    def _open(self, member: str) -> IO[bytes]:
        stream = self._archive.extractfile(member)
        assert stream is not None  # __init__ refuses members that are not files
        return stream

    def close(self) -> None:
        self._archive.close()


class _FileTree(Tree):
    def __init__(self, root: Path) -> None:
        super().__init__(root, [root.name])

    def _open(self, member: str) -> IO[bytes]:
        return open(self.root, "rb")

    def where(self, name: str) -> str:
        return str(self.root)


def open_tree(path: Path) -> Tree:
    """Open the folder, archive or file at a path.

    Raises:
        InputError: There is nothing at the path, or the archive is damaged or unsafe.
    """
    if path.is_dir():
        return Tree(path, _walk(path))
    if not path.exists():
        raise InputError(
            "there is no such file or folder", where=str(path), remedy="Check the path"
        )
    try:
        if zipfile.is_zipfile(path):
            return _ZipTree(path)
        if tarfile.is_tarfile(path):
            return _TarTree(path)
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, OSError) as error:
        raise InputError(
            f"the archive is damaged ({type(error).__name__})",
            where=str(path),
            remedy="Download or export it again",
        ) from None
    return _FileTree(path)


def _walk(root: Path) -> Iterator[str]:
    for folder, subfolders, files in os.walk(root):
        subfolders[:] = [name for name in subfolders if not name.startswith(".")]
        relative = os.path.relpath(folder, root).replace(os.sep, "/")
        prefix = "" if relative == "." else f"{relative}/"
        yield from (prefix + file for file in files if not file.startswith("."))


def decode(content: bytes, *, where: str) -> str:
    """Decode UTF-8.

    Raises:
        InputError: The content is not UTF-8; the error has the line of the first wrong byte.
    """
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        is_utf16 = content[:2] in (b"\xff\xfe", b"\xfe\xff")
        encoding = "utf-16" if is_utf16 else "cp1252"
        raise InputError(
            f"byte 0x{content[error.start]:02x} is not UTF-8",
            where=where,
            line=line,
            expected="text in UTF-8",
            remedy=f"Convert it first, perhaps with: iconv -f {encoding} -t utf-8",
        ) from None


def make_damage_error(error: Exception, where: str, line: int = 0) -> InputError:
    """Return the error for a file that ends too early or cannot be decompressed."""
    return InputError(
        f"the file is truncated or damaged ({type(error).__name__})",
        where=where,
        line=line,
        remedy="Download or export it again",
    )


def check_member(name: str, size: int, root: Path) -> None:
    """Check that an archive member is inside the archive and not too large.

    Raises:
        InputError: The member would be unpacked elsewhere, or is too large.
    """
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\")) or ".." in parts or (len(name) > 1 and name[1] == ":"):
        raise _make_member_error(name, root, "points outside the archive")
    if size > _MAX_MEMBER_SIZE:
        raise _make_member_error(name, root, f"is larger than {_MAX_MEMBER_SIZE >> 30} GiB")


def _make_member_error(name: str, root: Path, fault: str) -> InputError:
    return InputError(
        f"the member {name!r} {fault}",
        where=str(root),
        expected="plain files inside the archive",
        remedy="Nothing was unpacked; pack the archive again",
    )
