"""Open a corpus by name: a path in any format, or the built-in demo notes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.examples import notes
from goldsmith.formats import DEFAULT_SET, Reader

#: The name of the built-in corpus, unless a file or folder has that name.
DEMO = "demo"


class Source:
    """The documents of a corpus, to iterate over once.

    Args:
        name: A path, or "demo" for the built-in notes.
        fmt: The format of the path; detected if None.
        set_name: The name of the set to read, if the format has no names for sets.
        check: Raise an error on annotations that are not sound.
        wording: Raise an error on mentions whose recorded wording is not the text at their offsets.
        keep_going: Skip files that cannot be read; `errors` lists them at the end.
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
    ) -> None:
        self.reader: Reader | None = None
        if name != DEMO or Path(name).exists():
            self.reader = Reader(
                name, fmt, set_name=set_name, check=check, wording=wording, keep_going=keep_going
            )

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

    @property
    def errors(self) -> list[InputError]:
        return self.reader.errors if self.reader else []

    def __iter__(self) -> Iterator[Document]:
        return iter(self.reader) if self.reader else notes.load_documents()
