"""Import of notes: texts are imported exactly, and nothing is lost or guessed silently."""

import csv
import gzip
import io
import json
import sqlite3
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldsmith.core import Document
from goldsmith.errors import GoldsmithError, InputError, LossError, Remedy
from goldsmith.formats import read
from goldsmith.project.corpus.import_notes import (
    ColumnOptions,
    Import,
    ReadOptions,
    import_notes,
)
from goldsmith.project.corpus.import_notes.rows import BadRows
from goldsmith.project.corpus.import_notes.sql import hide_password

SECRET = "Mrs Zyxwv has pneumonia"
TABLE = 'note_id,patient,note,ward\nn1,p1,"Fever, cough.",A\nn2,p1,No fever at all today.,B\n'


def write_file(folder: Path, name: str, content: str | bytes, encoding: str = "utf-8") -> str:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
    return str(path)


def run(source: str, folder: Path, **options: Any) -> tuple[Import, dict[str, Document]]:
    """Import a source with the options of both kinds; return the outcome and the documents."""
    reading = {name: options.pop(name) for name in ReadOptions.__struct_fields__ if name in options}
    outcome = import_notes(
        source,
        folder / "out.jsonl",
        to="jsonl",
        columns=ColumnOptions(**options),
        options=ReadOptions(**reading),
        overwrite=True,
    )
    return outcome, {doc.id: doc for doc in read(folder / "out.jsonl", "jsonl")}


def refuse(source: str, folder: Path, **options: Any) -> InputError:
    """Return the error of an import; check that it leaves no files behind and quotes no note."""
    with pytest.raises(InputError) as caught:
        run(source, folder, **options)
    assert not (folder / "out.jsonl").exists()
    assert not list(folder.glob(".out*"))
    assert "Zyxwv" not in str(caught.value)
    return caught.value


def test_columns_are_guessed_and_the_others_become_metadata(tmp_path: Path) -> None:
    outcome, docs = run(write_file(tmp_path, "notes.csv", TABLE), tmp_path)
    assert docs["n1"].text == "Fever, cough."
    assert docs["n2"].metadata.patient == "p1" and docs["n2"].metadata.extra == {"ward": "B"}
    assert outcome.columns.guessed == ["text", "id", "patient"]
    assert (outcome.columns.text, outcome.columns.id) == ("note", "note_id")
    assert outcome.reading.encodings == {"utf-8": 1} and outcome.reading.delimiter == ","


def test_named_columns_are_used(tmp_path: Path) -> None:
    content = "a;b;c;d;e;f;g;h\nshort;n1;P;Letter;Clinic;14/03/2008;C50.9;much longer than a\n"
    fields = {"patient": "c", "type": "d", "subtype": "e", "date": "f", "diagnosis": "g"}
    source = write_file(tmp_path, "notes.csv", content)
    outcome, docs = run(
        source, tmp_path, text="a", id="b", fields=fields, ignore=["h"], date_format="%d/%m/%Y"
    )
    metadata = docs["n1"].metadata
    assert docs["n1"].text == "short" and outcome.columns.guessed == []
    assert (metadata.patient, metadata.type, metadata.subtype) == ("P", "Letter", "Clinic")
    assert (metadata.date, metadata.diagnosis) == ("2008-03-14", "C50.9")
    assert metadata.extra == {"f": "14/03/2008"}


def test_dates(tmp_path: Path) -> None:
    source = write_file(tmp_path, "a.csv", "id,date,text\n1,2008-03-14 10:20:00,one note\n")
    metadata = run(source, tmp_path)[1]["1"].metadata
    assert metadata.date == "2008-03-14" and metadata.extra == {"date": "2008-03-14 10:20:00"}
    source = write_file(tmp_path, "b.csv", "id,date,text\n1,14.3.2008,one long note\n")
    assert run(source, tmp_path)[1]["1"].metadata.extra == {"date": "14.3.2008"}
    (tmp_path / "out.jsonl").unlink()
    error = refuse(source, tmp_path, fields={"date": "date"})
    assert error.line == 2 and error.remedy_code is Remedy.NAME_DATE_FORMAT


def test_notes_without_ids_are_numbered_by_row(tmp_path: Path) -> None:
    rows = "".join(f"same,{'x' * 50} {number}\n" for number in range(10))
    outcome, docs = run(write_file(tmp_path, "notes.csv", "a,text\n" + rows), tmp_path)
    assert next(iter(docs)) == "note-01" and list(docs)[-1] == "note-10"
    assert outcome.columns.id == "" and "id" in outcome.columns.guessed
    outcome, docs = run(write_file(tmp_path, "notes.csv", TABLE), tmp_path, number=True)
    assert list(docs) == ["note-1", "note-2"]
    assert docs["note-1"].metadata.extra["note_id"] == "n1"


def test_rows_without_text_are_counted(tmp_path: Path) -> None:
    source = write_file(tmp_path, "notes.csv", "id,text\n1,a note\n2,\n3,  \n4,another note\n")
    outcome, docs = run(source, tmp_path, text="text", id="id")
    assert list(docs) == ["1", "4"] and outcome.documents == 2
    assert outcome.empty == 2 and outcome.first_empty == [2, 3]


@pytest.mark.parametrize(
    ("encoding", "detected"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("cp1252", "cp1252"),
        ("latin-1", "latin-1"),
    ],
)
@pytest.mark.parametrize("suffix", [".csv", ".csv.gz", ".jsonl", ".json", ".txt"])
def test_encodings_are_detected(tmp_path: Path, encoding: str, detected: str, suffix: str) -> None:
    special = {"cp1252": "“café” – 5 €", "latin-1": "café \x81"}.get(encoding, "café – 5 € 中 😀")
    text = f"First line\r\n{special}\n{special}" + ("" if suffix == ".txt" else "\r")
    content = make_content({"id": "n1", "text": text}, suffix).encode(encoding)
    source = write_file(
        tmp_path, "n1" + suffix, gzip.compress(content) if "gz" in suffix else content
    )
    outcome, docs = run(source, tmp_path)
    assert docs["n1"].text == text
    assert outcome.reading.encodings == {detected: 1}


def make_content(row: dict[str, str], suffix: str) -> str:
    if suffix == ".txt":
        return row["text"]
    if suffix == ".jsonl":
        return json.dumps(row, ensure_ascii=False) + "\n"
    if suffix == ".json":
        return json.dumps([row], ensure_ascii=False, indent=1)
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows([list(row), list(row.values())])
    return stream.getvalue()


def test_mixed_encodings_are_refused(tmp_path: Path) -> None:
    content = b"id,text\n1," + "café\n2,".encode() + f"{SECRET} café\n".encode("cp1252")
    source = write_file(tmp_path, "notes.csv", content)
    error = refuse(source, tmp_path)
    assert error.line == 3 and error.remedy_code is Remedy.NAME_ENCODING and "line 2" in error.what
    error = refuse(source, tmp_path, encoding="utf-8")
    assert "row 2: the column 'text' is not valid" in error.what and error.line == 3
    assert run(source, tmp_path, encoding="cp1252")[0].documents == 2


def test_wrong_encodings_are_refused(tmp_path: Path) -> None:
    source = write_file(tmp_path, "notes.csv", TABLE)
    assert "no encoding called 'utf-9'" in refuse(source, tmp_path, encoding="utf-9").what
    assert "byte order mark" in refuse(source, tmp_path, encoding="utf-16").what
    source = write_file(tmp_path, "wide.csv", TABLE.encode("utf-16-le"))
    assert "NUL" in refuse(source, tmp_path).what
    assert list(run(source, tmp_path, encoding="utf-16-le")[1]) == ["n1", "n2"]


def test_invalid_utf_16_is_an_error(tmp_path: Path) -> None:
    content = f"id,text\n1,{SECRET}".encode("utf-16") + b"\x00\xd8a\x00"
    assert "not valid utf-16" in refuse(write_file(tmp_path, "a.csv", content), tmp_path).what


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["notes.csv", "notes.tsv", "notes.dat"])
def test_delimiters_are_detected(tmp_path: Path, delimiter: str, name: str) -> None:
    stream = io.StringIO(newline="")
    rows = [["id", "text"], ["1", "a, b; c | d\te and “f”"], ["2", "x, y"], ["3", 'a "b"\nc']]
    csv.writer(stream, delimiter=delimiter).writerows(rows)
    outcome, docs = run(write_file(tmp_path, name, stream.getvalue()), tmp_path)
    assert [docs[number].text for number in "123"] == [row[1] for row in rows[1:]]
    assert outcome.reading.delimiter == delimiter


def test_quoting_styles_are_detected(tmp_path: Path) -> None:
    escaped = 'id,text\n1,"He said \\"a, b\\" today"\n2,"plain, text"\n'
    outcome, docs = run(write_file(tmp_path, "a.csv", escaped), tmp_path)
    assert docs["1"].text == 'He said "a, b" today' and outcome.reading.quoting == "backslash"
    plain = 'id\ttext\n1\t"Pain" he said\n2\t5" wound\n'
    outcome, docs = run(write_file(tmp_path, "a.tsv", plain), tmp_path)
    assert docs["1"].text == '"Pain" he said' and outcome.reading.quoting == "none"


def test_a_damaged_row_does_not_change_how_the_others_are_read(tmp_path: Path) -> None:
    content = f'id,text\n1,"{SECRET}"\n2,"{SECRET}" and more\n3,"x"\n'
    source = write_file(tmp_path, "notes.csv", content)
    error = refuse(source, tmp_path)
    assert "row 2" in error.what and error.remedy_code is Remedy.NAME_DELIMITER


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (f"id,text\n1,{SECRET}\n2,a,b\n", "row 2: the row has 3 cells"),
        (f'id,text\n1,"{SECRET}\n2,a\n', "quotation mark is never closed"),
        (f"{SECRET * 20},a\n1,2\n", "the first row contains long texts"),
        ("id,id,text\n1,2,abc\n", "several columns are called 'id'"),
        ("", "the file is empty"),
        ("id,text\n", "no row has any text"),
        ("id,text\n,\n", "no row has any text"),
    ],
)
def test_bad_tables_are_refused(tmp_path: Path, content: str, message: str) -> None:
    assert message in str(refuse(write_file(tmp_path, "notes.csv", content), tmp_path))


def test_unknown_columns_are_refused_with_the_known_ones(tmp_path: Path) -> None:
    source = write_file(tmp_path, "notes.csv", TABLE)
    error = refuse(source, tmp_path, text="body", ignore=["x"])
    assert "'x', 'body'" in error.what and error.expected == "one of note_id, patient, note, ward"
    assert "in another role" in refuse(source, tmp_path, text="note", id="note").what
    assert "not both" in refuse(source, tmp_path, id="ward", number=True).what


def test_invalid_ids_are_refused_with_their_rows(tmp_path: Path) -> None:
    content = f"id,text\na,{SECRET}\nb,x\na,y\n..,z\n,{SECRET}\n"
    error = refuse(write_file(tmp_path, "notes.csv", content), tmp_path, id="id")
    assert isinstance(error, BadRows) and error.total == 3
    message = str(error)
    assert "notes.csv:4: row 3: the id 'a' is also the id of row 1" in message
    assert "row 4: the document id '..' is not a safe file name" in message
    assert "row 5: the id in the column 'id' is empty" in message
    source = write_file(tmp_path, "many.csv", "id,text\n" + "a,some note\n" * 30)
    assert "and 19 more" in str(refuse(source, tmp_path, id="id"))


def test_long_fields_line_breaks_and_nul(tmp_path: Path) -> None:
    texts = {"1": "x" * 300_000, "2": "a\r\nb\rc\nd", "3": "nul \0 inside", "4": " blanks "}
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows([["id", "text"], *texts.items()])
    docs = run(write_file(tmp_path, "notes.csv", stream.getvalue()), tmp_path)[1]
    assert {doc.id: doc.text for doc in docs.values()} == texts


def test_the_separator_hint_of_excel_is_followed(tmp_path: Path) -> None:
    outcome, docs = run(write_file(tmp_path, "a.csv", "sep=;\r\nid;text\r\n1;a note\r\n"), tmp_path)
    assert docs["1"].text == "a note" and outcome.reading.delimiter == ";"


def test_a_table_of_one_column(tmp_path: Path) -> None:
    docs = run(write_file(tmp_path, "notes.csv", 'text\n"a, b"\nc d\n'), tmp_path)[1]
    assert [doc.text for doc in docs.values()] == ["a, b", "c d"]


CHARACTERS = st.characters(exclude_categories=["Cs"])
CELLS = st.text(CHARACTERS | st.sampled_from(' ,;|\t"\\\r\n\0'), max_size=12)
#: A first line with NUL is refused, because UTF-16 without a byte order mark looks like that.
HEADINGS = st.lists(
    st.text(CHARACTERS.filter(lambda character: character != "\0"), min_size=1, max_size=8),
    min_size=1,
    max_size=3,
    unique=True,
)


@given(
    headings=HEADINGS, data=st.data(), quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
)
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_table_written_by_csv_is_read_back_unchanged(
    headings: list[str], data: st.DataObject, quoting: Any, tmp_path: Path
) -> None:
    extra = [name for name in headings if "\n" not in name and name not in ("TEXT", "ID")]
    width = len(extra)
    cells = st.lists(CELLS, min_size=width, max_size=width)
    texts = CELLS.filter(lambda text: bool(text.strip()))
    rows = data.draw(st.lists(st.tuples(texts, cells), min_size=1, max_size=5))
    table = [["ID", "TEXT", *extra]]
    table += [[f"n{number}", text, *values] for number, (text, values) in enumerate(rows)]
    stream = io.StringIO(newline="")
    csv.writer(stream, quoting=quoting).writerows(table)
    source = write_file(tmp_path, "notes.csv", stream.getvalue())
    docs = run(source, tmp_path, text="TEXT", id="ID")[1]
    for number, (text, values) in enumerate(rows):
        doc = docs[f"n{number}"]
        assert doc.text == text
        pairs = zip(extra, values, strict=True)
        assert dict(doc.metadata.extra) == {name: value for name, value in pairs if value}


def test_json_with_any_fields(tmp_path: Path) -> None:
    objects = [
        {"key": 1, "note": {"body": "A first note"}, "tags": ["a", {"n": 1.0}], "ok": True},
        {"key": 2, "note": {"body": "A second\nnote"}, "extra": None, "weight": 70.5},
    ]
    lines = "\n\n".join(json.dumps(item) for item in objects).replace("70.5", "70.50")
    pretty = "\n" + json.dumps(objects, indent=2).replace("70.5", "70.50") + "\n"
    for name, content in {"a.jsonl": lines, "a.json": pretty, "a.dat": pretty}.items():
        outcome, docs = run(write_file(tmp_path, name, content), tmp_path)
        assert outcome.columns.text == "note.body" and outcome.columns.id == "key"
        assert docs["2"].text == "A second\nnote" and docs["2"].metadata.extra == {
            "weight": "70.50"
        }
        assert docs["1"].metadata.extra == {"tags": '["a", {"n": 1.0}]', "ok": "true"}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "a.jsonl",
            f'{{"id": 1, "text": "{SECRET}"}}\n{{"id": 2, "text": "{SECRET}',
            ":2: this is not JSON",
        ),
        ("a.jsonl", '{"id": 1, "id": 2}', ":1: two fields of an object"),
        ("a.jsonl", '{"a": {"b": "x"}, "a.b": "y"}', ":1: row 1: two fields have the same name"),
        ("a.jsonl", "3", "row 1: this is not a JSON object"),
        ("a.jsonl", '{"id": 1, "text": "\\ud800"}', "row 1: the column 'text' is not valid"),
        ("a.json", f'[{{"t": "{SECRET}"}}\n{{"t": 1}}]', ":2: this is not JSON"),
        ("a.json", '[{"t": "abc"},\n]', ":2: this is not JSON"),
        ("a.json", '[{"t": "abc"}', "this is not JSON"),
        ("a.json", '[{"t": "abc"}] x', "this is not JSON"),
        ("a.json", '[{"t": ' + "[" * 100_000, "nested too deeply"),
        ("a.json", "[]", "no row has any text"),
    ],
)
def test_bad_json_is_refused(tmp_path: Path, name: str, content: str, message: str) -> None:
    assert message in str(refuse(write_file(tmp_path, name, content), tmp_path))


def test_long_arrays_are_scanned_in_pieces(tmp_path: Path) -> None:
    objects = [
        {"id": str(number), "text": f"é{number} " * (number % 9000)} for number in range(1, 300)
    ]
    objects.append({"id": "long", "text": 'x, ]}\\" ' * 100_000})
    source = write_file(tmp_path, "a.json", json.dumps(objects, ensure_ascii=False))
    docs = run(source, tmp_path, text="text", id="id")[1]
    assert [{"id": doc.id, "text": doc.text} for doc in docs.values()] == objects


def test_memory_is_flat(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    with open(path, "w", encoding="utf-8") as file:
        file.write("[")
        for number in range(400):
            file.write(json.dumps({"id": f"n{number}", "text": "fever " * 10_000}) + ", ")
        file.write('{"id": "z", "text": "end"}]')
    run(write_file(tmp_path, "first.json", '[{"id": "a", "text": "b"}]'), tmp_path)  # warm up
    tracemalloc.start()
    try:
        import_notes(str(path), tmp_path / "out", columns=ColumnOptions("text", "id"))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8 << 20 < path.stat().st_size


def test_a_folder_of_text_files(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    (folder / "ward").mkdir(parents=True)
    write_file(folder, "a.txt", "plain\r\n")
    write_file(folder, "ward/b.txt", "café", "cp1252")
    write_file(folder, "c.txt", "")
    write_file(folder, "list.csv", "x")
    outcome, docs = run(str(folder), tmp_path)
    assert {doc.id: doc.text for doc in docs.values()} == {"a": "plain\r\n", "ward/b": "café"}
    assert outcome.reading.encodings == {"utf-8": 2, "cp1252": 1}
    assert outcome.reading.unread == 1 and outcome.empty == 1
    (tmp_path / "out.jsonl").unlink()
    error = refuse(str(folder), tmp_path, encoding="utf-8")
    assert error.where.endswith("ward/b.txt")


def test_folders_without_notes_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    assert "0 tables and no text files" in refuse(str(folder), tmp_path).what
    write_file(folder, "a.csv", TABLE)
    assert run(str(folder), tmp_path)[0].documents == 2
    (tmp_path / "out.jsonl").unlink()
    write_file(folder, "b.csv", TABLE)
    assert "Name one of the files: a.csv, b.csv" in str(refuse(str(folder), tmp_path))


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = tmp_path / "notes.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE note (id INTEGER, text TEXT, date TEXT, score REAL)")
        rows = [
            (1, "A first note", "2008-03-14", 0.5),
            (2, "Another café", None, None),
            (3, None, "", 1),
        ]
        connection.executemany("INSERT INTO note VALUES (?, ?, ?, ?)", rows)
    connection.close()
    return str(path)


@pytest.mark.parametrize("prefix", ["", "sqlite:///"])
def test_sqlite(tmp_path: Path, database: str, prefix: str) -> None:
    outcome, docs = run(prefix + database, tmp_path)
    assert outcome.reading.table == "note" and outcome.empty == 1
    assert docs["1"].metadata.date == "2008-03-14" and docs["1"].metadata.extra == {"score": "0.5"}
    assert docs["2"].text == "Another café"
    query = "SELECT text AS body, id FROM note WHERE id = 2"
    assert list(run(prefix + database, tmp_path, query=query)[1]) == ["2"]


def test_bad_tables_and_queries_are_refused(tmp_path: Path, database: str) -> None:
    assert "no table called 'notes'" in refuse(database, tmp_path, table="notes").what
    assert "no such column: x" in refuse(database, tmp_path, query="SELECT x FROM note").what
    refuse(database, tmp_path, query="DELETE FROM note")
    refuse(database, tmp_path, query="SELECT 1; SELECT 2")
    refuse(database, tmp_path, query="SELECT 1", table="note")
    assert "called 'id'" in refuse(database, tmp_path, query="SELECT id, id FROM note").what
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM note").fetchone() == (3,)
        connection.execute("CREATE TABLE patient (id)")
    connection.close()
    error = refuse(database, tmp_path)
    assert error.expected == "one of note, patient" and error.remedy_code is Remedy.NAME_TABLE
    assert "no such file" in refuse("sqlite:///absent.db", tmp_path).what


def test_text_that_sqlite_cannot_decode_is_reported_with_its_row(
    tmp_path: Path, database: str
) -> None:
    with sqlite3.connect(database) as connection:
        value = (SECRET + " café").encode("cp1252")
        connection.execute("INSERT INTO note VALUES (4, CAST(? AS TEXT), '', 0)", [value])
    connection.close()
    assert "row 4: the column 'text' is not valid" in refuse(database, tmp_path).what
    query = "SELECT id, text FROM note WHERE id = 4"
    outcome, docs = run(database, tmp_path, query=query, encoding="cp1252")
    assert docs["4"].text.endswith("café") and outcome.reading.encodings == {"cp1252": 1}


def test_databases_through_sqlalchemy(tmp_path: Path, database: str) -> None:
    address = f"sqlite+pysqlite:///{database}"
    outcome, docs = run(address, tmp_path)
    assert outcome.reading.table == "note" and docs["2"].text == "Another café"
    assert list(run(address, tmp_path, table="note")[1]) == ["1", "2"]
    query = "SELECT id, text, '10:30' AS time FROM note WHERE id = 1"
    assert run(address, tmp_path, query=query)[1]["1"].metadata.extra == {"time": "10:30"}
    (tmp_path / "out.jsonl").unlink()
    refuse(address, tmp_path, query="SELECT x FROM note")
    refuse(address, tmp_path, table="absent")
    refuse(address, tmp_path, encoding="cp1252")
    refuse("nonsense://me:secret@host/db", tmp_path)


def test_passwords_are_hidden() -> None:
    assert hide_password("postgresql://me:se@cr/et@host/db") == "postgresql://me:***@host/db"
    assert hide_password("mysql://host/db?password=x&a=b") == "mysql://host/db?password=***&a=b"
    assert hide_password("sqlite:///a.db") == "sqlite:///a.db"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("a.csv", {"table": "x"}),
        ("a.jsonl", {"delimiter": ";"}),
        ("a.txt", {"query": "x"}),
        ("a.csv", {"delimiter": ";;"}),
        ("a.csv", {"quoting": "odd"}),
        ("absent.csv", {}),
    ],
)
def test_options_that_do_not_apply_are_refused(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    if name != "absent.csv":
        write_file(tmp_path, name, '{"id": 1}')
    refuse(str(tmp_path / name), tmp_path, **options)


def test_losses_and_existing_paths_are_refused(tmp_path: Path) -> None:
    source = write_file(tmp_path, "notes.csv", TABLE)
    with pytest.raises(LossError):
        import_notes(source, tmp_path / "out", to="text")
    assert import_notes(source, tmp_path / "out", to="text", allow_loss=["all"]).dropped
    for out in (tmp_path / "out", tmp_path, Path(source)):
        with pytest.raises(GoldsmithError):
            import_notes(source, out)
    for out in (tmp_path, Path(source)):
        with pytest.raises(InputError, match="would replace the source"):
            import_notes(source, out, overwrite=True)
    assert Path(source).exists()


def test_a_truncated_gzip_file_is_refused(tmp_path: Path) -> None:
    content = gzip.compress(TABLE.encode() * 500)[:-20]
    assert "truncated" in refuse(write_file(tmp_path, "a.csv.gz", content), tmp_path).what
