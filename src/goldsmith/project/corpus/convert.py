"""Converts a corpus from one format to another, all or nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

import msgspec

from goldsmith.core import Document
from goldsmith.core.validation import mismatches
from goldsmith.formats import get, write
from goldsmith.project.corpus.sources import Source

#: Wraps the documents on their way through, to show progress; the number is the total if known.
Follow = Callable[[Iterable[Document], int | None], Iterable[Document]]


class Conversion(msgspec.Struct, frozen=True):
    """What a conversion did."""

    source_format: str
    target_format: str
    out: str
    documents: int
    dropped: dict[str, int]
    skipped: list[str]
    """One message for each file that could not be read, with `keep_going`."""
    other_wording: int
    """Mentions whose recorded wording is not the text at their offsets."""


def convert(
    source: Source,
    to: str,
    out: Path,
    *,
    sets: Collection[str] = (),
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    follow: Follow = lambda docs, _: docs,
) -> Conversion:
    """Writes the documents of a source to `out` in another format and says what happened."""
    target = get(to)
    odd = 0

    def checked(docs: Iterable[Document]) -> Iterator[Document]:
        nonlocal odd
        for doc in docs:
            odd += sum(1 for one in doc.sets.values() for _ in mismatches(doc, one))
            yield doc

    docs = follow(checked(source), source.total)
    written = write(docs, out, target, sets=sets, allow_loss=allow_loss, overwrite=overwrite)
    return Conversion(
        source.format,
        target.name,
        str(out),
        written.documents,
        written.dropped,
        [str(error) for error in source.errors],
        odd,
    )
