"""Parquet: Goldsmith's columns, tables written by other tools, and bad input."""

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from goldsmith.core import (
    CUI_LESS,
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Metadata,
    Note,
    Provenance,
    Relation,
    Section,
    Span,
)
from goldsmith.errors import InputError
from goldsmith.formats import Reader, get, parquet, read, write
from goldsmith.formats.parquet.builders import make_builder

GOLDEN = Path(__file__).parent / "golden" / "parquet"
SECRET = "Hartmannbund"

TEXT = "HISTORY\nBreast cancer 😀, no mets.\r\nPLAN\nTamoxifen."
MENTIONS = (
    Mention(
        "m1",
        "Condition",
        (Span(8, 21),),
        {"status": "present"},
        (Code("C0006142", "UMLS", "Malignant neoplasm of breast"), Code(CUI_LESS)),
        "Breast cancer",
    ),
    Mention("m2", "Condition", (Span(25, 27), Span(28, 32)), {"brat:event": "x"}, (), "no mets"),
    Mention("m3", "Drug", (Span(40, 49),), {}, (), "Tamoxifen"),
    Mention("m4", "Concept", (), {}, (Code("D013629", "MESH"),)),
)
LETTER = Document(
    "letters/1",
    TEXT,
    Metadata(
        "P1",
        "letter",
        "clinic",
        "2008-03-14",
        "C50.9",
        "St Elsewhere",
        {"author": "RM", "empty": ""},
    ),
    (
        Section(Span(0, 33), "history", "HISTORY"),
        Section(Span(35, len(TEXT)), "plan", "PLAN"),
    ),
    {
        "gold": AnnotationSet(
            "gold",
            MENTIONS,
            (Relation("r1", "treats", "m3", "m1", {"certainty": "low"}),),
            (Group("g1", "identity", ("m1", "m4"), {"by": "rule"}),),
            (Note("see ward notes", "m1", "todo"), Note("whole letter")),
            "clef",
            Provenance("human", "A1", "2026-11-15T10:00:00Z", "goldsmith", ("a", "b")),
        ),
        "system": AnnotationSet("system"),
    },
)


def test_file_of_version_1_can_be_read() -> None:
    assert list(read(GOLDEN / "version1.parquet", "parquet")) == [LETTER, Document("letters/2", "")]


def test_written_columns(tmp_path: Path) -> None:
    write([LETTER], tmp_path / "out.parquet", "parquet")
    [row] = pq.read_table(tmp_path / "out.parquet").to_pylist(maps_as_pydicts="strict")
    expected = msgspec.json.decode(msgspec.json.encode(LETTER))
    assert (row["id"], row["text"]) == ("letters/1", TEXT)
    assert row["metadata"] == expected["metadata"]
    assert row["sections"][0] == {
        "span": {"start": 0, "end": 33},
        "kind": "history",
        "title": "HISTORY",
    }
    gold, system = row["sets"]
    assert (gold["name"], gold["schema"], system["name"]) == ("gold", "clef", "system")
    assert gold["provenance"] == expected["sets"]["gold"]["provenance"]
    assert gold["mentions"][1] == {
        "id": "m2",
        "type": "Condition",
        "spans": [{"start": 25, "end": 27}, {"start": 28, "end": 32}],
        "attributes": {"brat:event": "x"},
        "codes": [],
        "text": "no mets",
    }
    assert gold["mentions"][0]["codes"][1] == {"code": CUI_LESS, "system": "", "name": ""}
    assert gold["relations"] == expected["sets"]["gold"]["relations"]
    assert gold["groups"] == expected["sets"]["gold"]["groups"]
    assert gold["notes"][1] == {"text": "whole letter", "target": "", "kind": ""}


def test_schema_does_not_change(tmp_path: Path) -> None:
    """Check the columns, which other programs read: a change needs a new version."""
    write([], tmp_path / "out.parquet", "parquet")
    now, then = (
        pq.ParquetFile(path) for path in (tmp_path / "out.parquet", GOLDEN / "version1.parquet")
    )
    with now, then:
        assert now.schema.equals(then.schema)
        assert now.schema_arrow.metadata[b"goldsmith.version"] == b"1"


def test_two_sets_with_the_same_name_are_refused(tmp_path: Path) -> None:
    doc = Document("1", "x", sets={"a": AnnotationSet("gold"), "b": AnnotationSet("gold")})
    get("parquet").write([doc], tmp_path)
    with pytest.raises(InputError, match=r"corpus\.parquet: a document has two sets of the same"):
        list(read(tmp_path, "parquet"))


def make_documents(count: int, text: str = "fever") -> list[Document]:
    return [Document(f"n{number}", text) for number in range(count)]


def get_row_groups(path: Path) -> list[int]:
    with pq.ParquetFile(path) as file:
        about = file.metadata
        assert about.row_group(0).column(0).compression == "ZSTD"
        return [about.row_group(number).num_rows for number in range(about.num_row_groups)]


def test_row_groups_have_limited_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(make_documents(1100), tmp_path / "rows.parquet", "parquet")
    assert get_row_groups(tmp_path / "rows.parquet") == [512, 512, 76]
    monkeypatch.setattr(parquet, "_MAX_CHARACTERS", 12)
    write(make_documents(7), tmp_path / "characters.parquet", "parquet")
    assert get_row_groups(tmp_path / "characters.parquet") == [3, 3, 1]
    assert [doc.id for doc in read(tmp_path / "rows.parquet", "parquet")][-1] == "n1099"


def test_writer_consumes_one_row_group_at_a_time() -> None:
    taken = []

    def stream() -> Iterator[Document]:
        for doc in make_documents(600):
            taken.append(doc.id)
            yield doc

    sizes = [(len(group), len(taken)) for group in parquet._make_row_groups(stream())]
    assert sizes == [(512, 512), (88, 600)]


def test_the_same_documents_give_the_same_bytes(tmp_path: Path) -> None:
    for name in "ab":
        write([LETTER, *make_documents(600)], tmp_path / f"{name}.parquet", "parquet")
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()


def test_shards_are_read_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    for shard in (2, 0, 1):
        pq.write_table(
            pa.table({"id": [f"{shard}a", f"{shard}b"], "text": ["x", "y"]}),
            folder / f"part-0000{shard}.snappy.parquet",
        )
    (folder / "_SUCCESS").write_bytes(b"")
    reader = Reader(folder, "parquet")
    assert len(reader.units) == 3
    assert [doc.id for doc in reader] == ["0a", "0b", "1a", "1b", "2a", "2b"]


def test_zip_archive_is_read(tmp_path: Path) -> None:
    path = tmp_path / "corpus.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(GOLDEN / "version1.parquet", "version1.parquet")
    assert next(read(path, "parquet")) == LETTER


def test_plain_table_of_notes_is_read(tmp_path: Path) -> None:
    table = pa.table(
        {
            "ward": pa.array([7, 8]),
            "text": pa.array(["No fever.", "Kein Fieber, nur Müdigkeit."], pa.large_string()),
            "id": pa.array(["n1", "n2"]).dictionary_encode(),
        }
    )
    pq.write_table(table, tmp_path / "notes.parquet")
    assert list(read(tmp_path, "parquet")) == [
        Document("n1", "No fever."),
        Document("n2", "Kein Fieber, nur Müdigkeit."),
    ]


#: The schema that Spark or DuckDB write: every column is nullable, and offsets have 64 bits.
LOOSE = pa.schema(
    {
        "id": pa.string(),
        "text": pa.string(),
        "metadata": pa.struct({"patient": pa.string(), "extra": pa.map_("string", "string")}),
        "sets": pa.large_list(
            pa.struct(
                {
                    "name": pa.string(),
                    "mentions": pa.list_(
                        pa.struct(
                            {
                                "type": pa.string(),
                                "id": pa.string(),
                                "spans": pa.list_(
                                    pa.struct({"end": pa.int64(), "start": pa.int64()})
                                ),
                                "attributes": pa.map_("string", "string"),
                            }
                        )
                    ),
                }
            )
        ),
    }
)


def test_missing_reordered_and_null_columns_are_read(tmp_path: Path) -> None:
    mention = {"id": "m1", "type": "Sign", "spans": [{"start": 3, "end": 8}]}
    rows = [
        {"id": "n1", "text": "No fever.", "metadata": None, "sets": None},
        {
            "id": "n2",
            "text": "No fever.",
            "metadata": {"patient": None, "extra": [("k", None), ("l", "v")]},
            "sets": [
                {"name": "gold", "mentions": [{**mention, "attributes": None}]},
                {"name": "none", "mentions": None},
            ],
        },
        {"id": "n3", "text": "", "metadata": {"patient": "P3", "extra": None}, "sets": []},
    ]
    pq.write_table(pa.Table.from_pylist(rows, LOOSE), tmp_path / "a.parquet")
    signs = (Mention("m1", "Sign", (Span(3, 8),)),)
    assert list(read(tmp_path, "parquet")) == [
        Document("n1", "No fever."),
        Document(
            "n2",
            "No fever.",
            Metadata(extra={"k": "", "l": "v"}),
            sets={"gold": AnnotationSet("gold", signs), "none": AnnotationSet("none")},
        ),
        Document("n3", "", Metadata("P3")),
    ]


def test_long_lists_are_concatenated_in_order(tmp_path: Path) -> None:
    def make_document(name: str, count: int) -> Document:
        mentions = tuple(
            Mention(
                f"T{number}",
                "Maß" if number % 3 else "Befund",
                (Span(number % 7, 8), Span(9, 10))[: 1 + number % 2],
                {"status": f"ä{number}"} if number % 5 else {},
                (Code(str(number), "UMLS"),) * (number % 3),
            )
            for number in range(count)
        )
        return Document(name, "aßdefghijklmn", sets={"gold": AnnotationSet("gold", mentions)})

    docs = [make_document("a", 3), make_document("b", 0), make_document("c", 9_000)]
    write(docs, tmp_path / "long.parquet", "parquet")
    assert [strip(doc) for doc in read(tmp_path / "long.parquet")] == docs


def strip(doc: Document) -> Document:
    """Return a document without the texts of its mentions, which the writer adds."""
    gold = doc.sets["gold"]
    mentions = tuple(msgspec.structs.replace(mention, text="") for mention in gold.mentions)
    return msgspec.structs.replace(
        doc, sets={"gold": msgspec.structs.replace(gold, mentions=mentions)}
    )


LISTS = pa.list_(pa.string())


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (LISTS, [["a", "é"], [], ["", "bcd"], ["e"]]),
        (
            pa.map_(pa.string(), pa.string()),
            [[("a", "1")], [("b", "2"), ("ü", "3")], [], [("c", "")]],
        ),
        (
            pa.struct([("x", pa.int32()), ("y", LISTS)]),
            [{"x": 1, "y": ["p"]}, {"x": 2, "y": []}, {"x": 3, "y": ["q"]}, {"x": 4, "y": [""]}],
        ),
    ],
)
def test_builders_concatenate_arrays_and_slices(kind: pa.DataType, values: list[Any]) -> None:
    array = pa.array(values, kind)
    builder = make_builder(kind)
    for part in (array.slice(1, 2), array.slice(0, 0), array, array.slice(3)):
        builder.append(part)
    built = builder.build()
    built.validate(full=True)
    assert built.to_pylist() == (array.slice(1, 2).to_pylist() + values + values[3:])


def test_builders_refuse_nulls() -> None:
    with pytest.raises(ValueError, match="nulls"):
        make_builder(pa.string()).append(pa.array(["a", None]))


def test_writing_does_not_import_pandas(tmp_path: Path) -> None:
    write([Document("a", TEXT)], tmp_path / "a.jsonl", "jsonl")
    code = (
        "import sys; from goldsmith.formats import read, write; "
        f"write(read({str(tmp_path / 'a.jsonl')!r}), {str(tmp_path / 'a.parquet')!r}, 'parquet'); "
        "sys.exit('pandas' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_batches_starting_inside_a_row_group_are_split_correctly(tmp_path: Path) -> None:
    docs = [
        msgspec.structs.replace(LETTER, id=f"n{number}")
        if number % 3
        else Document(f"n{number}", "")
        for number in range(1200)
    ]
    write(docs, tmp_path / "a.parquet", "parquet")
    one_group = pq.read_table(tmp_path / "a.parquet")
    pq.write_table(one_group, tmp_path / "b.parquet", row_group_size=5000)
    assert list(read(tmp_path / "b.parquet", "parquet")) == docs


def test_format_is_recognised_by_first_bytes() -> None:
    fmt = get("parquet")
    assert fmt.recognises("a.parquet", (GOLDEN / "version1.parquet").read_bytes()[:2048])
    assert not fmt.recognises("a.parquet", b"id,text\n")
    assert not fmt.recognises("a.bin", b"PAR1")


def get_error(path: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        list(read(path, "parquet"))
    assert str(caught.value).startswith(f"{path}: ")
    assert SECRET not in str(caught.value)
    return caught.value


def test_error_lists_all_wrong_types(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    sets = pa.array(
        [[{"mentions": [{"id": "m", "type": "x", "spans": [{"start": 1.5, "end": 2}]}]}]]
    )
    columns = {"id": [1], "text": [SECRET], "sets": sets, "metadata": ["P1"], "sections": [[3]]}
    pq.write_table(pa.table(columns), path)
    assert get_error(path).what == (
        "the columns do not match those of documents: id is int64, not string; "
        "metadata is string, not a struct; sections[] is int64, not a struct; "
        "sets[].name is missing; sets[].mentions[].spans[].start is double, not int32"
    )


def test_other_tables_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"note_id": ["1"], "body": [SECRET]}), path)
    error = get_error(path)
    assert error.what.endswith("id is missing; text is missing")
    assert "id and text as string" in str(error) and "Rename" in error.remedy


@pytest.mark.parametrize(
    ("column", "what"),
    [
        (pa.array([["a"]]), "sets[] is string, not a struct"),
        (pa.array([{"a": 1}]), "sets is struct, not a list"),
    ],
)
def test_other_nested_columns_are_refused(column: pa.Array, what: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": ["1"], "text": ["x"], "sets": column}), path)
    assert get_error(path).what.endswith(what)


def test_attributes_must_be_a_map_of_texts(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    extra = pa.array([{"extra": [("a", 1)]}], pa.struct({"extra": pa.map_("string", "int64")}))
    pq.write_table(pa.table({"id": ["1"], "text": ["x"], "metadata": extra}), path)
    assert get_error(path).what.endswith("metadata.extra (values) is int64, not string")
    pq.write_table(pa.table({"id": ["1"], "text": ["x"], "metadata": [{"extra": "a=1"}]}), path)
    assert get_error(path).what.endswith("metadata.extra is string, not a map of texts")


def test_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table({"id": ["1"], "text": ["x"]}).replace_schema_metadata(
        {"goldsmith.version": "2"}
    )
    pq.write_table(table, path)
    error = get_error(path)
    assert error.what == "the file uses version 2 of these columns"
    assert "newer Goldsmith" in error.remedy


def test_row_without_id_or_text_does_not_affect_the_others(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table({"id": ["1", None, "3", "4"], "text": ["x", SECRET, None, "y"]})
    pq.write_table(table, path)
    reader = Reader(path, "parquet", keep_going=True)
    assert [doc.id for doc in reader] == ["1", "4"]
    assert [error.what for error in reader.errors] == [
        "row 2 has no id or no text",
        "row 3 has no id or no text",
    ]
    assert all(error.where == str(path) for error in reader.errors)


BAD = [
    (Mention("m1", "Sign", (Span(0, 99),)), (), "n1, m1: the spans 0-99 are not inside the text"),
    (Mention("m1", "Sign", ()), (Relation("m1", "x", "m1", "m1"),), "m1: the id is used 2 times"),
    (Mention("m1", "Sign", ()), (Relation("r", "x", "m1", "m7"),), "argument m7 does not exist"),
]


@pytest.mark.parametrize(("mention", "relations", "what"), BAD)
def test_invalid_annotations_are_refused(
    mention: Mention, relations: tuple[Relation, ...], what: str, tmp_path: Path
) -> None:
    annotation_set = AnnotationSet("gold", (mention,), relations)
    get("parquet").write([Document("n1", f"No {SECRET}", sets={"gold": annotation_set})], tmp_path)
    assert what in str(get_error(tmp_path / "corpus.parquet"))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PAR1",
        b"id,text\n1,x\n",
        (GOLDEN / "version1.parquet").read_bytes()[:-900],
        (GOLDEN / "version1.parquet").read_bytes()[:200] + b"PAR1",
    ],
)
def test_damaged_files_are_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(content)
    assert get_error(path).what.startswith("this is not a readable Parquet file")


def test_damaged_page_is_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    content = bytearray((GOLDEN / "version1.parquet").read_bytes())
    content[4:120] = b"\xff" * 116
    path.write_bytes(bytes(content))
    assert get_error(path).what.startswith("this is not a readable Parquet file")


def test_text_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    latin = pa.array([b"caf\xe9 " + SECRET.encode()]).view(pa.string())
    pq.write_table(pa.table({"id": ["1"], "text": latin}), path)
    assert get_error(path).what.startswith("this is not a readable Parquet file")
