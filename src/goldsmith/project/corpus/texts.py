"""Read plain texts: of documents in any format, or of a field of JSON lines or a table."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from goldsmith.errors import InputError
from goldsmith.project.corpus.sources import Source

_LONGEST_CELL = 1 << 28


def read_texts(paths: Sequence[str], *, field: str = "", fmt: str | None = None) -> Iterator[str]:
    """Yield the texts of files one after the other.

    Args:
        paths: Corpora in any format; with `field`, files of JSON lines, CSV or TSV.
        field: The field or column with the text.
        fmt: The format of the corpora; detected if None.

    Raises:
        InputError: A file is missing or unreadable, or has no text in the field.
    """
    for path in paths:
        if field:
            yield from _read_field(Path(path), field)
        else:
            yield from (doc.text for doc in Source(path, fmt))


def _read_field(path: Path, field: str) -> Iterator[str]:
    name = path.name.removesuffix(".gz")
    rows = _read_table if name.endswith((".csv", ".tsv")) else _read_lines
    has_text = False
    try:
        with _open(path) as stream:
            for row in rows(stream, name):
                value = row.get(field)
                if isinstance(value, str) and value.strip():
                    has_text = True
                    yield value
    except FileNotFoundError:
        raise InputError("there is no such file", where=str(path)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, csv.Error, OSError, EOFError):
        raise InputError(
            "cannot read this file", where=str(path), expected="JSON lines, CSV or TSV in UTF-8"
        ) from None
    if not has_text:
        raise InputError(f"no line has a text in {field!r}", where=str(path))


def _open(path: Path) -> IO[bytes]:
    return gzip.open(path) if path.suffix == ".gz" else open(path, "rb")  # type: ignore[return-value]


def _read_lines(stream: IO[bytes], _: str) -> Iterator[dict[str, Any]]:
    decoder = msgspec.json.Decoder(dict[str, Any])
    return (decoder.decode(line) for line in stream if line.strip())


def _read_table(stream: IO[bytes], name: str) -> Iterator[dict[str, Any]]:
    csv.field_size_limit(_LONGEST_CELL)
    delimiter = "\t" if name.endswith(".tsv") else ","
    with io.TextIOWrapper(stream, "utf-8-sig", newline="") as text:
        yield from csv.DictReader(text, delimiter=delimiter)
