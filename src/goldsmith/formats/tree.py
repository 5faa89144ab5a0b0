"""The files of a corpus by name, gzipped or not; `opening` opens folders and archives as trees."""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, ClassVar, cast

from goldsmith.errors import InputError, quote_id
from goldsmith.formats.damage import (
    DAMAGED,
    MAX_DOCUMENT_SIZE,
    UNREADABLE,
    make_damage_error,
    make_open_error,
    make_size_error,
)
from goldsmith.formats.length import count_characters, make_length_error

#: Some editors write it before the first line; it is part of a text, but not of annotations.
BYTE_ORDER_MARK = "\ufeff"
_CHUNK = 1 << 20


class Tree:
    """The files below a root, by relative name, sorted; names are shown without a final `.gz`.

    Attributes:
        is_file: Whether the root is itself the one file.
    """

    is_file: ClassVar[bool] = False

    def __init__(self, root: Path, members: Iterable[str]) -> None:
        self.root = root
        # A folder may contain very many files: keep no more than one entry for each.
        self._members: dict[str, str] = {}
        for member in sorted(members):
            name = member.removesuffix(".gz")
            if self._members.setdefault(name, member) != member:
                raise _make_twin_error(name, root)
        self._renamed: dict[str, str] = {}
        self.opened: set[str] = set()
        """The files that were opened for reading; reading only the first bytes does not count."""
        self.longest_text = sys.maxsize
        """The most characters that the text of a note may have."""
        self.remarks: Counter[str] = Counter()
        """Assumptions of a format -> number of documents; reported after the last document."""

    @property
    def names(self) -> Sequence[str]:
        """The names of all files, sorted."""
        return tuple(self._members)

    def include_neighbours(self, names: Iterable[str]) -> None:
        """Add files next to a single file; other trees already have all of their files."""

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def rename(self, names: Mapping[str, str]) -> None:
        """Rename files in the tree, so that a format finds them by its own ending.

        Args:
            names: Current name -> new name.
        """
        self._renamed = {new: old for old, new in names.items()}
        members = ((names.get(name, name), member) for name, member in self._members.items())
        self._members = dict(sorted(members))

    def where(self, name: str) -> str:
        """Return the location of a file for messages."""
        return f"{self.root}/{self._renamed.get(name, name)}" if name else str(self.root)

    def open(self, name: str) -> IO[bytes]:
        """Open a file for reading bytes, decompressed.

        Raises:
            InputError: The file cannot be opened: it is encrypted, damaged, a dangling link …
        """
        self.opened.add(name)
        return self._open_decompressed(name)

    def _open_decompressed(self, name: str) -> IO[bytes]:
        member = self._members[name]
        try:
            stream = self._open(member)
        except UNREADABLE as error:
            raise make_open_error(error, self.where(name)) from None
        return cast(IO[bytes], _GzipStream(stream)) if member.endswith(".gz") else stream

    def close(self) -> None:
        """Close the archive; the tree cannot be used afterwards."""

    def read_bytes(self, name: str) -> bytes:
        """Read a whole file.

        Raises:
            InputError: The file is damaged, or larger than a document may be.
        """
        return self._read_whole(name)

    def read_text(self, name: str) -> str:
        """Read a whole file as UTF-8 text without translating line ends."""
        return decode(self.read_bytes(name), where=self.where(name))

    def read_note(self, name: str) -> str:
        """Read the text of a note, like `read_text`, without loading a text that is too long.

        Raises:
            InputError: The file cannot be read, or has more characters than `longest_text`.
        """
        return decode(self._read_whole(name, self.longest_text), where=self.where(name))

    def _read_whole(self, name: str, characters: int = sys.maxsize) -> bytes:
        where = self.where(name)
        with self.open(name) as stream:
            try:
                return _read_limited(stream, characters, where=where)
            except DAMAGED as error:
                raise make_damage_error(error, where) from None

    def read_head(self, name: str) -> bytes:
        """Read the first bytes of a file, which identify its format; empty if it is unreadable."""
        try:
            with self._open_decompressed(name) as stream:
                return stream.read(2048)
        except (InputError, *DAMAGED):
            return b""

    def _open(self, member: str) -> IO[bytes]:
        """Open a file in its stored form."""
        raise NotImplementedError


def _make_twin_error(name: str, root: Path) -> InputError:
    return InputError(
        f"the file {quote_id(name.rpartition('/')[2])} exists twice, compressed and uncompressed",
        where=str(root),
        expected="one of them",
        remedy="Remove the outdated one",
    )


def _read_limited(stream: IO[bytes], limit: int, *, where: str) -> bytes:
    """Read a stream to its end; a compressed stream may be much larger than its file.

    Args:
        stream: The stream.
        limit: The largest number of characters; the rest are counted and discarded.
        where: The location of the file.
    """
    content = stream.read(_CHUNK)
    if len(content) < min(_CHUNK, limit):
        return content
    chunks = [content]
    size, characters = len(content), count_characters(content)
    while chunk := stream.read(_CHUNK):
        size += len(chunk)
        if size > MAX_DOCUMENT_SIZE:
            raise make_size_error(where)
        characters += count_characters(chunk)
        if characters > limit:
            chunks.clear()
        else:
            chunks.append(chunk)
    if characters > limit:
        raise make_length_error(characters, limit).at(where)
    return b"".join(chunks)


class _GzipStream(gzip.GzipFile):
    """A gzip stream that also closes the file it decompresses."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(fileobj=stream)
        self._compressed = stream

    def close(self) -> None:
        super().close()
        self._compressed.close()


def decode(content: bytes, *, where: str) -> str:
    """Decode UTF-8.

    Raises:
        InputError: The content is not UTF-8; the error names the line of the first invalid byte.
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
