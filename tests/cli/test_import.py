"""The command import: its report, its errors, and no text of a note in either."""

import json
import sqlite3
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

from goldsmith.formats import read
from goldsmith.project.corpus.import_notes.tables import QUOTINGS

SECRET = "Mrs Zyxwv has pneumonia"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "notes.csv"
    rows = f"note_id;Patient;note;ward\r\nn1;p1;{SECRET} – café.;A\r\nn2;p2;;B\r\n"
    path.write_bytes(rows.encode("cp1252"))
    return path


def test_import_reports_how_it_read_the_table(table: Path, tmp_path: Path) -> None:
    done = goldsmith("import", table, "--out", tmp_path / "out")
    assert done.returncode == 0 and done.stdout == ""
    assert done.stderr.splitlines() == [
        f"1 note: {table} -> corpus in {tmp_path / 'out'}",
        "  read as cp1252, separated by ;",
        "  text: column 'note' (a guess: the longest text on average)",
        "  ids: column 'note_id' (a guess: short, and different in every row)",
        "  patient: column 'Patient' (by its name)",
        "  further metadata: 'ward'",
        "  left out: 1 row without text (row 2)",
    ]
    [doc] = read(tmp_path / "out")
    assert doc.text == f"{SECRET} – café." and doc.metadata.patient == "p1"


def test_import_as_json_with_all_columns_named(table: Path, tmp_path: Path) -> None:
    options = ["--text-column", "note", "--number", "--patient-column", "Patient"]
    options += ["--type-column", "ward", "--ignore-column", "note_id", "--encoding", "cp1252"]
    options += ["--delimiter", "semicolon", "--quoting", "doubled", "--to", "jsonl", "--json"]
    done = goldsmith("import", table, "--out", tmp_path / "out.jsonl", *options)
    outcome = json.loads(done.stdout)
    assert outcome["documents"] == 1 and outcome["empty"] == 1 and outcome["first_empty"] == [2]
    assert outcome["columns"]["fields"] == {"patient": "Patient", "type": "ward"}
    assert outcome["columns"]["guessed"] == [] and outcome["columns"]["extra"] == []
    assert outcome["reading"]["delimiter"] == ";"
    assert "  ids: the numbers of the rows, note-1 …\n" in done.stderr


def test_errors_name_options_and_quote_no_note(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = goldsmith("import", table, "--out", out, "--text-column", "body")
    assert done.returncode == 2 and "expected one of note_id, Patient, note, ward" in done.stderr
    table.write_text(f"id,text\na,{SECRET}\na,{SECRET}\n,{SECRET}\n")
    done = goldsmith("import", table, "--out", out, "--id-column", "id")
    assert done.returncode == 2 and "2 rows are invalid; nothing was written\n  - " in done.stderr
    assert "row 2: the id 'a' is also the id of row 1" in done.stderr
    assert "or number the notes with --number" in done.stderr
    assert "Zyxwv" not in done.stderr and not out.exists()


def test_import_of_text_files_and_databases(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text("a note")
    (folder / "b.txt").write_bytes("café".encode("cp1252"))
    (folder / "c.pdf").write_bytes(b"")
    done = goldsmith("import", folder, "--out", tmp_path / "one")
    assert "read as cp1252 (1 files), utf-8 (1 files)" in done.stderr
    assert "not read: 1 file that" in done.stderr
    with sqlite3.connect(tmp_path / "notes.db") as connection:
        connection.execute("CREATE TABLE note AS SELECT 1 AS id, 'a first note' AS body")
    connection.close()
    done = goldsmith("import", tmp_path / "notes.db", "--out", tmp_path / "two")
    assert done.returncode == 0 and "  read from the table note\n" in done.stderr
    query = ("--query", "SELECT body FROM note")
    done = goldsmith(
        "import", f"sqlite:///{tmp_path}/notes.db", "--out", tmp_path / "three", *query
    )
    assert "  read by a query\n" in done.stderr and "(no column has short" in done.stderr


@pytest.mark.parametrize(("way", "code"), [*((name, 0) for name in QUOTINGS), ("odd", 2)])
def test_choices_of_quoting_match_the_library(
    table: Path, tmp_path: Path, way: str, code: int
) -> None:
    done = goldsmith("import", table, "--out", tmp_path / "out", "--quoting", way)
    assert done.returncode == code
