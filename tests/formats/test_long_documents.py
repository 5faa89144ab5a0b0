"""Very long documents: columns on disk, texts in pieces, and round trips without loss."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Span
from goldsmith.core.packed import PackedSequence
from goldsmith.formats import read, write
from goldsmith.formats.parquet import arrays, scratch
from goldsmith.formats.parquet.files import choose_batch_rows, open_reader
from goldsmith.formats.parquet.schema import DOCUMENT
from goldsmith.formats.parquet.scratch import ScratchBuffer, release_memory
from goldsmith.formats.shared import native
from goldsmith.project.corpus.note_stream import JsonLines

MEGABYTE = 1_000_000


def make_mention(number: int) -> Mention:
    code = Code(f"C{number % 50}", "open", "breast cancer")
    span = Span(number, number + 1)
    return Mention(f"s{number}", "Condition", (span,), {"negation": "yes"}, (code,), "x")


def make_document(mentions: int) -> Document:
    """Make a document with a mention for each character, packed as in a long note."""
    packed = PackedSequence(Mention, map(make_mention, range(mentions)))
    relations = (Relation("r1", "Next", "s0", "s1"),)
    annotations = msgspec.structs.replace(
        AnnotationSet("system", relations=relations),
        mentions=packed,
    )
    return Document("long", "x" * mentions, sets={"system": annotations})


@given(st.lists(st.binary(max_size=20)), st.integers(0, 30))
def test_buffer_contains_all_appended_pieces(pieces: list[bytes], limit: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scratch, "_IN_MEMORY", limit)
        buffer = ScratchBuffer()
        for piece in pieces:
            buffer.append(piece)
        content = buffer.build()
    release_memory()
    assert content.to_pybytes() == b"".join(pieces)


def test_columns_on_disk_give_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    doc = make_document(20_000)
    write([doc], tmp_path / "memory.parquet", "parquet")
    monkeypatch.setattr(scratch, "_IN_MEMORY", 100)
    monkeypatch.setattr(arrays, "_MAX_CHARACTERS", 100)
    write([doc], tmp_path / "disk.parquet", "parquet")
    files = [(tmp_path / name).read_bytes() for name in ("memory.parquet", "disk.parquet")]
    assert files[0] == files[1]
    [read_back] = read(tmp_path / "disk.parquet")
    assert read_back.text == doc.text
    assert read_back.sets["system"].mentions == tuple(doc.sets["system"].mentions)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))), st.integers(1, 5))
def test_long_texts_are_encoded_like_short_ones(texts: list[str], size: int) -> None:
    expected = pa.array(texts, pa.string())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "_MAX_CHARACTERS", size)
        assert arrays.encode_texts(texts).equals(expected)


def test_row_of_a_long_note_is_not_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "_IN_MEMORY", 1 << 14)
    peaks = []
    for count in (40_000, 120_000):
        doc = make_document(count)
        tracemalloc.start()
        try:
            row = pa.RecordBatch.from_struct_array(DOCUMENT.encode([doc]))
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert row.nbytes > 10 * MEGABYTE and peaks[1] < peaks[0] + MEGABYTE


def test_ids_and_offsets_are_not_dictionary_encoded(tmp_path: Path) -> None:
    write([make_document(100)], tmp_path / "notes.parquet", "parquet")
    group = pq.read_metadata(tmp_path / "notes.parquet").row_group(0)
    columns = [group.column(number) for number in range(group.num_columns)]
    plain = {
        column.path_in_schema.rpartition("mentions.list.element.")[2]
        for column in columns
        if "RLE_DICTIONARY" not in column.encodings
    }
    assert {"text", "id", "spans.list.element.start", "spans.list.element.end"} <= plain
    assert not {"type", "codes.list.element.code", "attributes.key_value.value"} & plain


def test_long_rows_are_decoded_in_small_batches(tmp_path: Path) -> None:
    for name, length in (("short", 100), ("long", 3 * MEGABYTE)):
        table = pa.table({"id": ["a", "b"], "text": ["x" * length] * 2})
        pq.write_table(table, tmp_path / f"{name}.parquet", use_dictionary=False)
    with open_reader(tmp_path / "short.parquet") as file:
        assert choose_batch_rows(file, range(1)) == 128
    with open_reader(tmp_path / "long.parquet") as file:
        assert choose_batch_rows(file, range(1)) == 1


def test_long_text_is_written_to_json_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'He said "no";\n\t\\ 😀 ’\u2028 ' * 3
    doc = msgspec.structs.replace(make_document(40), id='a"b', text=text)
    expected = msgspec.json.encode(native.fill_mention_texts(_unpack(doc))) + b"\n"
    for size in (1, 7, 1_000):
        monkeypatch.setattr(native, "_CHARACTERS", size)
        assert b"".join(native.encode_line(doc)) == expected


def _unpack(doc: Document) -> Document:
    annotations = doc.sets["system"]
    return doc.with_set(msgspec.structs.replace(annotations, mentions=tuple(annotations.mentions)))


def check_that_line_is_not_kept(notes: Iterator[Document]) -> None:
    tracemalloc.start()
    try:
        doc = next(notes)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(doc.text) == 5 * MEGABYTE and held < 8 * MEGABYTE
    assert [doc.id for doc in notes] == ["b"]


def test_line_of_a_long_note_is_not_kept(tmp_path: Path) -> None:
    line = msgspec.json.encode({"id": "a", "text": "x" * 5 * MEGABYTE})
    (tmp_path / "notes.jsonl").write_bytes(line + b'\n{"id":"b","text":"x"}\n')
    with open(tmp_path / "notes.jsonl", "rb") as stream:
        check_that_line_is_not_kept(iter(JsonLines(stream)))
    check_that_line_is_not_kept(read(tmp_path / "notes.jsonl", "jsonl"))
