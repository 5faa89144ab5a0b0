"""Files that were not read are counted and listed; documents without annotations have no set."""

import logging
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

from goldsmith.core import AnnotationSet, Document
from goldsmith.formats import Reader, get, names, write

GOLDEN = Path(__file__).parent / "golden"


def write_files(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_text(content)
    return folder


@pytest.fixture
def medtator(tmp_path: Path) -> Path:
    """Write texts with annotations in a format other than the one being read."""
    texts = {f"n{number}__txt": "Fever and cough." for number in range(7)}
    annotations = {f"n{number}__txt__xml": "<X/>" for number in range(7)}
    return write_files(tmp_path / "notes", **texts, **annotations, README__md="read me")


def test_unread_files_other_than_a_readme_are_listed(medtator: Path) -> None:
    reader = Reader(medtator, "text")
    assert len(list(reader)) == 7
    assert reader.unread == [f"n{number}.txt.xml" for number in range(7)]


def test_reader_logs_the_number_of_unread_files_at_the_end(
    medtator: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        list(Reader(medtator, "text"))
    [record] = caplog.records
    assert record.getMessage() == (
        f"{medtator}: 7 files were not read as text: .xml (7), namely n0.txt.xml, n1.txt.xml, "
        "n2.txt.xml, n3.txt.xml, n4.txt.xml and 2 more"
    )


def test_commands_report_unread_files_once(medtator: Path) -> None:
    done = goldsmith("describe", medtator, "--from", "text")
    assert done.returncode == 0
    assert done.stderr.count("note: ") == 1 and "7 files were not read as text" in done.stderr


def test_settings_files_of_a_format_are_not_listed_as_unread(tmp_path: Path) -> None:
    folder = write_files(
        tmp_path / "brat",
        n__txt="Fever",
        n__ann="T1\tX 0 5\tFever\n",
        annotation__conf="[entities]\n",
        visual__conf="",
    )
    reader = Reader(folder, "brat")
    list(reader)
    assert reader.unread == []


@pytest.mark.parametrize("name", sorted(folder.name for folder in GOLDEN.iterdir()))
def test_every_format_reads_all_of_its_golden_files(name: str) -> None:
    reader = Reader(GOLDEN / name, name.replace("_", "-"), keep_going=True)
    list(reader)
    assert reader.unread == []


@pytest.mark.parametrize("name", [name for name in names() if get(name).writes])
def test_empty_set_is_kept_and_every_written_file_is_read(name: str, tmp_path: Path) -> None:
    doc = Document("n", "Fever and cough.\n", sets={"gold": AnnotationSet("gold")})
    write([doc], tmp_path / "out", name, allow_loss=["all"])
    reader = Reader(tmp_path / "out", name)
    [back] = reader
    assert reader.unread == []
    assert bool(back.sets) == (name != "text"), "an empty set marks an annotated document"


@pytest.mark.parametrize(
    ("name", "annotated"),
    [
        ("brat", {"a__ann": ""}),
        ("i2b2", {"a__con": ""}),
        ("share", {"a__pipe": ""}),
        (
            "knowtator",
            {"a__txt__knowtator__xml": '<annotations textSource="a.txt"></annotations>'},
        ),
    ],
)
def test_document_without_annotation_file_has_no_set(
    name: str, annotated: dict[str, str], tmp_path: Path
) -> None:
    folder = write_files(tmp_path / "x", a__txt="Fever.\n", b__txt="Cough.\n", **annotated)
    docs = {doc.id: doc for doc in Reader(folder, name)}
    assert docs["a"].sets and not docs["b"].sets
