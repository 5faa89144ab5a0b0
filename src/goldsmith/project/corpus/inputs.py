"""Documents as arguments of the `goldsmith` functions: a path, or any iterable of documents."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from goldsmith.core import Document, Schema
from goldsmith.project.corpus.note_stream import DocumentNotes, Notes
from goldsmith.project.corpus.schemas import find_schema
from goldsmith.project.corpus.sources import Source

#: A corpus in any format, "demo" for the built-in notes, or documents.
Documents = str | os.PathLike[str] | Iterable[Document]


def open_documents(
    docs: Documents,
    fmt: str | None = None,
    *,
    check: bool = True,
    keep_going: bool = False,
    longest_text: int = sys.maxsize,
) -> Notes:
    """Open documents to iterate over once."""
    if isinstance(docs, str | os.PathLike):
        return Source(
            os.fspath(docs), fmt, check=check, keep_going=keep_going, longest_text=longest_text
        )
    return DocumentNotes(docs)


def make_opener(docs: Documents, fmt: str | None = None) -> Callable[[], Notes]:
    """Return a function that opens documents repeatedly; an iterable is read once."""
    if isinstance(docs, str | os.PathLike):
        return partial(Source, os.fspath(docs), fmt)
    documents = list(docs)
    return lambda: DocumentNotes(documents)


def name_documents(docs: Documents, default: str) -> str:
    """Return the name of the file or folder; the default for documents in memory."""
    if isinstance(docs, str | os.PathLike):
        return Path(docs).name.removesuffix(".gz") or os.fspath(docs)
    return default


def resolve_schema(schema: Schema | str | None) -> Schema | None:
    """Return the schema of a name or path; None for "" and None."""
    if isinstance(schema, str):
        return find_schema(schema) if schema else None
    return schema
