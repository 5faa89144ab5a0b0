"""Documents in chunks, and the folder that records which chunks are done.

A run may be killed at any moment: the file of a chunk appears complete or not at all. Which
documents form a chunk depends only on the documents, so that a resumed run makes the same chunks.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from goldsmith import storage
from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy
from goldsmith.runners.annotate import Batch

_RUN = "run.json"
_DOCUMENTS, _CHARACTERS = 32, 200_000


class Chunk(msgspec.Struct, frozen=True):
    """Documents that are processed together, also as JSON; the digest identifies them."""

    number: int
    digest: str
    documents: tuple[Document, ...]
    content: bytes


class ChunkFile(msgspec.Struct, frozen=True):
    """The file of a finished chunk: the digest of its documents, and the result."""

    digest: str
    batch: Batch


def chunk_documents(docs: Iterable[Document]) -> Iterator[Chunk]:
    """Cut a stream of documents into chunks of about the same size, in order."""
    for number, group in enumerate(group_documents(docs)):
        yield make_chunk(number, group)


def group_documents(
    docs: Iterable[Document], *, characters: int = _CHARACTERS
) -> Iterator[list[Document]]:
    """Yield the documents in lists of about the same size, in order."""
    group: list[Document] = []
    size = 0
    for doc in docs:
        group.append(doc)
        size += len(doc.text)
        if len(group) == _DOCUMENTS or size >= characters:
            yield group
            group, size = [], 0
    if group:
        yield group


def make_chunk(number: int, docs: Sequence[Document]) -> Chunk:
    """Make a chunk of documents."""
    total = sha256()
    lines = [msgspec.json.encode(doc) for doc in docs]
    for line in lines:
        total.update(line + b"\n")
    return Chunk(number, total.hexdigest(), tuple(docs), b"[" + b",".join(lines) + b"]")


class RunFolder:
    """The folder with the finished chunks of a run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def open(self, settings: dict[str, str], *, resume: bool, restart: bool) -> None:
        """Start a run, or continue an unfinished one that had the same settings.

        Raises:
            InputError: There is an unfinished run and neither `resume` nor `restart` is set, or it
                had different settings.
        """
        if self.folder.exists() and restart and not resume:
            shutil.rmtree(self.folder)
        if not self.folder.exists():
            self.folder.mkdir(parents=True)
            self._write(_RUN, msgspec.json.encode(settings))
            return
        if not resume:
            raise InputError(
                "an earlier run was not finished",
                where=str(self.folder),
                remedy=Remedy.RESUME,
            )
        self._check_settings(settings)

    def _check_settings(self, settings: dict[str, str]) -> None:
        try:
            earlier = msgspec.json.decode((self.folder / _RUN).read_bytes(), type=dict[str, str])
        except (FileNotFoundError, msgspec.MsgspecError):
            earlier = {}
        differing = [name for name in settings if earlier.get(name) != settings[name]]
        if differing:
            raise InputError(
                f"the earlier run had another {differing[0]}",
                where=str(self.folder),
                remedy=Remedy.START_AGAIN,
            )

    def _write(self, name: str, content: bytes) -> None:
        storage.write_bytes(self.folder / name, content, tidy=False)

    def has(self, chunk: Chunk) -> bool:
        """Return whether a chunk is done.

        Raises:
            InputError: The stored chunk with this number has other documents.
        """
        stored = self._read(chunk.number)
        if stored is not None and stored.digest != chunk.digest:
            raise InputError(
                "the notes differ from those of the earlier run",
                where=str(self.folder),
                remedy=Remedy.START_AGAIN,
            )
        return stored is not None

    def store(self, number: int, digest: str, batch: bytes) -> None:
        """Store the result of a chunk: a batch as JSON."""
        content = {"digest": digest, "batch": msgspec.Raw(batch)}
        self._write(_file_name(number), msgspec.json.encode(content))

    def read(self, number: int) -> Batch:
        """Return the result of a finished chunk.

        Raises:
            InputError: It is missing or damaged.
        """
        stored = self._read(number)
        if stored is None:
            raise InputError("a part of the run is missing", where=str(self.folder))
        return stored.batch

    def _read(self, number: int) -> ChunkFile | None:
        try:
            return msgspec.json.decode(
                (self.folder / _file_name(number)).read_bytes(), type=ChunkFile
            )
        except FileNotFoundError:
            return None
        except msgspec.MsgspecError:
            return None  # damaged, so the chunk is processed again

    def remove(self) -> None:
        """Delete the folder."""
        shutil.rmtree(self.folder)


def _file_name(number: int) -> str:
    return f"{number:08}.json"
