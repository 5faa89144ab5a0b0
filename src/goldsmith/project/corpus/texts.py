"""Plain texts out of anything: documents of any format, or one field of JSON lines or a table."""

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


def texts(paths: Sequence[str], *, field: str = "", fmt: str | None = None) -> Iterator[str]:
    """The texts of files one after the other; with `field`, that of each line or row."""
    for path in paths:
        if field:
            yield from _fields(Path(path), field)
        else:
            yield from (doc.text for doc in Source(path, fmt))


def _fields(path: Path, field: str) -> Iterator[str]:
    name = path.name.removesuffix(".gz")
    rows = _table if name.endswith((".csv", ".tsv")) else _lines
    found = False
    try:
        with _opened(path) as stream:
            for row in rows(stream, name):
                value = row.get(field)
                if isinstance(value, str) and value.strip():
                    found = True
                    yield value
    except FileNotFoundError:
        raise InputError("there is no such file", where=str(path)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, csv.Error, OSError, EOFError):
        raise InputError(
            "this cannot be read", where=str(path), expected="JSON lines, CSV or TSV in UTF-8"
        ) from None
    if not found:
        raise InputError(f"no line has a text in {field!r}", where=str(path))


def _opened(path: Path) -> IO[bytes]:
    return gzip.open(path) if path.suffix == ".gz" else open(path, "rb")  # type: ignore[return-value]


def _lines(stream: IO[bytes], _: str) -> Iterator[dict[str, Any]]:
    decoder = msgspec.json.Decoder(dict[str, Any])
    return (decoder.decode(line) for line in stream if line.strip())


def _table(stream: IO[bytes], name: str) -> Iterator[dict[str, Any]]:
    csv.field_size_limit(_LONGEST_CELL)
    text = io.TextIOWrapper(stream, "utf-8-sig", newline="")
    yield from csv.DictReader(text, delimiter="\t" if name.endswith(".tsv") else ",")
