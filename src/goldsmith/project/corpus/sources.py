"""Open a corpus by name: a path in any format, a release, or the built-in demo notes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.examples import notes
from goldsmith.formats import DEFAULT_SET, CodedWith, PatientRecord, Reader
from goldsmith.project.releases.shelf import find_release

#: The name of the built-in corpus, unless a file or folder has that name.
DEMO = "demo"


class Source:
    """The documents of a corpus, to iterate over once.

    Args:
        name: A path, "demo" for the built-in notes, or a release: NAME@VERSION for all of it,
            NAME@VERSION:SPLIT for a split. The files of a release are verified first.
        fmt: The format of the path; detected if None.
        set_name: The name of the set to read, if the format has no names for sets.
        check: Raise an error on invalid annotations.
        wording: Raise an error on mentions with a recorded wording that differs from the text.
        keep_going: Skip files that cannot be read; `errors` lists them at the end.
        longest_text: The most characters of a note (see `Reader`).
    """

    def __init__(
        self,
        name: str,
        fmt: str | None = None,
        *,
        set_name: str = DEFAULT_SET,
        check: bool = True,
        wording: bool = True,
        keep_going: bool = False,
        longest_text: int = sys.maxsize,
    ) -> None:
        self.name = name
        self.readers: list[Reader] = []
        self.errors: list[InputError] = []
        """The errors of unreadable files; users of the source may add to it."""
        if name == DEMO and not Path(name).exists():
            return
        release = find_release(name)
        paths: list[Path | str] = [*release.open_splits()] if release else [name]
        self.readers = [
            Reader(
                path,
                "corpus" if release else fmt,
                set_name=set_name,
                check=check,
                wording=wording,
                keep_going=keep_going,
                longest_text=longest_text,
            )
            for path in paths
        ]
        for reader in self.readers:
            reader.errors = self.errors

    @property
    def reader(self) -> Reader | None:
        """The reader of the path, or of the first split of a release; None for built-in notes."""
        return self.readers[0] if self.readers else None

    @property
    def format(self) -> str:
        """The name of the format."""
        return self.reader.format.name if self.reader else "built in"

    @property
    def total(self) -> int | None:
        """The number of documents, if it is known in advance."""
        if self.reader is None or self.reader.format.single_file or len(self.reader.units) == 1:
            return None
        return len(self.reader.units)

    def read_records(self) -> Iterator[PatientRecord]:
        """Read the structured records of the patients, if the corpus has any."""
        return chain.from_iterable(reader.read_records() for reader in self.readers)

    def read_terms(self) -> tuple[CodedWith, ...]:
        """Return the terminologies that the corpus is coded with, if it names any."""
        return tuple(dict.fromkeys(chain(*(reader.read_terms() for reader in self.readers))))

    def __iter__(self) -> Iterator[Document]:
        return chain.from_iterable(self.readers) if self.readers else notes.load_documents()
