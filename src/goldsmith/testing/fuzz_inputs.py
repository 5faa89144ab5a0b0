"""Undamaged inputs for the fuzzing of readers: example files, and documents in every format."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO

import msgspec

from goldsmith import formats
from goldsmith.core import AnnotationSet, Document
from goldsmith.errors import MissingExtra
from goldsmith.formats import Feature, Reader, write
from goldsmith.formats.base import get_only_set
from goldsmith.formats.tree import Tree

#: The files of an input by name.
Files = Mapping[str, bytes]
#: How many documents an input of a written format has: small inputs are read quickly.
_GROUP = 4


class MemoryTree(Tree):
    """A tree of files in memory."""

    def __init__(self, files: Files) -> None:
        self._files = files
        super().__init__(Path("/fuzz/input"), files)

    def _open(self, member: str) -> IO[bytes]:
        return io.BytesIO(self._files[member])


@cache
def load_libraries() -> None:
    """Write and read a document in every format, so that libraries reserve their memory now.

    Some, such as the allocator of pyarrow, reserve more than the limit for an input, and abort the
    process if they do not get it.
    """
    doc = Document("n", "No fever.", sets={"gold": AnnotationSet("gold")})
    for name in formats.names():
        if formats.get(name).writes:
            with suppress(MissingExtra):
                list(Reader(MemoryTree(_write_example([doc], name)), name))


def find_memory_disk() -> Path | None:
    """Return a folder for temporary files in memory, or None if the system has none."""
    disk = Path("/dev/shm")
    return disk if os.access(disk, os.W_OK) else None


def collect_inputs(golden: Path) -> dict[str, list[Files]]:
    """Return undamaged inputs of every format that can be read.

    Args:
        golden: A folder with a folder of example files for each format; `bioc_xml` has those of
            bioc-xml. A format that can be written also gets the documents of all other formats.
    """
    inputs: dict[str, list[Files]] = {}
    for name in (each for each in formats.names() if formats.get(each).reads):
        folder = golden / name.replace("-", "_")
        inputs[name] = _split_examples(folder) if folder.is_dir() else []
    docs = list(_read_examples(inputs))
    for name in inputs:
        if formats.get(name).writes:
            groups = range(0, len(docs), _GROUP)
            inputs[name] += [_write_example(docs[at : at + _GROUP], name) for at in groups]
    return inputs


def _split_examples(folder: Path) -> list[Files]:
    """Return the files of a folder as one input, or as one for each of its subfolders."""
    if not any(path.is_file() for path in folder.iterdir()) and folder.name != "knowtator2":
        return [files for child in sorted(folder.iterdir()) for files in _split_examples(child)]
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [{path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}]


def _read_examples(inputs: Mapping[str, Sequence[Files]]) -> Iterator[Document]:
    for name, examples in inputs.items():
        for number, files in enumerate(examples):
            for doc in Reader(MemoryTree(files), name, keep_going=True):
                yield msgspec.structs.replace(doc, id=f"{name}-{number}/{doc.id.replace(':', '_')}")


def reduce_sets(docs: Sequence[Document], name: str) -> list[Document]:
    """Return the documents with one set each if the format cannot carry several."""
    if Feature.SETS in formats.get(name).carries:
        return list(docs)
    return [
        msgspec.structs.replace(
            doc, sets={"gold": msgspec.structs.replace(get_only_set(doc), name="gold")}
        )
        for doc in docs
    ]


def _write_example(docs: Sequence[Document], name: str) -> Files:
    with tempfile.TemporaryDirectory(dir=find_memory_disk()) as folder:
        write(reduce_sets(docs, name), Path(folder, "out"), name, allow_loss=["all"])
        paths = [path for path in Path(folder, "out").rglob("*") if path.is_file()]
        return {path.relative_to(f"{folder}/out").as_posix(): path.read_bytes() for path in paths}
