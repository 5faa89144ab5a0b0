"""Where documents are read from: a folder, one file, a zip or tar archive; gzip is seen through."""

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

#: What a truncated or broken archive or gzip file raises on reading.
DAMAGED = (EOFError, OSError, zlib.error, zipfile.BadZipFile)
_BIGGEST_MEMBER = 4 << 30
_RESERVED = frozenset('<>:"|?*\\')
_LONGEST_PART = 200


class Tree:
    """Files under one root, by their names relative to it, sorted. Names hide a final `.gz`."""

    def __init__(self, root: Path, members: Iterable[str]) -> None:
        self.root = root
        # One string and one entry a file: a folder may hold very many.
        self._members = {name.removesuffix(".gz"): name for name in sorted(members)}

    @property
    def names(self) -> Sequence[str]:
        return tuple(self._members)

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def where(self, name: str) -> str:
        """How a file is called in messages."""
        return f"{self.root}/{name}" if name else str(self.root)

    def open(self, name: str) -> IO[bytes]:
        """A file's bytes, unpacked."""
        member = self._members[name]
        stream = self._open(member)
        return cast(IO[bytes], _Unpacked(stream)) if member.endswith(".gz") else stream

    def close(self) -> None:
        """Lets go of an archive; a tree is of no use afterwards."""

    def content(self, name: str) -> bytes:
        """A file's whole content."""
        with self.open(name) as stream:
            try:
                return stream.read()
            except DAMAGED as error:
                raise damaged(error, self.where(name)) from None

    def text(self, name: str) -> str:
        """A file's whole content as text, line ends untouched."""
        return decode(self.content(name), where=self.where(name))

    def head(self, name: str) -> bytes:
        """The first bytes of a file, to recognise it by."""
        with self.open(name) as stream:
            try:
                return stream.read(2048)
            except DAMAGED:
                return b""

    def _open(self, member: str) -> IO[bytes]:
        return open(self.root / member, "rb")


class _Unpacked(gzip.GzipFile):
    """A gzip stream that closes the file below it too."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(fileobj=stream)
        self._below = stream

    def close(self) -> None:
        super().close()
        self._below.close()


class _Zip(Tree):
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


class _Tar(Tree):
    def __init__(self, root: Path) -> None:
        self._archive = tarfile.open(root)
        infos = [info for info in self._archive.getmembers() if not info.isdir()]
        try:
            for info in infos:
                if not info.isfile():
                    raise _unsafe(info.name, root, "is a link or a device")
                check_member(info.name, info.size, root)
        except InputError:
            self._archive.close()
            raise
        super().__init__(root, [info.name for info in infos])

    def _open(self, member: str) -> IO[bytes]:
        stream = self._archive.extractfile(member)
        assert stream is not None  # members that are not files were refused above
        return stream

    def close(self) -> None:
        self._archive.close()


class _File(Tree):
    def __init__(self, root: Path) -> None:
        super().__init__(root, [root.name])

    def _open(self, member: str) -> IO[bytes]:
        return open(self.root, "rb")

    def where(self, name: str) -> str:
        return str(self.root)


def open_tree(path: Path) -> Tree:
    """The tree at a path, whichever kind it is."""
    if path.is_dir():
        return Tree(path, _walk(path))
    if not path.exists():
        raise InputError(
            "there is no such file or folder", where=str(path), remedy="Check the path"
        )
    try:
        if zipfile.is_zipfile(path):
            return _Zip(path)
        if tarfile.is_tarfile(path):
            return _Tar(path)
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, OSError) as error:
        raise InputError(
            f"the archive is damaged ({type(error).__name__})",
            where=str(path),
            remedy="Fetch or export it again",
        ) from None
    return _File(path)


def _walk(root: Path) -> Iterator[str]:
    for folder, subfolders, files in os.walk(root):
        subfolders[:] = [one for one in subfolders if not one.startswith(".")]
        inside = os.path.relpath(folder, root).replace(os.sep, "/")
        before = "" if inside == "." else f"{inside}/"
        yield from (before + file for file in files if not file.startswith("."))


def decode(content: bytes, *, where: str) -> str:
    """UTF-8 bytes as text; anything else is refused with the place of the first wrong byte."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        utf16 = content[:2] in (b"\xff\xfe", b"\xfe\xff")
        guess = "utf-16" if utf16 else "cp1252"
        raise InputError(
            f"byte 0x{content[error.start]:02x} is not UTF-8",
            where=where,
            line=line,
            expected="text in UTF-8",
            remedy=f"Convert it first, perhaps with: iconv -f {guess} -t utf-8",
        ) from None


def damaged(error: Exception, where: str, line: int = 0) -> InputError:
    """The error for a file that ends too early or cannot be unpacked."""
    return InputError(
        f"the file is truncated or damaged ({type(error).__name__})",
        where=where,
        line=line,
        remedy="Fetch or export it again",
    )


def check_member(name: str, size: int, root: Path) -> None:
    """Refuses archive members that lie outside the archive or are absurdly large."""
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\")) or ".." in parts or (len(name) > 1 and name[1] == ":"):
        raise _unsafe(name, root, "points outside the archive")
    if size > _BIGGEST_MEMBER:
        raise _unsafe(name, root, f"is larger than {_BIGGEST_MEMBER >> 30} GiB")


def _unsafe(name: str, root: Path, what: str) -> InputError:
    return InputError(
        f"the member {name!r} {what}",
        where=str(root),
        expected="plain files inside the archive",
        remedy="Nothing was unpacked; pack the archive again",
    )


def check_document_id(doc_id: str) -> None:
    """Refuses a document id that cannot safely become a file name below a folder."""
    _check_name("document id", doc_id)


def check_set_name(name: str) -> None:
    """Refuses a set name that cannot safely become the name of one folder."""
    _check_name("set name", name.replace("/", "\\"))


def _check_name(kind: str, doc_id: str) -> None:
    parts = doc_id.split("/")
    bad = (
        not doc_id
        or any(part in ("", ".", "..") or part.startswith(".") for part in parts)
        or any(char in _RESERVED or ord(char) < 32 for char in doc_id)
        or any(len(part.encode("utf-8")) > _LONGEST_PART for part in parts)
        or any(part.endswith((" ", ".")) for part in parts)
    )
    if bad:
        raise InputError(
            f"the {kind} {doc_id!r} is not a safe file name",
            expected="a relative path without '..', hidden parts or any of < > : \" | ? * \\",
            remedy="Rename it in the source",
        )
