"""Tests of GATE XML: invalid input."""

from pathlib import Path

import pytest
from tests.formats.gate_parts import make_annotation, make_feature, make_file, make_set

from goldsmith.errors import BadFiles, InputError
from goldsmith.formats import read


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (make_file(make_set(make_annotation("1")))[:-30], "n.xml:5: this is not well-formed XML"),
        (
            make_file(make_set(make_annotation("1", end="9"))),
            "n.xml:4: the EndNode 9 does not exist",
        ),
        (
            make_file(make_set(make_annotation("1", "5", "0"))),
            "n.xml:4: n, 1: the spans 5-0 are not",
        ),
        (
            make_file(make_set(make_annotation("1"), make_annotation("1"))),
            "n.xml:4: n, 1: the id is used 2",
        ),
        (
            make_file('<RelationSet>\n<Relation Id="9" Type="r" Members="1;2"/>\n</RelationSet>'),
            "n.xml:4: n, 9: its first argument 1 does not exist",
        ),
        (
            make_file('<RelationSet>\n<Relation Id="9" Type="r"/>\n</RelationSet>'),
            "n.xml:4: <Relation> has no 'Members'",
        ),
        (
            make_file(make_set(make_annotation("2", features=make_feature("fragmentOf", "8")))),
            "n.xml:4: 2 is a fragment of 8, which does not exist",
        ),
        (make_file("", "a <b>secret</b>"), "n.xml:2: <b> is not allowed in the text"),
        (make_file("", "a <Node/>secret"), "n.xml:2: <Node> has no 'id'"),
        (
            make_file("", 'a <Node id="2">secret</Node>'),
            "n.xml:2: <Node> is not allowed in the text",
        ),
        (
            make_file(make_set(make_annotation("1", features="<Feature/>"))),
            "n.xml:4: a feature has no",
        ),
        ("<GateDocument>\n</GateDocument>", "n.xml:1: the file has no <TextWithNodes>"),
        ("<collection>\n</collection>", "n.xml:1: the root element is <collection>"),
        (
            '<!DOCTYPE a [\n<!ENTITY x "secret">]>\n' + make_file("", "&x;"),
            "n.xml:2: the file defines XML entities",
        ),
        (
            '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n' + make_file("", "&x;"),
            "n.xml:1: the file defines XML entities",
        ),
    ],
)
def test_invalid_input_is_rejected_with_file_and_line(
    tmp_path: Path, content: str, expected: str
) -> None:
    (tmp_path / "n.xml").write_text(content)
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "gate"))
    message = str(caught.value)
    assert expected in message
    assert "secret" not in message and "fever" not in message


def test_bytes_in_another_encoding_are_rejected(tmp_path: Path) -> None:
    (tmp_path / "n.xml").write_bytes(make_file("", "caf\u00e9 secret").encode("latin-1"))
    with pytest.raises(InputError, match=r"n\.xml:2: this is not well-formed XML") as caught:
        list(read(tmp_path, "gate"))
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_of_an_external_dtd_are_rejected(tmp_path: Path, encoding: str) -> None:
    head = f'<?xml version="1.0" encoding="{encoding}"?>\n<!DOCTYPE a SYSTEM "a.dtd">\n'
    (tmp_path / "n.xml").write_bytes((head + make_file("", "&nbsp;secret")).encode(encoding))
    with pytest.raises(InputError, match=r"n\.xml:4: the file uses an entity of a DTD") as caught:
        list(read(tmp_path, "gate"))
    assert "secret" not in str(caught.value)


def test_each_file_with_another_root_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(make_file(""))
    (tmp_path / "b.xml").write_text("<collection/>")
    (tmp_path / "c.xml").write_text("<annotations/>")
    with pytest.raises(BadFiles) as caught:
        list(read(tmp_path, "gate"))
    assert len(caught.value.errors) == 2
