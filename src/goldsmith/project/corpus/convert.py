"""Convert a corpus from one format to another; a failed conversion leaves no output."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from goldsmith.core import Document
from goldsmith.core.structure import check_recorded_text
from goldsmith.formats import CodedWith, get, write
from goldsmith.project.corpus.sources import Source

Item = TypeVar("Item")


class Track(Protocol):
    """Yields documents, or an item for each of them, and shows progress.

    `total` is the number of documents, if it is known.
    """

    def __call__(self, docs: Iterable[Item], total: int | None, /) -> Iterable[Item]: ...


def pass_on(docs: Iterable[Item], total: int | None) -> Iterable[Item]:
    """Yield documents without showing progress."""
    del total
    return docs


class Conversion(msgspec.Struct, frozen=True):
    """The outcome of a conversion."""

    source_format: str
    target_format: str
    out: str
    documents: int
    records: int
    dropped: dict[str, int]
    skipped: list[str]
    """A message for each file that could not be read, with `keep_going`."""
    other_wording: int
    """Mentions whose recorded text differs from the text at their offsets."""


def convert(
    source: Source,
    to: str,
    out: Path,
    *,
    sets: Collection[str] = (),
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    coded_with: Collection[CodedWith] = (),
    track: Track = pass_on,
) -> Conversion:
    """Write the documents of a source in another format.

    Args:
        source: The documents.
        to: The name of the format to write.
        out: The folder or file to write.
        sets: The annotation sets to write; all if empty.
        allow_loss: What may be dropped: names of features, or "all".
        overwrite: Replace an existing output.
        coded_with: The terminologies that the codes come from; by default the ones that the source
            names.
        track: Shows progress.

    Raises:
        LossError: The format cannot carry something that `allow_loss` does not name.
        BadFiles: Files of the source cannot be read.
    """
    target = get(to)
    mismatches = 0

    def count_mismatches(docs: Iterable[Document]) -> Iterator[Document]:
        nonlocal mismatches
        for doc in docs:
            for annotation_set in doc.sets.values():
                mismatches += sum(1 for _ in check_recorded_text(doc, annotation_set))
            yield doc

    docs = track(count_mismatches(source), source.total)
    written = write(
        docs,
        out,
        target,
        sets=sets,
        records=source.read_records(),
        terms=coded_with or source.read_terms(),
        allow_loss=allow_loss,
        overwrite=overwrite,
    )
    return Conversion(
        source.format,
        target.name,
        str(out),
        written.documents,
        written.records,
        written.dropped,
        [str(error) for error in source.errors],
        mismatches,
    )
