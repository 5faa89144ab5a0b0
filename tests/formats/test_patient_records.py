"""Structured records: the corpus folder keeps them, and other formats report a loss."""

import zipfile
from pathlib import Path

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError, LossError, UnknownName
from goldsmith.formats import PatientRecord, Reader, get, names, read, write
from goldsmith.formats.patient_records import parse_records

DOCS = [Document("n1", "fever", Metadata("P1")), Document("n2", "cough", Metadata("P2"))]
RECORDS = [
    PatientRecord("P1", '{"demographics": {"patient": "P1", "town": "Årdal"}}'),
    PatientRecord("P2", '{"patient_id": "P2", "labs": []}'),
]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    assert write(DOCS, tmp_path / "c", "corpus", records=RECORDS).records == 2
    return tmp_path / "c"


def test_records_survive_a_round_trip(corpus: Path) -> None:
    reader = Reader(corpus)
    assert list(reader.read_records()) == RECORDS
    assert list(reader) == DOCS and reader.unread == []
    assert list(reader.read_records()) == RECORDS, "records can also be read after the documents"
    assert (corpus / "records.jsonl").read_text("utf-8") == "".join(
        f"{record.line}\n" for record in RECORDS
    )


def test_records_are_read_from_an_archive_after_its_documents(corpus: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        for path in corpus.rglob("*"):
            archive.write(path, path.relative_to(corpus))
    reader = Reader(tmp_path / "c.zip")
    assert list(reader) == DOCS and list(reader.read_records()) == RECORDS


def test_manifest_counts_records_and_its_hash_covers_them(corpus: Path, tmp_path: Path) -> None:
    manifest = (corpus / "corpus.toml").read_text()
    assert "layout = 2\ndocuments = 2\nrecords = 2\n" in manifest
    changed = PatientRecord("P2", '{"patient": "P2", "labs": [1]}')
    write(DOCS, tmp_path / "d", "corpus", records=[RECORDS[0], changed])
    assert (tmp_path / "d/corpus.toml").read_text() != manifest


def test_layout_1_is_read_as_a_corpus_without_records(tmp_path: Path) -> None:
    write(DOCS, tmp_path / "c", "corpus")
    path = tmp_path / "c/corpus.toml"
    path.write_text(path.read_text().replace("layout = 2", "layout = 1").replace("records = 0", ""))
    reader = Reader(tmp_path / "c")
    assert list(reader.read_records()) == [] and list(reader) == DOCS


def test_missing_records_are_an_error(corpus: Path) -> None:
    (corpus / "records.jsonl").unlink()
    with pytest.raises(InputError, match=r"records\.jsonl: this file of the corpus is missing"):
        list(Reader(corpus).read_records())


@pytest.mark.parametrize("fmt", [name for name in names() if not get(name).keeps_records])
def test_formats_without_records_report_the_loss(fmt: str, tmp_path: Path) -> None:
    target = get(fmt)
    if not target.writes:
        return
    out = tmp_path / f"x{target.suffixes[0] if target.single_file else ''}"
    plain = [Document(doc.id, doc.text) for doc in DOCS]
    with pytest.raises(LossError, match=r"cannot carry: .*records \(2\)"):
        write(plain, out, fmt, records=RECORDS)
    assert not out.exists()
    assert write(plain, out, fmt, records=RECORDS, allow_loss=["records"]).dropped["records"] == 2


def test_unknown_name_of_a_loss_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="record"):
        write(DOCS, tmp_path / "x", "corpus", allow_loss=["record"])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[1]", "r:2: the line is not a JSON object"),
        ('{"labs": []}', "r:2: the record names no patient"),
        ('{"patient": "P1"}', "r:2: the patient of this line has a record already"),
        (b'{"patient": "\xff"}', "r:2: the line is not a JSON object"),
    ],
)
def test_bad_records(line: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(parse_records(['{"patient": "P1"}\n', line], "r"))


def test_failed_write_leaves_no_records(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        write(DOCS, tmp_path / "c", "corpus", records=parse_records(["{}"], "r"))
    assert list(tmp_path.iterdir()) == []


def test_corpus_without_records_has_no_file_for_them(tmp_path: Path) -> None:
    write(DOCS, tmp_path / "c", "corpus", records=iter(()))
    assert not (tmp_path / "c/records.jsonl").exists() and list(read(tmp_path / "c")) == DOCS
