"""Documents in chunks, and the folder that remembers which chunks are done.

A run can be killed at any moment: a chunk's file is put in place whole, by renaming. What goes
into a chunk follows from the documents alone, so that a run that goes on makes the same chunks.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.runners.local import Batch

_RUN = "run.json"
_DOCUMENTS, _CHARACTERS = 32, 200_000


class Chunk(msgspec.Struct, frozen=True):
    """Documents to do together; the digest pins their ids and texts."""

    number: int
    digest: str
    documents: tuple[Document, ...]


class Kept(msgspec.Struct, frozen=True):
    """A chunk's file: what was asked, and what came of it."""

    digest: str
    batch: Batch


def chunks(docs: Iterable[Document]) -> Iterator[Chunk]:
    """The documents in order, in chunks of about the same work."""
    held: list[Document] = []
    size = number = 0
    for doc in docs:
        held.append(doc)
        size += len(doc.text)
        if len(held) == _DOCUMENTS or size >= _CHARACTERS:
            yield _chunk(number, held)
            held, size, number = [], 0, number + 1
    if held:
        yield _chunk(number, held)


def _chunk(number: int, docs: list[Document]) -> Chunk:
    total = sha256()
    for doc in docs:
        total.update(msgspec.json.encode(doc) + b"\n")
    return Chunk(number, total.hexdigest(), tuple(docs))


class RunFolder:
    """The chunks of a run that are done."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def begin(self, what: dict[str, str], *, resume: bool, restart: bool) -> None:
        """Take up an unfinished run of the same kind, or begin one."""
        if self.folder.exists() and restart and not resume:
            shutil.rmtree(self.folder)
        if not self.folder.exists():
            self.folder.mkdir(parents=True)
            self._put(_RUN, msgspec.json.encode(what))
            return
        if not resume:
            raise InputError(
                "an earlier run was not finished",
                where=str(self.folder),
                remedy="Go on with it: --resume. Or begin again: --overwrite",
            )
        self._same(what)

    def _same(self, what: dict[str, str]) -> None:
        try:
            said = msgspec.json.decode((self.folder / _RUN).read_bytes(), type=dict[str, str])
        except (FileNotFoundError, msgspec.MsgspecError):
            said = {}
        if other := [name for name in what if said.get(name) != what[name]]:
            raise InputError(
                f"the earlier run had another {other[0]}",
                where=str(self.folder),
                remedy="Resume with what it was begun with, or begin again: --overwrite",
            )

    def _put(self, name: str, content: bytes) -> None:
        part = self.folder / f".{name}.part"
        with open(part, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(self.folder / name)

    def has(self, chunk: Chunk) -> bool:
        """Whether a chunk is done; a chunk of other notes is refused."""
        kept = self._read(chunk.number)
        if kept is not None and kept.digest != chunk.digest:
            raise InputError(
                "the notes are not those that the earlier run began with",
                where=str(self.folder),
                remedy="Begin again: --overwrite",
            )
        return kept is not None

    def keep(self, number: int, digest: str, batch: bytes) -> None:
        """Write down what came of a chunk: a batch as JSON."""
        content = {"digest": digest, "batch": msgspec.Raw(batch)}
        self._put(_name(number), msgspec.json.encode(content))

    def batches(self, count: int) -> Iterator[Batch]:
        """What came of the first chunks, in order."""
        for number in range(count):
            kept = self._read(number)
            if kept is None:
                raise InputError("a part of the run is missing", where=str(self.folder))
            yield kept.batch

    def _read(self, number: int) -> Kept | None:
        try:
            return msgspec.json.decode((self.folder / _name(number)).read_bytes(), type=Kept)
        except FileNotFoundError:
            return None
        except msgspec.MsgspecError:
            return None  # damaged: it is done again

    def remove(self) -> None:
        """Forget the run."""
        shutil.rmtree(self.folder)


def _name(number: int) -> str:
    return f"{number:08}.json"
