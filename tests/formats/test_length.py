"""Notes that are too long are refused before they are decoded, and the others are read."""

import gzip
import io
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy
from goldsmith.formats import Reader, length, write
from goldsmith.formats.length import count_characters
from goldsmith.formats.shared import lines
from goldsmith.formats.shared.lines import split_lines

LIMIT = 20
#: A text of the maximum length with more bytes than characters, and a text that is too long.
FITS, LONG = "é" * LIMIT, "é" * LIMIT + "."


def read_short(path: Path, fmt: str | None = None, limit: int = LIMIT) -> tuple[list[str], Reader]:
    """Read the documents within a limit; return their texts and the reader with its errors."""
    reader = Reader(path, fmt, keep_going=True, longest_text=limit)
    return [doc.text for doc in reader], reader


def test_characters_are_counted_across_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "aé漢😀" * 10
    for block in range(1, 9):
        monkeypatch.setattr(length, "_BLOCK", block)
        assert count_characters(text.encode()) == count_characters(memoryview(text.encode())) == 40
    assert count_characters(b"") == 0


@pytest.mark.parametrize("fmt", ["text", "brat", "corpus"])
def test_long_text_file_is_refused(fmt: str, tmp_path: Path) -> None:
    write([Document("a", FITS), Document("b", LONG)], tmp_path / "notes", fmt)
    texts, reader = read_short(tmp_path / "notes", fmt)
    [error] = reader.errors
    assert texts == [FITS] and error.remedy is Remedy.RAISE_LENGTH
    assert "the note has 21 characters; expected at most 20" in str(error)
    assert error.where.endswith("b.txt") and "é" not in str(error)
    assert [doc.text for doc in Reader(tmp_path / "notes", fmt)] == [FITS, LONG]


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_long_text_file_is_not_kept_in_memory(suffix: str, tmp_path: Path) -> None:
    opened: Any = gzip.open if suffix else open
    with opened(tmp_path / f"a.txt{suffix}", "wb") as stream:
        for _ in range(40):
            stream.write(b"The patient has a fever.\n" * 40_000)
    tracemalloc.start()
    texts, reader = read_short(tmp_path, "text", 1_000_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert texts == [] and "the note has 40,000,000 characters" in str(reader.errors[0])
    assert peak < 8_000_000


def test_long_line_is_refused_and_the_next_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "_PIECE", 16)
    rows = [{"id": name, "text": text} for name, text in (("a", FITS), ("b", "x" * 100), ("c", ""))]
    content = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (tmp_path / "notes.jsonl").write_text(content, "utf-8")
    texts, reader = read_short(tmp_path / "notes.jsonl")
    [error] = reader.errors
    assert texts == [FITS, ""] and error.line == 2 and error.remedy is Remedy.RAISE_LENGTH
    assert "the line has 124 bytes; expected at most 80, for a note of 20 characters" in str(error)


def test_lines_are_split_as_splitlines_splits_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_PIECE", 4)
    content = b"ab\n\nabc\nabcd\nabcdefgh\nabcdefghi"
    assert list(split_lines(io.BytesIO(content))) == content.splitlines(keepends=True)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
@pytest.mark.parametrize("rows", [1, 4], ids=["row groups of 1", "row groups of 4"])
def test_long_row_is_refused(kind: pa.DataType, rows: int, tmp_path: Path) -> None:
    texts = {"a": FITS, "b": LONG, "c": "c", "..": LONG}
    table = pa.table({"id": list(texts), "text": pa.array(texts.values(), kind)})
    pq.write_table(table, tmp_path / "notes.parquet", row_group_size=rows)
    read, reader = read_short(tmp_path / "notes.parquet")
    assert read == [FITS, "c"]
    assert [error.where for error in reader.errors] == ["b", str(tmp_path / "notes.parquet")]
    assert all("the note has 21 characters" in str(error) for error in reader.errors)


def test_long_row_of_a_dictionary_is_refused(tmp_path: Path) -> None:
    texts = pa.array([LONG, "a", LONG]).dictionary_encode()
    pq.write_table(pa.table({"id": ["a", "b", "c"], "text": texts}), tmp_path / "n.parquet")
    read, reader = read_short(tmp_path / "n.parquet")
    assert read == ["a"] and [error.where for error in reader.errors] == ["a", "c"]


def test_text_of_a_single_large_row_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "notes.parquet"
    table = pa.table({"id": ["a", "b"], "text": ["x" * 100_000, "fever"]})
    pq.write_table(table, path, row_group_size=1, use_dictionary=False, compression="none")
    content = path.read_bytes()
    at = pq.read_metadata(path).row_group(0).column(1).data_page_offset
    path.write_bytes(content[:at] + b"\0" * 40 + content[at + 40 :])
    with pytest.raises(InputError, match="not a readable Parquet file"):
        list(Reader(path))
    read, reader = read_short(path)
    [error] = reader.errors
    assert read == ["fever"] and error.where == "a" and error.remedy is Remedy.RAISE_LENGTH
    assert "the note has 100," in str(error) and "bytes; expected at most 80" in str(error)
