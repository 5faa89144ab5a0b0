"""A corpus divided into shares, each of which a process reads separately.

This spreads reading over the processes that work on the documents, and documents need not be sent
to them. The process that hands out the shares handles everything that concerns the whole corpus:
duplicate ids, and files that were not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from goldsmith.core import Document
from goldsmith.formats import Reader, Unit
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.corpus.sources import Source

#: The number of single-document files in a share.
_FILES = 32


class ReaderOptions(msgspec.Struct, frozen=True):
    """How a process opens the reader of a corpus."""

    path: str
    format: str
    set_name: str
    check: bool
    wording: bool

    def open(self) -> Reader:
        """Open the reader; it collects its errors."""
        return Reader(
            self.path,
            self.format,
            set_name=self.set_name,
            check=self.check,
            wording=self.wording,
            keep_going=True,
        )


class Share(msgspec.Struct, frozen=True):
    """A subset of the units of one reader of a corpus."""

    reader: int
    units: tuple[Unit, ...]


class Remarks(msgspec.Struct, frozen=True):
    """The observations of a process while reading a share.

    Attributes:
        is_sound: Whether every document could be read.
        opened: The files that were opened.
        remarks: The assumptions of the format, and the number of documents for each.
    """

    is_sound: bool
    opened: frozenset[str]
    remarks: dict[str, int]


class SharedCorpus:
    """A corpus that is read in shares.

    Args:
        source: The corpus.
        shares: Its shares, in the order of the documents.
    """

    def __init__(self, source: Source, shares: Sequence[Share]) -> None:
        self._source, self.shares = source, shares
        self.options = tuple(map(_describe, source.readers))

    def add_remarks(self, share: Share, remarks: Remarks) -> None:
        """Add the observations of a process on a share."""
        tree = self._source.readers[share.reader].tree
        tree.opened |= remarks.opened
        tree.remarks.update(remarks.remarks)

    def finish(self) -> None:
        """Log the observations, once all shares have been read."""
        for reader in self._source.readers:
            reader.close()
            reader.report_remarks()


class ShareReader:
    """Reads shares in a separate process; each reader is opened once."""

    def __init__(self, options: Sequence[ReaderOptions]) -> None:
        self._options = options
        self._readers: dict[int, Reader] = {}

    def read(self, share: Share) -> Iterator[Document]:
        """Yield the documents of a share."""
        reader = self._readers.get(share.reader)
        if reader is None:
            reader = self._readers[share.reader] = self._options[share.reader].open()
        return reader.read_units(share.units)

    def take_remarks(self, share: Share) -> Remarks:
        """Return the observations since the last call."""
        reader = self._readers[share.reader]
        tree = reader.tree
        remarks = Remarks(not reader.errors, frozenset(tree.opened), dict(tree.remarks))
        tree.opened.clear()
        tree.remarks.clear()
        return remarks


def split_corpus(notes: Notes) -> SharedCorpus | None:
    """Divide a corpus into shares; return None if its documents come in one stream.

    A file with many documents can be divided if it can be read in parts, such as Parquet.
    """
    if not isinstance(notes, Source) or not notes.readers:
        return None
    shares: list[Share] = []
    for number, reader in enumerate(notes.readers):
        units = reader.split()
        if not units:
            return None
        size = 1 if reader.format.single_file else _FILES
        shares += [Share(number, tuple(units[at : at + size])) for at in range(0, len(units), size)]
    return SharedCorpus(notes, shares)


def _describe(reader: Reader) -> ReaderOptions:
    return ReaderOptions(
        str(Path(reader.path)),
        reader.format.name,
        reader.set_name,
        reader.check,
        reader.wording is not None,
    )
