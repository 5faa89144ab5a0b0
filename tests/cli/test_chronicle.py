"""The command chronicle: output, exports and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from tests.chronicle.histories import write_note
from tests.cli.running import goldsmith

from goldsmith.chronicle.tables import TABLES
from goldsmith.core import Document
from goldsmith.formats import write

RECORDS = [
    {
        "patient": "P1",
        "demographics": {"patient": "P1", "sex": "female", "date_of_birth": "1950-04-03"},
        "procedures": [
            {"patient": "P1", "kind": "operation", "name": "mastectomy", "date": "2010-05-10"}
        ],
    }
]


def make_notes() -> list[Document]:
    return [
        write_note(
            "n1",
            "2010-05-14",
            "[Mastectomy|Intervention a] on Monday for [breast cancer|Condition b].",
            links=("is_included a 2010-05-10",),
        ),
        write_note(
            "n2",
            "2010-09-01",
            "[Breast cancer|Condition b]. Started [tamoxifen|Drug-or-device d] 20 mg.",
        ),
        write_note("n3", "2011-02-03", "[Asthma|Condition a].", patient="P2"),
    ]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "notes.parquet"
    write(make_notes(), path, "parquet")
    return path


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "records.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    return path


@pytest.fixture
def chronicles(corpus: Path, records: Path, tmp_path: Path) -> Path:
    out = tmp_path / "chronicles"
    done = goldsmith(
        "chronicle", corpus, "--record", records, "--out", out, "--html", "--summary", "long"
    )
    assert done.returncode == 0, done.stderr
    return out


def test_chronicle_writes_lines_tables_pages_and_summaries(chronicles: Path) -> None:
    lines = [
        json.loads(line) for line in (chronicles / "chronicles.jsonl").read_text().splitlines()
    ]
    assert [line["patient"]["id"] for line in lines] == ["P1", "P2"]
    operation = next(event for event in lines[0]["events"] if event["kind"] == "procedure")
    assert operation["extent"]["start"] == {"earliest": "2010-05-10", "latest": "2010-05-10"}
    assert {entry.get("document") for entry in operation["evidence"]} == {"n1", None}
    for table in TABLES:
        assert pq.read_schema(chronicles / f"{table}.parquet").names[0] == "patient"
    assert pq.read_table(chronicles / "events.parquet").num_rows == sum(
        len(line["events"]) for line in lines
    )
    assert "Mastectomy on Monday" in (chronicles / "timelines" / "P1.html").read_text()
    assert "mastectomy" in (chronicles / "summaries" / "P1.txt").read_text()


def test_a_single_patient_with_json_and_only_lines(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "one.jsonl"
    done = goldsmith("chronicle", corpus, "--patient", "P2", "--out", out, "--json")
    assert json.loads(done.stdout)["patients"] == 1
    [line] = out.read_text().splitlines()
    assert json.loads(line)["patient"]["id"] == "P2"


def test_two_workers_write_the_same_bytes(corpus: Path, records: Path, tmp_path: Path) -> None:
    outs = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for workers, out in enumerate(outs, 1):
        goldsmith("chronicle", corpus, "--record", records, "--out", out, "--workers", workers)
    assert outs[0].read_bytes() == outs[1].read_bytes()


def test_export_to_fhir_and_omop(chronicles: Path, tmp_path: Path) -> None:
    bundles = tmp_path / "bundles.ndjson"
    done = goldsmith("chronicle", "export", chronicles, "--to", "fhir", "--out", bundles)
    assert done.returncode == 0, done.stderr
    first = json.loads(bundles.read_text().splitlines()[0])
    assert {"Patient", "Condition", "Procedure"} <= {
        entry["resource"]["resourceType"] for entry in first["entry"]
    }
    omop = tmp_path / "omop"
    done = goldsmith("chronicle", "export", chronicles, "--to", "omop", "--out", omop)
    assert done.returncode == 0, done.stderr
    assert pq.read_table(omop / "note.parquet").num_rows == 3


def test_chronicles_answer_a_question(chronicles: Path) -> None:
    done = goldsmith("ask", "how many patients treated with tamoxifen", chronicles)
    assert done.stdout.strip().startswith("1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--set", "cleff"), "clef"),
        (("--patient", "P3"), "P1"),
        (("--rules", "no-such.toml"), "no-such.toml"),
        (("--record", "no-such.jsonl"), "no-such.jsonl"),
        (("--from", "nonsense"), "parquet"),
    ],
)
def test_bad_input_is_reported_and_nothing_is_written(
    corpus: Path, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    out = tmp_path / "out"
    done = goldsmith("chronicle", corpus, "--out", out, *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.parquet"]


def test_a_note_repeated_in_different_row_groups_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "notes.parquet"
    write(make_notes(), path, "parquet")
    table = pq.read_table(path)
    with pq.ParquetWriter(tmp_path / "twice.parquet", table.schema) as writer:
        writer.write_table(table, row_group_size=1)
        writer.write_table(table.slice(1, 1))
    done = goldsmith("chronicle", tmp_path / "twice.parquet", "--out", tmp_path / "out")
    assert done.returncode == 2
    assert "n2" in done.stderr and "twice" in done.stderr
    assert not (tmp_path / "out").exists()


def test_an_empty_corpus_is_reported(tmp_path: Path) -> None:
    write([], tmp_path / "none.parquet", "parquet")
    done = goldsmith("chronicle", tmp_path / "none.parquet", "--out", tmp_path / "out")
    assert done.returncode == 2
    assert "no document names its patient" in done.stderr
    assert not (tmp_path / "out").exists()


def test_missing_tables_cannot_be_exported(tmp_path: Path) -> None:
    done = goldsmith("chronicle", "export", tmp_path, "--to", "fhir", "--out", tmp_path / "x")
    assert done.returncode == 2
    assert "patients.parquet" in done.stderr
