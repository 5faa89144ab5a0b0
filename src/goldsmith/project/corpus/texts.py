"""Reading of plain texts from documents in any format, or from a field of JSON lines or tables."""

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


def read_texts(
    paths: Sequence[str], *, fields: Sequence[str] = (), fmt: str | None = None
) -> Iterator[str]:
    """Yield the texts of files in order.

    Args:
        paths: Corpora in any format; with `fields`, also files of JSON lines, CSV or TSV.
        fields: The fields or columns with text; a file may have any of them.
        fmt: The format of the corpora; detected if None.

    Raises:
        InputError: A file is missing or unreadable, or no file has text in a field.
    """
    unused = set(fields)
    for path in paths:
        if fields and _is_table(path):
            yield from _read_fields(Path(path), fields, unused)
        else:
            yield from (doc.text for doc in Source(path, fmt))
    if unused:
        raise InputError(f"no file has text in {', '.join(map(repr, sorted(unused)))}")


def _is_table(path: str) -> bool:
    return path.removesuffix(".gz").endswith((".jsonl", ".ndjson", ".json", ".csv", ".tsv"))


def _read_fields(path: Path, fields: Sequence[str], unused: set[str]) -> Iterator[str]:
    """Yield the texts in the fields of a file, and remove those that have any from `unused`."""
    name = path.name.removesuffix(".gz")
    rows = _read_table if name.endswith((".csv", ".tsv")) else _read_lines
    has_text = False
    try:
        with _open(path) as stream:
            for row in rows(stream, name):
                for field in fields:
                    value = row.get(field)
                    if isinstance(value, str) and value.strip():
                        has_text = True
                        unused.discard(field)
                        yield value
    except FileNotFoundError:
        raise InputError("there is no such file", where=str(path)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, csv.Error, OSError, EOFError):
        raise InputError(
            "cannot read this file", where=str(path), expected="JSON lines, CSV or TSV in UTF-8"
        ) from None
    if not has_text:
        names = " or ".join(map(repr, fields))
        raise InputError(f"no line has text in {names}", where=str(path))


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
