"""The wording that a file records for a mention is compared with the text at its offsets."""

import logging
import re
from pathlib import Path

import pytest

from goldsmith import formats
from goldsmith.core import AnnotationSet, Document, Mention, Span, check_recorded_text
from goldsmith.core.structure import is_wording_at
from goldsmith.errors import BadFiles, InputError, Remedy
from goldsmith.formats import Reader, read, write

#: Formats whose files record the wording of mentions and can be edited as text.
WITH_WORDING = (
    "bioc-json",
    "bioc-xml",
    "brat",
    "clef-xml",
    "corpus",
    "i2b2",
    "jsonl",
    "knowtator",
    "knowtator2",
    "label-studio",
    "medtator",
    "pubtator",
)
_WORDING = re.compile(r"(?<!no )fever(?! and)")


def make_document(doc_id: str, text: str = "no fever and cough") -> Document:
    mentions = (
        Mention("T1", "problem", (Span(3, 8),)),
        Mention("T2", "problem", (Span(13, 18),)),
    )
    return Document(doc_id, text, sets={"gold": AnnotationSet("gold", mentions)})


def change_wordings(folder: Path) -> None:
    """Change the wording of T1 in every file, but not the text."""
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_text(_WORDING.sub("ulcer", path.read_text()))


@pytest.mark.parametrize("name", WITH_WORDING)
def test_a_wording_that_differs_from_the_text_is_an_error(tmp_path: Path, name: str) -> None:
    write([make_document("n1")], tmp_path / "c", name, allow_loss=["all"])
    assert len(list(read(tmp_path / "c", name))) == 1
    change_wordings(tmp_path / "c")
    with pytest.raises(InputError) as caught:
        list(read(tmp_path / "c", name))
    message = str(caught.value)
    assert "n1, " in message and "for 1 of 2 mentions is not the text" in message
    assert caught.value.remedy_code is Remedy.CORRECT_OFFSETS
    assert "ulcer" not in message and "fever" not in message
    [doc] = read(tmp_path / "c", name, check=False)
    assert len(list(check_recorded_text(doc, doc.sets["gold"]))) == 1


def test_other_formats_have_no_wording(tmp_path: Path) -> None:
    for name in formats.names():
        if formats.get(name).writes and name not in (*WITH_WORDING, "parquet"):
            write([make_document("n1")], tmp_path / name, name, allow_loss=["all"])
            [doc] = read(tmp_path / name, name)
            mentions = [m for anns in doc.sets.values() for m in anns.mentions]
            assert not any(mention.text for mention in mentions), name


def test_mismatches_are_counted_over_all_documents(tmp_path: Path) -> None:
    write([make_document(f"n{number}") for number in range(3)], tmp_path / "c", "brat")
    for name in ("n0", "n2"):
        path = tmp_path / f"c/{name}.ann"
        path.write_text(path.read_text().replace("fever", "ulcer"))
    with pytest.raises(BadFiles) as caught:
        list(read(tmp_path / "c", "brat"))
    message = str(caught.value)
    assert message.startswith(
        "2 of 3 could not be read, nothing was written; the wording that the file records for "
        "2 of 6 mentions is not the text at their offsets, in 2 documents\n"
    )
    assert "n0.ann:1: n0, T1: " in message and "n2.ann:1: n2, T1: " in message
    reader = Reader(tmp_path / "c", "brat", keep_going=True)
    assert [doc.id for doc in reader] == ["n1"]
    reader = Reader(tmp_path / "c", "brat", wording=False)
    assert [doc.id for doc in reader] == ["n0", "n1", "n2"]


@pytest.mark.parametrize(
    ("spans", "wording", "expected"),
    [
        ([(0, 5)], "FEVER", True),
        ([(0, 9)], "fever  and", True),
        ([(0, 9)], "feverand", True),
        ([(0, 5)], "feve", False),
        ([(0, 5), (10, 15)], "fever cough", True),
        ([(0, 5), (10, 15)], "fever ... cough", True),
        ([(0, 5), (10, 15)], "fever and cough", True),
        ([(0, 5), (10, 15)], "cough fever", False),
    ],
)
def test_case_and_white_space_are_ignored(
    spans: list[tuple[int, int]], wording: str, expected: bool
) -> None:
    pairs = [Span(*pair) for pair in spans]
    assert is_wording_at("fever\nand cough", pairs, wording) is expected


def make_bioc(first: tuple[int, str], second: tuple[int, str]) -> str:
    """Return a BioC file like those of INCEpTION, with an annotation in each of two sentences."""
    annotation = (
        '<annotation id="{}"><infon key="type">X</infon>'
        '<location offset="{}" length="5"/><text>{}</text></annotation>'
    )
    return (
        "<collection><source>s</source><date/><key/><document><id>n1</id>"
        "<passage><offset>0</offset>"
        "<sentence><offset>0</offset><text>Fever gone.</text>"
        f"{annotation.format(1, *first)}</sentence>"
        "<sentence><offset>12</offset><text>Fever and cough today.</text>"
        f"{annotation.format(2, *second)}</sentence>"
        "</passage></document></collection>"
    )


def read_spans(folder: Path, content: str) -> list[tuple[Span, ...]]:
    (folder / "c.xml").write_text(content)
    [doc] = read(folder / "c.xml", "bioc-xml")
    return [mention.spans for mention in doc.sets["gold"].mentions]


@pytest.mark.parametrize("wording", ["cough", "Fever"])
def test_offsets_relative_to_the_sentence_are_converted_and_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, wording: str
) -> None:
    start = "Fever and cough".index(wording)
    content = make_bioc((0, "Fever"), (start, wording))
    with caplog.at_level(logging.WARNING):
        spans = read_spans(tmp_path, content)
    assert spans == [(Span(0, 5),), (Span(12 + start, 17 + start),)]
    [record] = caplog.messages
    assert "in 1 document offsets count from the start of the sentence or passage" in record


def test_offsets_from_the_start_of_the_document_are_left_unchanged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert read_spans(tmp_path, make_bioc((0, "Fever"), (22, "cough")))[1] == (Span(22, 27),)
    assert caplog.messages == []


def test_offsets_that_match_neither_way_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="for 2 of 2 mentions is not the text at their offsets"):
        read_spans(tmp_path, make_bioc((1, "Fever"), (10, "ulcer")))


def test_documents_named_after_the_annotator_get_the_name_of_their_folder(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / "annotation" / name).mkdir(parents=True)
        content = make_bioc((0, "Fever"), (10, "cough")).replace("<id>n1</id>", "<id>anna</id>")
        (tmp_path / "annotation" / name / "anna.xml").write_text(content)
    assert [doc.id for doc in read(tmp_path, "bioc-xml")] == [
        "annotation/a.txt",
        "annotation/b.txt",
    ]
    assert "in 2 documents the id is the name of the file" in caplog.text
