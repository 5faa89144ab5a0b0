"""Plain text: notes without annotations."""

from pathlib import Path

import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.errors import InputError, LossError
from goldsmith.formats import Reader, read, write

GOLDEN = Path(__file__).parent / "golden" / "text"


def test_folder_of_notes(tmp_path: Path) -> None:
    (tmp_path / "ward").mkdir()
    (tmp_path / "ward/n1.txt").write_bytes(b"fever\r\n")
    (tmp_path / "n2.txt").write_text("cough")
    (tmp_path / "README.txt").write_text("about these files")
    assert Reader(tmp_path).format.name == "text"
    assert [(doc.id, doc.text, doc.sets) for doc in read(tmp_path)] == [
        ("n2", "cough", {}),
        ("ward/n1", "fever\r\n", {}),
    ]


def test_other_formats_are_preferred(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text("fever")
    (tmp_path / "n.ann").write_text("T1\tX 0 5\tfever\n")
    assert Reader(tmp_path).format.name == "brat"
    assert [doc.sets for doc in read(tmp_path, "text")] == [{}]


def test_writing_reports_lost_annotations(tmp_path: Path) -> None:
    annotation_set = AnnotationSet("gold", (Mention("m", "X", (Span(0, 5),)),))
    doc = Document("n", "fever", sets={"gold": annotation_set})
    with pytest.raises(LossError) as caught:
        write([doc], tmp_path / "out", "text")
    assert caught.value.losses["mentions"] == 1
    write([doc], tmp_path / "out", "text", allow_loss=["all"])
    assert (tmp_path / "out/n.txt").read_bytes() == b"fever"


def test_other_encoding_is_reported(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_bytes(b"na\xefve Quigley")
    with pytest.raises(InputError, match=r"n\.txt:1: byte 0xef is not UTF-8") as caught:
        list(read(tmp_path))
    assert "Quigley" not in str(caught.value)


def test_golden_notes_are_read_and_written_back_unchanged(tmp_path: Path) -> None:
    letter, round_note = read(GOLDEN)
    assert (letter.id, round_note.id) == ("letter", "ward/round")
    assert letter.text.startswith("Dear Dr Hale,\n\nThank you")
    assert round_note.text.endswith("Analgesia reviewed.\r\n")
    write([letter, round_note], tmp_path / "out", "text")
    for name in ("letter.txt", "ward/round.txt"):
        assert (tmp_path / "out" / name).read_bytes() == (GOLDEN / name).read_bytes()
