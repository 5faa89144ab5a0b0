"""Tests of Knowtator 2: invalid input."""

from pathlib import Path

import pytest
from tests.formats.knowtator2_parts import make_annotation, make_triple, make_vertex, save_file

from goldsmith.errors import BadFiles, InputError
from goldsmith.formats import Reader, read


@pytest.mark.parametrize(
    ("annotations", "graph", "expected"),
    [
        (make_annotation("a") + "<annotation", "", "n.xml:4: this is not well-formed XML"),
        (make_annotation("a", 0, 500), "", "n.xml:3: n, a: the spans 0-500 are not inside"),
        (make_annotation("a", 7, 3), "", "n.xml:3: n, a: the spans 7-3 are not inside"),
        (make_annotation("a", "x"), "", "n.xml:3: <span> has a value that is not a number"),
        (make_annotation("a") + make_annotation("a"), "", "n.xml:3: n, a: the id is used 2 times"),
        (make_annotation("a", inside="<span/>"), "", "n.xml:3: <annotation> has no <class>"),
        ("<annotation/>", "", "n.xml:3: <annotation> has no 'id'"),
        (
            make_annotation("a"),
            make_vertex("a") + make_triple("e", "a", "at", "b"),
            "n.xml:6: the object of a triple is the vertex vb, which does not exist",
        ),
        (
            make_annotation("a"),
            make_vertex("a") + make_vertex("b") + make_triple("e", "b", "at", "a"),
            "n.xml:7: the subject of a triple is the annotation b, which does not exist",
        ),
        (
            make_annotation("a"),
            make_vertex("a") + "<triple/>",
            "n.xml:6: <triple> has no 'subject'",
        ),
    ],
)
def test_invalid_input_is_rejected_with_file_and_line(
    tmp_path: Path, annotations: str, graph: str, expected: str
) -> None:
    with pytest.raises(InputError) as caught:
        list(read(save_file(tmp_path, annotations, graph), "knowtator2"))
    message = str(caught.value)
    assert expected in message
    assert "fever" not in message and "secret" not in message


def test_offset_inside_a_character_is_rejected(tmp_path: Path) -> None:
    save_file(tmp_path, make_annotation("a", 0, 1))
    (tmp_path / "n.txt").write_text("\U0001f600 secret", "utf-8")
    with pytest.raises(InputError, match=r"n\.xml:3: UTF-16 offset 1 points inside a character"):
        list(read(tmp_path, "knowtator2"))


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ('<!DOCTYPE a [\n<!ENTITY x "secret">]>\n', 2),
        ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n', 1),
    ],
)
def test_entities_are_rejected(tmp_path: Path, head: str, line: int) -> None:
    file = save_file(tmp_path, make_annotation("a")) / "n.xml"
    file.write_text(head + file.read_text())
    with pytest.raises(InputError, match=rf"xml:{line}: the file defines XML entities") as caught:
        list(read(tmp_path, "knowtator2"))
    assert "secret" not in str(caught.value)


def test_invalid_utf_8_is_rejected(tmp_path: Path) -> None:
    save_file(tmp_path, make_annotation("a"))
    (tmp_path / "n.txt").write_bytes("fever\ncaf\u00e9 secret".encode("latin-1"))
    with pytest.raises(InputError, match=r"n\.txt:2: byte 0xe9 is not UTF-8"):
        list(read(tmp_path, "knowtator2"))


def test_invalid_document_does_not_affect_others(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("fever")
    (tmp_path / "n.xml").write_text(
        '<knowtator-project>\n<document id="gone"/>\n<document id="one"/>\n</knowtator-project>'
    )
    reader = Reader(tmp_path, "knowtator2", keep_going=True)
    assert [doc.id for doc in reader] == ["one"]
    assert "n.xml:2: the text of this document is missing" in str(reader.errors[0])


def test_each_file_with_another_root_is_an_error(tmp_path: Path) -> None:
    save_file(tmp_path, make_annotation("a"))
    for name in "bc":
        (tmp_path / f"{name}.xml").write_text("<collection/>")
    with pytest.raises(BadFiles) as caught:
        list(read(tmp_path, "knowtator2"))
    assert len(caught.value.errors) == 2
