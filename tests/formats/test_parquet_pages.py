"""Sizes of Parquet pages, and copies of rows without long texts."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace

from goldsmith.examples.notes import load_documents
from goldsmith.formats import write
from goldsmith.formats.parquet import short_copies
from goldsmith.formats.parquet.pages import read_page_sizes
from goldsmith.formats.parquet.short_copies import has_large_page
from goldsmith.project.models.tables import parts
from goldsmith.project.models.tables.parts import Part, Row, list_parts, read_part

LIMIT = 5_000
LONG = "é" * 30_000


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat any page as large that exceeds the limit on a note."""
    monkeypatch.setattr(short_copies, "_LARGE_PAGE", 0)


def list_sizes(path: Path) -> tuple[list[int], Any]:
    column = pq.read_metadata(path).row_group(0).column(0)
    with path.open("rb") as stream:
        return list(read_page_sizes(stream, column)), column


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("compression", ["none", "snappy", "zstd"])
@pytest.mark.parametrize("use_dictionary", [False, True])
def test_all_pages_are_found(
    version: str, compression: str, use_dictionary: bool, tmp_path: Path
) -> None:
    texts = [f"note {number} {'x' * (number % 7)}" for number in range(2_000)]
    texts[1_200] = LONG
    pq.write_table(
        pa.table({"text": texts}),
        tmp_path / "notes.parquet",
        data_page_version=version,
        compression=compression,
        use_dictionary=use_dictionary,
        data_page_size=2_000,
        write_batch_size=10,
    )
    sizes, column = list_sizes(tmp_path / "notes.parquet")
    headers = column.total_uncompressed_size - sum(sizes)
    assert 10 * len(sizes) < headers < 100 * len(sizes) + 2 * len(LONG.encode())
    if not use_dictionary:
        assert len(sizes) > 10 and [size > 60_000 for size in sizes].count(True) == 1


def write_notes(path: Path, texts: dict[str, Any], kind: pa.DataType, **options: Any) -> Path:
    table = pa.table({"id": list(texts), "text": pa.array(texts.values(), kind)})
    pq.write_table(table, path, **options)
    return path


def describe(row: Row) -> tuple[str, object, str]:
    return row.name, row.doc, str(row.error)


def read_rows(path: Path, limit: int = LIMIT, part_rows: int = 3) -> list[Row]:
    return [
        row
        for part in list_parts(path, rows=part_rows)
        for row in read_part(part, longest_text=limit)
    ]


TEXTS = {"a": "fever", "b": None, "c": "", "d": LONG, "..": LONG, "e": "zero \0", "f": "é" * LIMIT}


def test_a_copy_has_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_notes(tmp_path / "notes.parquet", TEXTS, pa.string(), row_group_size=5)
    read = [describe(row) for row in read_rows(path)]
    monkeypatch.setattr(parts, "has_large_page", lambda *_: False)
    assert read == [describe(row) for row in read_rows(path)]
    assert [name for name, doc, _ in read if doc] == ["a", "e", "f"]
    assert sum("the note has 30,000 characters" in error for _, _, error in read) == 2


def test_only_the_copy_is_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_notes(tmp_path / "notes.parquet", TEXTS, pa.string())
    files, read_batches = list[str](), parts._read_batches

    def record(part: Part) -> Any:
        files.append(part.file)
        return read_batches(part)

    monkeypatch.setattr(parts, "_read_batches", record)
    read_rows(path)
    assert len(files) == 3 and str(path) not in files
    assert not any(Path(file).exists() for file in files)


def test_long_bytes_are_refused_by_their_size(tmp_path: Path) -> None:
    texts = {"a": b"fever", "b": LONG.encode(), "c": b"\xff", "d": ("é" * LIMIT).encode()}
    rows = read_rows(write_notes(tmp_path / "notes.parquet", texts, pa.binary()))
    assert [row.name for row in rows if row.doc] == ["a", "d"]
    assert "the note has 60,000 bytes; expected at most 20,000" in str(rows[1].error)
    assert "the text is not UTF-8" in str(rows[2].error) and rows[1].name == "b"


def test_a_copy_has_the_annotations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs = [replace(doc, text=doc.text + " " * LIMIT) for doc in list(load_documents())[:3]]
    path = tmp_path / "notes.parquet"
    write([*docs, replace(docs[0], id="long", text=docs[0].text + LONG)], path, "parquet")
    read = [describe(row) for row in read_rows(path, limit=7_000)]
    assert [name for name, doc, _ in read if doc] == [doc.id for doc in docs]
    monkeypatch.setattr(parts, "has_large_page", lambda *_: False)
    assert read == [describe(row) for row in read_rows(path, limit=7_000)]


def test_repeated_ids_of_a_copy_are_refused(tmp_path: Path) -> None:
    path = write_notes(tmp_path / "notes.parquet", TEXTS, pa.string())
    [_, _, part] = [replace(part, repeated=(6,)) for part in list_parts(path, rows=3)]
    [row] = read_part(part, longest_text=LIMIT)
    assert row.doc is None and "occurs twice" in str(row.error)


def test_what_duckdb_cannot_read_is_left_to_arrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_notes(tmp_path / "notes[1].parquet", TEXTS, pa.string())
    (tmp_path / "notes1.parquet").write_bytes(path.read_bytes()[:100])
    read = [describe(row) for row in read_rows(path)]
    monkeypatch.setattr(parts, "has_large_page", lambda *_: False)
    assert read == [describe(row) for row in read_rows(path)]
    bad = pa.array([b"\xff", LONG.encode()]).view(pa.string())
    pq.write_table(pa.table({"id": ["a", "b"], "text": bad}), tmp_path / "bad.parquet")
    monkeypatch.undo()
    monkeypatch.setattr(short_copies, "_LARGE_PAGE", 0)
    rows = read_rows(tmp_path / "bad.parquet")
    assert ["not UTF-8" in str(rows[0].error), "characters" in str(rows[1].error)] == [True, True]


@pytest.mark.parametrize("content", [b"", b"\0", b"\x15\x03", b"\x19" * 40, b"\xff" * 40])
def test_damaged_page_header_is_not_a_large_page(content: bytes, tmp_path: Path) -> None:
    path = write_notes(
        tmp_path / "notes.parquet", TEXTS, pa.string(), use_dictionary=False, compression="none"
    )
    assert has_large_page(path, 0, LIMIT)
    column = pq.read_metadata(path).row_group(0).column(1)
    with path.open("r+b") as stream:
        stream.seek(column.data_page_offset)
        stream.write(content + b"\0" * (40 if content else 0))
    assert has_large_page(path, 0, LIMIT) is (content == b"")
